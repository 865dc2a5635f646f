import type { Competition } from '#contract/event/competition.schema.ts'
import {
  type AccountTeamField,
  accountTeamFields,
  consentFields,
  consentKeys,
  getPersonFieldValue,
  isPersonFieldRequired,
  isTeamFieldAlwaysRequired,
  type PersonField,
  type PersonKind,
} from '#contract/people/teams/team.fields.ts'
import type { PersonSubmission, TeamSubmission } from '#contract/people/teams/team.schema.ts'
import { normalizeEmail, normalizeNationalId } from '../../accounts/identity.ts'
import { cleanText } from '../../platform/text.ts'
import { getAgeInSeasonYear, isIsoDate, isMinor } from './age.ts'
import type { AgeLevelProblem } from './age-level.ts'
import { findNationalIdProblem } from './national-id.ts'
import { findLinkInName } from './person-name.ts'

/**
 * The number of unpaid teams that a user may have in a competition with a fee, so that no user
 * reserves all places without paying.
 */
export const maxUnpaidTeams = 20

/** A problem of one field. The fields of people are named by their index: `members.0.name`. */
export type TeamProblem = {
  field: string
  code:
    | 'required'
    | 'bad-format'
    | 'bad-date'
    | 'too-few'
    | 'too-many'
    | 'below-age'
    | 'above-age'
    | 'bad-national-id'
    | 'other-birth-date'
    | 'other-gender'
    | 'twice'
    | 'consent'
    | 'future'
    | 'has-link'
    | AgeLevelProblem['code']
  values?: Record<string, string | number>
}

/** The limits of a competition and the current day. */
type RegistrationLimits = Pick<
  Competition,
  'minMembers' | 'maxMembers' | 'minCoaches' | 'maxCoaches' | 'minAge' | 'maxAge' | 'closesAt'
> & {
  /** YYYY-MM-DD */
  today: string
}

/** Returns the year whose ages count: that of the end of registration, or the current year. */
export const getAgeYearFromRegistrationEnd = ({
  closesAt,
  today,
}: Pick<RegistrationLimits, 'closesAt' | 'today'>): number => Number((closesAt ?? today).slice(0, 4))

/** The fields of a person in which a stored value may stay although it breaks a newer rule. */
const keptFields = ['name', 'email', 'phone', 'birthDate', 'gender'] as const
type KeptField = (typeof keptFields)[number]
const isKeptField = (field: string): field is KeptField => (keptFields as readonly string[]).includes(field)

/**
 * What is stored of a person: whether there is a national ID and a consent, and, where a stored person is
 * changed, the other values.
 */
export type StoredPerson = {
  nationalId: boolean
  consent: boolean
  values?:
    | (Pick<PersonSubmission, KeptField> & { consent?: { guardian: string } | null | undefined })
    | undefined
  /** The kind, in a stored team. */
  kind?: PersonKind
  /** The guardian of this member refuses: the team may go below its minimum without the member. */
  isRefused?: boolean
}

const isSameText = (one: string | undefined, other: string | undefined, kind: 'name' | 'code' = 'name') =>
  cleanText(one ?? '', kind) === cleanText(other ?? '', kind)

/** Tells whether a problem is about a stored value that does not change. */
const isAboutStoredValue = (
  { field, code }: TeamProblem,
  person: PersonSubmission,
  { values, consent, nationalId }: StoredPerson,
): boolean => {
  if (!values) return false
  const isSame = (name: KeptField) =>
    isSameText(String(person[name] ?? ''), String(values[name] ?? ''), name === 'name' ? 'name' : 'code')
  // a stored person without a national ID, who gets none
  if (field === 'nationalId') return code === 'required' && !nationalId
  if (code === 'has-link' && field === 'consent.guardian')
    return isSameText(person.consent?.guardian, values.consent?.guardian)
  if (!field.startsWith('consent.')) return isKeptField(field) && isSame(field)
  // a stored member without a consent, of whom nothing about a guardian is entered
  const given = person.consent
  const isBlank = !given || (!given.agreed && consentKeys.every((key) => given[key].trim() === ''))
  return !consent && isBlank && isSame('birthDate')
}

type PersonLimits = Pick<RegistrationLimits, 'minAge' | 'maxAge' | 'closesAt' | 'today'>

/**
 * Finds what the law and the competition require of a person and is missing or wrong. A rule holds for what
 * is new or changed: problems of `stored` values that stay as they are, are warnings (see
 * `listUnchangedPersonValueProblems`).
 */
export const listProblemsInChangedPersonValues = (
  kind: PersonKind,
  person: PersonSubmission,
  limits: PersonLimits,
  stored: StoredPerson = { nationalId: false, consent: false },
): TeamProblem[] =>
  listPersonProblems(kind, person, limits, stored).filter(
    (problem) => !isAboutStoredValue(problem, person, stored),
  )

/** Finds the problems of stored values that do not change, with which a person can be saved. */
export const listUnchangedPersonValueProblems = (
  kind: PersonKind,
  person: PersonSubmission,
  limits: PersonLimits,
  stored: StoredPerson,
): TeamProblem[] =>
  listPersonProblems(kind, person, limits, stored).filter((problem) =>
    isAboutStoredValue(problem, person, stored),
  )

/**
 * Returns true when a submitted member is another person than the stored one: with another national ID, or with
 * another name and another date of birth. Consent, photo and national ID of the stored member are not those of
 * the other person.
 */
export const isMemberReplaced = (
  before: Pick<PersonSubmission, 'name' | 'birthDate'>,
  after: Pick<PersonSubmission, 'name' | 'birthDate'>,
  hasOtherNationalId: boolean,
): boolean =>
  hasOtherNationalId || (!isSameText(before.name, after.name) && before.birthDate !== after.birthDate)

const listPersonProblems = (
  kind: PersonKind,
  person: PersonSubmission,
  limits: PersonLimits,
  stored: StoredPerson,
): TeamProblem[] => {
  const problems: TeamProblem[] = []
  const addProblem = (field: string, code: TeamProblem['code'], values?: TeamProblem['values']) =>
    problems.push(values ? { field, code, values } : { field, code })
  const requireField = (field: PersonField) => {
    if (isPersonFieldRequired(kind, field) && String(getPersonFieldValue(person, field) ?? '').trim() === '')
      addProblem(field, 'required')
  }
  for (const field of ['name', 'email', 'phone'] as const) requireField(field)
  // emails contain the names
  const refuseLink = (field: string, name: string) => {
    const part = findLinkInName(name)
    if (part !== undefined) addProblem(field, 'has-link', { part })
  }
  refuseLink('name', person.name)
  const guardian = person.consent?.guardian ?? ''
  // adults give the consent themselves
  if (kind === 'member' && guardian !== person.name) refuseLink('consent.guardian', guardian)

  const { birthDate, gender } = person
  const hasValidDate = birthDate !== null && isIsoDate(birthDate)
  if (birthDate !== null && !hasValidDate) addProblem('birthDate', 'bad-date')
  else if (hasValidDate && birthDate > limits.today) addProblem('birthDate', 'future')
  for (const field of ['birthDate', 'gender'] as const) requireField(field)
  if (kind === 'member') {
    if (hasValidDate && birthDate <= limits.today) {
      const age = getAgeInSeasonYear(birthDate, getAgeYearFromRegistrationEnd(limits))
      if (limits.minAge !== null && age < limits.minAge)
        addProblem('birthDate', 'below-age', { limit: limits.minAge })
      if (limits.maxAge !== null && age > limits.maxAge)
        addProblem('birthDate', 'above-age', { limit: limits.maxAge })
    }
  }

  const id = person.nationalId?.trim() ?? ''
  if (id === '') {
    if (!stored.nationalId) requireField('nationalId')
  } else {
    const problem = findNationalIdProblem(id, { birthDate, gender })
    if (problem) addProblem('nationalId', problem)
  }

  if (
    kind === 'member' &&
    hasValidDate &&
    isMinor(birthDate, limits.today) &&
    !(stored.consent && !person.consent)
  ) {
    consentFields.forEach(requireField)
    if (!person.consent?.agreed) addProblem('consent.agreed', 'consent')
  }
  return problems
}

/** What is stored of people, by their ids. */
export type StoredPeople = ReadonlyMap<string, StoredPerson>

/**
 * Returns the fewest and the most people of a kind that a stored team may have, when only `keptIds` of the stored
 * people stay. The team may keep as many people as it has. It may have fewer than the competition asks for where
 * members leave whose guardian refuses.
 */
export const getPeopleLimitsOfStoredTeam = (
  kind: PersonKind,
  keptIds: ReadonlySet<string | undefined>,
  stored: StoredPeople,
  { min, max }: { min: number; max: number },
): { least: number; most: number } => {
  const people = [...stored].filter(([, person]) => person.kind === kind)
  const refused = people.filter(([id, { isRefused }]) => isRefused && !keptIds.has(id))
  return { least: Math.min(min, people.length - refused.length), most: Math.max(max, people.length) }
}

/** The values of a stored team. */
export type StoredTeamFields = Partial<Record<AccountTeamField, string | null>>

/**
 * Finds the problems of a registration: required fields, the number of coaches and members, each person, and
 * repeated national IDs. The database checks whether a person is in another team and whether a place is free.
 * A rule holds for what is new or changed: `storedTeam` has the values of a team that is changed. It may have as
 * many people as it had, and fewer without members whose guardian refuses.
 */
export const listNewOrChangedTeamProblems = (
  team: TeamSubmission,
  limits: RegistrationLimits,
  stored: StoredPeople = new Map(),
  storedTeam?: StoredTeamFields,
): TeamProblem[] => {
  const problems: TeamProblem[] = []
  // whether the competition exists is checked where it is read
  const isStoredBlank = (field: AccountTeamField) => storedTeam !== undefined && !storedTeam[field]?.trim()
  for (const field of accountTeamFields)
    if (
      field !== 'competitionId' &&
      isTeamFieldAlwaysRequired(field) &&
      !team[field]?.trim() &&
      !isStoredBlank(field)
    )
      problems.push({ field, code: 'required' })
  const count = (field: 'coaches' | 'members', kind: PersonKind, min: number, max: number) => {
    const { length } = team[field]
    const { least, most } = storedTeam
      ? getPeopleLimitsOfStoredTeam(kind, new Set(team[field].map(({ id }) => id)), stored, { min, max })
      : { least: min, most: max }
    if (length < least) problems.push({ field, code: 'too-few', values: { limit: min } })
    if (length > most) problems.push({ field, code: 'too-many', values: { limit: max } })
  }
  count('coaches', 'coach', limits.minCoaches, limits.maxCoaches)
  count('members', 'member', limits.minMembers, limits.maxMembers)
  const seen = new Set<string>()
  for (const [group, kind] of [
    ['coaches', 'coach'],
    ['members', 'member'],
  ] as const)
    for (const [at, person] of team[group].entries()) {
      const storedParts = person.id === undefined ? undefined : stored.get(person.id)
      for (const problem of listProblemsInChangedPersonValues(kind, person, limits, storedParts))
        problems.push({ ...problem, field: `${group}.${at}.${problem.field}` })
      const id = normalizeNationalId(person.nationalId ?? '')
      if (id !== '' && seen.has(id)) problems.push({ field: `${group}.${at}.nationalId`, code: 'twice' })
      seen.add(id)
    }
  return problems
}

/**
 * Finds what only the owner of a team may change: who its coaches are, and their email addresses, which
 * decide who sees the team. `stored` are the coaches of the team by their ids.
 */
export const listOwnerOnlyChangeProblems = (
  submitted: readonly Pick<PersonSubmission, 'id' | 'email'>[],
  stored: ReadonlyMap<string, { email: string }>,
): { field: string; code: 'owner-only' }[] => {
  const ids = new Set(submitted.map(({ id }) => id))
  if (ids.size !== stored.size || [...stored.keys()].some((id) => !ids.has(id)))
    return [{ field: 'coaches', code: 'owner-only' }]
  return submitted.flatMap(({ id = '', email }, at) =>
    normalizeEmail(email) === normalizeEmail(stored.get(id)?.email ?? '')
      ? []
      : [{ field: `coaches.${at}.email`, code: 'owner-only' as const }],
  )
}
