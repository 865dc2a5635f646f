import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeTeamCompetitionPoints,
  listScoreSheetEntryDefinitions,
} from '#contract/event/scoring/score-sheet.ts'
import type { Team, TeamPerson, TeamScore } from '#contract/people/teams/team.schema.ts'
import {
  emptyPerson,
  listAdminTeamFormProblems,
  toAdminPersonFormValues,
  toAdminTeamFormValues,
  toPersonSubmissionWithChangedConsent,
  toSaveTeamRequest,
} from '#web/admin/people/teams/form-values.ts'
import {
  parseScoresAndListProblems,
  toScoreFormFieldOfApiError,
  toTeamScoresFormValues,
} from '#web/admin/people/teams/score-values.ts'
import { createEmptyPersonFields, toConsentRequest } from '#web/shared/people/teams/person-values.ts'

const today = '2026-11-21'
const member: TeamPerson = {
  id: 'p1',
  kind: 'member',
  name: 'Sara',
  email: '',
  phone: '',
  nationalId: '••••••0008',
  birthDate: '2014-03-02',
  gender: 1,
  picture: null,
  consent: {
    guardian: 'Ahmed',
    contact: '+966501112233',
    at: '2026-11-02T08:00:00.000Z',
    textVersion: '2026-11-01',
    publish: false,
  },
  version: 3,
}
const team: Team = {
  id: 't1',
  teamNo: 7,
  name: 'Falcons',
  schoolName: 'Al Noor',
  schoolType: 'private',
  stage: 'national',
  ageLevel: 'junior',
  image: null,
  competition: { id: 'c1', slug: 'robo_mission', name: { en: 'RoboMission', ar: 'روبو ميشن' } },
  region: null,
  paid: true,
  complete: false,
  status: 'registered',
  version: 4,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  deletedAt: null,
  coaches: [],
  members: [member],
  user: null,
  scores: [],
}
const score = (key: string, part: Partial<TeamScore> = {}): TeamScore => ({
  key,
  score: 0,
  timeMs: 0,
  youtubeLink: '',
  file: '',
  github: '',
  matches: [],
  ...part,
})

describe('the team form', () => {
  it('sends an unchanged team as it was, without a reason', () => {
    expect(toSaveTeamRequest(toAdminTeamFormValues(team), team.paid, { id: 't1', version: 4 })).toEqual({
      id: 't1',
      version: 4,
      competitionId: 'c1',
      regionId: null,
      name: 'Falcons',
      schoolName: 'Al Noor',
      schoolType: 'private',
      ageLevel: 'junior',
      stage: 'national',
      paid: true,
    })
    expect(listAdminTeamFormProblems(toAdminTeamFormValues(team), true)).toEqual([])
  })

  it('sends a school type that is not given as null', () => {
    expect(
      toSaveTeamRequest({ ...toAdminTeamFormValues(team), schoolType: '' }, team.paid).schoolType,
    ).toBeNull()
    expect(listAdminTeamFormProblems({ ...toAdminTeamFormValues(team), schoolType: '' }, team.paid)).toEqual(
      [],
    )
  })

  it('requires a reason only when the payment changes', () => {
    const values = { ...toAdminTeamFormValues(team), paid: false }
    expect(listAdminTeamFormProblems(values, true)).toEqual([{ field: 'reason', code: 'required' }])
    expect(toSaveTeamRequest({ ...values, reason: 'bounced' }, true)).toMatchObject({
      paid: false,
      reason: 'bounced',
    })
  })
})

describe('the person form', () => {
  it('does not send an unchanged national ID and consent, which keep their dates', () => {
    const draft = toPersonSubmissionWithChangedConsent(
      'member',
      toAdminPersonFormValues(member),
      today,
      member,
    )
    expect(draft).toEqual({
      id: 'p1',
      name: 'Sara',
      email: '',
      phone: '',
      nationalId: undefined,
      birthDate: '2014-03-02',
      gender: 1,
    })
  })

  it('sends a changed consent, and that of a new minor', () => {
    const changed = toPersonSubmissionWithChangedConsent(
      'member',
      { ...toAdminPersonFormValues(member), 'consent.publish': true },
      today,
      member,
    )
    expect(changed.consent).toEqual({
      guardian: 'Ahmed',
      contact: '+966501112233',
      agreed: true,
      publish: true,
    })
    const child = { ...emptyPerson, name: 'Omar', birthDate: '2014-01-01' }
    expect(toPersonSubmissionWithChangedConsent('member', child, today).consent).toEqual({
      guardian: '',
      contact: '',
      agreed: false,
      publish: false,
    })
    expect(toPersonSubmissionWithChangedConsent('coach', child, today).consent).toBeUndefined()
    expect(
      toPersonSubmissionWithChangedConsent('member', { ...child, birthDate: '2008-11-21' }, today).consent,
    ).toBeUndefined()
    expect(
      toPersonSubmissionWithChangedConsent('member', { ...child, birthDate: '2008-11-22' }, today).consent,
    ).toBeDefined()
  })

  it('accepts Arabic digits in a national ID', () => {
    expect(
      toPersonSubmissionWithChangedConsent('coach', { ...emptyPerson, nationalId: ' ١٠٠٠٠٠٠٠٠٨ ' }, today)
        .nationalId,
    ).toBe('1000000008')
  })
})

describe('the score form of a team', () => {
  const places = listScoreSheetEntryDefinitions('robo_mission', 2)

  it('sends unchanged scores as they were, in the order of the score sheet, other ones last', () => {
    const text = fc.constantFrom('', 'https://example.com/v')
    const one = fc.record({
      key: fc.constantFrom('r1', 'r2', 'final', ''),
      score: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 1000),
      timeMs: fc.integer({ min: 0, max: 36_000_000 }),
      youtubeLink: text,
      file: fc.constantFrom('', 'report.pdf'),
      github: text,
      matches: fc.array(
        fc.record({
          fbs: fc.integer({ min: -99, max: 99 }),
          obs: fc.integer({ min: -99, max: 99 }),
          youtubeLink: text,
        }),
        {
          maxLength: 3,
        },
      ),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), (scores) => {
        const { scores: read, problems } = parseScoresAndListProblems(toTeamScoresFormValues(places, scores))
        expect(problems).toEqual([])
        const sent = read.map((each) => each.score)
        const plain = (list: TeamScore[]) => list.map((each) => JSON.stringify(each)).toSorted()
        expect(plain(sent)).toEqual(plain(scores))
        const firsts = places.map(({ key }) => key).filter((key) => scores.some((each) => each.key === key))
        expect(sent.slice(0, firsts.length).map(({ key }) => key)).toEqual(firsts)
      }),
    )
  })

  it('accepts Arabic digits, separators and minutes, and omits empty scores', () => {
    const values = toTeamScoresFormValues(places, [])
    const typed = {
      ...values,
      'place-r2': {
        ...toTeamScoresFormValues(places, [score('r2')])['place-r2'],
        score: '٨٥٫٥',
        time: '1:15.5',
      },
    }
    const { scores, problems } = parseScoresAndListProblems(typed as typeof values)
    expect(problems).toEqual([])
    expect(scores).toEqual([{ entry: 'place-r2', score: score('r2', { score: 85.5, timeMs: 75_500 }) }])
    expect(
      computeTeamCompetitionPoints(
        'robo_mission',
        scores.map((each) => each.score),
      ),
    ).toBe(85.5)
  })

  it('reports invalid scores at their field and totals the others', () => {
    const values = toTeamScoresFormValues(places, [
      score('r1', { score: 10 }),
      score('r2', { score: 20, matches: [{ fbs: 1, obs: 2, youtubeLink: '' }] }),
    ])
    const r1 = values['place-r1']
    const r2 = values['place-r2']
    if (!r1 || !r2) throw new Error('the sheet has two rounds')
    const wrong = {
      ...values,
      'place-r1': { ...r1, score: 'ten' },
      'place-r2': {
        ...r2,
        time: '1:75',
        youtubeLink: 'javascript:alert(1)',
        matches: [{ fbs: '1.5', obs: '', youtubeLink: '' }],
      },
    }
    const { scores, problems } = parseScoresAndListProblems(wrong)
    expect(problems.map(({ entry, field }) => `${entry}.${field}`)).toEqual([
      'place-r1.score',
      'place-r2.time',
      'place-r2.youtubeLink',
      'place-r2.matches',
    ])
    expect(scores.map((each) => each.score.score)).toEqual([20])
  })

  it('maps problems of the server to the fields although empty ones were not sent', () => {
    const values = toTeamScoresFormValues(places, [score('r2', { score: 1 }), score('final', { score: 2 })])
    expect(toScoreFormFieldOfApiError(values, 'scores.0.timeMs')).toBe('place-r2.time')
    expect(toScoreFormFieldOfApiError(values, 'scores.1.matches.0.fbs')).toBe('free-0.matches')
  })
})

it('a contact of several words keeps them', () => {
  const values = { ...createEmptyPersonFields(), 'consent.contact': 'أم\u00a0سارة\u200f ٠٥٠' }
  expect(toConsentRequest(values).contact).toBe('أم سارة 050')
})
