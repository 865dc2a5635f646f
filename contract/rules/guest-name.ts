const from = 'أإآٱىئؤة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
const to = 'اااايءءه01234567890123456789'
const spelling = new Map([...from].map((letter, at) => [letter, to[at] as string]))
const ignored =
  /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]/gu

/**
 * Returns the form of a name or team number that identifies a guest in a ranking: case, accents, Arabic marks and the usual spellings of a letter do not
 * count, but 'سماء' and 'سما' are two guests, which search does not tell apart. Stored participant keys contain this form, so it never changes.
 */
export const normalizeGuestName = (text: string): string =>
  Array.from(text.normalize('NFKC'), (letter) => spelling.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(ignored, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
