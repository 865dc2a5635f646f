import { describe, expect, it } from 'vitest'
import type { AccountTeam } from '#contract/people/teams/team.schema.ts'
import { ar } from '#i18n/ar.ts'
import { arTeams } from '#i18n/ar-teams.ts'
import { en } from '#i18n/en.ts'
import { enTeams } from '#i18n/en-teams.ts'
import { listTeamFieldDifferences } from '#web/account/people/teams/form/form-notices.tsx'
import {
  type FieldErrors,
  getTeamFormFieldLabel,
  listBlockingTeamFormProblems,
  listErrorFieldsInFormOrder,
  removeAndShiftPersonErrors,
  toTeamFormErrorsFromApi,
  toTranslatedFieldErrors,
} from '#web/account/people/teams/form/form-problems.ts'
import {
  copySchoolAndCoachValues,
  createUuid,
  fitBlankPeopleToLimits,
  type PersonValues,
  replaceBlankCoachesWithCopies,
  type TeamValues,
  toTeamFormValues,
  toTeamSubmission,
} from '#web/account/people/teams/form/form-values.ts'
import { getPeopleEditLimits } from '#web/account/people/teams/form/people-fields.tsx'
import { formatScoreTime } from '#web/account/people/teams/team/account-team-details.tsx'
import { formatTeamFee } from '#web/shared/event/competitions/format-competition.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'
import {
  ali,
  coach,
  competition,
  createCompleteTeam,
  createPersonValues,
  guardian,
  sara,
  team,
} from '../../support/browser/account-teams.ts'

const today = '2026-11-20'
const settings = { today, phoneCountry: 'EG' }
const { t } = createTextsFromCatalogue('en', { ...en, ...enTeams }, 'Botola')
const { t: tAr } = createTextsFromCatalogue('ar', { ...ar, ...arTeams }, 'بطولة')

const wrong = (values: TeamValues) =>
  listBlockingTeamFormProblems(values, competition, settings).map(({ field, code }) => `${field} ${code}`)

describe('the team form values', () => {
  it('accept a complete team', () => {
    expect(wrong(createCompleteTeam())).toEqual([])
  })
  it('copy school, region and coaches of another team, as new people without a national ID', () => {
    const other = { ...team, region: { id: 'r1', name: { en: 'Riyadh', ar: 'الرياض' } } } as typeof team
    const { coaches, ...copied } = copySchoolAndCoachValues(other, ['r1'])
    expect(copied).toEqual({
      schoolName: team.schoolName,
      schoolType: team.schoolType ?? '',
      regionId: 'r1',
    })
    expect(coaches).toHaveLength(team.coaches.length)
    for (const [at, { name, email, phone }] of team.coaches.entries()) {
      expect(coaches[at]).toMatchObject({ name, email, phone, nationalId: '' })
      expect(coaches[at]).not.toHaveProperty('id')
      expect(coaches[at]?.key).not.toBe(team.coaches[at]?.id)
    }
    // coaches that were typed stay, and copied ones do not exceed the maximum
    const nora = createPersonValues({ name: 'Nora' })
    const blank = createPersonValues({})
    expect(replaceBlankCoachesWithCopies([blank, nora], [coach])).toEqual([nora, coach])
    expect(replaceBlankCoachesWithCopies([blank, nora], [coach], 1)).toEqual([nora])
    expect(replaceBlankCoachesWithCopies([blank], [coach, nora], 1)).toEqual([coach])
    // a region that can no longer be chosen
    expect(copySchoolAndCoachValues(other, []).regionId).toBe('')
  })
  it('require a competition first, and the fields that all competitions need', () => {
    const nobody = { ...createCompleteTeam(), name: '', coaches: [], members: [] }
    expect(listBlockingTeamFormProblems(nobody, undefined, settings)).toEqual([
      { field: 'competitionId', code: 'required' },
      { field: 'name', code: 'required' },
    ])
  })
  it('report the fields in the order of the form', () => {
    const values = {
      ...createCompleteTeam(),
      name: ' ',
      members: [
        { ...sara, name: '', 'consent.agreed': false },
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
    expect(
      wrong({
        ...createCompleteTeam(),
        members: [{ ...sara, 'consent.guardian': '', 'consent.contact': '', 'consent.agreed': false }, ali],
      }),
    ).toEqual([
      'members.0.consent.guardian required',
      'members.0.consent.contact required',
      'members.0.consent.agreed consent',
    ])
  })
  it('convert Arabic digits to Latin ones, and omit empty values', () => {
    const sent = toTeamSubmission(
      { ...createCompleteTeam(), members: [{ ...sara, nationalId: ' ١٠٠٠٠٠٠٠٠٨ ', phone: '٠٥٠١٢٣٤٥٦٧' }] },
      today,
    )
    expect(sent.members[0]).toMatchObject({
      nationalId: '1000000008',
      phone: '0501234567',
      gender: 1,
      birthDate: '2012-03-04',
    })
    expect(sent.coaches[0]).not.toHaveProperty('nationalId')
    expect(sent.coaches[0]).toMatchObject({ birthDate: null, gender: null })
    expect(sent).not.toHaveProperty('id')
    expect(sent.regionId).toBeNull()
  })
  it('keep the stored national ID and consent of a person', () => {
    const values = toTeamFormValues(team)
    expect(wrong(values)).toEqual([])
    const sent = toTeamSubmission(values, today, { id: 't1', version: 3 })
    expect(sent).toMatchObject({ id: 't1', version: 3 })
    expect(sent.members[0]).not.toHaveProperty('nationalId')
    expect(sent.members[0]).not.toHaveProperty('consent')
    const renewed = {
      ...values,
      members: values.members.map((each) => ({ ...each, renew: each.id === 'p1' })),
    }
    expect(wrong(renewed)).toEqual([
      'members.0.consent.guardian required',
      'members.0.consent.contact required',
      'members.0.consent.agreed consent',
    ])
  })
  it('add as many people as the competition requires, and never remove typed ones', () => {
    expect(fitBlankPeopleToLimits([], 2, 3)).toHaveLength(2)
    expect(fitBlankPeopleToLimits([sara, ali, createPersonValues({})], 1, 1)).toEqual([sara, ali])
    expect(wrong({ ...createCompleteTeam(), members: [sara] })).toEqual(['members too-few'])
    expect(wrong({ ...createCompleteTeam(), coaches: [coach, coach] })).toEqual(['coaches too-many'])
  })
  it('are another person with another national ID, or another name and date of birth', () => {
    const values = toTeamFormValues(team)
    const submit = (change: Partial<PersonValues>) => {
      const [first, ...others] = values.members
      const members = first ? [{ ...first, ...change }, ...others] : []
      return {
        sent: toTeamSubmission({ ...values, members }, today).members[0],
        problems: listBlockingTeamFormProblems({ ...values, members }, competition, settings, team).map(
          ({ field }) => field,
        ),
      }
    }
    for (const change of [{ name: 'Sarah' }, { birthDate: '2012-03-05' }, { nationalId: '1000000008' }]) {
      const { sent, problems } = submit(change)
      expect([sent?.id, problems]).toEqual(['p1', []])
    }
    for (const change of [{ name: 'Reem', birthDate: '2012-05-06' }, { nationalId: '1000000016' }]) {
      const { sent, problems } = submit(change)
      expect(sent).not.toHaveProperty('id')
      expect(problems).toContain('members.0.consent.agreed')
    }
  })
  it('lose a refused member where the minimum is the maximum, and after closing nobody else', () => {
    const refused = { personId: 'p1', state: 'refused' } as AccountTeam['guardianConfirmations'][number]
    const choose = (
      editable: boolean,
      change: (members: PersonValues[]) => PersonValues[] = (all) => all,
    ) => {
      const record = { ...team, editable, guardianConfirmations: [refused] }
      const values = toTeamFormValues(record)
      const members = change(values.members)
      const { most, canRemove } = getPeopleEditLimits({ values: { ...values, members }, record }, 'members', {
        min: 2,
        max: 2,
      })
      return { canRemove: members.map(canRemove), canAdd: members.length < most }
    }
    for (const editable of [true, false])
      expect(choose(editable)).toEqual({ canRemove: [true, false], canAdd: false })
    const [removed, replaced] = [
      (all: PersonValues[]) => all.slice(1),
      (all: PersonValues[]) => [...all.slice(1), createPersonValues({})],
    ]
    for (const editable of [true, false]) {
      expect(choose(editable, removed)).toEqual({ canRemove: [false], canAdd: true })
      expect(choose(editable, replaced)).toEqual({ canRemove: [editable, true], canAdd: false })
    }
    // a stored team of two, where one is allowed by now
    const values = toTeamFormValues(team)
    expect(getPeopleEditLimits({ values, record: team }, 'members', { min: 1, max: 1 }).most).toBe(2)
  })
  it('ask for the country of a phone number that fits another one than that of the settings', () => {
    const list = (phone: string, stored = '') => {
      const values = toTeamFormValues({
        ...team,
        coaches: team.coaches.map((each) => ({ ...each, phone: stored })),
      })
      const coaches = values.coaches.map((coach) => ({ ...coach, phone }))
      return listBlockingTeamFormProblems({ ...createCompleteTeam(), coaches }, competition, settings)
    }
    const doubt = [{ field: 'coaches.0.phone', code: 'phone-country' }]
    expect(list('0501234567')).toEqual(doubt)
    expect(list('٠٥٠١٢٣٤٥٦٧')).toEqual(doubt)
    expect(list('01012345678')).toEqual([])
    expect(list('+966501234567')).toEqual([])
    expect(list('0501234567', '0501234567')).toEqual([])
    expect(list('0501234567', '0501234568')).toEqual(doubt)
    expect(toTranslatedFieldErrors(t, list('0501234567'))).toEqual({
      'coaches.0.phone': en.download.decideCountry,
    })
  })
  it('describe problems with their field in both languages', () => {
    const found = listBlockingTeamFormProblems(
      {
        ...createCompleteTeam(),
        members: [
          { ...sara, nationalId: '1000000009' },
          { ...ali, birthDate: '2020-01-01', ...guardian },
        ],
      },
      competition,
      settings,
    )
    expect(toTranslatedFieldErrors(t, found)).toEqual({
      'members.0.nationalId': enTeams.accountTeams.problems['bad-national-id'],
      'members.1.birthDate': 'Too young for this competition (minimum age 8).',
    })
    expect(toTranslatedFieldErrors(tAr, found)['members.0.nationalId']).toBe(
      arTeams.accountTeams.problems['bad-national-id'],
    )
    expect(getTeamFormFieldLabel(t, 'members.1.birthDate')).toBe('Member 2: Date of birth')
    expect(getTeamFormFieldLabel(t, 'members.0.consent.agreed')).toBe('Member 1: Parent or guardian consent')
    expect(getTeamFormFieldLabel(tAr, 'competitionId')).toBe(arTeams.accountTeams.form.competition)
  })
  it('assign the problem of a photo to its member, and sort the problems', () => {
    const errors = toTeamFormErrorsFromApi({ photo1: 'no picture', 'members.0.name': 'x', name: 'y' })
    expect(errors).toEqual({ 'members.1.photo': 'no picture', 'members.0.name': 'x', name: 'y' })
    expect(listErrorFieldsInFormOrder(errors)).toEqual(['name', 'members.0.name', 'members.1.photo'])
  })
  it('move errors up when a member is removed', () => {
    const errors: FieldErrors = {
      name: 'n',
      members: 'm',
      'members.0.name': 'a',
      'members.1.name': 'b',
      'members.2.consent.agreed': 'c',
    }
    expect(removeAndShiftPersonErrors(errors, 'members', 1)).toEqual({
      name: 'n',
      'members.0.name': 'a',
      'members.1.consent.agreed': 'c',
    })
  })
  it('compare the changes of another user field by field', () => {
    const mine = { ...toTeamFormValues(team), name: 'Hawks' }
    const theirs = { ...team, schoolName: 'Palm', schoolType: null, members: team.members.slice(0, 1) }
    expect(listTeamFieldDifferences(t, 'en', [], mine, theirs)).toEqual([
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
    expect(formatTeamFee(t, competition, 'en').replace(/\s/g, ' ')).toBe('SAR 150.00')
    expect(formatTeamFee(t, { ...competition, fee: 0 }, 'en')).toBe(enTeams.competitions.noFee)
    expect(formatScoreTime(75_500)).toBe('1:15.50')
  })
})
