import { westernDigits } from './identity.ts'

/**
 * A number as people write it, in whole thousandths: Latin, Arabic-Indic or Persian digits, a point, a comma or an Arabic separator before at most
 * three decimals. Undefined for anything else.
 */
export const thousandthsOf = (value: string): number | undefined => {
  const plain = westernDigits(value.trim())
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/[,٫]/, '.')
  const found = /^(-?)(\d{1,12})(?:\.(\d{1,3}))?$/.exec(plain)
  if (!found) return undefined
  const thousandths = Number(found[2]) * 1000 + Number((found[3] ?? '').padEnd(3, '0'))
  return found[1] && thousandths !== 0 ? -thousandths : thousandths
}

/** A time as people write it, in milliseconds: seconds (`75.5`), minutes (`1:15.5`) or hours (`1:00:15`). Undefined for anything else. */
export const millisecondsOf = (value: string): number | undefined => {
  const parts = westernDigits(value.trim()).split(':')
  const last = thousandthsOf(parts.pop() ?? '')
  if (last === undefined || last < 0 || parts.length > 2) return undefined
  if (parts.length === 0) return last
  if (last >= 60_000 || !parts.every((part) => /^\d{1,5}$/.test(part)) || (parts.length === 2 && Number(parts[1]) >= 60)) return undefined
  return parts.reduce((minutes, part) => minutes * 60 + Number(part), 0) * 60_000 + last
}
