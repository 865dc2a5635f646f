import { describe, expect, it } from 'vitest'
import { findBirthDateProblem, getRegistrationProblemsByField } from '#contract/accounts/registration.ts'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'

const today = '2026-11-21'
const adult = {
  ...{ firstName: 'Mona', lastName: 'Al Salem', email: 'mona@school.test', phone: '0501234567', school: '' },
  ...{
    nationalId: '1000000008',
    birthDate: '2000-01-01',
    gender: 1 as const,
    password: '12345678',
    guardian: null,
  },
}
const check = (changes: Partial<Parameters<typeof getRegistrationProblemsByField>[0]>) =>
  getRegistrationProblemsByField({ ...adult, ...changes }, today)

describe('a registration', () => {
  it('is complete without a last name and a school', () => {
    expect(check({})).toEqual({})
    expect(check({ lastName: '' })).toEqual({})
  })

  it('says of each field that is empty that it is required, and nothing else about it', () => {
    const empty = {
      firstName: ' ',
      email: ' ',
      phone: ' ',
      nationalId: ' ',
      birthDate: '',
      gender: null,
      password: '',
    }
    expect(check(empty)).toEqual({
      ...{ firstName: 'required', email: 'required', phone: 'required', nationalId: 'required' },
      ...{ birthDate: 'required', gender: 'required', password: 'required' },
    })
  })

  it('has one email address, and names without links', () => {
    expect(check({ email: 'mona' })).toEqual({ email: 'bad-format' })
    expect(check({ email: ' mona@school.test ' })).toEqual({})
    expect(check({ firstName: 'evil.com', lastName: 'a\u0007b' })).toEqual({
      firstName: 'has-link',
      lastName: 'bad-characters',
    })
  })

  it('has a national ID that fits a valid date of birth and the gender', () => {
    const egyptian = { nationalId: '30001010100012', birthDate: '2000-01-01', gender: 1 as const }
    expect(check({ nationalId: '123' })).toEqual({ nationalId: 'bad-national-id' })
    expect(check({ ...egyptian, gender: 0 })).toEqual({})
    expect(check(egyptian)).toEqual({ nationalId: 'other-gender' })
    expect(check({ ...egyptian, gender: 0, birthDate: '2000-01-02' })).toEqual({
      nationalId: 'other-birth-date',
    })
    expect(check({ ...egyptian, gender: 0, birthDate: '2000-02-30' })).toEqual({ birthDate: 'bad-date' })
    expect(check({ ...egyptian, gender: null })).toEqual({ gender: 'required' })
  })

  it('has a password of at least eight characters', () => {
    expect(check({ password: '1234567' })).toEqual({ password: 'too-short' })
  })

  it('of a minor has the name, the contact and the agreement of a guardian', () => {
    const child = { birthDate: '2008-11-22' }
    const guardian = { name: 'Huda', contact: 'huda@home.test', textVersion: currentConsentVersion }
    expect(check({ birthDate: '2008-11-21' })).toEqual({})
    expect(check({ ...child, guardian })).toEqual({})
    expect(check(child)).toEqual({
      ...{
        'guardian.name': 'required',
        'guardian.contact': 'required',
        'guardian.textVersion': 'consent-required',
      },
    })
    expect(check({ ...child, guardian: { ...guardian, contact: ' ' } })).toEqual({
      'guardian.contact': 'required',
    })
    // an invalid date of birth says nothing about the age
    expect(check({ birthDate: '2026-02-30' })).toEqual({ birthDate: 'bad-date' })
  })
})

it('a date of birth is that of a person between 5 and 120 years', () => {
  const find = (birthDate: string) => findBirthDateProblem(birthDate, today)
  expect(['2021-11-22', '2021-11-21', '1906-11-21', '1905-11-22', '1905-11-21'].map(find)).toEqual([
    'too-young',
    undefined,
    undefined,
    undefined,
    'too-old',
  ])
})
