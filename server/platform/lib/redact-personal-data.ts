import { maxJsonDepth } from '#contract/platform/json.ts'
import { cleanText } from '#contract/platform/text.ts'

/**
 * Keys of personal data and free text in the messages of payment gateways, the logs of payments and forms.
 */
const personalKeys = /^reason$|customer|e-?mail|phone|name|address|city|payer|card|ip$/i

/**
 * `keepKey` says which keys of objects stay; `replace` returns the replacement of an object or array, or the
 * same value.
 */
type Redaction = { keepKey: (key: string) => boolean; replace: (value: unknown) => unknown }

/**
 * Containers below `maxJsonDepth` become null: nothing that deep may be stored, and the recursion stays
 * short.
 */
const redact = (value: unknown, redaction: Redaction, depth = 1): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxJsonDepth) return null
  const replacement = redaction.replace(value)
  if (replacement !== value) return replacement
  if (Array.isArray(value)) return value.map((inner) => redact(inner, redaction, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => redaction.keepKey(key))
      .map(([key, inner]) => [key, redact(inner, redaction, depth + 1)]),
  )
}

/**
 * Returns a copy of the data without the values of personal keys. Amounts, references, states and instants
 * stay.
 */
export const omitPersonalKeys = (data: unknown): unknown =>
  redact(data, { keepKey: (key) => !personalKeys.test(key), replace: (value) => value })

/**
 * Returns a copy of the data in which objects with the person's id, email address or whole name are `{
 * erased: true }`. For records about several people, of whom the others stay.
 */
export const redactObjectsOfPerson = (
  data: unknown,
  person: { id: string; email: string; name: string },
): unknown => {
  const identifiers = new Set(
    [person.id, person.email, person.name]
      .map((value) => cleanText(value, 'name').toLowerCase())
      .filter((value) => value !== ''),
  )
  const identifiesPerson = (value: unknown) =>
    typeof value === 'string' && identifiers.has(cleanText(value, 'name').toLowerCase())
  return redact(data, {
    keepKey: () => true,
    replace: (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).some(identifiesPerson)
        ? { erased: true }
        : value,
  })
}
