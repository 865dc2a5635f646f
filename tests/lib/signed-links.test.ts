import { expect, it } from 'vitest'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import { createExpiringLinkSignerAndVerifier } from '#server/platform/lib/signed-links.ts'

it('a signed link is valid for its file only, for one to two hours, and not with another end', () => {
  let now = 1_800_000_100
  const links = createExpiringLinkSignerAndVerifier(
    createFieldEncryption({
      SECRET_KEY: 'a key for tests only, thirty-two characters and more',
      SECRET_KEY_OLD: [],
    }),
    () => now,
  )
  const query = new URLSearchParams(links.createQuery('photo.webp'))
  const [until, signature] = [query.get('until') ?? '', query.get('signature') ?? '']
  expect(links.isValid('photo.webp', until, signature)).toBe(true)
  expect(links.isValid('other.webp', until, signature)).toBe(false)
  expect(links.isValid('photo.webp', String(Number(until) + 3600), signature)).toBe(false)
  now += 3600
  expect(links.isValid('photo.webp', until, signature)).toBe(true)
  now += 3600
  expect(links.isValid('photo.webp', until, signature)).toBe(false)
})
