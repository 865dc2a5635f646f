type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/**
 * Returns the canonical JSON of a value (RFC 8785): no spaces, keys in the order of their UTF-16 code units, numbers and strings as `JSON.stringify` writes
 * them. Throws a `TypeError` for numbers that JSON cannot represent.
 */
export const toCanonicalJson = (value: JsonValue): string => {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no such number')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  const object = value as { readonly [key: string]: JsonValue }
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${toCanonicalJson(object[key] as JsonValue)}`)
  return `{${members.join(',')}}`
}
