import { cleanText, normalizeUnicode } from '../platform/text.ts'
import type { SignInIdentifierKind } from './session.ts'

/** Replaces Arabic-Indic and Persian digits by 0 to 9. */
export const toWesternDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) - (digit >= '۰' ? 0x6f0 : 0x660)))

/** Cleans a typed ID, code or phone number, and replaces its digits by 0 to 9. */
export const cleanCodeOrPhoneToWesternDigits = (text: string): string =>
  toWesternDigits(cleanText(text, 'code'))

/**
 * Cleans a typed number or date, and replaces its digits by 0 to 9. A no-break space stays a space: `12 5` is no
 * number.
 */
export const cleanNumberOrDateToWesternDigits = (text: string): string =>
  toWesternDigits(cleanText(text, 'name'))

/** Returns an email address in the form that is stored and compared. */
export const normalizeEmail = (text: string): string =>
  normalizeUnicode(cleanText(text, 'code'), 'NFC').toLowerCase()

/** Returns a national ID in the form that is stored and compared: digits only. */
export const normalizeNationalId = (text: string): string => toWesternDigits(text).replace(/[^0-9]/g, '')

/**
 * Detects whether a text of the sign-in form is an email address, a national ID or a phone number. A text
 * with an @ is an email address; ten digits that begin with 1 or 2 are a Saudi ID or Iqama, fourteen that
 * begin with 2 or 3 an Egyptian ID (a mobile number begins with 0, 5 or +); other digits are a phone number.
 */
export const classifySignInIdentifier = (text: string): SignInIdentifierKind => {
  if (text.includes('@')) return 'email'
  const digits = cleanCodeOrPhoneToWesternDigits(text).replace(/[\s\-().]/g, '')
  if (/^(?:[12]\d{9}|[23]\d{13})$/.test(digits)) return 'national_id'
  return /^\+?\d{5,}$/.test(digits) ? 'phone' : 'email'
}

/**
 * Masks an email address for everyone without the permission `privacy`, because players are minors:
 * `s•••@school.sa`. Empty stays empty.
 */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (email === '') return ''
  const [first = ''] = at > 0 ? email : ''
  return `${first}•••${at >= 0 ? email.slice(at) : ''}`
}

/** Tells whether an email address is masked. Such an address stands for the stored one. */
export const hasEmailMaskDots = (email: string): boolean => email.includes('•••')

/**
 * Masks a national ID for its owner and administrators, except the last three digits: `•••••••008`. Empty
 * stays empty.
 */
export const maskNationalId = (nationalId: string): string =>
  nationalId === '' ? '' : `${'•'.repeat(Math.max(0, nationalId.length - 3))}${nationalId.slice(-3)}`

/** Returns a ranking entry with its email masked. */
export const maskPlayerEmailOfEntry = <T extends { playerEmail: string }>(entry: T): T => ({
  ...entry,
  playerEmail: maskEmail(entry.playerEmail),
})
