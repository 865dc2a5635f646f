import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * Converts a phone number, which may be national, to E.164 format; undefined when it is no number of the
 * country (ISO code).
 */
export const toE164 = (number: string, country: string): string | undefined =>
  parsePhoneNumberFromString(number, country as CountryCode)?.number

/**
 * Parses a number in E.164 format into the ISO code of its country and the formatted national number. A
 * number that cannot be parsed is returned unchanged, without a country.
 */
export const splitPhoneCountryAndNational = (
  number: string,
): { country: string | undefined; national: string } => {
  const parsed = parsePhoneNumberFromString(number)
  return { country: parsed?.country, national: parsed?.formatNational() ?? number }
}
