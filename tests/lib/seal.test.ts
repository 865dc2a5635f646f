import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeal } from '#server/lib/seal.ts'

const seal = createSeal('a key for tests only, thirty-two characters and more')
const other = createSeal('another key for tests, thirty-two characters and more')

describe('sealing', () => {
  it('gives any text back, never twice the same sealed one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = seal.seal(text)
        expect(seal.open(sealed)).toBe(text)
        expect(seal.seal(text)).not.toBe(sealed)
        expect(seal.index(text)).toBe(seal.index(text))
        expect(seal.index(text)).not.toBe(other.index(text))
      }),
    )
  })

  it('refuses what was changed anywhere, cut, or sealed with another key', () => {
    const sealed = seal.seal('1000000008')
    expect(() => other.open(sealed)).toThrow(/SECRET_KEY/)
    for (const broken of ['', 'v1', sealed.slice(0, -4), `v2${sealed.slice(2)}`]) expect(() => seal.open(broken)).toThrow()
    const [version, key, iv, rest] = sealed.split('.') as [string, string, string, string]
    for (const [part, at] of [
      [iv, 2],
      [rest, 3],
    ] as const) {
      const bytes = Buffer.from(part, 'base64url')
      for (let byte = 0; byte < bytes.length; byte++) {
        const changed = Buffer.from(bytes)
        changed[byte] = (changed[byte] ?? 0) ^ 1
        const parts = [version, key, iv, rest]
        parts[at] = changed.toString('base64url')
        expect(() => seal.open(parts.join('.'))).toThrow()
      }
    }
  })
})
