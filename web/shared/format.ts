import type { Money } from '#contract/payment.ts'
import { currencyDecimals } from '#contract/rules/money.ts'
import { type Language, languages } from '#i18n/languages.ts'

/** Calendar, digits and time zone are pinned, so that server and browser write the same. */
const timeZone = 'UTC'
const made = new Map<string, Intl.DateTimeFormat>()

const dates = (lang: Language, options: Intl.DateTimeFormatOptions) => {
  const key = `${lang} ${JSON.stringify(options)}`
  const known = made.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(languages[lang].locale, { timeZone, ...options })
  made.set(key, format)
  return format
}

/** The date part of an ISO 8601 instant (what stands before the T): `5 Dec 2026`. Empty for what is no date. */
export const formatDate = (iso: string | null, lang: Language): string => {
  const time = Date.parse(iso ?? '')
  return Number.isNaN(time) ? '' : dates(lang, { day: 'numeric', month: 'short', year: 'numeric' }).format(time)
}

/** Month and year: `December 2026`. */
export const formatMonth = (iso: string, lang: Language): string => dates(lang, { month: 'long', year: 'numeric' }).format(Date.parse(iso))

export const formatNumber = (value: number, lang: Language): string => new Intl.NumberFormat(languages[lang].locale).format(value)

/** A moment to the minute, in UTC: `5 Dec 2026, 14:05`. */
export const formatUtcDateTime = (iso: string, lang: Language): string =>
  dates(lang, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    Date.parse(iso),
  )

/** An amount with its currency: `SAR 150.00`. */
export const formatMoney = ({ amount, currency }: Money, lang: Language): string => {
  const places = currencyDecimals(currency)
  const format = new Intl.NumberFormat(languages[lang].locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
  return format.format(amount / 10 ** places)
}
