import type { Money } from '#contract/payment.ts'
import { getCurrencyDecimals } from '#contract/rules/money.ts'
import { type Language, languages } from '#i18n/languages.ts'

/** The time zone is fixed, so that server and browser write the same. */
const timeZone = 'UTC'
const dateFormats = new Map<string, Intl.DateTimeFormat>()

const getDateFormat = (lang: Language, options: Intl.DateTimeFormatOptions) => {
  const key = `${lang} ${JSON.stringify(options)}`
  const cached = dateFormats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(languages[lang].locale, { timeZone, ...options })
  dateFormats.set(key, format)
  return format
}

/** Formats the UTC date of an ISO 8601 instant: `5 Dec 2026`. Returns an empty text for an invalid date. */
export const formatDate = (iso: string | null, lang: Language): string => {
  const time = Date.parse(iso ?? '')
  return Number.isNaN(time) ? '' : getDateFormat(lang, { day: 'numeric', month: 'short', year: 'numeric' }).format(time)
}

/** Formats month and year: `December 2026`. */
export const formatMonth = (iso: string, lang: Language): string =>
  getDateFormat(lang, { month: 'long', year: 'numeric' }).format(Date.parse(iso))

const numberFormats: Partial<Record<Language, Intl.NumberFormat>> = {}

/** Formats a number with separators and at most 3 decimals, in Latin digits in every language. */
export const formatNumber = (value: number, lang: Language): string => {
  numberFormats[lang] ??= new Intl.NumberFormat(languages[lang].locale)
  return numberFormats[lang].format(value)
}

/** Formats an instant in the time zone of the browser; not for the server, which does not know it. */
export const formatLocalDateTime = (iso: string, lang: Language): string =>
  new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** Formats an instant to the minute, in UTC: `5 Dec 2026, 14:05`. */
export const formatUtcDateTime = (iso: string, lang: Language): string =>
  getDateFormat(lang, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    Date.parse(iso),
  )

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
