import parse, { type CountryCode } from 'libphonenumber-js/max'
import { cleanCodeOrPhoneToWesternDigits, maskNationalId } from '#contract/accounts/identity.ts'
import type { FieldEncryption } from './encryption.ts'

/**
 * Converts a phone number to E.164, or returns undefined for an invalid one. A number without a country code
 * is tried as one of each of `countries` (ISO 3166 codes), in this order.
 */
export const parsePhoneIfValid = (
  text: string,
  countries: readonly string[] = ['SA', 'EG'],
): string | undefined => {
  for (const country of countries) {
    const phone = parse(cleanCodeOrPhoneToWesternDigits(text), country as CountryCode)
    if (phone?.isValid()) return phone.number
  }
  return undefined
}

/**
 * Returns a phone number that can be called from everywhere: a valid one without a country code in E.164, as
 * one of the first of `countries` that fits. A number with a country code, and one that is not valid, stays
 * as it is.
 */
export const toInternationalPhoneOrUnchanged = (text: string, countries: readonly string[]): string =>
  cleanCodeOrPhoneToWesternDigits(text).startsWith('+') ? text : (parsePhoneIfValid(text, countries) ?? text)

/**
 * Decrypts a national ID and masks it for display. Returns `•••` when it cannot be decrypted, and null when
 * there is none.
 */
export const decryptAndMaskNationalId = (
  encryption: Pick<FieldEncryption, 'decrypt'>,
  encrypted: string | null,
  column: 'users.national_id' | 'team_people.national_id',
  rowId: string,
): string | null => {
  if (encrypted === null) return null
  try {
    return maskNationalId(encryption.decrypt(encrypted, column, rowId))
  } catch {
    return '•••'
  }
}

/**
 * Returns the address of a user if it is confirmed, else null. Only a confirmed address proves
 * that scores of guests, messages and downloads belong to a user.
 */
export const getEmailIfConfirmed = ({
  email,
  emailConfirmedAt,
}: {
  email: string
  emailConfirmedAt: Date | null
}): string | null => (emailConfirmedAt ? email : null)
