/** Keys under which payment gateways and forms speak of people. */
const personal = /customer|e-?mail|phone|name|address|city|payer|card|ip$/i

const walk = (value: unknown, keep: (key: string, inner: unknown) => boolean, item: (inner: unknown) => unknown): unknown => {
  const seen = item(value)
  if (seen !== value) return seen
  if (Array.isArray(value)) return value.map((inner) => walk(inner, keep, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => keep(key, inner))
      .map(([key, inner]) => [key, walk(inner, keep, item)]),
  )
}

/** The same data without anything that is kept under a key of a person. Amounts, references, states and instants stay. */
export const withoutPeople = (data: unknown): unknown =>
  walk(
    data,
    (key) => !personal.test(key),
    (value) => value,
  )

/**
 * The same data without one person: objects that carry their address or account id become `{ erased: true }`. For records that hold several people, of whom the
 * others stay.
 */
export const withoutPerson = (data: unknown, who: { id: string; email: string }): unknown => {
  const isThem = (value: unknown) => typeof value === 'string' && (value === who.id || value.toLowerCase() === who.email)
  return walk(
    data,
    () => true,
    (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(isThem) ? { erased: true } : value,
  )
}
