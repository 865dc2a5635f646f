import type { IdentityKind } from '#contract/session.ts'

/** The same text with Arabic-Indic and Persian digits as 0 to 9. */
export const toWesternDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) - (digit >= '۰' ? 0x6f0 : 0x660)))

/** The one form in which an e-mail address is kept and compared. */
export const normalizeEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase()

/** The one form in which a national ID is kept and compared: digits only. */
export const normalizeNationalId = (text: string): string => toWesternDigits(text).replace(/[^0-9]/g, '')

/**
 * What somebody typed to say who they are. With an @ it is an e-mail address; ten digits that begin with 1 or 2 are a Saudi ID or Iqama, fourteen
 * that begin with 2 or 3 an Egyptian ID (a mobile number begins with 0, 5 or +); other digits are a phone number.
 */
export const detectIdentityKind = (text: string): IdentityKind => {
  if (text.includes('@')) return 'email'
  const digits = toWesternDigits(text).replace(/[\s\-().\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  if (/^(?:[12]\d{9}|[23]\d{13})$/.test(digits)) return 'national_id'
  return /^\+?\d{5,}$/.test(digits) ? 'phone' : 'email'
}
