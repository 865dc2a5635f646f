import { maxJsonDepth } from '#contract/rules/json-depth.ts'

/** Keys under which payment gateways and forms speak of people. */
const personal = /customer|e-?mail|phone|name|address|city|payer|card|ip$/i

type Change = { keep: (key: string) => boolean; item: (inner: unknown) => unknown }

/** Containers below `maxJsonDepth` become null: nothing that deep may be stored, and the recursion stays short. */
const walk = (value: unknown, change: Change, depth = 1): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxJsonDepth) return null
  const replacement = change.item(value)
  if (replacement !== value) return replacement
  if (Array.isArray(value)) return value.map((inner) => walk(inner, change, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => change.keep(key))
      .map(([key, inner]) => [key, walk(inner, change, depth + 1)]),
  )
}

/** The same data without anything that is kept under a key of a person. Amounts, references, states and instants stay. */
export const withoutPeople = (data: unknown): unknown => walk(data, { keep: (key) => !personal.test(key), item: (value) => value })

/**
 * The same data without one person: objects that carry their address or account id become `{ erased: true }`. For records that hold several people, of whom the
 * others stay.
 */
export const withoutPerson = (data: unknown, person: { id: string; email: string }): unknown => {
  const isTheirs = (value: unknown) => typeof value === 'string' && (value === person.id || value.toLowerCase() === person.email)
  return walk(data, {
    keep: () => true,
    item: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(isTheirs)
        ? { erased: true }
        : value,
  })
}
