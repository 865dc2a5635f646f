import { expect, test } from 'vitest'
import { isJsonDepthAllowed, isTextDepthAllowedIfJson, maxJsonDepth } from '#contract/platform/json.ts'

const arrays = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test('objects and arrays nest 16 deep and no deeper', () => {
  expect(maxJsonDepth).toBe(16)
  for (const nested of [arrays, objects]) {
    expect(isJsonDepthAllowed(JSON.parse(nested(16)))).toBe(true)
    expect(isJsonDepthAllowed(JSON.parse(nested(17)))).toBe(false)
  }
  expect(isJsonDepthAllowed({ wide: Array.from({ length: 1000 }, () => ({ a: [1] })) })).toBe(true)
  for (const value of [null, 1, 'text', undefined]) expect(isJsonDepthAllowed(value)).toBe(true)
})

test('a value deeper than any call stack is rejected without an exception', () => {
  expect(isTextDepthAllowedIfJson(arrays(500_000))).toBe(false)
  expect(isTextDepthAllowedIfJson('no JSON')).toBe(true)
})
