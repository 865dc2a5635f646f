import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { competitionSlugs } from '#contract/event/competition.ts'
import {
  computeTeamCompetitionPoints,
  listCompetitionScoreCsvColumns,
  listScoreSheetEntryDefinitions,
} from '#contract/event/scoring/score-sheet.ts'
import { getAgeInSeasonYear, getAgeOn, isIsoDate, isMinor } from '#contract/people/teams/age.ts'
import { findNationalIdProblem } from '#contract/people/teams/national-id.ts'
import type { PersonSubmission, TeamScore, TeamSubmission } from '#contract/people/teams/team.schema.ts'
import { isWithinRegistrationPeriod } from '#contract/people/teams/team-places.ts'
import {
  listNewOrChangedTeamProblems,
  listProblemsInChangedPersonValues,
} from '#contract/people/teams/team-rules.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

const day = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

describe('national IDs', () => {
  it('a Saudi ID is valid only with its Luhn digit', () => {
    expect(findNationalIdProblem('1000000008')).toBeUndefined()
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.nat(9), (serial, digit) => {
        const id = createSaudiId(serial)
        expect(findNationalIdProblem(id)).toBeUndefined()
        expect(findNationalIdProblem(`${id.slice(0, 9)}${digit}`) === undefined).toBe(String(digit) === id[9])
      }),
    )
  })

  it('an Egyptian ID is compared with birth date and gender, and any check digit is accepted', () => {
    const born = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10))
    fc.assert(
      fc.property(
        born,
        fc.constantFrom('01', '21', '35', '88'),
        fc.nat(9999),
        fc.nat(9),
        day,
        (birth, place, serial, check, other) => {
          const century = birth < '2000' ? '2' : '3'
          const id = `${century}${birth.slice(2).replaceAll('-', '')}${place}${String(serial).padStart(4, '0')}${check}`
          const gender = serial % 2 === 1 ? 0 : 1
          expect(findNationalIdProblem(id, { birthDate: birth, gender })).toBeUndefined()
          expect(findNationalIdProblem(id, { birthDate: birth, gender: gender === 0 ? 1 : 0 })).toBe(
            'other-gender',
          )
          expect(findNationalIdProblem(id, { birthDate: other }) === undefined).toBe(other === birth)
        },
      ),
    )
    expect(findNationalIdProblem('30113320112345')).toBe('bad-national-id')
    expect(findNationalIdProblem('30101019912345')).toBe('bad-national-id')
  })

  it('anything else is invalid', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(findNationalIdProblem(text.replace(/[0-9٠-٩۰-۹]/g, 'x'))).toBe('bad-national-id')
      }),
    )
    for (const text of ['', '123', '3000000008', '100000000', '10000000080'])
      expect(findNationalIdProblem(text)).toBe('bad-national-id')
  })
})

it('a date exists in the calendar', () => {
  fc.assert(
    fc.property(day, (text) => {
      expect(isIsoDate(text)).toBe(true)
    }),
  )
  for (const text of ['2023-02-29', '2023-13-01', '2023-1-1', '', 'today'])
    expect(isIsoDate(text)).toBe(false)
})

it('a person is a minor until the 18th birthday', () => {
  expect(isMinor('2008-11-22', '2026-11-21')).toBe(true)
  expect(isMinor('2008-11-21', '2026-11-21')).toBe(false)
  expect(getAgeOn('2008-02-29', '2026-02-28')).toBe(17)
  fc.assert(
    fc.property(day, day, (birth, now) => {
      const difference = getAgeInSeasonYear(birth, Number(now.slice(0, 4))) - getAgeOn(birth, now)
      expect([0, 1]).toContain(difference)
    }),
  )
})

const frame = {
  minMembers: 2,
  maxMembers: 3,
  minCoaches: 1,
  maxCoaches: 1,
  minAge: 8,
  maxAge: 19,
  closesAt: null,
  today: '2026-11-21',
}
const person = (more: Partial<PersonSubmission> = {}): PersonSubmission => ({
  name: 'Mona',
  email: '',
  phone: '',
  nationalId: '1000000008',
  birthDate: '2014-05-06',
  gender: 1,
  consent: { guardian: 'Huda', contact: '0501234567', agreed: true, publish: false },
  ...more,
})
const codes = (problems: { field: string; code: string }[]) =>
  problems.map(({ field, code }) => `${field} ${code}`)

describe('registrations', () => {
  it('a minor needs the consent of a guardian, an adult does not', () => {
    expect(codes(listProblemsInChangedPersonValues('member', person({ consent: undefined }), frame))).toEqual(
      ['consent.guardian required', 'consent.contact required', 'consent.agreed consent'],
    )
    expect(
      listProblemsInChangedPersonValues('member', person({ consent: undefined }), frame, {
        nationalId: false,
        consent: true,
      }),
    ).toEqual([])
    expect(
      listProblemsInChangedPersonValues(
        'member',
        person({ consent: undefined, birthDate: '2008-11-21' }),
        frame,
      ),
    ).toEqual([])
  })

  it('ages are those in the year of the season', () => {
    expect(
      codes(listProblemsInChangedPersonValues('member', person({ birthDate: '2006-12-31' }), frame)),
    ).toEqual(['birthDate above-age'])
    expect(
      codes(listProblemsInChangedPersonValues('member', person({ birthDate: '2018-12-31' }), frame)),
    ).toEqual([])
    expect(
      codes(listProblemsInChangedPersonValues('member', person({ birthDate: '2019-01-01' }), frame)),
    ).toEqual(['birthDate below-age'])
    const next = { ...frame, closesAt: '2027-01-15T00:00:00.000Z' }
    expect(
      codes(listProblemsInChangedPersonValues('member', person({ birthDate: '2019-01-01' }), next)),
    ).toEqual([])
    expect(
      codes(listProblemsInChangedPersonValues('member', person({ birthDate: '2027-01-01' }), frame)),
    ).toContain('birthDate future')
  })

  it('checks the number of people, and reports every repeated ID', () => {
    const team = (coaches: number, members: PersonSubmission[]): TeamSubmission => ({
      competitionId: 'c',
      regionId: null,
      name: 'Falcons',
      schoolName: 'Oasis',
      schoolType: null,
      ageLevel: 'junior',
      coaches: Array.from({ length: coaches }, () =>
        person({ email: 'a@b.test', phone: '0501234567', nationalId: undefined }),
      ),
      members,
    })
    fc.assert(
      fc.property(fc.nat(4), fc.nat(6), (coaches, members) => {
        const people = Array.from({ length: members }, (_, at) =>
          person({ nationalId: createSaudiId(at + 1) }),
        )
        const found = new Set(codes(listNewOrChangedTeamProblems(team(coaches, people), frame)))
        expect(found.has('coaches too-few')).toBe(coaches < 1)
        expect(found.has('coaches too-many')).toBe(coaches > 1)
        expect(found.has('members too-few')).toBe(members < 2)
        expect(found.has('members too-many')).toBe(members > 3)
      }),
    )
    expect(
      codes(listNewOrChangedTeamProblems(team(1, [person(), person({ nationalId: '١٠٠٠٠٠٠٠٠٨' })]), frame)),
    ).toEqual(['members.1.nationalId twice'])
  })

  it('registration is open from its start to its end', () => {
    const at = (opensAt: string | null, closesAt: string | null) =>
      isWithinRegistrationPeriod({ opensAt, closesAt }, '2026-06-01T00:00:00.000Z')
    expect(at(null, null)).toBe(true)
    expect(at('2026-06-01T00:00:00.000Z', null)).toBe(true)
    expect(at('2026-06-01T00:00:00.001Z', null)).toBe(false)
    expect(at(null, '2026-06-01T00:00:00.000Z')).toBe(false)
    expect(at(null, '2026-06-01T03:00:00.001+03:00')).toBe(true)
  })
})

const score = (key: string, points: number, timeMs = 0): TeamScore => ({
  key,
  score: points,
  timeMs,
  youtubeLink: '',
  file: '',
  github: '',
  matches: [],
})

describe('sheets', () => {
  it('the total of Future Engineers has the best open round, the best obstacle round and the documentation', () => {
    const all = [
      score('open1', 20),
      score('open2', 30),
      score('obstacle1', 70),
      score('obstacle2', 65),
      score('documentation', 25),
    ]
    expect(computeTeamCompetitionPoints('future_engineers', all)).toBe(125)
    expect(computeTeamCompetitionPoints('future_engineers', all.toReversed())).toBe(125)
    expect(computeTeamCompetitionPoints('robo_mission', [score('r1', 0.1), score('r2', 0.2)])).toBe(0.3)
  })

  it('every result has its columns, and no column is repeated', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...competitionSlugs, 'drone-race'),
        fc.integer({ min: 1, max: 10 }),
        (slug, rounds) => {
          const names = listCompetitionScoreCsvColumns(slug, rounds).map(({ name }) => name)
          expect(new Set(names).size).toBe(names.length)
          if (slug !== 'robosports')
            for (const { key } of listScoreSheetEntryDefinitions(slug, rounds))
              expect(names).toContain(`${key}_score`)
          // a team without results has empty cells
          for (const { value } of listCompetitionScoreCsvColumns(slug, rounds))
            expect(value([]) ?? '').toBe('')
        },
      ),
    )
  })

  it('the better round has more points or, with equal points, less time', () => {
    const cells = (scores: TeamScore[]) =>
      Object.fromEntries(
        listCompetitionScoreCsvColumns('robo_mission', 3).map(({ name, value }) => [name, value(scores)]),
      )
    expect(cells([score('r1', 50, 61_000), score('r2', 50, 60_000), score('r3', 40, 1000)])).toMatchObject({
      r1_time: 61,
      best_score: 50,
      best_time: 60,
      total_score: 140,
      total_time: 122,
    })
  })
})
