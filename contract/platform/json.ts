/** How many objects and arrays may be nested in JSON that comes from outside and is stored. */
export const maxJsonDepth = 16

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Returns true when a JSON value nests at most `maxJsonDepth` objects and arrays. It checks level by level
 * without recursion, so that no value exhausts the stack.
 */
export const isJsonDepthAllowed = (value: unknown): boolean => {
  let level = [value].filter(isContainer)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxJsonDepth) return false
    level = level.flatMap((container): unknown[] => Object.values(container)).filter(isContainer)
  }
  return true
}

/** Does the same for JSON text. Returns true for a text that is not JSON. */
export const isTextDepthAllowedIfJson = (text: string): boolean => {
  try {
    return isJsonDepthAllowed(JSON.parse(text))
  } catch {
    return true
  }
}

type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/**
 * Returns the canonical JSON of a value (RFC 8785): no spaces, keys in the order of their UTF-16 code units,
 * numbers and strings as `JSON.stringify` writes them. Throws a `TypeError` for numbers that JSON cannot
 * represent.
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
