import type { Lang, Localized } from '../localized.ts'

/**
 * What a text is, which decides how `cleanText` cleans it: several lines, one line, the name of a person or a
 * thing, or a code. An email address, a phone number, an ID and a link are codes, too.
 */
export type TextKind = 'lines' | 'line' | 'name' | 'code'

/** Characters without a shape: soft hyphen, zero-width space, marks of direction, byte order mark. */
const invisible =
  '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff'
const noBreakSpaces = '\\u00a0\\u2007\\u202f'
const invisibleMarks = new RegExp(`[${invisible}]`, 'g')
const allNoBreakSpaces = new RegExp(`[${noBreakSpaces}]`, 'g')
/** What a code contains only because it was copied, joiners included. */
const foreignToCodes = new RegExp(`[${invisible}${noBreakSpaces}\\u200c\\u200d]`, 'g')
const atEnds = new RegExp(`[\\s${invisible}]`)
/** Marks that change the direction of everything that follows. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g
const tabsAndLineBreaks = /\t|[\n\v\f\r\u0085\u2028\u2029]+/g
const presentationForms = /[\ufb50-\ufdff\ufe70-\ufefc]/g

/** The ranges of all characters that cleaning changes; most cells of large files have none of them. */
const toClean = /[\t-\r\u0085\u00a0\u00ad\u061c\u180e\u2000-\u206f\ufb50-\ufdff\ufe70-\ufeff]/

/** Returns the ordinary letters of a shape of letters. A vowel sign alone belongs to the letter before it. */
const toOrdinaryLetters = (shape: string): string =>
  /\p{L}/u.test(shape) ? shape.normalize('NFKC').replace(/^ (?=\p{M})/u, '') : shape

/** A run of joiners (ZWNJ, ZWJ); the group has it where it joins something: two letters, or the parts of an emoji. */
const joiners = /(?<=[\p{L}\p{M}\p{S}])([\u200c\u200d]+)(?=[\p{L}\p{M}\p{S}])|[\u200c\u200d]+/gu

/** Removes white space and invisible characters at both ends, in a time proportional to their number. */
const trimInvisible = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && atEnds.test(text.charAt(start))) start++
  while (end > start && atEnds.test(text.charAt(end - 1))) end--
  return text.slice(start, end) + listNeededClosings(text.slice(start, end), text.slice(end))
}

/** Returns those closing marks of direction after a text that close marks inside of it. */
const listNeededClosings = (text: string, after: string): string =>
  [
    { opening: /[\u202a\u202b\u202d\u202e]/g, closing: '\u202c' },
    { opening: /[\u2066-\u2068]/g, closing: '\u2069' },
  ]
    .map(({ opening, closing }) => {
      const open = (text.match(opening)?.length ?? 0) - (text.split(closing).length - 1)
      return closing.repeat(Math.max(0, Math.min(open, after.split(closing).length - 1)))
    })
    .join('')

const cleanInside: Record<TextKind, (text: string) => string> = {
  lines: (text) => text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n'),
  line: (text) => text.replace(tabsAndLineBreaks, ' ').replace(directionControls, ''),
  name: (text) =>
    text
      .replace(tabsAndLineBreaks, ' ')
      .replace(allNoBreakSpaces, ' ')
      .replace(invisibleMarks, '')
      .replace(joiners, '$1'),
  code: (text) => text.replace(tabsAndLineBreaks, ' ').replace(foreignToCodes, ''),
}

/**
 * Cleans a text that people typed or copied, before it is checked. White space and invisible characters go at
 * both ends, in a name and a code everywhere; in a name, a joiner between two letters stays and a no-break
 * space is a space. Shapes of Arabic letters (U+FB50 to U+FDFF, U+FE70 to U+FEFC), as PDF files have them,
 * become letters. A line break is a space, but stays in a text of several lines. Passwords, tokens, keys,
 * HTTP headers, JSON documents and file names are never cleaned. Cleaning a text again changes nothing.
 */
export const cleanText = (text: string, kind: TextKind): string =>
  toClean.test(text)
    ? trimInvisible(cleanInside[kind](text.replace(presentationForms, toOrdinaryLetters)))
    : text.trim()

const findCharacter = (text: string, wanted: RegExp): string | undefined => {
  const code = wanted.exec(text)?.[0].codePointAt(0)
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * Returns the first character that PostgreSQL cannot store, NUL or an unpaired surrogate, as `U+0000`;
 * undefined for a text without one.
 */
export const findUnstorableCharacter = (text: string): string | undefined =>
  findCharacter(text, /[\0\p{Cs}]/u)

/**
 * Returns the first character that a text of one line cannot have, as `U+0007`: a control character, or one
 * that changes the direction of the text after it. Undefined for a text without one.
 */
export const findControlCharacter = (text: string): string | undefined =>
  findCharacter(text, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)

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
