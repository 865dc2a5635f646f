import { toWesternDigits } from '../accounts/identity.ts'
import { cleanText } from './text.ts'
import { msPerMinute } from './time.ts'

/**
 * Returns true when a number has at most three decimals, apart from the error of a binary fraction such as
 * 0.1 + 0.2.
 */
export const hasAtMostThreeDecimals = (value: number): boolean =>
  Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-4

/** Rounds a number to three decimals. Returns 0 for -0. */
export const roundToThousandths = (value: number): number => Math.round(value * 1000) / 1000 + 0

/**
 * Normalizes a number that a user entered to the digits 0 to 9 and a decimal point: digits may be
 * Arabic-Indic or Persian, the decimal separator a point, a comma or an Arabic one. Undefined when the comma
 * may separate thousands (`1,000`), because the number is ambiguous.
 */
export const normalizeDecimalUnlessAmbiguous = (value: string): string | undefined => {
  // a space in a number separates thousands, and is refused like a comma that may
  const digits = toWesternDigits(cleanText(value, 'name'))
  if (/^\D?[1-9]\d{0,2},\d{3}$/.test(digits)) return undefined
  return digits.replace(/[,٫]/, '.')
}

/**
 * Parses a number that a user entered into integer thousandths. Undefined for invalid numbers, more than
 * three decimals and ambiguous commas.
 */
export const parseDecimalToThousandths = (value: string): number | undefined => {
  const found = /^(-?)(\d{1,12})(?:\.(\d{1,3}))?$/.exec(
    normalizeDecimalUnlessAmbiguous(value)?.replace(/^[\u2212\u2013]/, '-') ?? '',
  )
  if (!found) return undefined
  const thousandths = Number(found[2]) * 1000 + Number((found[3] ?? '').padEnd(3, '0'))
  return found[1] && thousandths !== 0 ? -thousandths : thousandths
}

/**
 * Parses a duration that a user entered into milliseconds: seconds (`75.5`), minutes (`1:15.5`) or hours
 * (`1:00:15`). Undefined for anything else.
 */
export const parseDurationMs = (value: string): number | undefined => {
  const parts = toWesternDigits(cleanText(value, 'name')).split(':')
  const seconds = parts.pop() ?? ''
  // after minutes, a comma separates decimals (`1:15,500`), because there are at most 60 seconds
  const last = parseDecimalToThousandths(parts.length > 0 ? seconds.replace(',', '.') : seconds)
  if (last === undefined || last < 0 || parts.length > 2) return undefined
  if (parts.length === 0) return last
  if (
    last >= msPerMinute ||
    !parts.every((part) => /^\d{1,5}$/.test(part)) ||
    (parts.length === 2 && Number(parts[1]) >= 60)
  )
    return undefined
  return parts.reduce((minutes, part) => minutes * 60 + Number(part), 0) * msPerMinute + last
}
