import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskNationalId } from '#contract/accounts/identity.ts'
import { getRegistrationProblemsByField } from '#contract/accounts/registration.ts'
import { consentTexts, findConsentTextByVersion } from '#contract/people/guardians/consent-texts.ts'
import {
  currentConsentVersion,
  listGuardianConsentProblems,
} from '#contract/people/guardians/guardian-consent.ts'
import { getAgeOn, isIsoDate, isMinor } from '#contract/people/teams/age.ts'
import {
  findNationalIdProblem,
  isSaudiIdOrIqama,
  parseEgyptianId,
} from '#contract/people/teams/national-id.ts'
import { addDays } from '#contract/platform/time-zone.ts'

const day = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const plusYears = (of: string, years: number) => `${Number(of.slice(0, 4)) + years}${of.slice(4)}`
const arabic = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))

describe('ages', () => {
  it('increase by one on the birthday, and never decrease', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 60 }), (birth, years) => {
        const birthday = plusYears(birth, years)
        if (!isIsoDate(birthday)) return
        const before = addDays(birthday, -1)
        expect([getAgeOn(birth, birthday), getAgeOn(birth, before)]).toEqual([years, years - 1])
      }),
    )
  })
  it('a minor is one until the day before the eighteenth birthday', () => {
    expect([isMinor('2008-11-21', '2026-11-20'), isMinor('2008-11-21', '2026-11-21')]).toEqual([true, false])
    expect([isMinor('2008-02-29', '2026-02-28'), isMinor('2008-02-29', '2026-03-01')]).toEqual([true, false])
  })
  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '', 'x', '2026-04-31', '+012026-01-01'])(
    '%s is not a date',
    (text) => expect(isIsoDate(text)).toBe(false),
  )
})

describe('national IDs', () => {
  const serial = fc.integer({ min: 0, max: 9999 }).map((value) => String(value).padStart(4, '0'))
  const place = fc.constantFrom('01', '04', '11', '19', '21', '29', '31', '35', '88')
  const egyptian = fc
    .tuple(day, place, serial, fc.integer({ min: 0, max: 9 }))
    .map(([birth, where, number, check]) => ({
      birth,
      gender: (Number(number) % 2 === 1 ? 0 : 1) as 0 | 1,
      id: `${birth < '2000' ? 2 : 3}${birth.slice(2).replaceAll('-', '')}${where}${number}${check}`,
    }))

  it('of Saudi Arabia have exactly one valid check digit, which detects every changed digit', () => {
    expect(isSaudiIdOrIqama('1000000008')).toBe(true)
    fc.assert(
      fc.property(
        fc.constantFrom('1', '2'),
        fc.stringMatching(/^\d{8}$/),
        fc.integer({ min: 0, max: 8 }),
        (kind, body, at) => {
          const good = Array.from({ length: 10 }, (_, check) => `${kind}${body}${check}`).filter(
            isSaudiIdOrIqama,
          )
          expect(good).toHaveLength(1)
          const [id = ''] = good
          expect(findNationalIdProblem(` ${arabic(id)} `)).toBeUndefined()
          const other = `${id.slice(0, at)}${(Number(id[at]) + 1) % 10}${id.slice(at + 1)}`
          expect(isSaudiIdOrIqama(other)).toBe(false)
        },
      ),
    )
  })
  it('of Egypt contain a date of birth and a gender, with any check digit', () => {
    fc.assert(
      fc.property(egyptian, ({ id, birth, gender }) => {
        expect(parseEgyptianId(id)).toEqual({ birthDate: birth, gender })
        expect(findNationalIdProblem(arabic(id), { birthDate: birth, gender })).toBeUndefined()
        expect(findNationalIdProblem(id, { gender: gender === 0 ? 1 : 0 })).toBe('other-gender')
        expect(findNationalIdProblem(id, { birthDate: plusYears(birth, 1) })).toBe('other-birth-date')
      }),
    )
  })
  it.each([
    '',
    '1000000009',
    '3000000008',
    '30002301234567',
    '30013011234567',
    '30001050512345',
    '40001011234567',
    '130001011234567',
    '300010112345670',
    '30001011012345',
    '30001013612345',
    'mona',
  ])('%s is invalid', (text) => expect(findNationalIdProblem(text)).toBe('bad-national-id'))
  it('show only their last three digits', () => {
    expect(maskNationalId('1000000008')).toBe('•••••••008')
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{4,14}$/),
        (id) => maskNationalId(id) === '•'.repeat(id.length - 3) + id.slice(-3),
      ),
    )
  })
})

describe('a registration', () => {
  const today = '2026-11-21'
  const guardian = { name: 'Huda', contact: 'huda@home.test', textVersion: currentConsentVersion }
  const adult = {
    ...{
      firstName: 'Mona',
      lastName: '',
      email: 'mona@school.test',
      phone: '0501234567',
      nationalId: '1000000008',
      birthDate: '2000-01-01',
    },
    ...{ gender: 1 as const, school: '', password: 'long enough', guardian: null },
  }
  it('reports all missing fields together', () => {
    const nothing = {
      ...adult,
      firstName: ' ',
      email: '',
      phone: '',
      nationalId: '',
      birthDate: '',
      gender: null,
      password: '',
    }
    expect(Object.keys(getRegistrationProblemsByField(nothing, today)).sort()).toEqual(
      ['birthDate', 'email', 'firstName', 'gender', 'nationalId', 'password', 'phone'].sort(),
    )
    expect(getRegistrationProblemsByField(adult, today)).toEqual({})
  })
  it('requires a guardian and the current consent text for a minor only', () => {
    fc.assert(
      fc.property(day, (birthDate) => {
        const problems = getRegistrationProblemsByField({ ...adult, birthDate }, today)
        const age = getAgeOn(birthDate, today)
        const needs = age >= 5 && age < 18
        expect(Object.keys(problems).filter((field) => field.startsWith('guardian'))).toHaveLength(
          needs ? 3 : 0,
        )
        expect(
          getRegistrationProblemsByField({ ...adult, birthDate, guardian }, today)['guardian.name'],
        ).toBeUndefined()
      }),
    )
    const child = { ...adult, birthDate: '2014-05-05' }
    expect(getRegistrationProblemsByField({ ...child, guardian }, today)).toEqual({})
    expect(
      getRegistrationProblemsByField({ ...child, guardian: { ...guardian, textVersion: '' } }, today),
    ).toEqual({
      'guardian.textVersion': 'consent-required',
    })
    expect(
      getRegistrationProblemsByField(
        { ...child, guardian: { ...guardian, textVersion: '2020-01-01' } },
        today,
      ),
    ).toEqual({
      'guardian.textVersion': 'consent-outdated',
    })
  })
  it.each([
    ['2026-11-22', 'too-young'],
    ['2024-01-01', 'too-young'],
    ['1890-01-01', 'too-old'],
    ['2000-02-30', 'bad-date'],
  ])('is rejected with the date of birth %s', (birthDate, code) =>
    expect(getRegistrationProblemsByField({ ...adult, birthDate }, today).birthDate).toBe(code),
  )
  it('has a complete consent text in both languages and in all versions', () => {
    for (const version of Object.keys(consentTexts)) {
      const text = findConsentTextByVersion(version)
      expect(text?.en.paragraphs.length).toBe(text?.ar.paragraphs.length)
      expect(text?.ar.agree).toMatch(/[\u0600-\u06ff]/)
    }
    expect(findConsentTextByVersion('2020-01-01')).toBeUndefined()
  })
})

it('asks for every part of a guardian’s consent, and for agreement to the current text', () => {
  const all = { name: 'Huda', contact: '+966501234567', textVersion: currentConsentVersion }
  const codes = (given: Parameters<typeof listGuardianConsentProblems>[0]) =>
    listGuardianConsentProblems(given).map(({ part, code }) => `${part} ${code}`)
  expect(codes(all)).toEqual([])
  expect(codes(null)).toEqual(['name required', 'contact required', 'textVersion consent-required'])
  expect(codes({ ...all, name: ' ', textVersion: '2020-01-01' })).toEqual([
    'name required',
    'textVersion consent-outdated',
  ])
})
