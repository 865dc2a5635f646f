import type { Lang } from '../../platform/localized.ts'
import { judgeLimits } from './judge.ts'

/** The languages that a judge may speak, as ISO 639 codes; the first ones are those of the site. */
export const judgeLanguages = [
  ...['ar', 'en', 'fr', 'de', 'es', 'it', 'pt', 'tr', 'fa', 'ur', 'hi', 'bn', 'ml', 'ta', 'fil', 'id'],
  ...['ms', 'ru', 'zh', 'ja', 'ko'],
] as const
export type JudgeLanguage = (typeof judgeLanguages)[number]

/**
 * Limits of texts in characters, of the languages and competitions of a person, and of the lines of an imported
 * file.
 */
export const judgePersonLimits = {
  name: judgeLimits.name,
  email: 320,
  languages: 10,
  competitions: 20,
  importLines: 10_000,
} as const

/** Returns the name of a language in a language of the site. */
export const getLanguageName = (language: string, lang: Lang): string =>
  new Intl.DisplayNames(lang, { type: 'language' }).of(language) ?? language
