import { getCurrencyDecimals } from '#contract/money/money.ts'
import type { Money } from '#contract/money/payment.ts'
import {
  formatAttemptTime,
  formatInstant,
  formatNumber,
  getDateFormat,
} from '#i18n/formats/dates-and-numbers.ts'
import { type Language, languages } from '#i18n/languages.ts'

export {
  computeColumnTimeDecimals,
  formatAttemptTime,
  formatCalendarDate,
  formatDate,
  formatDateTime,
  formatEventDates,
  formatNumber,
  formatSlotTime,
  formatTimeOfDay,
} from '#i18n/formats/dates-and-numbers.ts'

/** Formats the month of a calendar date: `December 2026`. */
export const formatMonthAndYear = (date: string, lang: Language): string =>
  formatInstant(date.slice(0, 10), lang, 'UTC', { month: 'long', year: 'numeric' })

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

/** Tells whether one of these times was measured. A result without a time has 0. */
export const hasAnyMeasuredTime = (times: readonly number[]): boolean => times.some((ms) => ms !== 0)

/** Formats the time of a result, a dash for one that was not measured. */
export const formatMeasuredTimeOrDash = (ms: number, decimals = 0): string =>
  ms === 0 ? '–' : formatAttemptTime(ms, decimals)

/** Formats the points of a result with its time, if it was measured: `80 · 1:02.5`. */
export const formatPointsAndTime = (points: number, timeMs: number, lang: Language): string =>
  [formatNumber(points, lang), ...(timeMs === 0 ? [] : [formatAttemptTime(timeMs)])].join(' · ')
