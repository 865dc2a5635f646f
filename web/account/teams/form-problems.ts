import type { TFunction } from 'i18next'
import type { OpenCompetition } from '#contract/competition.ts'
import type { StoredPeople, TeamProblem } from '#contract/rules/team.ts'
import { findTeamProblems } from '#contract/rules/team.ts'
import {
  accountTeamFields,
  ownPersonFields,
  type PersonField,
  personFieldNames,
  personFields,
  type TeamField,
  teamFields,
} from '#contract/team.fields.ts'
import { getPersonFieldLabel } from '#web/shared/teams/person-texts.ts'
import { getTeamFieldLabel } from '#web/shared/teams/team-texts.ts'
import { type PeopleGroup, type TeamValues, toTeamSubmission } from './form-values.ts'

/** What is wrong, by the field's name (`members.0.nationalId`). */
export type FieldErrors = Record<string, string>

export type CompetitionLimits = Pick<
  OpenCompetition,
  'minMembers' | 'maxMembers' | 'minCoaches' | 'maxCoaches' | 'minAge' | 'maxAge' | 'closesAt'
>

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** What any competition asks for. */
const anyFrame: CompetitionLimits = {
  minMembers: 0,
  maxMembers: 99,
  minCoaches: 0,
  maxCoaches: 99,
  minAge: null,
  maxAge: null,
  closesAt: null,
}

/** Everything that is wrong with the form, in its order; without a competition that, and what is wrong in any. `today` is YYYY-MM-DD. */
export const findProblems = (values: TeamValues, frame: CompetitionLimits | undefined, today: string): TeamProblem[] => {
  const there: StoredPeople = new Map(
    [...values.coaches, ...values.members].flatMap(({ id, stored }) =>
      id === undefined ? [] : [[id, { nationalId: Boolean(stored?.nationalId), consent: Boolean(stored?.consent) }] as const],
    ),
  )
  const found = findTeamProblems(toTeamSubmission(values, today), { ...(frame ?? anyFrame), today }, there)
  if (!frame) found.push({ field: 'competitionId', code: 'required' })
  for (const group of ['coaches', 'members'] as const)
    for (const [at, { email }] of values[group].entries())
      if (email.trim() !== '' && !isEmail(email.trim())) found.push({ field: `${group}.${at}.email`, code: 'bad-format' })
  return inOrder(found)
}

const teamFieldOrder: string[] = ['competitionId', ...accountTeamFields.filter((field) => field !== 'competitionId'), 'image']
const personFieldOrder: string[] = [
  ...ownPersonFields,
  'photo',
  ...personFieldNames.filter((field) => field.startsWith('consent.')),
  'consent.agreed',
]
/** The place of a field in the form. */
const placeOf = (field: string): number => {
  const [first = '', at, ...rest] = field.split('.')
  if (first !== 'coaches' && first !== 'members') {
    const place = teamFieldOrder.indexOf(first)
    return place === -1 ? 9e6 : place
  }
  const inPerson = personFieldOrder.indexOf(rest.join('.'))
  return (first === 'coaches' ? 1e4 : 2e4) + (at === undefined ? 9e3 : Number(at) * 100 + (inPerson === -1 ? 99 : inPerson))
}
const inOrder = (found: TeamProblem[]) => found.toSorted((one, other) => placeOf(one.field) - placeOf(other.field))

/** The names of fields in the order of the form. */
export const sortFields = (errors: FieldErrors): string[] => Object.keys(errors).toSorted((one, other) => placeOf(one) - placeOf(other))

const wordOf = (t: TFunction, { field, code, values }: TeamProblem): string => {
  if (field === 'competitionId') return t('accountTeams.problems.competition')
  if (code === 'bad-format' && field.endsWith('.email')) return t('accountTeams.problems.email')
  return t(`accountTeams.problems.${code}`, { limit: '', ...values })
}

/** The same in words; of several things about one field the first. */
export const toFieldErrors = (t: TFunction, found: readonly TeamProblem[]): FieldErrors => {
  const errors: FieldErrors = {}
  for (const problem of found) errors[problem.field] ??= wordOf(t, problem)
  return errors
}

/** The fields of a refusal as the form calls them: a photo stands with its member. */
export const toFormFieldErrors = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([field, message]) => [field.replace(/^photo(\d+)$/, 'members.$1.photo'), message]))

/** What a field is called, for the list of what is wrong: `Member 2: National ID`. */
export const getFieldLabel = (t: TFunction, field: string): string => {
  const [first = '', at, ...rest] = field.split('.')
  if (first === 'coaches' || first === 'members') {
    if (at === undefined) return t(`accountTeams.form.${first}`)
    const person = t(`accountTeams.form.person.${first === 'coaches' ? 'coach' : 'member'}`, { number: Number(at) + 1 })
    const name = personLabel(t, rest.join('.'))
    return name ? `${person}: ${name}` : person
  }
  if (first === 'image') return t('accountTeams.form.image')
  return first in teamFields ? getTeamFieldLabel(t, first as TeamField) : ''
}

const personLabel = (t: TFunction, field: string): string => {
  if (field === 'photo') return t('accountTeams.form.photo')
  if (field === 'consent.agreed') return t('accountTeams.form.guardianTitle')
  return field in personFields ? getPersonFieldLabel(t, field as PersonField) : ''
}

/** The errors that stay when somebody is taken out of a list: those behind move up. */
export const removePersonErrors = (errors: FieldErrors, group: PeopleGroup, gone: number): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      const [first, at, ...rest] = field.split('.')
      if (first !== group || at === undefined) return first === group ? [] : [[field, message]]
      const place = Number(at)
      if (place === gone) return []
      return [[place > gone ? [group, place - 1, ...rest].join('.') : field, message]]
    }),
  )
