import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFieldEncryption } from '#server/lib/encryption.ts'

const encryption = createFieldEncryption('a key for tests only, thirty-two characters and more')
const other = createFieldEncryption('another key for tests, thirty-two characters and more')

describe('encryption', () => {
  it('decrypts any text, and encrypts equal texts differently', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = encryption.encrypt(text)
        expect(encryption.decrypt(sealed)).toBe(text)
        expect(encryption.encrypt(text)).not.toBe(sealed)
        expect(encryption.keyedHash(text)).toBe(encryption.keyedHash(text))
        expect(encryption.keyedHash(text)).not.toBe(other.keyedHash(text))
      }),
    )
  })

  it('rejects a ciphertext that was changed, truncated, or encrypted with another key', () => {
    const sealed = encryption.encrypt('1000000008')
    expect(() => other.decrypt(sealed)).toThrow(/SECRET_KEY/)
    for (const broken of ['', 'v1', sealed.slice(0, -4), `v2${sealed.slice(2)}`]) expect(() => encryption.decrypt(broken)).toThrow()
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
        expect(() => encryption.decrypt(parts.join('.'))).toThrow()
      }
    }
  })
})
