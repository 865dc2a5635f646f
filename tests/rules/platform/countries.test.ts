import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import { expect, it } from 'vitest'
import { listCountries } from '#contract/platform/countries.ts'

it('lists the countries with the calling codes of the library that parses phone numbers', () => {
  const countries = listCountries('en')
  expect(countries.length).toBeGreaterThan(240)
  for (const { code, callingCode } of countries)
    expect([code, isSupportedCountry(code) && getCountryCallingCode(code)]).toEqual([code, callingCode])
})

it.each(['en', 'ar'] as const)('lists the Gulf countries and Egypt first in %s, then all others', (lang) => {
  const countries = listCountries(lang)
  const first = countries.slice(0, 7)
  expect(first.map(({ code }) => code).toSorted()).toEqual(['AE', 'BH', 'EG', 'KW', 'OM', 'QA', 'SA'])
  for (const part of [first, countries.slice(7)])
    expect(part).toEqual(part.toSorted((one, other) => one.name.localeCompare(other.name, lang)))
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
})
