import { cleanCodeOrPhoneToWesternDigits } from '../../accounts/identity.ts'

/** The characters of codes: no I, L, O and U, which are easily mistaken for others. */
export const judgeCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** A judge code has 12 characters of 5 bits each: 60 random bits. */
export const judgeCodeLength = 12
/** A badge code identifies a team in one event; it is no secret. */
export const badgeCodeLength = 8
export const certificateCodeLength = 12
/** The longest text in which a code is looked for: the address of a QR code. */
export const maxTypedCodeLength = 300

const mapKeys = (typed: string, keys: string) =>
  Array.from(typed, (letter, at) => [letter, keys.charAt(at)] as const)
/**
 * What the keys of a Latin keyboard type in the Arabic layout of Windows and Linux: letters, then with Shift.
 * The key B types two letters, and its place is `keyB`.
 */
const arabicKeys = new Map([
  ...mapKeys('ضصثقفغعهخحشسيبلاتنمئءؤرىة', 'qwertyuiopasdfghjklzxcvnm'),
  ...mapKeys(
    '\u064e\u064b\u064f\u064c\u0625\u00f7\u00d7\u061b\u0650\u064d\u0623\u0640\u060c\u0652\u0622',
    'QWERYIOPASHJKXN',
  ),
  ...mapKeys('ظز؟', '/.?'),
])
/** Signs that keys of letters type with Shift in this layout. */
const arabicShiftedSigns = new Map([...arabicKeys, ...mapKeys("][/~}{\u2018\u2019`'", 'DFLZCVUMUM')])
/** The lower row of the Arabic layout of Macintosh; the other rows are the same. Shift types other signs. */
const macintoshKeys = new Map([...arabicKeys, ...mapKeys('ظطذدزرو', 'zxcvbnm')])

const keyB = '\ue000'
const typePairs = (text: string) =>
  text.replace(/ل[إأآا]/g, (pair) => ({ لإ: 'T', لأ: 'G', لآ: 'B' })[pair] ?? keyB)
const mapLetters = (text: string, keys: ReadonlyMap<string, string>) =>
  Array.from(text, (letter) => keys.get(letter) ?? letter).join('')

/** Returns the code in an address that a QR code has, else the text. */
const cutCode = (text: string) => /(?:\/verify\/|#code=)([^/?#&]+)/i.exec(text)?.[1] ?? text
/** Returns capital letters and digits, with the digits that letters were mistaken for. */
const toCode = (text: string) =>
  text
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')

/**
 * Joins the parts around the key B, which types the same letters as G and H, to all codes with `missing` more
 * letters than one for each place.
 */
const joinAtKeyB = ([first = '', ...others]: readonly string[], missing: number): string[] => {
  if (others.length === 0) return missing === 0 ? [first] : []
  const join = (key: string, rest: number) => joinAtKeyB(others, rest).map((end) => first + key + end)
  return [...join('B', missing), ...(missing > 0 ? join('GH', missing - 1) : [])]
}
const listReadings = (text: string, length: number): string[] => {
  const parts = cutCode(text).split(keyB).map(toCode)
  const shortest = parts.join('B').length
  return shortest > length ? [] : joinAtKeyB(parts, length - shortest)
}

/**
 * Lists the codes of `length` characters that a typed, scanned or read text can be, the likeliest first. The
 * text is a code or an address with one. Case and separators do not count. A scanner that types through an
 * Arabic keyboard types Arabic letters; the keys B and GH type the same two, so such a text can be several codes.
 */
export const listPossibleCodesOfTypedText = (typed: string, length: number): string[] => {
  const text = cleanCodeOrPhoneToWesternDigits(typed)
  const keys = /[a-z]/i.test(text) ? arabicKeys : arabicShiftedSigns
  return [
    ...new Set([
      ...listReadings(text, length),
      ...listReadings(mapLetters(typePairs(text), keys), length),
      ...listReadings(/[^\dا-ي\s-]/.test(text) ? '' : mapLetters(text, macintoshKeys), length),
    ]),
  ]
}

/**
 * Lists the Latin texts that a scanner typed through an Arabic keyboard, of Windows and Linux or of Macintosh.
 * Letters that both the key B and the keys G and H type are read as B.
 */
export const listLatinTextsFromArabicLayout = (typed: string): string[] => [
  mapLetters(typePairs(typed), arabicKeys).replaceAll(keyB, 'b'),
  mapLetters(typed, macintoshKeys),
]

/** Formats a code for people in groups of four: `7K2M-9QXA-4TRD`. */
export const formatCodeInGroups = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''
