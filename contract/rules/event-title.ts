import type { Lang, Localized } from '#contract/localized.ts'

/** Returns the title of an event in a language. A draft may have no title in that language; then it returns the other title. */
export const getEventTitle = (title: Localized, lang: Lang): string => title[lang] || title[lang === 'ar' ? 'en' : 'ar']
