import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { consentTexts, findConsentTextByVersion } from '#contract/people/guardians/consent-texts.ts'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { memberConsentTexts } from '#contract/people/guardians/member-consent-texts.ts'

const hash = (text: unknown) => createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16)

// who agreed to a version agreed to these words: a new wording is a new version with a line of its own here
it.each([
  ['2026-11-01', '9bfa9d11fb0b7abb', '1a5383d1f7c77836'],
  ['2026-11-24', 'deabbf5786e5e4d4', '1e6e2686c8f8f0a6'],
  ['2026-11-29', '7820c46c73df2fc5', '53f5c7b14f4939f5'],
] as const)(
  'the texts of version %s stay as guardians have agreed to them',
  (version, ofAccount, ofMember) => {
    expect(hash(findConsentTextByVersion(version))).toBe(ofAccount)
    expect(hash(memberConsentTexts[version])).toBe(ofMember)
  },
)

it('every version has texts for accounts and members, and the current one is the newest', () => {
  const versions = Object.keys(consentTexts)
  expect(Object.keys(memberConsentTexts)).toEqual(versions)
  expect(currentConsentVersion).toBe(versions.toSorted().at(-1))
  for (const texts of Object.values(memberConsentTexts)) expect(texts.en).toHaveLength(texts.ar.length)
})
