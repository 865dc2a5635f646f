import type { SignInIdentifierKind } from '#contract/session.ts'

/** Replaces Arabic-Indic and Persian digits by 0 to 9. */
export const toWesternDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) - (digit >= '۰' ? 0x6f0 : 0x660)))

/** Returns an e-mail address in the form that is stored and compared. */
export const normalizeEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase()

/** Returns a national ID in the form that is stored and compared: digits only. */
export const normalizeNationalId = (text: string): string => toWesternDigits(text).replace(/[^0-9]/g, '')

/**
 * Detects whether a text of the sign-in form is an e-mail address, a national ID or a phone number. A text with an @ is an e-mail address; ten digits that begin
 * with 1 or 2 are a Saudi ID or Iqama, fourteen that begin with 2 or 3 an Egyptian ID (a mobile number begins with 0, 5 or +); other digits are a phone number.
 */
export const detectSignInIdentifierKind = (text: string): SignInIdentifierKind => {
  if (text.includes('@')) return 'email'
  const digits = toWesternDigits(text).replace(/[\s\-().\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  if (/^(?:[12]\d{9}|[23]\d{13})$/.test(digits)) return 'national_id'
  return /^\+?\d{5,}$/.test(digits) ? 'phone' : 'email'
}
