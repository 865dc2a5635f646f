import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import { createExpiringLinkSignerAndVerifier } from '#server/platform/lib/signed-links.ts'
import { encryptVersion1 } from '../support/data/encrypt-version-1.ts'

const oldKey = 'a key for tests only, thirty-two characters and more'
const newKey = 'another key for tests, thirty-two characters and more'
const encryption = createFieldEncryption({ SECRET_KEY: oldKey, SECRET_KEY_OLD: [] })
const other = createFieldEncryption({ SECRET_KEY: newKey, SECRET_KEY_OLD: [] })
const rotated = createFieldEncryption({ SECRET_KEY: newKey, SECRET_KEY_OLD: [oldKey] })
const [row, otherRow] = [randomUUID(), randomUUID()]
const texts = fc.string({ unit: 'grapheme' })

describe('encryption', () => {
  it('decrypts any text, and encrypts equal texts differently', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const encrypted = encryption.encrypt(text, 'users.national_id', row)
        expect(encryption.decrypt(encrypted, 'users.national_id', row)).toBe(text)
        expect(encryption.encrypt(text, 'users.national_id', row)).not.toBe(encrypted)
        expect(encryption.keyedHash(text)).toBe(encryption.keyedHash(text))
        expect(encryption.keyedHash(text)).not.toBe(other.keyedHash(text))
      }),
    )
  })

  it('decrypts a ciphertext in its own row and column only', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const encrypted = encryption.encrypt(text, 'users.national_id', row)
        expect(() => encryption.decrypt(encrypted, 'users.national_id', otherRow)).toThrow()
        expect(() => encryption.decrypt(encrypted, 'team_people.national_id', row)).toThrow()
        expect(() => encryption.decrypt(encrypted, 'users.totp_secret', row)).toThrow()
        // without the version that binds it
        expect(() => encryption.decrypt(encrypted.replace('v2.', 'v1.'), 'users.national_id', row)).toThrow()
      }),
    )
  })

  it('encrypts with the current key and decrypts with every known key', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const before = encryption.encrypt(text, 'team_drafts.data', row)
        const after = rotated.encrypt(text, 'team_drafts.data', row)
        expect(rotated.decrypt(before, 'team_drafts.data', row)).toBe(text)
        expect(other.decrypt(after, 'team_drafts.data', row)).toBe(text)
        expect(() => other.decrypt(before, 'team_drafts.data', row)).toThrow(/another SECRET_KEY/)
        expect(() => encryption.decrypt(after, 'team_drafts.data', row)).toThrow(/another SECRET_KEY/)
        expect(rotated.keyedHash(text)).toBe(other.keyedHash(text))
        expect(rotated.listKeyedHashes(text)).toEqual([other.keyedHash(text), encryption.keyedHash(text)])
      }),
    )
  })

  it('decrypts the ciphertexts and computes the hashes of earlier versions', () => {
    const stored = 'v1.7bbd6e81.XWN344gWlwwrAM5v.yKjnfyGrsm4NZmGAMTITWn1iNlyQiqQ_Nig'
    expect(encryption.decrypt(stored, 'users.national_id', row)).toBe('1000000008')
    expect(rotated.decrypt(stored, 'users.national_id', row)).toBe('1000000008')
    expect(() => other.decrypt(stored, 'users.national_id', row)).toThrow(/another SECRET_KEY/)
    expect(encryption.keyedHash('1000000008')).toBe('1axBiyghwHLQjtYCvDI5fRXthKPDqjZSTw8JGwn8we8')
    expect(encryption.decrypt(encryptVersion1(oldKey, 'text'), 'users.national_id', row)).toBe('text')
  })

  it('rejects a ciphertext that was changed, truncated, or encrypted with another key', () => {
    const decrypt = (encrypted: string) => encryption.decrypt(encrypted, 'users.national_id', row)
    const encrypted = encryption.encrypt('1000000008', 'users.national_id', row)
    expect(() => other.decrypt(encrypted, 'users.national_id', row)).toThrow(/SECRET_KEY/)
    for (const broken of [
      '',
      'v1',
      'v2',
      encrypted.slice(0, -4),
      `v1${encrypted.slice(2)}`,
      `v3${encrypted.slice(2)}`,
    ])
      expect(() => decrypt(broken)).toThrow()
    const [version, key, iv, rest] = encrypted.split('.') as [string, string, string, string]
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
        expect(() => decrypt(parts.join('.'))).toThrow()
      }
    }
  })
})

describe('signed links', () => {
  it('of an old key are valid while the key is known', () => {
    const now = () => 1_000_000
    const query = new URLSearchParams(
      createExpiringLinkSignerAndVerifier(encryption, now).createQuery('photo.webp'),
    )
    const isValid = (keys: typeof encryption, name = 'photo.webp') =>
      createExpiringLinkSignerAndVerifier(keys, now).isValid(
        name,
        query.get('until') ?? '',
        query.get('signature') ?? '',
      )
    expect(isValid(encryption)).toBe(true)
    expect(isValid(rotated)).toBe(true)
    expect(isValid(other)).toBe(false)
    expect(isValid(rotated, 'another.webp')).toBe(false)
  })
})
