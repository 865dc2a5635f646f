import type { Gender } from '../domain/user.ts'
import { normalNationalId } from './identity.ts'

/** What is wrong with a national ID. */
export type NationalIdProblem = 'bad-format' | 'other-birth-date' | 'other-gender'
/** What else is known of the person; null or undefined for what is not. */
type Known = { birthDate?: string | null | undefined; gender?: Gender | null | undefined }

const luhn = (digits: string): boolean => {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Codes of Egypt's governorates in an ID, and 88 for those born abroad. */
const governorates = new Set(['01', '02', '03', '04', ...range(11, 19), ...range(21, 29), ...range(31, 35), '88'])
function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
}

/** Whether a day (YYYY-MM-DD) is one of the calendar. */
export const isDay = (day: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const egyptian = (digits: string, { birthDate, gender }: Known): NationalIdProblem | undefined => {
  const [century, year, month, date] = [digits.slice(0, 1), digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7)]
  const born = `${century === '2' ? '19' : '20'}${year}-${month}-${date}`
  if (!isDay(born) || !governorates.has(digits.slice(7, 9))) return 'bad-format'
  if (birthDate && birthDate !== born) return 'other-birth-date'
  const male = Number(digits[12]) % 2 === 1
  if ((gender === 0 || gender === 1) && (gender === 0) !== male) return 'other-gender'
  return undefined
}

/**
 * Checks a Saudi ID or Iqama (10 digits, 1 citizen or 2 resident, Luhn) or an Egyptian ID (14 digits: century, birth date, governorate, serial with the sex in
 * the 13th digit; its check digit is not published and never refuses) against what else is known of the person. Undefined when nothing is wrong.
 */
export const nationalIdProblem = (text: string, known: Known = {}): NationalIdProblem | undefined => {
  const digits = normalNationalId(text)
  if (/^[12]\d{9}$/.test(digits)) return luhn(digits) ? undefined : 'bad-format'
  if (/^[23]\d{13}$/.test(digits)) return egyptian(digits, known)
  return 'bad-format'
}

/** A national ID as the screen shows it: the last four digits. */
export const maskNationalId = (digits: string): string => `••••••${digits.slice(-4)}`
