import { cleanCodeOrPhoneToWesternDigits } from '../accounts/identity.ts'

/**
 * The calling codes and the national mobile numbers, without their leading 0, of the countries that most
 * participants come from (numbering plans of the ITU).
 */
const mobileNumbers: Record<string, { callingCode: string; national: RegExp }> = {
  SA: { callingCode: '966', national: /^5\d{8}$/ },
  EG: { callingCode: '20', national: /^1[0125]\d{8}$/ },
  AE: { callingCode: '971', national: /^5[024568]\d{7}$/ },
  JO: { callingCode: '962', national: /^7[789]\d{7}$/ },
}

/** Returns a number without its leading 0; undefined for one with a country code or other characters. */
const findNationalNumber = (typed: string): string | undefined => {
  const digits = cleanCodeOrPhoneToWesternDigits(typed).replace(/[\s().-]/g, '')
  return /^\d+$/.test(digits) ? digits.replace(/^0/, '') : undefined
}

/**
 * Suggests another country for a number without a country code: the country whose mobile numbers it fits when
 * it fits none of the chosen country. A Saudi number such as 0501112222 is a landline in Egypt, so that no
 * check of the number alone notices the wrong country.
 */
export const suggestOtherPhoneCountry = (typed: string, country: string): string | undefined => {
  const national = findNationalNumber(typed)
  const chosen = mobileNumbers[country]?.national
  if (!chosen || national === undefined || chosen.test(national)) return undefined
  return Object.keys(mobileNumbers).find((code) => mobileNumbers[code]?.national.test(national))
}

/** Returns a number without a country code in the international form of a country that has mobile numbers here. */
export const addCallingCodeToNationalNumber = (typed: string, country: string): string =>
  `+${mobileNumbers[country]?.callingCode ?? ''}${findNationalNumber(typed) ?? typed}`

/**
 * Lists the countries of which a number without a country code may be, the likeliest first. `country` is that of
 * the settings.
 */
export const listLikelyPhoneCountries = (typed: string, country: string): string[] => [
  ...new Set([suggestOtherPhoneCountry(typed, country) ?? country, country, 'SA', 'EG']),
]

/**
 * Returns the international form in which a mobile number without a country code is saved; undefined for another
 * number, and for one in doubt. `country` is that of the settings.
 */
export const toInternationalMobileIfCertain = (typed: string, country: string): string | undefined => {
  const national = findNationalNumber(typed)
  if (national === undefined || suggestOtherPhoneCountry(typed, country) !== undefined) return undefined
  const code = listLikelyPhoneCountries(typed, country).find((each) =>
    mobileNumbers[each]?.national.test(national),
  )
  return code && addCallingCodeToNationalNumber(typed, code)
}
