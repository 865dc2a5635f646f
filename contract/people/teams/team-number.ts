import { cleanText } from '../../platform/text.ts'

const isDigit = (text: string) => /^\p{Nd}$/u.test(text)

/** Returns the value of a decimal digit of any script: each script has its ten digits in a row. */
const toDigitValue = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (isDigit(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}

/**
 * The normal form of a team number: digits of all scripts become Western ones without leading zeros, after
 * one leading `#` and invisible marks were removed. `text` is anything else, such as `A 007` or `12B`, and
 * `bad` a number that a spreadsheet has changed, such as `7.0`, `1,234` or `1E+05`.
 */
type TeamNumber = { kind: 'number' | 'text' | 'bad'; value: string }

/** Returns the normal form of a team number as somebody typed it; undefined for an empty text. */
export const normalizeAndClassifyTeamNumber = (typed: string): TeamNumber | undefined => {
  const text = cleanText(cleanText(typed, 'name').replace(/^[#\uff03]/u, ''), 'name')
  if (text === '') return undefined
  const western = text.replace(/\p{Nd}/gu, (digit) => String(toDigitValue(digit)))
  if (/^\d+$/.test(western)) return { kind: 'number', value: western.replace(/^0+(?=\d)/, '') }
  return /^[+-]?\d+(?:[.,\u066b\u066c]\d*)+$|^\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(western)
    ? { kind: 'bad', value: text }
    : { kind: 'text', value: text }
}
