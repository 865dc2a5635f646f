import type { Lang, Localized } from '#contract/platform/localized.ts'
import { createI18nFromCatalogue } from '#i18n/create-i18n.ts'

/** The texts of explanations, which pages do not load. */
export type Translate = (key: string, values?: Record<string, unknown>) => string

const createTranslate = (lang: Lang, catalogue: object): Translate => {
  const { t } = createI18nFromCatalogue(lang, catalogue, { isIsolating: false })
  return (key, values = {}) => String(t(key as never, values as never))
}
/** Creates the functions that translate the texts of a catalogue of explanations. */
export const createTranslators = (catalogues: Localized<object>): Localized<Translate> => ({
  en: createTranslate('en', catalogues.en),
  ar: createTranslate('ar', catalogues.ar),
})

/**
 * Isolates a difference, a score or a time, which is read from left to right. Published explanations have
 * these marks in both languages.
 */
export const isolateLeftToRight = (text: string): string => `\u2066${text}\u2069`

/** In a sentence a label begins with a small letter, unless it is an abbreviation or a name in capitals. */
export const lowercaseLabelForSentence = (lang: Lang, label: string): string =>
  lang === 'en' && /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
/** Begins a text with a capital letter. */
export const capitalizeFirstLetter = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
