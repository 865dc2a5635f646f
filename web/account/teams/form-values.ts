import type { OpenCompetition } from '#contract/competition.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { type AccountTeamField, accountTeamFields, type PersonKind, pickFields } from '#contract/team.fields.ts'
import type { AccountTeam, Consent, PersonSubmission, TeamPerson, TeamSubmission } from '#contract/team.ts'
import {
  createEmptyPersonFields,
  isGenderValue,
  isMinorOn,
  type PersonFieldValues,
  toPersonFieldsRequest,
  toPersonFieldValues,
} from '#web/shared/teams/person-values.ts'
import {
  createEmptyTeamFields,
  readTeamFieldValues,
  type TeamFieldValues,
  toTeamFieldsRequest,
  toTeamFieldValues,
} from '#web/shared/teams/team-values.ts'

/** What is stored of a person already. */
type Stored = { nationalId: string | null; consent: Consent | null; picture: string | null }

/** A person as the form holds one. `key` identifies them within the form. */
export type PersonValues = PersonFieldValues & {
  key: string
  id?: string
  /** A stored consent is given again. */
  renew: boolean
  stored?: Stored
}

export type PeopleGroup = 'coaches' | 'members'
/** The whole form, without its pictures: a draft cannot hold a file. */
export type TeamValues = Pick<TeamFieldValues, AccountTeamField> & Record<PeopleGroup, PersonValues[]>

/** A random UUID, on a site without TLS too. */
export const createUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const createEmptyPerson = (): PersonValues => ({ key: createUuid(), ...createEmptyPersonFields(), renew: false })

export const createEmptyTeam = (): TeamValues => ({ ...pickFields(createEmptyTeamFields(), accountTeamFields), coaches: [], members: [] })

/** Whether nothing was typed about this person. */
export const isPersonBlank = (person: PersonValues): boolean =>
  person.id === undefined &&
  Object.keys(createEmptyPersonFields()).every((field) => {
    const value = person[field as keyof PersonFieldValues]
    return typeof value === 'boolean' || value.trim() === ''
  })

/** As many people as a competition asks for at least, and not fewer than are there; blank ones above its limit go. */
export const fitPeopleToLimits = (people: readonly PersonValues[], min: number, max: number): PersonValues[] => {
  const kept = [...people]
  for (let at = kept.length - 1; at >= 0 && kept.length > max; at--) {
    const person = kept[at]
    if (person && isPersonBlank(person)) kept.splice(at, 1)
  }
  while (kept.length < min) kept.push(createEmptyPerson())
  return kept
}

/** Whether the form asks for a guardian's consent: for a minor who has none, or whose consent is given again. */
export const requiresGuardianConsent = (person: PersonValues, today: string): boolean =>
  isMinorOn(person.birthDate, today) === true && (!person.stored?.consent || person.renew)

/** Whether this person is of age and decides alone whether the photo may be shown. */
export const canConsentAlone = (person: PersonValues, today: string): boolean => isMinorOn(person.birthDate, today) === false

const consentOf = (person: PersonValues, today: string): PersonSubmission['consent'] => {
  if (requiresGuardianConsent(person, today)) {
    const { guardian, contact, agreed, publish } = person
    return { guardian: guardian.trim(), contact: westernDigits(contact).trim(), agreed, publish }
  }
  // whoever is of age is their own guardian, and is only asked about the photo
  if (!canConsentAlone(person, today) || person.publish === (person.stored?.consent?.publish ?? false)) return undefined
  return { guardian: person.name.trim(), contact: person.email.trim(), agreed: true, publish: person.publish }
}

const submitted = (kind: PersonKind, person: PersonValues, today: string): PersonSubmission => {
  const consent = kind === 'member' ? consentOf(person, today) : undefined
  return {
    ...(person.id === undefined ? {} : { id: person.id }),
    ...toPersonFieldsRequest(person),
    ...(consent ? { consent } : {}),
  }
}

/** The form as the call takes it; `existing` is the team that is changed, with the version that was read. `today` is YYYY-MM-DD. */
export const toTeamSubmission = (values: TeamValues, today: string, existing?: { id: string; version: number }): TeamSubmission => ({
  ...existing,
  ...toTeamFieldsRequest(values, accountTeamFields),
  coaches: values.coaches.map((person) => submitted('coach', person, today)),
  members: values.members.map((person) => submitted('member', person, today)),
})

const ofPerson = (person: TeamPerson): PersonValues => ({
  ...createEmptyPerson(),
  ...toPersonFieldValues(person),
  key: person.id,
  id: person.id,
  publish: person.consent?.publish ?? false,
  stored: { nationalId: person.nationalId, consent: person.consent, picture: person.picture },
})

/** A registered team as the form begins with it. */
export const toTeamValues = (team: AccountTeam): TeamValues => ({
  ...pickFields(toTeamFieldValues(team), accountTeamFields),
  coaches: team.coaches.map(ofPerson),
  members: team.members.map(ofPerson),
})

/** What a draft keeps, as JSON text; `pictures` tells whether some were picked, which it cannot keep. */
export const serializeDraft = (values: TeamValues, pictures: boolean): string => {
  const people = (list: PersonValues[]) => list.map(({ stored: _, ...person }) => person)
  return JSON.stringify({ ...values, coaches: people(values.coaches), members: people(values.members), pictures })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const readPerson = (value: unknown, stored: ReadonlyMap<string, Stored>): PersonValues[] => {
  if (typeof value !== 'object' || value === null) return []
  const found = value as Record<string, unknown>
  const person = createEmptyPerson()
  if (textOf(found.key) !== '') person.key = textOf(found.key)
  for (const [field, empty] of Object.entries({ ...createEmptyPersonFields(), renew: false }))
    Object.assign(person, { [field]: typeof empty === 'boolean' ? found[field] === true : textOf(found[field]) })
  if (!isGenderValue(person.gender)) person.gender = ''
  const id = textOf(found.id)
  const there = stored.get(id)
  // somebody who is not in the team any more is a new person
  return [there ? { ...person, id, stored: there } : person]
}

/** What a draft kept; undefined for a text that is none. `team` is the one that is changed: what is stored of its people is its, not the draft's. */
export const parseDraft = (text: string, team?: AccountTeam): { values: TeamValues; pictures: boolean } | undefined => {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof found !== 'object' || found === null) return undefined
  const draft = found as Record<string, unknown>
  const stored = new Map(
    [...(team?.coaches ?? []), ...(team?.members ?? [])].map(({ id, nationalId, consent, picture }) => [
      id,
      { nationalId, consent, picture },
    ]),
  )
  const people = (list: unknown) => (Array.isArray(list) ? list.flatMap((each) => readPerson(each, stored)) : [])
  return {
    values: {
      ...pickFields(readTeamFieldValues({ ...draft, schoolName: draft.schoolName ?? draft.school }), accountTeamFields),
      ...(team ? { competitionId: team.competition.id } : {}),
      coaches: people(draft.coaches),
      members: people(draft.members),
    },
    pictures: draft.pictures === true,
  }
}

/** Whether a team can be registered now. */
export const canRegisterTeam = ({ open, placesLeft }: OpenCompetition): boolean => open && placesLeft !== 0
