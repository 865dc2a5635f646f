import { cleanDigits } from './identity.ts'

/**
 * The national mobile numbers of the countries that most participants come from, without their leading 0
 * (numbering plans of the ITU).
 */
const mobileNumbers: Record<string, RegExp> = {
  SA: /^5\d{8}$/,
  EG: /^1[0125]\d{8}$/,
  AE: /^5[024568]\d{7}$/,
  JO: /^7[789]\d{7}$/,
}

/**
 * Suggests another country for a number without a country code: the country whose mobile numbers it fits when
 * it fits none of the chosen country. A Saudi number such as 0501112222 is a landline in Egypt, so that no
 * check of the number alone notices the wrong country.
 */
export const suggestOtherPhoneCountry = (typed: string, country: string): string | undefined => {
  const digits = cleanDigits(typed).replace(/[\s().-]/g, '')
  const chosen = mobileNumbers[country]
  const national = digits.replace(/^0/, '')
  if (!chosen || !/^\d+$/.test(digits) || chosen.test(national)) return undefined
  return Object.keys(mobileNumbers).find((code) => mobileNumbers[code]?.test(national))
}
