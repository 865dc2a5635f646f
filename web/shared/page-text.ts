import type { Lang, Localized } from '#contract/localized.ts'

/** A text of a page, in the language of the page only. */
export type PageText = Partial<Localized>

/** Returns a text in one language only, so that a page contains no text that it does not show. */
export const omitOtherLanguage = (text: Localized, lang: Lang): PageText => ({ [lang]: text[lang] })
