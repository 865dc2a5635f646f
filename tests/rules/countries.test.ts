import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import { expect, it } from 'vitest'
import { listCountries } from '#contract/rules/countries.ts'

it('lists the countries with the calling codes of the library that parses phone numbers', () => {
  const countries = listCountries('en')
  expect(countries.length).toBeGreaterThan(240)
  for (const { code, callingCode } of countries)
    expect([code, isSupportedCountry(code) && getCountryCallingCode(code)]).toEqual([code, callingCode])
})
