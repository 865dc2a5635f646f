import fc from 'fast-check'
import { expect, it } from 'vitest'
import { determineInitialAppLanguage } from '#web/judge/app-language.ts'

const lang = fc.constantFrom('en' as const, 'ar' as const)
const none = fc.constantFrom(null, '', 'fr')
const device = fc.array(fc.constantFrom('ar', 'ar-SA', 'en', 'en-GB', 'fr-FR', 'arc', ''))

it('is that of the card, else the chosen one', () => {
  fc.assert(
    fc.property(lang, fc.oneof(lang, none), device, (wanted, other, languages) => {
      expect(determineInitialAppLanguage({ address: wanted, chosen: other, device: languages })).toBe(wanted)
      expect(determineInitialAppLanguage({ address: null, chosen: wanted, device: languages })).toBe(wanted)
    }),
  )
})

it('is else the first of the device that the app has, else English', () => {
  const choose = (...languages: string[]) =>
    determineInitialAppLanguage({ address: null, chosen: undefined, device: languages })
  expect(choose('ar-SA', 'en')).toBe('ar')
  expect(choose('fr-FR', 'AR')).toBe('ar')
  expect(choose('en-GB', 'ar')).toBe('en')
  expect(choose('arc')).toBe('en')
  expect(choose()).toBe('en')
})
