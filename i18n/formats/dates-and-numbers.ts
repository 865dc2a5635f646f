import { secondsPerHour } from '#contract/platform/time.ts'
import { type Language, languages } from '../languages.ts'

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns a format for dates and times, each created once. */
export const getDateFormat = (lang: Language, timeZone: string, options: Intl.DateTimeFormatOptions) => {
  const key = `${lang} ${timeZone} ${JSON.stringify(options)}`
  const cached = dateFormats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(languages[lang].locale, { timeZone, ...options })
  dateFormats.set(key, format)
  return format
}

const dateOptions = { day: 'numeric', month: 'short', year: 'numeric' } as const
const timeOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const dayOptions = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** Formats an instant, or returns an empty text for an invalid one. */
export const formatInstant = (
  instant: string | number | null | undefined,
  lang: Language,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): string => {
  const time = typeof instant === 'number' ? instant : Date.parse(instant ?? '')
  return Number.isNaN(time) ? '' : getDateFormat(lang, timeZone, options).format(time)
}

/**
 * Formats a calendar date, which no time zone shifts: of an ISO 8601 text, the part before the T. Returns an
 * empty text for an invalid date.
 */
export const formatCalendarDate = (date: string | null, lang: Language): string =>
  formatInstant(date?.slice(0, 10), lang, 'UTC', dateOptions)

type FormattedDay = { text: string; parts: Intl.DateTimeFormatPart[] }
const findDatePart = ({ parts }: FormattedDay, type: Intl.DateTimeFormatPartTypes): string =>
  parts.find((part) => part.type === type)?.value ?? ''

/**
 * Formats the first and the last day of an event, or one of them, without what both have in common: `5–7 Dec
 * 2026`.
 */
export const formatEventDates = (
  { startDate, endDate }: { startDate: string | null; endDate: string | null },
  lang: Language,
): string => {
  const times = [startDate, endDate].map((date) => Date.parse(date?.slice(0, 10) ?? ''))
  const known = times.filter((time) => !Number.isNaN(time))
  if (known.length === 0) return ''
  // `formatRange` writes Arabic months in other ways in other browsers, which the page of the server then differs from
  const format = getDateFormat(lang, 'UTC', dateOptions)
  const [from, to] = [Math.min(...known), Math.max(...known)].map((time) => ({
    text: format.format(time),
    parts: format.formatToParts(time),
  })) as [FormattedDay, FormattedDay]
  if (from.text === to.text) return to.text
  const isSame = (type: 'month' | 'year') => findDatePart(from, type) === findDatePart(to, type)
  if (!isSame('year')) return `${from.text} – ${to.text}`
  const day = findDatePart(from, 'day')
  return isSame('month') ? `${day}–${to.text}` : `${day} ${findDatePart(from, 'month')} – ${to.text}`
}

/**
 * Formats the date of an instant in a time zone: `5 Dec 2026`. Returns an empty text for an invalid instant.
 */
export const formatDate = (iso: string | null, lang: Language, timeZone: string): string =>
  formatInstant(iso, lang, timeZone, dateOptions)

/** Formats an instant to the minute: `5 Dec 2026, 14:05`. The layout of the page names the time zone. */
export const formatDateTime = (instant: string | number, lang: Language, timeZone: string): string =>
  formatInstant(instant, lang, timeZone, { ...dateOptions, ...timeOptions })

/** Formats the time of an instant: `14:05`. */
export const formatTimeOfDay = (instant: string | number, lang: Language, timeZone: string): string =>
  formatInstant(instant, lang, timeZone, timeOptions)

/**
 * Formats when a slot of a schedule begins: `14:05`, in a schedule of several days with its day: `Sat 5 Dec,
 * 14:05`.
 */
export const formatSlotTime = (
  instant: string | number,
  lang: Language,
  timeZone: string,
  hasSeveralDays: boolean,
): string =>
  formatInstant(instant, lang, timeZone, hasSeveralDays ? { ...dayOptions, ...timeOptions } : timeOptions)

const numberFormats: Partial<Record<Language, Intl.NumberFormat>> = {}

/** Formats a number with separators and at most 3 decimals, in Latin digits in every language. */
export const formatNumber = (value: number, lang: Language): string => {
  numberFormats[lang] ??= new Intl.NumberFormat(languages[lang].locale)
  return numberFormats[lang].format(value)
}

const two = (value: number) => String(value).padStart(2, '0')

/** Returns the number of decimals that all times of a column need, so that their points align. */
export const computeColumnTimeDecimals = (times: readonly number[]): number =>
  times.reduce((most, ms) => Math.max(most, ms % 10 ? 3 : ms % 100 ? 2 : ms % 1000 ? 1 : 0), 0)

/**
 * Formats milliseconds as `1:02:03.5`, `2:03.5`, `0:03.5` or `-0:03.5`, with at least `decimals` decimals.
 */
export const formatAttemptTime = (ms: number, decimals = 0): string => {
  if (ms < 0) return `-${formatAttemptTime(-ms, decimals)}`
  const seconds = Math.floor(ms / 1000)
  const hours = Math.floor(seconds / secondsPerHour)
  const minutes = Math.floor((seconds % secondsPerHour) / 60)
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)
  const digits = Math.max(decimals, computeColumnTimeDecimals([ms]))
  const fraction = String(ms % 1000)
    .padStart(3, '0')
    .slice(0, digits)
  return `${head}:${two(seconds % 60)}${fraction && `.${fraction}`}`
}
