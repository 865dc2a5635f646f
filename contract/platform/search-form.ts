import { cleanText, normalizeUnicode } from './text.ts'

/**
 * Spellings of one letter that search does not tell apart, by the letter that replaces them. Digits may be
 * Arabic-Indic or Persian.
 */
const letterSpellings: Record<string, string> = {
  ا: 'أإآٱٲٳٵ',
  ب: 'پ',
  ج: 'چ',
  ز: 'ژ',
  ف: 'ڤ',
  ك: 'کڪگڭ',
  ه: 'ةہھەۀۂۃ',
  و: 'ؤ',
  ي: 'ىئیېےۓ',
  o: 'øØ',
  l: 'łŁ',
  d: 'đĐ',
  i: 'ı',
  ...Object.fromEntries(
    Array.from('0123456789', (digit, at) => [digit, '٠١٢٣٤٥٦٧٨٩'.charAt(at) + '۰۱۲۳۴۵۶۷۸۹'.charAt(at)]),
  ),
}
/** Letters that several letters replace. A hamza without a seat does not count. */
const spelledOut: Record<string, string> = { ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', ء: '' }
const spelling = new Map([
  ...Object.entries(letterSpellings).flatMap(([letter, others]) =>
    Array.from(others, (other) => [other, letter] as const),
  ),
  ...Object.entries(spelledOut),
])

/** Accents, Arabic marks, tatweel, and controls of direction and width. */
const marks =
  /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]/gu

/**
 * Returns the normal form in which search compares texts: lower case, without accents, Arabic marks, tatweel
 * and bidi controls. Alef forms, seats of hamza, yaa and alef maqsura, taa marbuta and haa, Persian and Urdu
 * letters and all digits are one letter each; 'عبد الله', 'أبو بكر' and 'نور الدين' are one word. The SQL
 * function `search_form` of the newest migration that defines it does the same:
 * tests/fixtures/search-forms.json has the cases of both.
 */
export const normalizeSearchText = (text: string): string => {
  const letters = normalizeUnicode(text, 'NFKC')
    .replace(marks, '')
    // both 'مسؤول' and 'مسئول' are correct
    .replace(/[ءئؤ](?=و)/g, 'و')
  return normalizeUnicode(Array.from(letters, (letter) => spelling.get(letter) ?? letter).join(''), 'NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/(^|[ \n])عبد +(?=ال)/g, '$1عبد')
    .replace(/(^|[ \n])ابو +(?=[^ \n])/g, '$1ابو')
    .replace(/([\u0627-\u064a]) +(?=(الله|الدين)([ \n]|$))/g, '$1')
}

/** Cleans a search, and splits it into terms in normal form. A text matches when it contains all of them. */
export const normalizeAndSplitSearch = (search: string): string[] =>
  normalizeSearchText(cleanText(search, 'name')).split(/\s+/).filter(Boolean)

/**
 * Returns how well fields match the terms of a search, the best first: 0 a field is the search, 1 a field
 * begins with it, 2 a word begins with it, 3 the fields contain all terms, undefined when they do not. `text`
 * has one field on each line, in normal form. SQL: `orderBySearchMatch` in server/platform/db/lists.ts.
 */
export const getSearchMatchTier = (text: string, terms: readonly string[]): 0 | 1 | 2 | 3 | undefined => {
  if (!terms.every((term) => text.includes(term))) return undefined
  // an empty search matches all texts equally
  if (terms.length === 0) return 3
  const search = terms.join(' ')
  if (`\n${text}\n`.includes(`\n${search}\n`)) return 0
  if (`\n${text}`.includes(`\n${search}`)) return 1
  return ` ${text}`.includes(` ${search}`) ? 2 : 3
}
