import type { TFunction } from 'i18next'
import type { Certificate } from '#contract/event/certificate.schema.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { formatCalendarDate, formatNumber } from '#web/shared/format.ts'

/** Loads the texts of certificates in one language. */
export const loadCertificateTexts = async (lang: Lang): Promise<object> =>
  lang === 'ar'
    ? (await import('#i18n/ar-certificates.ts')).arCertificates
    : (await import('#i18n/en-certificates.ts')).enCertificates

/** The keys of the places that are written in words, in the order of the ranks. */
const wordKeys = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
] as const

/**
 * Writes a rank in words, such as 'First place'; after the tenth with its number. `texts` is the part of the
 * catalogue that has them.
 */
export const formatRankInWords = (
  t: TFunction,
  rank: number,
  lang: Lang,
  texts: 'certificates' | 'display.reveal' = 'certificates',
): string => {
  const key = wordKeys[rank - 1]
  return key ? t(`${texts}.places.${key}`) : t(`${texts}.place`, { rank: formatNumber(rank, lang) })
}

/**
 * Formats the date of a certificate: the day on which it was issued, but never one before the event ends, for
 * results may be final before its last day.
 */
export const formatIssueOrLaterEventDate = (
  { issuedAt, event: { startDate, endDate } }: Pick<Certificate, 'issuedAt' | 'event'>,
  lang: Lang,
  timeZone: string,
): string => {
  const days = [startDate, endDate].flatMap((date) => date?.slice(0, 10) ?? [])
  const [last = ''] = [...days, toDateInTimeZone(new Date(issuedAt), timeZone)].toSorted().toReversed()
  return formatCalendarDate(last, lang)
}
