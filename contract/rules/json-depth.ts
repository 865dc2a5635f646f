/** How many objects and arrays may be nested in JSON that comes from outside and is stored. */
export const maxJsonDepth = 16

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns true when a JSON value nests at most `maxJsonDepth` objects and arrays. It checks level by level without recursion, so that no value exhausts the stack. */
export const isJsonDepthAllowed = (value: unknown): boolean => {
  let level = [value].filter(isContainer)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxJsonDepth) return false
    level = level.flatMap((container): unknown[] => Object.values(container)).filter(isContainer)
  }
  return true
}

/** Does the same for JSON text. Returns true for a text that is not JSON. */
export const isJsonTextDepthAllowed = (text: string): boolean => {
  try {
    return isJsonDepthAllowed(JSON.parse(text))
  } catch {
    return true
  }
}
