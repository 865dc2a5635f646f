import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCanonicalJson } from '#contract/platform/json.ts'

test('canonical JSON is that of the examples of RFC 8785', () => {
  expect(
    toCanonicalJson({
      // biome-ignore lint/correctness/noPrecisionLoss: the number of the example
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }),
  ).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const keys = {
    '\u20ac': 'Euro',
    '\r': 'Return',
    '\ufb33': 'Hebrew',
    '1': 'One',
    '\u{1f600}': 'Emoji',
    '\u0080': 'Control',
    ö: 'o',
  }
  expect(Object.values(JSON.parse(toCanonicalJson(keys)))).toEqual([
    'One',
    'Return',
    'Control',
    'o',
    'Euro',
    'Emoji',
    'Hebrew',
  ])
})

test('canonical JSON of a value is the same for every order of its keys, and contains the value', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))),
      (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse())
        expect(toCanonicalJson(reversed)).toBe(toCanonicalJson(value))
        expect(JSON.parse(toCanonicalJson(value))).toEqual({ ...value })
      },
    ),
  )
})

test('numbers without JSON are rejected', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => toCanonicalJson({ value })).toThrow(TypeError)
})
