import { type Language, languages } from '#i18n/languages.ts'

const numbers: Partial<Record<Language, Intl.NumberFormat>> = {}

/** Points or a count with separators, Latin digits in every language. */
export const formatNumber = (value: number, lang: Language): string => {
  numbers[lang] ??= new Intl.NumberFormat(languages[lang].locale, { maximumFractionDigits: 3 })
  return numbers[lang].format(value)
}

/** An instant in the reader's own time zone; in the browser only, since the server does not know it. */
export const formatLocalDateTime = (iso: string, lang: Language): string =>
  new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
