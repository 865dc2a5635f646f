import { type Language, languages } from '#i18n/languages.ts'

const numbers: Partial<Record<Language, Intl.NumberFormat>> = {}

/** Points or a count with separators, Latin digits in every language. */
export const formatNumber = (value: number, lang: Language): string => {
  numbers[lang] ??= new Intl.NumberFormat(languages[lang].locale, { maximumFractionDigits: 3 })
  return numbers[lang].format(value)
}

const two = (value: number) => String(value).padStart(2, '0')

/** A time as `1:02:03.5`, `2:03.5` or `0:03.5`; thousandths only where there are any. */
export const formatTime = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  const rest = ms % 1000
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)
  return `${head}:${two(seconds % 60)}${rest ? `.${String(rest).padStart(3, '0').replace(/0+$/, '')}` : ''}`
}

/** An instant in the reader's own time zone; in the browser only, since the server does not know it. */
export const formatMoment = (iso: string, lang: Language): string =>
  new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
