import { type Language, languages } from './languages.ts'

/** Letters of scripts that are written from right to left, and marks that set a direction. */
const rightToLeft = /[\u0590-\u065f\u066a-\u08ff\u200f\u202a-\u202e\ufb1d-\ufefc]/
const leftToRight = /(?![\u0590-\u08ff\ufb1d-\ufefc])\p{L}/u
/**
 * A text that an Arabic sentence shows in the order that it has alone: Arabic words and plain numbers, or one
 * that begins with an Arabic letter and has no letter of another direction. A private character stands for an
 * element.
 */
const inArabicOrder =
  /^(?:[\p{Script=Arabic}\p{M}\p{Co}\s0-9]*|\p{Script=Arabic}(?:\p{Script=Arabic}|(?!\p{L}|[\u200e\u202a-\u202e]).)*)$/su
const isolateMarks = /[\u2066-\u2069]/g
/** Separates the parts of a text without letters, such as `3 : 1`, which have the order of the language. */
const separator = /\s[:–+/]\s|[،,]\s/

/**
 * Tells whether a text has letters of both directions and begins with one of the other direction than its
 * language, such as `RoboKids جازان` in Arabic. People read it in the direction of the language.
 */
export const isMixedTextInWrongDirection = (text: string, lang: Language): boolean => {
  const [rightAt, leftAt] = [text.search(rightToLeft), text.search(leftToRight)]
  return lang === 'ar' ? leftAt >= 0 && rightAt > leftAt : rightAt >= 0 && leftAt > rightAt
}

/** Removes the isolates of a text, which attributes, titles and file names do not have. */
export const removeIsolates = (text: string): string => text.replace(isolateMarks, '')

/** Removes the isolated parts of a text, so that its marks that isolate nothing stay. */
const removeIsolatedParts = (text: string): string => {
  const outside = text.replace(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, '')
  return outside === text ? text : removeIsolatedParts(outside)
}

/**
 * Isolates a text that is inserted into a sentence of a language, where the order of the sentence needs that.
 * Its first letter decides its direction. A text of both directions, and one with isolated parts, has the
 * direction of the language. A text without letters is read from left to right, unless it has several parts.
 * Marks that isolate nothing are removed.
 */
export const isolateText = (given: string | number, lang: Language): string => {
  const text = String(given)
  const outside = removeIsolatedParts(text)
  if (outside.search(isolateMarks) >= 0) return isolateText(removeIsolates(text), lang)
  if (lang === 'ar' ? inArabicOrder.test(outside) : !rightToLeft.test(outside)) return text
  const ofLanguage = lang === 'ar' ? '\u2067' : '\u2066'
  if (outside !== text || isMixedTextInWrongDirection(text, lang)) return `${ofLanguage}${text}\u2069`
  if (/\p{L}/u.test(text)) return `\u2068${text}\u2069`
  return `${separator.test(text) ? ofLanguage : '\u2066'}${text}\u2069`
}

/** Joins texts in a language by a separator that has no words, such as `4 · Falcons`. */
export const joinTexts = (texts: readonly (string | number)[], lang: Language, separator = ' · '): string =>
  texts.map((text) => isolateText(text, lang)).join(separator)

/** Lists names in a language: `A, B and C`, with `disjunction` `A, B or C`, with `unit` `A, B, C`. */
export const formatList = (
  names: readonly (string | number)[],
  lang: Language,
  type: Intl.ListFormatType = 'conjunction',
): string =>
  new Intl.ListFormat(languages[lang].locale, { type }).format(names.map((name) => isolateText(name, lang)))
