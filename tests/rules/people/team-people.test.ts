import { describe, expect, it } from 'vitest'
import type { PersonSubmission, TeamSubmission } from '#contract/people/teams/team.schema.ts'
import {
  getAgeYearFromRegistrationEnd,
  isMemberReplaced,
  listNewOrChangedTeamProblems,
  listOwnerOnlyChangeProblems,
  listProblemsInChangedPersonValues,
  listUnchangedPersonValueProblems,
  type StoredPerson,
} from '#contract/people/teams/team-rules.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

const limits = {
  ...{ minMembers: 1, maxMembers: 2, minCoaches: 1, maxCoaches: 1, minAge: 8, maxAge: 19 },
  ...{ closesAt: null, today: '2026-11-21' },
}
const consent = { guardian: 'Huda', contact: '0501234567', agreed: true, publish: false }
const member = (changes: Partial<PersonSubmission> = {}): PersonSubmission => ({
  ...{ name: 'Mona', email: '', phone: '', nationalId: createSaudiId(1) },
  ...{ birthDate: '2014-05-06', gender: 1, consent },
  ...changes,
})
const coach = (changes: Partial<PersonSubmission> = {}): PersonSubmission => ({
  ...{ name: 'Omar', email: 'omar@school.test', phone: '0501234567', nationalId: undefined },
  ...{ birthDate: null, gender: null, consent: undefined },
  ...changes,
})
const team = (changes: Partial<TeamSubmission> = {}): TeamSubmission => ({
  ...{ competitionId: 'c', regionId: null, name: 'Falcons', schoolName: 'Oasis', schoolType: null },
  ...{ ageLevel: 'junior', coaches: [coach()], members: [member()] },
  ...changes,
})
const codes = (problems: { field: string; code: string }[]) =>
  problems.map(({ field, code }) => `${field} ${code}`)

describe('a member', () => {
  const check = (changes: Partial<PersonSubmission>, stored?: { nationalId: boolean; consent: boolean }) =>
    codes(listProblemsInChangedPersonValues('member', member(changes), limits, stored))

  it('needs a name, a national ID, a date of birth and a gender, and no email address or phone number', () => {
    expect(check({})).toEqual([])
    expect(check({ name: ' ', nationalId: ' ', birthDate: null, gender: null })).toEqual([
      'name required',
      'birthDate required',
      'gender required',
      'nationalId required',
    ])
    expect(check({ nationalId: undefined }, { nationalId: true, consent: false })).toEqual([])
  })

  it('needs a date of birth of the calendar that is not in the future', () => {
    expect(check({ birthDate: '2014-02-30' })).toEqual(['birthDate bad-date'])
    expect(check({ birthDate: '2026-11-22' })).toEqual(['birthDate future'])
    expect(check({ birthDate: '2026-11-21' })).toEqual(['birthDate below-age'])
  })

  it('has one of the ages of the competition, both included', () => {
    expect(
      ['2019-01-01', '2018-12-31', '2007-01-01', '2006-12-31'].map((birthDate) => check({ birthDate })),
    ).toEqual([['birthDate below-age'], [], [], ['birthDate above-age']])
    const limitOf = (birthDate: string) =>
      listProblemsInChangedPersonValues('member', member({ birthDate }), limits)[0]?.values
    expect([limitOf('2019-01-01'), limitOf('2006-12-31')]).toEqual([{ limit: 8 }, { limit: 19 }])
    const unlimited = { ...limits, minAge: null, maxAge: null }
    for (const birthDate of ['2026-11-20', '1960-01-01'])
      expect(listProblemsInChangedPersonValues('member', member({ birthDate }), unlimited)).toEqual([])
  })

  it('has a national ID that fits the date of birth and the gender', () => {
    const egyptian = { nationalId: '31405060100013', birthDate: '2014-05-06', gender: 0 as const }
    expect(check(egyptian)).toEqual([])
    expect(check({ ...egyptian, gender: 1 })).toEqual(['nationalId other-gender'])
    expect(check({ ...egyptian, birthDate: '2014-05-07' })).toEqual(['nationalId other-birth-date'])
    expect(check({ nationalId: '123' }, { nationalId: true, consent: false })).toEqual([
      'nationalId bad-national-id',
    ])
  })

  it('under 18 needs a guardian who has agreed; a new consent replaces the stored one', () => {
    const stored = { nationalId: true, consent: true }
    expect(check({ consent: { ...consent, agreed: false } })).toEqual(['consent.agreed consent'])
    expect(check({ consent: { ...consent, guardian: ' ' } })).toEqual(['consent.guardian required'])
    expect(check({ consent: undefined }, stored)).toEqual([])
    expect(check({ consent: { ...consent, agreed: false } }, stored)).toEqual(['consent.agreed consent'])
    // born 18 years ago
    expect(check({ consent: undefined, birthDate: '2008-11-21' })).toEqual([])
    expect(check({ consent: undefined, birthDate: '2008-11-22' })).toHaveLength(3)
  })
})

it('a coach needs a name, an email address and a phone number, and no guardian, whatever the age', () => {
  const check = (changes: Partial<PersonSubmission>) =>
    codes(listProblemsInChangedPersonValues('coach', coach(changes), limits))
  expect(check({})).toEqual([])
  expect(check({ name: '', email: '', phone: ' ' })).toEqual([
    'name required',
    'email required',
    'phone required',
  ])
  for (const birthDate of ['2024-05-06', '1960-05-06']) expect(check({ birthDate })).toEqual([])
  expect(check({ nationalId: '123' })).toEqual(['nationalId bad-national-id'])
})

describe('a team', () => {
  const check = (
    changes: Partial<TeamSubmission>,
    stored?: Parameters<typeof listNewOrChangedTeamProblems>[2],
  ) => codes(listNewOrChangedTeamProblems(team(changes), limits, stored))

  it('needs a name and a school, and people within the limits', () => {
    expect(check({})).toEqual([])
    // the competition is looked up elsewhere
    expect(check({ competitionId: '' })).toEqual([])
    expect(check({ name: ' ', schoolName: '' })).toEqual(['name required', 'schoolName required'])
    expect(listNewOrChangedTeamProblems(team({ coaches: [], members: [] }), limits)).toEqual([
      { field: 'coaches', code: 'too-few', values: { limit: 1 } },
      { field: 'members', code: 'too-few', values: { limit: 1 } },
    ])
    const many = {
      coaches: [coach(), coach()],
      members: [1, 2, 3].map((id) => member({ nationalId: createSaudiId(id) })),
    }
    expect(listNewOrChangedTeamProblems(team(many), limits)).toEqual([
      { field: 'coaches', code: 'too-many', values: { limit: 1 } },
      { field: 'members', code: 'too-many', values: { limit: 2 } },
    ])
  })

  it('reports the problems of each person by position', () => {
    const people = {
      coaches: [coach({ email: '' })],
      members: [member(), member({ name: '', nationalId: createSaudiId(2) })],
    }
    expect(check(people)).toEqual(['coaches.0.email required', 'members.1.name required'])
  })

  it('has nobody twice, also as coach and member; people without an ID are not compared', () => {
    expect(check({ coaches: [coach({ nationalId: createSaudiId(1) })] })).toEqual([
      'members.0.nationalId twice',
    ])
    const known = new Map(['a', 'b'].map((id) => [id, { nationalId: true, consent: true }]))
    const members = ['a', 'b'].map((id) => member({ id, nationalId: undefined, consent: undefined }))
    expect(check({ members }, known)).toEqual([])
    // another person has the stored values
    expect(check({ members: members.map((each) => ({ ...each, id: `${each.id}x` })) }, known)).toContain(
      'members.0.nationalId required',
    )
  })
})

it('ages are those of the year in which registration ends, or of the current year', () => {
  expect(getAgeYearFromRegistrationEnd({ closesAt: '2027-01-15T00:00:00.000Z', today: '2026-11-21' })).toBe(
    2027,
  )
  expect(getAgeYearFromRegistrationEnd({ closesAt: null, today: '2026-11-21' })).toBe(2026)
})

describe('only the owner of a team changes', () => {
  const stored = new Map([
    ['a', { email: 'omar@school.test' }],
    ['b', { email: 'sara@school.test' }],
  ])
  const check = (...coaches: Pick<PersonSubmission, 'id' | 'email'>[]) =>
    codes(listOwnerOnlyChangeProblems(coaches, stored))
  const [omar, sara] = [
    { id: 'a', email: 'omar@school.test' },
    { id: 'b', email: 'sara@school.test' },
  ]

  it('who its coaches are', () => {
    expect(check(omar, sara)).toEqual([])
    expect(check(sara, omar)).toEqual([])
    expect(check(omar)).toEqual(['coaches owner-only'])
    expect(check(omar, sara, { id: 'c', email: 'x@school.test' })).toEqual(['coaches owner-only'])
    expect(check(omar, { id: undefined, email: sara.email })).toEqual(['coaches owner-only'])
    expect(check(omar, { id: 'c', email: sara.email })).toEqual(['coaches owner-only'])
  })

  it('their email addresses, apart from their spelling', () => {
    expect(check(omar, { ...sara, email: 'other@school.test' })).toEqual(['coaches.1.email owner-only'])
    expect(check(omar, { ...sara, email: ' Sara@School.test ' })).toEqual([])
  })
})

describe('a rule holds for what is new or changed', () => {
  const values = { name: 'Mona', email: '', phone: '', birthDate: '2020-05-06', gender: 1 as const }
  const stored = { nationalId: true, consent: true, values }
  const change = (changes: Partial<PersonSubmission>) =>
    member({ ...values, nationalId: undefined, consent: undefined, ...changes })
  const check = (changes: Partial<PersonSubmission>, of: StoredPerson = stored) => [
    codes(listProblemsInChangedPersonValues('member', change(changes), limits, of)),
    codes(listUnchangedPersonValueProblems('member', change(changes), limits, of)),
  ]

  it('a stored member who is too young by now can be changed, but gets no other date that is wrong', () => {
    expect(check({ phone: '0501234567' })).toEqual([[], ['birthDate below-age']])
    expect(check({ birthDate: '2021-05-06' })).toEqual([['birthDate below-age'], []])
    expect(check({ birthDate: '2014-05-06' })).toEqual([[], []])
    expect(check({ name: '' })).toEqual([['name required'], ['birthDate below-age']])
  })

  it('a stored member without a national ID can be changed, and gets no wrong one', () => {
    const without = { ...stored, nationalId: false, values: { ...values, birthDate: '2014-05-06' } }
    expect(check({ birthDate: '2014-05-06' }, without)).toEqual([[], ['nationalId required']])
    expect(check({ birthDate: '2014-05-06', nationalId: '1000000001' }, without)).toEqual([
      ['nationalId bad-national-id'],
      [],
    ])
  })

  it('a stored minor without a guardian can be changed, and what is entered of a guardian is checked', () => {
    const without = { ...stored, consent: false, values: { ...values, birthDate: '2014-05-06' } }
    const kept = { birthDate: '2014-05-06' }
    expect(check(kept, without)).toEqual([
      [],
      ['consent.guardian required', 'consent.contact required', 'consent.agreed consent'],
    ])
    expect(check({ ...kept, consent: { ...consent, contact: '' } }, without)).toEqual([
      ['consent.contact required'],
      [],
    ])
    // another date of birth makes a minor
    const adult = { ...without, values: { ...values, birthDate: '2007-05-06' } }
    expect(check(kept, adult)[0]).toHaveLength(3)
  })

  it('a stored coach without a phone number can be changed, and no phone number is removed', () => {
    const find = (phone: string, storedPhone: string) =>
      codes(
        listProblemsInChangedPersonValues('coach', coach({ phone, email: 'new@school.test' }), limits, {
          nationalId: false,
          consent: false,
          values: { ...values, name: 'Omar', email: 'omar@school.test', phone: storedPhone },
        }),
      )
    expect(find('', '')).toEqual([])
    expect(find('', '+966501234567')).toEqual(['phone required'])
  })

  it('a stored member without a national ID can be changed, and none is removed', () => {
    const without = { ...stored, nationalId: false, values: { ...values, birthDate: '2014-05-06' } }
    const kept = { birthDate: '2014-05-06', phone: '0501234567' }
    expect(check(kept, without)).toEqual([[], ['nationalId required']])
    expect(check({ ...kept, nationalId: '123' }, without)).toEqual([['nationalId bad-national-id'], []])
  })

  it('a stored name with a link stays, also that of a guardian, and no new one is entered', () => {
    const linked = {
      ...{ nationalId: true, consent: true },
      values: {
        ...values,
        name: 'Ali.Hassan',
        birthDate: '2014-05-06',
        consent: { guardian: 'Huda.Hassan' },
      },
    }
    const kept = {
      name: 'Ali.Hassan',
      birthDate: '2014-05-06',
      consent: { ...consent, guardian: 'Huda.Hassan' },
    }
    expect(check(kept, linked)).toEqual([[], ['name has-link', 'consent.guardian has-link']])
    expect(check({ ...kept, name: 'Ali.Omar' }, linked)[0]).toEqual(['name has-link'])
    expect(check({ ...kept, consent: { ...consent, guardian: 'Mona.Hassan' } }, linked)[0]).toEqual([
      'consent.guardian has-link',
    ])
    expect(codes(listProblemsInChangedPersonValues('coach', coach({ name: 'Omar.Said' }), limits))).toEqual([
      'name has-link',
    ])
  })

  it('a stored value is compared in its cleaned form', () => {
    const spaced = { ...stored, values: { ...values, name: 'Mona\u00a0x.sa' } }
    expect(check({ name: 'Mona x.sa' }, spaced)[0]).toEqual([])
  })

  it('another national ID, or another name with another date of birth, is another member', () => {
    const before = { name: 'Mona', birthDate: '2014-05-06' }
    const isOther = (name: string, birthDate: string | null, hasOtherId = false) =>
      isMemberReplaced(before, { name, birthDate }, hasOtherId)
    expect([
      isOther('Mona', '2014-05-06'),
      isOther('Mona Ali', '2014-05-06'),
      isOther('Mona', '2014-05-07'),
    ]).toEqual([false, false, false])
    expect(isOther(' Mona\u200f', '2015-01-01')).toBe(false)
    expect([isOther('Sara', '2015-01-01'), isOther('Mona', '2014-05-06', true)]).toEqual([true, true])
  })

  it('a stored team may have as many people as before, and fewer without a member whose guardian refuses', () => {
    const kept = (id: string) => member({ id, nationalId: undefined, consent: undefined })
    const fresh = (at: number) => member({ nationalId: createSaudiId(at) })
    const known = new Map<string, StoredPerson>([
      ['k', { kind: 'coach', nationalId: false, consent: false, values: { ...coach() } }],
      ...['a', 'b', 'c'].map(
        (id) =>
          [
            id,
            {
              kind: 'member' as const,
              isRefused: id === 'a',
              nationalId: true,
              consent: true,
              values: { ...member() },
            },
          ] as const,
      ),
    ])
    const find = (members: PersonSubmission[], [minMembers, maxMembers]: [number, number]) =>
      codes(
        listNewOrChangedTeamProblems(
          team({ coaches: [coach({ id: 'k' })], members }),
          { ...limits, minMembers, maxMembers },
          known,
          { name: 'Falcons', schoolName: 'Oasis' },
        ),
      )
    const others = [kept('b'), kept('c')]
    // the minimum is the maximum
    expect(find(others, [3, 3])).toEqual([])
    expect(find([...others, fresh(2)], [3, 3])).toEqual([])
    expect(find([kept('a'), kept('b')], [3, 3])).toEqual(['members too-few'])
    expect(find([kept('c')], [3, 3])).toEqual(['members too-few'])
    // more than the maximum of today
    expect(find(others, [1, 1])).toEqual([])
    expect(find([...others, fresh(2)], [1, 1])).toEqual([])
    expect(find([kept('a'), ...others, fresh(2)], [1, 1])).toEqual(['members too-many'])
  })

  it('a stored team keeps its number of people and its empty fields', () => {
    const known = new Map<string, StoredPerson>([
      ['k', { kind: 'coach', nationalId: false, consent: false, values: { ...coach() } }],
      ['m', { kind: 'member', nationalId: true, consent: true, values: { ...member() } }],
    ])
    const same = {
      coaches: [coach({ id: 'k' })],
      members: [member({ id: 'm', nationalId: undefined, consent: undefined })],
    }
    const more = { ...limits, minMembers: 2 }
    const find = (
      changes: Partial<TeamSubmission>,
      storedTeam?: Parameters<typeof listNewOrChangedTeamProblems>[3],
    ) => codes(listNewOrChangedTeamProblems(team({ ...same, ...changes }), more, known, storedTeam))
    expect(find({ schoolName: '' }, { name: 'Falcons', schoolName: '' })).toEqual([])
    expect(find({ name: '' }, { name: 'Falcons', schoolName: '' })).toEqual(['name required'])
    expect(find({ coaches: [coach()] }, { name: 'Falcons', schoolName: 'Oasis' })).toEqual([])
    expect(find({ members: [] }, { name: 'Falcons', schoolName: 'Oasis' })).toEqual(['members too-few'])
    expect(find({})).toEqual(['members too-few'])
  })
})
