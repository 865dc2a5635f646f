import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenCompetition } from '#contract/competition.ts'
import type { AccountTeam, TeamPerson } from '#contract/team.ts'
import { ar } from '#i18n/ar.ts'
import { arTeams } from '#i18n/ar-teams.ts'
import { en } from '#i18n/en.ts'
import { enTeams } from '#i18n/en-teams.ts'
import { assertSameUser } from '#web/account/teams/assert-same-user.ts'
import { findDifferences } from '#web/account/teams/find-differences.ts'
import {
  type FieldErrors,
  findProblems,
  getFieldLabel,
  removePersonErrors,
  sortFields,
  toFieldErrors,
  toFormFieldErrors,
} from '#web/account/teams/form-problems.ts'
import {
  createEmptyPerson,
  createEmptyTeam,
  createUuid,
  fitPeopleToLimits,
  type PersonValues,
  parseDraft,
  serializeDraft,
  type TeamValues,
  toTeamSubmission,
  toTeamValues,
} from '#web/account/teams/form-values.ts'
import { formatDuration, formatFee } from '#web/account/teams/format.ts'
import { createInitialEditForm, createInitialForm } from '#web/account/teams/initial-form.ts'
import { tabDrafts } from '#web/shared/session/tab-drafts.ts'
import { createTexts } from '#web/shared/texts.ts'

const today = '2026-11-20'
const { t } = createTexts('en', { ...en, ...enTeams })
const { t: tAr } = createTexts('ar', { ...ar, ...arTeams })

const competition: OpenCompetition = {
  id: 'c1',
  slug: 'robo_mission',
  name: { en: 'RoboMission', ar: 'المهمة' },
  minMembers: 2,
  maxMembers: 3,
  minCoaches: 1,
  maxCoaches: 1,
  minAge: 8,
  maxAge: 19,
  maxTeams: 10,
  rounds: 2,
  fee: 15000,
  currency: 'SAR',
  opensAt: null,
  closesAt: '2026-12-31T20:59:00.000Z',
  open: true,
  placesLeft: 3,
}
const person = (more: Partial<PersonValues>): PersonValues => ({ ...createEmptyPerson(), ...more })
const guardian = { guardian: 'Huda', contact: '+966500000001', agreed: true }
const coach = person({ name: 'Omar', email: 'omar@school.example', phone: '+966500000000' })
const sara = person({ name: 'Sara', nationalId: '1000000008', birthDate: '2012-03-04', gender: '1', ...guardian })
const ali = person({ name: 'Ali', nationalId: '1000000016', birthDate: '2007-01-02', gender: '0' })
const whole = (): TeamValues => ({
  ...createEmptyTeam(),
  competitionId: 'c1',
  name: 'Falcons',
  schoolName: 'Oasis',
  coaches: [coach],
  members: [sara, ali],
})
const wrong = (values: TeamValues) => findProblems(values, competition, today).map(({ field, code }) => `${field} ${code}`)

const stored = (more: Partial<TeamPerson>): TeamPerson => ({
  id: 'p1',
  kind: 'member',
  name: 'Sara',
  email: '',
  phone: '',
  nationalId: '••••••0008',
  birthDate: '2012-03-04',
  gender: 1,
  picture: '/p1.webp',
  consent: { guardian: 'Huda', contact: '+966500000001', at: '2026-11-01T10:00:00Z', textVersion: '2026-11-01', publish: false },
  version: 1,
  ...more,
})
const team: AccountTeam = {
  id: 't1',
  teamNo: 7,
  name: 'Falcons',
  schoolName: 'Oasis',
  schoolType: 'public',
  stage: '',
  ageLevel: 'junior',
  image: null,
  competition: { id: 'c1', slug: 'robo_mission', name: competition.name },
  region: null,
  paid: false,
  complete: true,
  version: 3,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  deletedAt: null,
  coaches: [
    stored({
      id: 'k1',
      kind: 'coach',
      name: 'Omar',
      email: 'omar@school.example',
      phone: '+966500000000',
      nationalId: null,
      consent: null,
    }),
  ],
  members: [stored({}), stored({ id: 'p2', name: 'Ali', birthDate: '2007-01-02', gender: 0, consent: null, picture: null })],
  user: null,
  scores: [],
  editable: true,
  fee: 15000,
  currency: 'SAR',
  closesAt: null,
}

describe('the team form values', () => {
  it('accept a complete team', () => {
    expect(wrong(whole())).toEqual([])
  })
  it('require a competition first, and the fields that all competitions need', () => {
    const nobody = { ...whole(), name: '', coaches: [], members: [] }
    expect(findProblems(nobody, undefined, today)).toEqual([
      { field: 'competitionId', code: 'required' },
      { field: 'name', code: 'required' },
    ])
  })
  it('report the fields in the order of the form', () => {
    const values = {
      ...whole(),
      name: ' ',
      members: [
        { ...sara, name: '', agreed: false },
        { ...ali, nationalId: sara.nationalId },
      ],
    }
    expect(wrong({ ...values, coaches: [{ ...coach, email: 'omar@' }] })).toEqual([
      'name required',
      'coaches.0.email bad-format',
      'members.0.name required',
      'members.0.consent.agreed consent',
      'members.1.nationalId twice',
    ])
  })
  it('require a guardian for a minor only', () => {
    expect(wrong({ ...whole(), members: [{ ...sara, guardian: '', contact: '', agreed: false }, ali] })).toEqual([
      'members.0.consent.guardian required',
      'members.0.consent.contact required',
      'members.0.consent.agreed consent',
    ])
  })
  it('convert Arabic digits to Latin ones, and omit empty values', () => {
    const sent = toTeamSubmission({ ...whole(), members: [{ ...sara, nationalId: ' ١٠٠٠٠٠٠٠٠٨ ', phone: '٠٥٠١٢٣٤٥٦٧' }] }, today)
    expect(sent.members[0]).toMatchObject({ nationalId: '1000000008', phone: '0501234567', gender: 1, birthDate: '2012-03-04' })
    expect(sent.coaches[0]).not.toHaveProperty('nationalId')
    expect(sent.coaches[0]).toMatchObject({ birthDate: null, gender: null })
    expect(sent).not.toHaveProperty('id')
    expect(sent.regionId).toBeNull()
  })
  it('keep the stored national ID and consent of a person', () => {
    const values = toTeamValues(team)
    expect(wrong(values)).toEqual([])
    const sent = toTeamSubmission(values, today, { id: 't1', version: 3 })
    expect(sent).toMatchObject({ id: 't1', version: 3 })
    expect(sent.members[0]).not.toHaveProperty('nationalId')
    expect(sent.members[0]).not.toHaveProperty('consent')
    const renewed = { ...values, members: values.members.map((each) => ({ ...each, renew: each.id === 'p1' })) }
    expect(wrong(renewed)).toEqual([
      'members.0.consent.guardian required',
      'members.0.consent.contact required',
      'members.0.consent.agreed consent',
    ])
  })
  it('add as many people as the competition requires, and never remove typed ones', () => {
    expect(fitPeopleToLimits([], 2, 3)).toHaveLength(2)
    expect(fitPeopleToLimits([sara, ali, person({})], 1, 1)).toEqual([sara, ali])
    expect(wrong({ ...whole(), members: [sara] })).toEqual(['members too-few'])
    expect(wrong({ ...whole(), coaches: [coach, coach] })).toEqual(['coaches too-many'])
  })
  it('describe problems with their field in both languages', () => {
    const found = findProblems(
      {
        ...whole(),
        members: [
          { ...sara, nationalId: '1000000009' },
          { ...ali, birthDate: '2020-01-01', ...guardian },
        ],
      },
      competition,
      today,
    )
    expect(toFieldErrors(t, found)).toEqual({
      'members.0.nationalId': enTeams.accountTeams.problems['bad-national-id'],
      'members.1.birthDate': 'Too young for this competition (from 8 years).',
    })
    expect(toFieldErrors(tAr, found)['members.0.nationalId']).toBe(arTeams.accountTeams.problems['bad-national-id'])
    expect(getFieldLabel(t, 'members.1.birthDate')).toBe('Member 2: Date of birth')
    expect(getFieldLabel(t, 'members.0.consent.agreed')).toBe('Member 1: Consent of a parent or guardian')
    expect(getFieldLabel(tAr, 'competitionId')).toBe(arTeams.accountTeams.form.competition)
  })
  it('assign the problem of a photo to its member, and sort the problems', () => {
    const errors = toFormFieldErrors({ photo1: 'no picture', 'members.0.name': 'x', name: 'y' })
    expect(errors).toEqual({ 'members.1.photo': 'no picture', 'members.0.name': 'x', name: 'y' })
    expect(sortFields(errors)).toEqual(['name', 'members.0.name', 'members.1.photo'])
  })
  it('move errors up when a member is removed', () => {
    const errors: FieldErrors = { name: 'n', members: 'm', 'members.0.name': 'a', 'members.1.name': 'b', 'members.2.consent.agreed': 'c' }
    expect(removePersonErrors(errors, 'members', 1)).toEqual({ name: 'n', 'members.0.name': 'a', 'members.1.consent.agreed': 'c' })
  })
  it('compare the changes of another user field by field', () => {
    const mine = { ...toTeamValues(team), name: 'Hawks' }
    const theirs = { ...team, schoolName: 'Palm', schoolType: null, members: team.members.slice(0, 1) }
    expect(findDifferences(t, 'en', [], mine, theirs)).toEqual([
      { label: 'Team name', mine: 'Hawks', theirs: 'Falcons' },
      { label: 'School or club', mine: 'Oasis', theirs: 'Palm' },
      { label: 'School type', mine: 'Public', theirs: 'none' },
      { label: 'Member 2: Full name', mine: 'Ali', theirs: 'none' },
      { label: 'Member 2: Date of birth', mine: '2007-01-02', theirs: 'none' },
      { label: 'Member 2: Gender', mine: 'Male', theirs: 'none' },
    ])
  })
  it('create UUIDs, and format money and times', () => {
    expect(createUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(createUuid()).not.toBe(createUuid())
    expect(formatFee(t, competition, 'en').replace(/\s/g, ' ')).toBe('SAR 150.00')
    expect(formatFee(t, { ...competition, fee: 0 }, 'en')).toBe(enTeams.accountTeams.competitions.noFee)
    expect(formatDuration(75_500)).toBe('1:15.50')
  })
})

describe('a draft', () => {
  it('returns what was typed', () => {
    expect(parseDraft(serializeDraft(whole(), true))).toEqual({ values: whole(), pictures: true })
    const withType: TeamValues = { ...whole(), schoolType: 'home' }
    expect(parseDraft(serializeDraft(withType, false))?.values).toEqual(withType)
  })
  it('ignores invalid stored data', () => {
    expect(parseDraft('no JSON')).toBeUndefined()
    expect(parseDraft('null')).toBeUndefined()
    const found = parseDraft(
      JSON.stringify({
        name: 5,
        ageLevel: 'expert',
        schoolType: 'forest',
        members: [null, 'x', { name: 'A', gender: 7, agreed: 'yes' }],
        coaches: {},
      }),
    )
    expect(found?.values).toMatchObject({ name: '', ageLevel: 'elementary', schoolType: '', coaches: [] })
    expect(found?.values.members).toHaveLength(1)
    expect(found?.values.members[0]).toMatchObject({ name: 'A', gender: '', agreed: false })
  })
  it('contains no stored national IDs; a change gets them from the team, and a removed person is a new one', () => {
    const text = serializeDraft({ ...toTeamValues(team), name: 'Hawks' }, false)
    expect(text).not.toContain('0008')
    expect(text).not.toContain('/p1.webp')
    const found = parseDraft(text, { ...team, members: team.members.slice(0, 1) })
    expect(found?.values.name).toBe('Hawks')
    expect(found?.values.members[0]).toMatchObject({ id: 'p1', stored: { nationalId: '••••••0008' } })
    expect(found?.values.members[1]).not.toHaveProperty('id')
  })
})

describe('the initial values of the form', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    vi.stubGlobal('window', { sessionStorage: storage })
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })
  const begin = (more: Partial<Parameters<typeof createInitialForm>[0]> = {}) =>
    createInitialForm({ draftId: 'd1', record: undefined, userId: 'u1', slug: null, competitions: [competition], ...more })
  const record = (name: string) => ({ id: 'd1', data: serializeDraft({ ...whole(), name }, false), updatedAt: '2026-11-20T10:00:00Z' })
  const inTab = (name: string, more = {}) =>
    tabDrafts.keep('d1', { userId: 'u1', data: serializeDraft({ ...whole(), name }, true), kept: false, at: 5, ...more })

  it('are the only open competition with empty people', () => {
    const { values, restored } = begin()
    expect([values.competitionId, values.coaches.length, values.members.length]).toEqual(['c1', 1, 2])
    expect(restored).toBeUndefined()
    expect(begin({ competitions: [{ ...competition, placesLeft: 0 }] }).values.competitionId).toBe('')
    const other = { ...competition, id: 'c2', slug: 'robosports' }
    expect(begin({ competitions: [competition, other] }).values.competitionId).toBe('')
    expect(begin({ competitions: [competition, other], slug: 'robosports' }).values.competitionId).toBe('c2')
  })
  it('are the draft of the server, unless this tab has a newer one', () => {
    expect(begin({ record: record('Server') })).toMatchObject({ values: { name: 'Server' }, unsent: false })
    inTab('Tab')
    expect(begin({ record: record('Server') })).toMatchObject({
      values: { name: 'Tab' },
      unsent: true,
      restored: { at: 5, pictures: true },
    })
    inTab('Tab', { kept: true })
    expect(begin({ record: record('Server') })).toMatchObject({ values: { name: 'Server' }, unsent: false })
    // the server could not be asked
    expect(begin()).toMatchObject({ values: { name: 'Tab' }, unsent: false })
  })
  it('are never the draft of another user, which is removed', () => {
    inTab('Tab', { userId: 'u2' })
    expect(begin().values.name).toBe('')
    expect(kept.size).toBe(0)
  })
  it('keep the version on which an unsaved change is based', () => {
    expect(createInitialEditForm(team, 'u1')).toMatchObject({ values: { name: 'Falcons' }, unsent: false, version: 3 })
    tabDrafts.keep('edit:t1', {
      userId: 'u1',
      data: serializeDraft({ ...toTeamValues(team), name: 'Hawks' }, false),
      kept: false,
      at: 5,
      version: 2,
    })
    expect(createInitialEditForm(team, 'u1')).toMatchObject({ values: { name: 'Hawks' }, unsent: true, version: 2 })
  })
  it('are sent only by the user who typed them', () => {
    const signIn = (id: string | null) => {
      const local = new Map(
        id === null
          ? []
          : [
              ['access_token', id],
              ['user_data', JSON.stringify({ id, name: 'Mona', role: 'student' })],
            ],
      )
      vi.stubGlobal('window', { localStorage: { getItem: (key: string) => local.get(key) ?? null } })
    }
    signIn('u1')
    expect(() => assertSameUser('u1')).not.toThrow()
    for (const other of ['u2', null]) {
      signIn(other)
      expect(() => assertSameUser('u1')).toThrow(expect.objectContaining({ status: 401 }))
    }
  })
  it('are removed by a sign-out', () => {
    inTab('Tab')
    kept.set('toast', 'something else')
    vi.stubGlobal('window', { sessionStorage: Object.assign(Object.fromEntries(kept), { removeItem: (key: string) => kept.delete(key) }) })
    tabDrafts.clear()
    expect([...kept.keys()]).toEqual(['toast'])
  })
})
