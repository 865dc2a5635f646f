import { expect, it } from 'vitest'
import {
  listLikelyPhoneCountries,
  suggestOtherPhoneCountry,
  toInternationalMobileIfCertain,
} from '#contract/platform/phone-country.ts'
import { isPhoneCountryUndecided, readPhoneFieldAsE164IfValid } from '#web/shared/forms/phone-field.tsx'

it('a number of the chosen country is read, although it has marks inside', async () => {
  const values: Record<string, string> = { phone: '\u202a٠٧٩\u200f 123\u00a04567\u202c', phone_country: 'JO' }
  expect(await readPhoneFieldAsE164IfValid((name) => values[name] ?? '', 'phone')).toBe('+962791234567')
})

it('a mobile number of another country is noticed, also in Arabic digits', () => {
  expect(suggestOtherPhoneCountry('0501112222', 'EG')).toBe('SA')
  expect(suggestOtherPhoneCountry('٠٥٠ ١١١ ٢٢٢٢', 'EG')).toBe('SA')
  expect(suggestOtherPhoneCountry('010 1234 5678', 'SA')).toBe('EG')
  expect(suggestOtherPhoneCountry('0791234567', 'EG')).toBe('JO')
})

it('there is no suggestion for a number that fits, is incomplete, has a country code, or for other countries', () => {
  for (const [typed, country] of [
    ['01012345678', 'EG'],
    ['0501112222', 'SA'],
    ['0501112222', 'AE'],
    ['05011', 'EG'],
    ['+966501112222', 'EG'],
    ['0501112222', 'DE'],
    ['', 'EG'],
  ] as const)
    expect([typed, country, suggestOtherPhoneCountry(typed, country)]).toEqual([typed, country, undefined])
})

it('a number that fits another country is not saved before the person has decided about this number', () => {
  const isOpen = (values: Record<string, string>) =>
    isPhoneCountryUndecided((name) => values[name] ?? '', 'phone')
  const doubtful = { phone: '0501112222', phone_country: 'EG' }
  expect(isOpen(doubtful)).toBe(true)
  expect(isOpen({ ...doubtful, phone_decided: 'EG 0501112222' })).toBe(false)
  // the decision was about another number, or another country
  expect(isOpen({ ...doubtful, phone_decided: 'EG 0501113333' })).toBe(true)
  expect(isOpen({ ...doubtful, phone_decided: 'SA 0501112222' })).toBe(true)
  expect(isOpen({ ...doubtful, phone_country: 'SA' })).toBe(false)
  expect(isOpen({ phone: '01012345678', phone_country: 'EG' })).toBe(false)
})

it('where nobody chooses the country, a mobile number is one of the country that it fits, that of the settings first', () => {
  const find = (typed: string, country: string) => [
    listLikelyPhoneCountries(typed, country)[0],
    toInternationalMobileIfCertain(typed, country),
  ]
  expect(find('0501112222', 'SA')).toEqual(['SA', '+966501112222'])
  // the form asks for the country
  expect(find('0501112222', 'EG')).toEqual(['SA', undefined])
  expect(find('0501112222', 'AE')).toEqual(['AE', '+971501112222'])
  expect(find('010 1234 5678', 'SA')).toEqual(['EG', undefined])
  expect(find('0501112222', 'DE')).toEqual(['DE', '+966501112222'])
  expect(find('+201012345678', 'SA')[1]).toBeUndefined()
  expect(find('05011', 'SA')[1]).toBeUndefined()
})
