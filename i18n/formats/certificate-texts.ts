import type { TFunction } from 'i18next'
import type { Certificate } from '#contract/event/certificate.schema.ts'
import { type Lang, type Localized, langs } from '#contract/platform/localized.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { joinTexts } from '../text-direction.ts'
import { formatCalendarDate, formatEventDates, formatNumber } from './dates-and-numbers.ts'

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

/**
 * Names, and the other texts together, with more characters are written smaller, so that every certificate
 * fits on one page.
 */
const longNames = { medium: 28, small: 56 }
const longTexts = { medium: 90, small: 220 }

export type CertificateTextSize = 'small' | 'medium' | 'large'
const getSize = (length: number, limits: { medium: number; small: number }): CertificateTextSize =>
  length > limits.small ? 'small' : length > limits.medium ? 'medium' : 'large'

/** A certificate in words. A text that the certificate does not have is null. */
export type CertificateTexts = {
  /** The name of the person or of the team; empty when it was erased. */
  holder: string
  holderSize: CertificateTextSize
  textSize: CertificateTextSize
  title: Localized
  awarded: Localized
  erased: Localized | null
  team: Localized | null
  place: Localized | null
  awards: Localized | null
  event: Localized
  dates: Localized | null
  issued: Localized
  verifyAt: Localized
  /** The address that the QR code has. */
  address: string
}

/**
 * Writes a certificate in both languages, whatever the language of the page or file is. `t` translates with
 * the catalogue `certificates`.
 */
export const buildBilingualCertificateTexts = (
  certificate: Certificate,
  t: Record<Lang, TFunction>,
  { siteUrl, timeZone }: { siteUrl: string; timeZone: string },
): CertificateTexts => {
  const { code, kind, name, teamName, rank, awards, event } = certificate
  const holder = name || (kind === 'entry' ? teamName : '')
  const hasResult = rank !== null || awards.length > 0
  const eventText =
    kind === 'judge' ? 'forJudging' : hasResult || kind === 'coach' ? 'inEvent' : 'forTakingPart'
  const write = (text: (lang: Lang) => string): Localized => ({ en: text('en'), ar: text('ar') })
  const eventTexts = write((lang) =>
    t[lang](`certificates.${eventText}`, { event: getEventTitleWithFallback(event.title, lang) }),
  )
  const awardTexts = write((lang) =>
    joinTexts(
      awards.map((award) => award[lang]),
      lang,
    ),
  )
  const textLength =
    Math.max(...langs.map((lang) => eventTexts[lang].length + awardTexts[lang].length)) + teamName.length
  return {
    holder,
    holderSize: getSize(holder.length, longNames),
    textSize: getSize(textLength, longTexts),
    title: write((lang) => t[lang]('certificates.title')),
    awarded: write((lang) => t[lang]('certificates.awarded')),
    erased: holder ? null : write((lang) => t[lang]('certificates.erased')),
    team:
      teamName && kind !== 'judge' && holder !== teamName
        ? write((lang) =>
            t[lang](`certificates.${kind === 'coach' ? 'coachOfTeam' : 'ofTeam'}`, { team: teamName }),
          )
        : null,
    place: rank === null ? null : write((lang) => formatRankInWords(t[lang], rank, lang)),
    awards: awards.length > 0 ? awardTexts : null,
    event: eventTexts,
    dates: event.startDate || event.endDate ? write((lang) => formatEventDates(event, lang)) : null,
    issued: write((lang) =>
      t[lang]('certificates.issued', { date: formatIssueOrLaterEventDate(certificate, lang, timeZone) }),
    ),
    verifyAt: write((lang) => t[lang]('certificates.verifyAt')),
    address: `${siteUrl}/verify/${code}`,
  }
}
