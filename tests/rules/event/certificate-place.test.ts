import { expect, it } from 'vitest'
import { langs } from '#contract/platform/localized.ts'
import { certificates as ar } from '#i18n/ar/certificates.ts'
import { certificates as en } from '#i18n/en/certificates.ts'
import { formatIssueOrLaterEventDate, formatRankInWords } from '#i18n/formats/certificate-texts.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

it('A certificate has its place in words up to the tenth, then its number', () => {
  const write = Object.fromEntries(
    langs.map((lang) => {
      const { t } = createTextsFromCatalogue(lang, { certificates: lang === 'en' ? en : ar }, '')
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

it('A certificate has the day of its issue, but none before the event ends', () => {
  const date = (
    issuedAt: string,
    startDate: string | null,
    endDate: string | null,
    lang: 'en' | 'ar' = 'en',
  ) => {
    const event = { slug: 'e', title: { en: 'E', ar: 'ف' }, startDate, endDate }
    return formatIssueOrLaterEventDate({ issuedAt, event }, lang, 'Asia/Riyadh')
  }
  const [first, last] = ['2026-11-29T00:00:00.000Z', '2026-11-30T00:00:00.000Z']
  expect(date('2026-11-29T12:00:00.000Z', first, last)).toBe('30 Nov 2026')
  expect(date('2026-11-29T12:00:00.000Z', last, first, 'ar')).toBe('30 نوفمبر 2026')
  expect(date('2026-12-05T12:00:00.000Z', first, last)).toBe('5 Dec 2026')
  // the day of the issue is that in the time zone of the site
  expect(date('2026-11-30T22:00:00.000Z', first, last)).toBe('1 Dec 2026')
  for (const [start, end] of [
    [null, null],
    [first, null],
    [null, first],
  ] as const)
    expect(date('2026-11-29T12:00:00.000Z', start, end)).toBe('29 Nov 2026')
})
