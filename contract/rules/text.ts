import type { Lang, Localized } from '../localized.ts'

/**
 * Isolates a text in a sentence of the other direction: its own first letter decides its direction, and the
 * sentence around it keeps its order.
 */
export const isolateTextDirection = (text: string | number): string => `\u2068${text}\u2069`

/** Isolates a number, date or time, which is read from left to right in every language. */
export const isolateLeftToRight = (text: string | number): string => `\u2066${text}\u2069`

/**
 * Returns the title of an event in a language, or its title in the other language: a draft may have only one.
 */
export const getEventTitleWithFallback = (title: Localized, lang: Lang): string =>
  title[lang] || title[lang === 'ar' ? 'en' : 'ar']

/** Tells whether a text is a UUID, of any version. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
