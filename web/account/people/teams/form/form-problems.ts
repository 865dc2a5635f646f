import type { TFunction } from 'i18next'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import { listChangedAgeLevelProblems, type StoredAges } from '#contract/people/teams/age-level.ts'
import {
  accountTeamFields,
  consentFields,
  type PersonField,
  personFields,
  personFieldsWithoutConsent,
  pickFields,
  type TeamField,
  teamFields,
  teamValueFields,
} from '#contract/people/teams/team.fields.ts'
import type { AccountTeam, TeamPerson } from '#contract/people/teams/team.schema.ts'
import {
  getAgeYearFromRegistrationEnd,
  listNewOrChangedTeamProblems,
  listUnchangedPersonValueProblems,
  type StoredPeople,
  type StoredPerson,
  type StoredTeamFields,
  type TeamProblem,
} from '#contract/people/teams/team-rules.ts'
import { isEmailAddress } from '#contract/platform/email.ts'
import { suggestOtherPhoneCountry } from '#contract/platform/phone-country.ts'
import { cleanText } from '#contract/platform/text.ts'
import { getPersonFieldLabel } from '#web/shared/people/teams/person-texts.ts'
import { getTeamFieldLabel } from '#web/shared/people/teams/team-texts.ts'
import { type PeopleGroup, type TeamValues, toTeamSubmission } from './form-values.ts'

/** Returns the id of the element of a field (`members.0.nationalId`). */
export const toFieldElementId = (field: string) => `f-${field.replaceAll('.', '-')}`

/** A problem of a field, or a phone number whose country is in doubt. */
type TeamFormProblem = TeamProblem | { field: string; code: 'phone-country'; values?: undefined }

/** Error messages by field (`members.0.nationalId`). */
export type FieldErrors = Record<string, string>

export type CompetitionLimits = Pick<
  CompetitionWithPlaces,
  'minMembers' | 'maxMembers' | 'minCoaches' | 'maxCoaches' | 'minAge' | 'maxAge' | 'closesAt'
>

/** The limits while no competition is chosen. */
const defaultLimits: CompetitionLimits = {
  minMembers: 0,
  maxMembers: 99,
  minCoaches: 0,
  maxCoaches: 99,
  minAge: null,
  maxAge: null,
  closesAt: null,
}

const toStoredTeamFields = ({ region, ...team }: AccountTeam): StoredTeamFields => ({
  ...pickFields(team, teamValueFields),
  regionId: region?.id ?? null,
})

/** Returns the level and the dates of birth of the registered team, undefined for a new one. */
const getStoredAges = ({ members }: TeamValues): StoredAges | undefined => {
  const registered = members.flatMap(({ id, stored }) => (id && stored ? [{ id, ...stored }] : []))
  return (
    registered[0] && {
      ageLevel: registered[0].ageLevel,
      birthDates: new Map(registered.map(({ id, birthDate }) => [id, birthDate])),
    }
  )
}

/** Returns what is stored of the people of a registered team, for the rules. */
export const mapStoredPeopleById = (record: AccountTeam): StoredPeople => {
  const refused = new Set(
    record.guardianConfirmations.flatMap(({ state, personId }) => (state === 'refused' ? [personId] : [])),
  )
  const toStored = (person: TeamPerson): StoredPerson => ({
    kind: person.kind,
    nationalId: Boolean(person.nationalId),
    consent: Boolean(person.consent),
    values: person,
    isRefused: refused.has(person.id),
  })
  return new Map([...record.coaches, ...record.members].map((person) => [person.id, toStored(person)]))
}

/**
 * Validates the registration form against the limits of the chosen competition. Returns the problems in the
 * order of the fields; the choice of a competition is required. `today` is YYYY-MM-DD, `phoneCountry` the
 * country of the settings. `record` is the team that is changed: what is stored and does not change is no problem.
 */
export const listBlockingTeamFormProblems = (
  values: TeamValues,
  frame: CompetitionLimits | undefined,
  { today, phoneCountry }: { today: string; phoneCountry: string },
  record?: AccountTeam,
): TeamFormProblem[] => {
  const there = record
    ? mapStoredPeopleById(record)
    : new Map<string, StoredPerson>(
        [...values.coaches, ...values.members].flatMap(({ id, stored }) =>
          id === undefined
            ? []
            : [[id, { nationalId: Boolean(stored?.nationalId), consent: Boolean(stored?.consent) }] as const],
        ),
      )
  const limits = { ...(frame ?? defaultLimits), today }
  const submission = toTeamSubmission(values, today)
  const found: TeamFormProblem[] = listNewOrChangedTeamProblems(
    submission,
    limits,
    there,
    record && toStoredTeamFields(record),
  )
  if (frame)
    found.push(
      ...listChangedAgeLevelProblems(
        submission,
        limits,
        getAgeYearFromRegistrationEnd(limits),
        getStoredAges(values),
      ),
    )
  if (!frame) found.push({ field: 'competitionId', code: 'required' })
  for (const group of ['coaches', 'members'] as const)
    for (const [at, { email, phone, stored }] of values[group].entries()) {
      if (cleanText(email, 'code') !== '' && !isEmailAddress(cleanText(email, 'code')))
        found.push({ field: `${group}.${at}.email`, code: 'bad-format' })
      if (phone !== stored?.phone && suggestOtherPhoneCountry(phone, phoneCountry) !== undefined)
        found.push({ field: `${group}.${at}.phone`, code: 'phone-country' })
    }
  return sortProblems(found)
}

/** Lists the problems of stored people that stay as they are, with which a registered team can be saved. */
export const listUnchangedPeopleProblems = (
  values: TeamValues,
  frame: CompetitionLimits | undefined,
  today: string,
  record: AccountTeam | undefined,
): TeamProblem[] => {
  if (!record) return []
  const stored = mapStoredPeopleById(record)
  const submission = toTeamSubmission(values, today)
  const limits = { ...(frame ?? defaultLimits), today }
  return (['coaches', 'members'] as const).flatMap((group) =>
    submission[group].flatMap((person, at) => {
      const before = person.id === undefined ? undefined : stored.get(person.id)
      if (!before) return []
      return listUnchangedPersonValueProblems(before.kind ?? 'member', person, limits, before).map(
        (problem) => ({
          ...problem,
          field: `${group}.${at}.${problem.field}`,
        }),
      )
    }),
  )
}

const teamFieldOrder: string[] = [
  'competitionId',
  ...accountTeamFields.filter((field) => field !== 'competitionId'),
  'image',
]
const personFieldOrder: string[] = [
  ...personFieldsWithoutConsent,
  'photo',
  ...consentFields,
  'consent.agreed',
]
/** Returns the sort key of a field. */
const getSortKey = (field: string): number => {
  const [first = '', at, ...rest] = field.split('.')
  if (first !== 'coaches' && first !== 'members') {
    const place = teamFieldOrder.indexOf(first)
    return place === -1 ? 9e6 : place
  }
  const inPerson = personFieldOrder.indexOf(rest.join('.'))
  return (
    (first === 'coaches' ? 1e4 : 2e4) +
    (at === undefined ? 9e3 : Number(at) * 100 + (inPerson === -1 ? 99 : inPerson))
  )
}
const sortProblems = (found: TeamFormProblem[]) =>
  found.toSorted((one, other) => getSortKey(one.field) - getSortKey(other.field))

/** Returns the names of the fields with errors in the order of the form. */
export const listErrorFieldsInFormOrder = (errors: FieldErrors): string[] =>
  Object.keys(errors).toSorted((one, other) => getSortKey(one) - getSortKey(other))

const translateProblem = (t: TFunction, { field, code, values }: TeamFormProblem): string => {
  if (code === 'phone-country') return t('download.decideCountry')
  if (field === 'competitionId') return t('accountTeams.problems.competition')
  if (code === 'bad-format' && field.endsWith('.email')) return t('accountTeams.problems.email')
  return t(`accountTeams.problems.${code}`, { limit: '', part: '', ...values })
}

/** Translates problems to error messages: the first problem of each field. */
export const toTranslatedFieldErrors = (t: TFunction, found: readonly TeamFormProblem[]): FieldErrors => {
  const errors: FieldErrors = {}
  for (const problem of found) errors[problem.field] ??= translateProblem(t, problem)
  return errors
}

/** Maps the fields of an API error to those of the form: a photo belongs to its member. */
export const toTeamFormErrorsFromApi = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [
      field.replace(/^photo(\d+)$/, 'members.$1.photo'),
      message,
    ]),
  )

/** Returns the label of a field for the list of problems: `Member 2: National ID`. */
export const getTeamFormFieldLabel = (t: TFunction, field: string): string => {
  const [first = '', at, ...rest] = field.split('.')
  if (first === 'coaches' || first === 'members') {
    if (at === undefined) return t(`accountTeams.form.${first}`)
    const person = t(`accountTeams.form.person.${first === 'coaches' ? 'coach' : 'member'}`, {
      number: Number(at) + 1,
    })
    const name = getPersonLabel(t, rest.join('.'))
    return name ? `${person}: ${name}` : person
  }
  if (first === 'image') return t('accountTeams.form.image')
  return first in teamFields ? getTeamFieldLabel(t, first as TeamField) : ''
}

const getPersonLabel = (t: TFunction, field: string): string => {
  if (field === 'photo') return t('accountTeams.form.photo')
  if (field === 'consent.agreed') return t('accountTeams.form.guardianTitle')
  return field in personFields ? getPersonFieldLabel(t, field as PersonField) : ''
}

/** Removes the errors of a removed person. The errors of later persons move up. */
export const removeAndShiftPersonErrors = (
  errors: FieldErrors,
  group: PeopleGroup,
  gone: number,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      const [first, at, ...rest] = field.split('.')
      if (first !== group || at === undefined) return first === group ? [] : [[field, message]]
      const place = Number(at)
      if (place === gone) return []
      return [[place > gone ? [group, place - 1, ...rest].join('.') : field, message]]
    }),
  )
