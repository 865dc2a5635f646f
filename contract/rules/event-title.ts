import type { Lang, Localized } from '#contract/localized.ts'

/** Returns the title of an event in a language, or in the other one when a draft has only that. */
export const getEventTitle = (title: Localized, lang: Lang): string => title[lang] || title[lang === 'ar' ? 'en' : 'ar']
