const from = 'أإآٱىئؤة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
const to = 'اااايءءه01234567890123456789'
const spelling = new Map([...from].map((letter, at) => [letter, to[at] as string]))
const ignored =
  /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]/gu

/**
 * Returns the normal form in which search compares texts: lower case, without Latin accents, Arabic marks, tatweel and bidi controls; alef and hamza
 * forms, yaa and alef maqsura, taa marbuta and haa, Arabic-Indic and Persian digits are one letter each.
 * Twin of the SQL function `search_form` in the first migration; both are tested on one fixture.
 */
export const normalizeSearchText = (text: string): string =>
  Array.from(text.normalize('NFKC'), (letter) => spelling.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(ignored, '')
    .toLowerCase()
