import type { Gender } from '#contract/accounts/user.ts'
import { normalizeNationalId } from '../../accounts/identity.ts'
import { isIsoDate } from './age.ts'

/** Why a national ID is invalid. */
export type NationalIdProblem = 'bad-national-id' | 'other-birth-date' | 'other-gender'

/** The data that an Egyptian ID contains. */
type EgyptianId = { birthDate: string; gender: Gender }

/** Returns whether the Luhn checksum of all digits is valid; the check digit is the last one. */
const isLuhnValid = (digits: string): boolean => {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

const governorates = new Set(['01', '02', '03', '04', '88'])
for (const [from, to] of [
  [11, 19],
  [21, 29],
  [31, 35],
] as const)
  for (let code = from; code <= to; code++) governorates.add(String(code))

/**
 * Returns true for a Saudi ID (begins with 1) or Iqama (2): ten digits whose last one is the Luhn check
 * digit.
 */
export const isSaudiIdOrIqama = (digits: string): boolean => /^[12]\d{9}$/.test(digits) && isLuhnValid(digits)

/**
 * Parses an Egyptian ID, `C YYMMDD GG SSSS K`: century 2 (19xx) or 3 (20xx), date of birth, governorate of
 * birth, serial number whose last digit is odd for men. The check digit K is not documented and is not
 * checked. Undefined for other numbers.
 */
export const parseEgyptianId = (digits: string): EgyptianId | undefined => {
  const [, century, year, month, day, place, serial] =
    /^([23])(\d\d)(\d\d)(\d\d)(\d\d)(\d{4})\d$/.exec(digits) ?? []
  if (!century || !place || !serial || !governorates.has(place)) return undefined
  const birthDate = `${century === '2' ? '19' : '20'}${year}-${month}-${day}`
  if (!isIsoDate(birthDate)) return undefined
  return { birthDate, gender: Number(serial) % 2 === 1 ? 0 : 1 }
}

/**
 * Validates a national ID as entered (Arabic digits and spaces allowed); undefined when it is valid. Saudi
 * IDs, Iqamas and Egyptian IDs are supported. An Egyptian ID contains the date of birth and the gender, which
 * must match the given ones.
 */
export const findNationalIdProblem = (
  typed: string,
  said: { birthDate?: string | null | undefined; gender?: Gender | null | undefined } = {},
): NationalIdProblem | undefined => {
  const digits = normalizeNationalId(typed)
  if (isSaudiIdOrIqama(digits)) return undefined
  const egyptian = parseEgyptianId(digits)
  if (!egyptian) return 'bad-national-id'
  if (said.birthDate && said.birthDate !== egyptian.birthDate) return 'other-birth-date'
  if (said.gender !== undefined && said.gender !== null && said.gender !== egyptian.gender)
    return 'other-gender'
  return undefined
}
