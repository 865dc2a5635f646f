import type { Lang, Localized } from './localized.ts'

/**
 * What a text is, which decides how `cleanText` cleans it: several lines, one line, the name of a person or a
 * thing, a link, or a code. An email address, a phone number and an ID are codes, too; a number is not.
 */
export type TextKind = 'lines' | 'line' | 'name' | 'link' | 'code'

/** Characters without a shape: soft hyphen, zero-width space, marks of direction, fillers, byte order mark. */
const invisible =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff'
/** Spaces that separate words but are no ordinary white space: no-break spaces, and letters that are blank. */
const otherSpaces = '\\u00a0\\u2007\\u202f\\u2800\\u3164\\uffa0'
const invisibleMarks = new RegExp(`[${invisible}]`, 'g')
const allOtherSpaces = new RegExp(`[${otherSpaces}]`, 'g')
const atEnds = new RegExp(`[\\s${invisible}${otherSpaces}\\u200c\\u200d]`)
/** Marks that change the direction of everything that follows. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g
const tabsAndLineBreaks = /\t|[\n\v\f\r\u0085\u2028\u2029]+/g
const presentationForms = /[\ufb50-\ufdff\ufe70-\ufefc]/g

/** The ranges of all characters that cleaning changes; most cells of large files have none of them. */
const toClean =
  /[\ufe00-\ufe0f\u034f\t-\r\u0085\u00a0\u00ad\u061c\u115f\u1160\u180e\u2000-\u206f\u2800\u3164\ufb50-\ufdff\ufe70-\ufeff\uffa0\udb40]/

/** Returns the ordinary letters of a shape of letters. A vowel sign alone belongs to the letter before it. */
const toOrdinaryLetters = (shape: string): string =>
  /\p{L}/u.test(shape) ? shape.normalize('NFKC').replace(/^ (?=\p{M})/u, '') : shape

/** A run of joiners (ZWNJ, ZWJ); the group has it where it joins something: two letters, or the parts of an emoji. */
const joiners = /(?<=[\p{L}\p{M}\p{S}])([\u200c\u200d]+)(?=[\p{L}\p{M}\p{S}])|[\u200c\u200d]+/gu
const allJoiners = /[\u200c\u200d]+/g
/** The characters of tags; the group has those of the flag of a region, whose name they spell. */
const tags = /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|[\u{e0000}-\u{e007f}]/gu
/** Selectors of a variation, which only emoji and other symbols have. */
const foreignSelectors =
  /(?<!\p{S}|\p{Extended_Pictographic})(?!\ufe0f\u20e3)[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu

/** Removes white space and invisible characters at both ends, in a time proportional to their number. */
const trimInvisible = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && atEnds.test(text.charAt(start))) start++
  while (end > start && atEnds.test(text.charAt(end - 1))) end--
  return text.slice(start, end) + listNeededClosings(text.slice(start, end), text.slice(end))
}

const closingOfEmbedding = '\u202c'
const closingOfIsolate = '\u2069'
/**
 * Returns those closing marks of direction after a text that close marks inside of it. As in the Unicode
 * bidirectional algorithm, the end of an isolate also ends the embeddings in it.
 */
const listNeededClosings = (text: string, after: string): string => {
  const open: (typeof closingOfEmbedding | typeof closingOfIsolate)[] = []
  let openIsolates = 0
  /** Closes what a mark ends, and returns whether that is anything. */
  const close = (mark: string): boolean => {
    if (mark === closingOfEmbedding) return open.at(-1) === mark && open.pop() !== undefined
    if (mark !== closingOfIsolate || openIsolates === 0) return false
    openIsolates--
    open.length = open.lastIndexOf(mark)
    return true
  }
  if (after === '') return ''
  for (const [mark] of text.matchAll(directionControls)) {
    if (mark === closingOfEmbedding || mark === closingOfIsolate) close(mark)
    else if (mark < '\u2066') open.push(closingOfEmbedding)
    else {
      open.push(closingOfIsolate)
      openIsolates++
    }
  }
  return Array.from(after).filter(close).join('')
}

/** Cleans a text of one line that has no marks inside, with `space` in place of other spaces. */
const cleanMarks = (text: string, space: '' | ' '): string =>
  text
    .replace(tabsAndLineBreaks, ' ')
    .replace(allOtherSpaces, space)
    .replace(invisibleMarks, '')
    .replace(tags, '$1')
    .replace(foreignSelectors, '')

const cleanInside: Record<TextKind, (text: string) => string> = {
  lines: (text) => text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n'),
  line: (text) => text.replace(tabsAndLineBreaks, ' ').replace(directionControls, ''),
  name: (text) => cleanMarks(text, ' ').replace(joiners, '$1'),
  link: (text) => cleanMarks(text, '').replace(joiners, '$1'),
  code: (text) => cleanMarks(text, '').replace(allJoiners, ''),
}

/**
 * Cleans a text that people typed or copied, before it is checked. White space and invisible characters go at
 * both ends, in a name, a link and a code everywhere; in a name and a link, a joiner between two letters stays.
 * A no-break space inside is a space in a name, and goes in a link and a code. Shapes of Arabic letters (U+FB50
 * to U+FDFF, U+FE70 to U+FEFC), as PDF files have them, become letters. A line break is a space, but stays in a
 * text of several lines. Passwords, tokens, keys, HTTP headers, JSON documents and file names are never
 * cleaned. Cleaning a text again changes nothing.
 */
export const cleanText = (text: string, kind: TextKind): string =>
  toClean.test(text)
    ? trimInvisible(cleanInside[kind](text.replace(presentationForms, toOrdinaryLetters)))
    : text.trim()

/**
 * Normalizes a text to a Unicode form. Of more than 30 marks in a row, as no language has them, the first 30 stay
 * (Unicode's stream-safe format): the time of `normalize` is quadratic in their number.
 */
export const normalizeUnicode = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form)

const findCharacter = (text: string, wanted: RegExp): string | undefined => {
  const code = wanted.exec(text)?.[0].codePointAt(0)
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * Returns the first character that PostgreSQL cannot store, NUL or an unpaired surrogate, as `U+0000`;
 * undefined for a text without one.
 */
export const findUnstorableCodePoint = (text: string): string | undefined =>
  findCharacter(text, /[\0\p{Cs}]/u)

/**
 * Returns the first character that a text of one line cannot have, as `U+0007`: a control character, or one
 * that changes the direction of the text after it. Undefined for a text without one.
 */
export const findControlCodePoint = (text: string): string | undefined =>
  findCharacter(text, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)

const listedNames = 5

/**
 * Lists the first names for a message in any language, each isolated, and says by `…` that there are more.
 */
export const joinUpToFiveNames = (names: readonly string[]): string =>
  [
    ...names.slice(0, listedNames).map((name) => `\u2068${name}\u2069`),
    ...(names.length > listedNames ? ['…'] : []),
  ].join(', ')

/**
 * Returns the title of an event in a language, or its title in the other language: a draft may have only one.
 */
export const getEventTitleWithFallback = (title: Localized, lang: Lang): string =>
  title[lang] || title[lang === 'ar' ? 'en' : 'ar']

/** Tells whether a text is a UUID, of any version. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
