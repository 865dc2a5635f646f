import { expect, it } from 'vitest'
import { langs } from '#contract/localized.ts'
import { certificates as ar } from '#i18n/ar/certificates.ts'
import { certificates as en } from '#i18n/en/certificates.ts'
import { formatRankInWords } from '#web/shared/certificates/certificate-texts.ts'
import { createTranslator } from '#web/shared/texts.ts'

it('A certificate has its place in words up to the tenth, then its number', () => {
  const write = Object.fromEntries(
    langs.map((lang) => {
      const { t } = createTranslator(lang, { certificates: lang === 'en' ? en : ar }, '')
      return [lang, (rank: number) => formatRankInWords(t, rank, lang)]
    }),
  )
  expect([1, 2, 3, 10, 11, 112].map((rank) => write.en?.(rank))).toEqual([
    ...['First place', 'Second place', 'Third place', 'Tenth place', 'Place 11', 'Place 112'],
  ])
  expect([1, 2, 3, 10, 11, 112].map((rank) => write.ar?.(rank))).toEqual([
    ...['المركز الأول', 'المركز الثاني', 'المركز الثالث', 'المركز العاشر', 'المركز 11', 'المركز 112'],
  ])
  for (const lang of langs)
    expect(new Set(Array.from({ length: 12 }, (_, index) => write[lang]?.(index + 1))).size).toBe(12)
})
