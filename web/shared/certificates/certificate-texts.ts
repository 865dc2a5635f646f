import type { TFunction } from 'i18next'
import type { Lang } from '#contract/localized.ts'
import { formatNumber } from '#web/shared/format.ts'

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

/** Writes a place on a certificate in words, such as 'First place'; after the tenth with its number. */
export const formatRankInWords = (t: TFunction, rank: number, lang: Lang): string => {
  const key = wordKeys[rank - 1]
  return key ? t(`certificates.places.${key}`) : t('certificates.place', { rank: formatNumber(rank, lang) })
}
