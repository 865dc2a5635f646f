import {
  type AccountTeamField,
  type AgeLevel,
  accountTeamFields,
  type PersonKind,
  personFieldsWithoutConsent,
  pickFields,
} from '#contract/people/teams/team.fields.ts'
import type {
  AccountTeam,
  PersonSubmission,
  TeamPerson,
  TeamSubmission,
} from '#contract/people/teams/team.schema.ts'
import {
  createEmptyPersonFields,
  isGenderOrEmptyValue,
  isMinorOn,
  isOtherPersonThanStoredMember,
  type PersonFieldValues,
  toConsentRequest,
  toPersonFieldsRequest,
  toPersonFieldValues,
} from '#web/shared/people/teams/person-values.ts'
import {
  createDefaultTeamFieldValues,
  parseStoredTeamFieldValuesOrDefaults,
  type TeamFieldValues,
  toTeamFieldsRequest,
  toTeamFieldValues,
} from '#web/shared/people/teams/team-values.ts'

/** The stored data of a person, with the level of the team. */
type StoredPersonData = Pick<
  TeamPerson,
  'kind' | 'name' | 'nationalId' | 'consent' | 'picture' | 'birthDate' | 'phone'
> & {
  ageLevel: AgeLevel
}

/** The form values of a person. `key` identifies the person within the form. */
export type PersonValues = PersonFieldValues & {
  key: string
  id?: string
  /** A stored consent is given again. */
  renew: boolean
  stored?: StoredPersonData
}

export type PeopleGroup = 'coaches' | 'members'
/** The values of the form without its images, which a draft cannot hold. */
export type TeamValues = Pick<TeamFieldValues, AccountTeamField> & Record<PeopleGroup, PersonValues[]>

/** Creates a random UUID. Works without TLS, where `crypto.randomUUID` is missing. */
export const createUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the form values of a new person, with a random key. */
export const createEmptyPersonValues = (): PersonValues => ({
  key: createUuid(),
  ...createEmptyPersonFields(),
  renew: false,
})

export const createEmptyTeamValues = (): TeamValues => ({
  ...pickFields(createDefaultTeamFieldValues(), accountTeamFields),
  coaches: [],
  members: [],
})

/** Returns whether all fields of a new person are empty. */
export const isBlankNewPerson = (person: PersonValues): boolean =>
  person.id === undefined &&
  Object.keys(createEmptyPersonFields()).every((field) => {
    const value = person[field as keyof PersonFieldValues]
    return typeof value === 'boolean' || value.trim() === ''
  })

/** Adds empty people up to the minimum of a competition and removes empty people above its maximum. */
export const fitBlankPeopleToLimits = (
  people: readonly PersonValues[],
  min: number,
  max: number,
): PersonValues[] => {
  const fitting = [...people]
  for (let at = fitting.length - 1; at >= 0 && fitting.length > max; at--) {
    const person = fitting[at]
    if (person && isBlankNewPerson(person)) fitting.splice(at, 1)
  }
  while (fitting.length < min) fitting.push(createEmptyPersonValues())
  return fitting
}

/**
 * Returns what is stored of a person of the form; undefined for a new person, also for one whose data replaces
 * that of a stored member.
 */
export const findStoredPersonUnlessReplaced = ({
  stored,
  ...person
}: PersonValues): StoredPersonData | undefined =>
  stored && !(stored.kind === 'member' && isOtherPersonThanStoredMember(stored, person)) ? stored : undefined

/**
 * Returns whether the form asks for a guardian's consent: for a minor without one, or when it is given again.
 */
const requiresNewGuardianConsent = (person: PersonValues, today: string): boolean =>
  isMinorOn(person.birthDate, today) === true &&
  (!findStoredPersonUnlessReplaced(person)?.consent || person.renew)

/** Returns whether a person is of age and decides alone whether the photo may be shown. */
export const canConsentWithoutGuardian = (person: PersonValues, today: string): boolean =>
  isMinorOn(person.birthDate, today) === false

const findChangedConsent = (person: PersonValues, today: string): PersonSubmission['consent'] => {
  // the guardian decides about the photo
  if (requiresNewGuardianConsent(person, today)) return { ...toConsentRequest(person), publish: false }
  // adults consent for themselves, and only to showing the photo
  const publish = person['consent.publish']
  const isPublished = findStoredPersonUnlessReplaced(person)?.consent?.publish ?? false
  if (!canConsentWithoutGuardian(person, today) || publish === isPublished) return undefined
  const empty = toConsentRequest(createEmptyPersonFields())
  return { ...empty, guardian: person.name.trim(), contact: person.email.trim(), agreed: true, publish }
}

const toPersonSubmission = (kind: PersonKind, person: PersonValues, today: string): PersonSubmission => {
  const consent = kind === 'member' ? findChangedConsent(person, today) : undefined
  // the data of another member makes a new person
  const isStored = person.id !== undefined && (!person.stored || findStoredPersonUnlessReplaced(person))
  return {
    ...(isStored ? { id: person.id } : {}),
    ...toPersonFieldsRequest(person),
    ...(consent ? { consent } : {}),
  }
}

/**
 * Maps the form to the request. `existing` is the team that is changed, with the version that was read.
 * `today` is YYYY-MM-DD.
 */
export const toTeamSubmission = (
  values: TeamValues,
  today: string,
  existing?: { id: string; version: number },
): TeamSubmission => ({
  ...existing,
  ...toTeamFieldsRequest(values, accountTeamFields),
  coaches: values.coaches.map((person) => toPersonSubmission('coach', person, today)),
  members: values.members.map((person) => toPersonSubmission('member', person, today)),
})

const toStoredPersonData = (person: TeamPerson, { ageLevel }: AccountTeam): StoredPersonData => ({
  ...pickFields(person, ['kind', 'name', 'nationalId', 'consent', 'picture', 'birthDate', 'phone']),
  ageLevel,
})

const toPersonValues = (person: TeamPerson, team: AccountTeam): PersonValues => ({
  ...createEmptyPersonValues(),
  ...toPersonFieldValues(person, personFieldsWithoutConsent),
  key: person.id,
  id: person.id,
  'consent.publish': person.consent?.publish ?? false,
  stored: toStoredPersonData(person, team),
})

/** Maps a registered team to the values of the form. */
export const toTeamFormValues = (team: AccountTeam): TeamValues => ({
  ...pickFields(toTeamFieldValues(team), accountTeamFields),
  coaches: team.coaches.map((person) => toPersonValues(person, team)),
  members: team.members.map((person) => toPersonValues(person, team)),
})

const copiedTeamFields = ['schoolName', 'schoolType', 'regionId'] as const
const copiedCoachFields = ['name', 'email', 'phone'] as const

/**
 * Returns what teams of one school have in common: school, region and coaches. A region that is not among
 * `regionIds` can no longer be chosen.
 */
export const copySchoolAndCoachValues = (
  team: AccountTeam,
  regionIds: readonly string[],
): Pick<TeamValues, (typeof copiedTeamFields)[number] | 'coaches'> => {
  const copied = pickFields(toTeamFieldValues(team), copiedTeamFields)
  return {
    ...copied,
    regionId: regionIds.includes(copied.regionId) ? copied.regionId : '',
    coaches: team.coaches.map((coach) => ({
      ...createEmptyPersonValues(),
      ...toPersonFieldValues(coach, copiedCoachFields),
    })),
  }
}

/** Puts copied coaches in the place of blank ones, up to the maximum; coaches that were typed stay. */
export const replaceBlankCoachesWithCopies = (
  typed: readonly PersonValues[],
  copied: readonly PersonValues[],
  max = Number.POSITIVE_INFINITY,
): PersonValues[] => {
  const kept = typed.filter((coach) => !isBlankNewPerson(coach))
  return [...kept, ...copied.slice(0, Math.max(0, max - kept.length))]
}

/** Serializes the form as JSON. `pictures` is true when images were chosen, which a draft cannot hold. */
export const serializeTeamDraft = (values: TeamValues, pictures: boolean): string => {
  const people = (list: PersonValues[]) => list.map(({ stored: _, ...person }) => person)
  return JSON.stringify({
    ...values,
    coaches: people(values.coaches),
    members: people(values.members),
    pictures,
  })
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
const parsePerson = (value: unknown, stored: ReadonlyMap<string, StoredPersonData>): PersonValues[] => {
  if (typeof value !== 'object' || value === null) return []
  const found = value as Record<string, unknown>
  const person = createEmptyPersonValues()
  if (toText(found.key) !== '') person.key = toText(found.key)
  for (const [field, empty] of Object.entries({ ...createEmptyPersonFields(), renew: false })) {
    // older drafts have the fields of the consent without the prefix
    const value = found[field] ?? found[field.replace(/^consent\./, '')]
    Object.assign(person, { [field]: typeof empty === 'boolean' ? value === true : toText(value) })
  }
  if (!isGenderOrEmptyValue(person.gender)) person.gender = ''
  const id = toText(found.id)
  const there = stored.get(id)
  // a person who is no longer in the team becomes a new person
  return [there ? { ...person, id, stored: there } : person]
}

/**
 * Parses a draft. Undefined for invalid JSON. `team` is the team that is changed: the stored data of its
 * people come from it, not from the draft.
 */
export const parseAndRepairTeamDraft = (
  text: string,
  team?: AccountTeam,
): { values: TeamValues; pictures: boolean } | undefined => {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof found !== 'object' || found === null) return undefined
  const draft = found as Record<string, unknown>
  const stored = new Map(
    team
      ? [...team.coaches, ...team.members].map((person) => [person.id, toStoredPersonData(person, team)])
      : [],
  )
  const people = (list: unknown) =>
    Array.isArray(list) ? list.flatMap((each) => parsePerson(each, stored)) : []
  return {
    values: {
      ...pickFields(
        parseStoredTeamFieldValuesOrDefaults({ ...draft, schoolName: draft.schoolName ?? draft.school }),
        accountTeamFields,
      ),
      ...(team ? { competitionId: team.competition.id } : {}),
      coaches: people(draft.coaches),
      members: people(draft.members),
    },
    pictures: draft.pictures === true,
  }
}
