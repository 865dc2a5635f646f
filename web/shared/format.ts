import { getCurrencyDecimals } from '#contract/money/money.ts'
import type { Money } from '#contract/money/payment.ts'
import { secondsPerHour } from '#contract/platform/time.ts'
import { type Language, languages } from '#i18n/languages.ts'

const dateFormats = new Map<string, Intl.DateTimeFormat>()

const getDateFormat = (lang: Language, timeZone: string, options: Intl.DateTimeFormatOptions) => {
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

const formatInstant = (
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

/** Formats the month of a calendar date: `December 2026`. */
export const formatMonthAndYear = (date: string, lang: Language): string =>
  formatInstant(date.slice(0, 10), lang, 'UTC', { month: 'long', year: 'numeric' })

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

const formatTimeZoneName = (
  timeZone: string,
  lang: Language,
  instant: number | undefined,
  timeZoneName: 'shortGeneric' | 'long' | 'shortOffset',
): string => {
  const parts = getDateFormat(lang, timeZone, { timeZoneName }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Formats the offset of a time zone now, or at an instant in milliseconds since 1970: `GMT+3`. */
export const formatTimeZoneOffset = (timeZone: string, lang: Language, instant?: number): string =>
  formatTimeZoneName(timeZone, lang, instant, 'shortOffset')

/**
 * Formats the name of a time zone by its country or city, and its offset now: `Saudi Arabia Time (GMT+3)`.
 */
export const formatTimeZone = (timeZone: string, lang: Language): string => {
  const offset = formatTimeZoneOffset(timeZone, lang)
  const name = formatTimeZoneName(timeZone, lang, undefined, 'shortGeneric')
  // zones without a country, such as UTC, have a long name only
  return `${name === offset ? formatTimeZoneName(timeZone, lang, undefined, 'long') : name} (${offset})`
}

const numberFormats: Partial<Record<Language, Intl.NumberFormat>> = {}

/** Formats a number with separators and at most 3 decimals, in Latin digits in every language. */
export const formatNumber = (value: number, lang: Language): string => {
  numberFormats[lang] ??= new Intl.NumberFormat(languages[lang].locale)
  return numberFormats[lang].format(value)
}

/** Formats an amount with its currency: `SAR 150.00`. */
export const formatMoney = ({ amount, currency }: Money, lang: Language): string => {
  const places = getCurrencyDecimals(currency)
  const format = new Intl.NumberFormat(languages[lang].locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
  return format.format(amount / 10 ** places)
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a number of bytes in the largest fitting unit (of 1,024 each): `340 MB`. */
export const formatBytes = (bytes: number, locale: string): string => {
  const exponent = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** exponent
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[exponent] ?? 'byte',
    maximumFractionDigits: value < 10 && exponent > 0 ? 1 : 0,
  }).format(value)
}

const two = (value: number) => String(value).padStart(2, '0')

/** Returns the number of decimals that all times of a column need, so that their points align. */
export const computeColumnTimeDecimals = (times: readonly number[]): number =>
  times.reduce((most, ms) => Math.max(most, ms % 10 ? 3 : ms % 100 ? 2 : ms % 1000 ? 1 : 0), 0)

/** Tells whether one of these times was measured. A result without a time has 0. */
export const hasAnyMeasuredTime = (times: readonly number[]): boolean => times.some((ms) => ms !== 0)

/** Formats the time of a result, a dash for one that was not measured. */
export const formatMeasuredTimeOrDash = (ms: number, decimals = 0): string =>
  ms === 0 ? '–' : formatAttemptTime(ms, decimals)

/** Formats the points of a result with its time, if it was measured: `80 · 1:02.5`. */
export const formatPointsAndTime = (points: number, timeMs: number, lang: Language): string =>
  [formatNumber(points, lang), ...(timeMs === 0 ? [] : [formatAttemptTime(timeMs)])].join(' · ')

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
