import type { Lang, Localized } from '#contract/localized.ts'

/** Returns the title of an event in a language, or its title in the other language: a draft may have only one. */
export const getEventTitleWithFallback = (title: Localized, lang: Lang): string => title[lang] || title[lang === 'ar' ? 'en' : 'ar']
