import type { OpenCompetition } from '#contract/competition.ts'
import { isDay, isMinor } from '#contract/rules/age.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import type { AccountTeam, AgeLevel, Consent, PersonKind, PersonSubmission, TeamPerson, TeamSubmission } from '#contract/team.ts'
import { ageLevels } from '#contract/team.ts'

/** What is stored of a person already. */
type Stored = { nationalId: string | null; consent: Consent | null; picture: string | null }

/** A person as the form holds one. `key` names them within the form; `birthDate` is YYYY-MM-DD or empty; `gender` 0 male, 1 female or empty. */
export type PersonValues = {
  key: string
  id?: string
  name: string
  email: string
  phone: string
  nationalId: string
  birthDate: string
  gender: '' | '0' | '1'
  guardian: string
  contact: string
  agreed: boolean
  publish: boolean
  /** A consent that is stored is given anew. */
  renew: boolean
  stored?: Stored
}

export type Group = 'coaches' | 'members'
/** The whole form, without its pictures: a file cannot be kept in a draft. */
export type TeamValues = {
  competitionId: string
  regionId: string
  name: string
  schoolName: string
  ageLevel: AgeLevel
} & Record<Group, PersonValues[]>

/** A random UUID, on a site without TLS too. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const texts = ['name', 'email', 'phone', 'nationalId', 'birthDate', 'guardian', 'contact'] as const
export const emptyPerson = (): PersonValues => ({
  key: newId(),
  name: '',
  email: '',
  phone: '',
  nationalId: '',
  birthDate: '',
  gender: '',
  guardian: '',
  contact: '',
  agreed: false,
  publish: false,
  renew: false,
})

export const emptyTeam = (): TeamValues => ({
  competitionId: '',
  regionId: '',
  name: '',
  schoolName: '',
  ageLevel: 'elementary',
  coaches: [],
  members: [],
})

/** Nobody has typed anything about this person. */
export const isBlank = (person: PersonValues): boolean =>
  person.id === undefined && texts.every((field) => person[field].trim() === '') && person.gender === ''

/** As many people as a competition asks for at least, and not fewer than are there; blank ones above its limit go. */
export const fitted = (people: readonly PersonValues[], min: number, max: number): PersonValues[] => {
  const kept = [...people]
  for (let at = kept.length - 1; at >= 0 && kept.length > max; at--) {
    const person = kept[at]
    if (person && isBlank(person)) kept.splice(at, 1)
  }
  while (kept.length < min) kept.push(emptyPerson())
  return kept
}

/** Whether a guardian's consent is asked for in the form: of a minor who has none, or whose consent is given anew. */
export const asksConsent = (person: PersonValues, today: string): boolean =>
  isDay(person.birthDate) && person.birthDate <= today && isMinor(person.birthDate, today) && (!person.stored?.consent || person.renew)

/** Whether somebody of age says for themselves that the photo may be shown. */
export const agreesAlone = (person: PersonValues, today: string): boolean =>
  isDay(person.birthDate) && person.birthDate <= today && !isMinor(person.birthDate, today)

const consentOf = (person: PersonValues, today: string): PersonSubmission['consent'] => {
  if (asksConsent(person, today)) {
    const { guardian, contact, agreed, publish } = person
    return { guardian: guardian.trim(), contact: westernDigits(contact).trim(), agreed, publish }
  }
  // whoever is of age is their own guardian, and is only asked about the photo
  if (!agreesAlone(person, today) || person.publish === (person.stored?.consent?.publish ?? false)) return undefined
  return { guardian: person.name.trim(), contact: person.email.trim(), agreed: true, publish: person.publish }
}

const submitted = (kind: PersonKind, person: PersonValues, today: string): PersonSubmission => {
  const nationalId = westernDigits(person.nationalId).trim()
  const consent = kind === 'member' ? consentOf(person, today) : undefined
  return {
    ...(person.id === undefined ? {} : { id: person.id }),
    name: person.name.trim(),
    email: person.email.trim(),
    phone: westernDigits(person.phone).trim(),
    ...(nationalId === '' ? {} : { nationalId }),
    birthDate: person.birthDate === '' ? null : person.birthDate,
    gender: person.gender === '' ? null : person.gender === '0' ? 0 : 1,
    ...(consent ? { consent } : {}),
  }
}

/** The form as the call takes it; `there` names the team that is changed, with the version that was read. `today` is YYYY-MM-DD. */
export const toSubmission = (values: TeamValues, today: string, there?: { id: string; version: number }): TeamSubmission => ({
  ...there,
  competitionId: values.competitionId,
  regionId: values.regionId === '' ? null : values.regionId,
  name: values.name.trim(),
  schoolName: values.schoolName.trim(),
  ageLevel: values.ageLevel,
  coaches: values.coaches.map((person) => submitted('coach', person, today)),
  members: values.members.map((person) => submitted('member', person, today)),
})

const ofPerson = (person: TeamPerson): PersonValues => ({
  ...emptyPerson(),
  key: person.id,
  id: person.id,
  name: person.name,
  email: person.email,
  phone: person.phone,
  birthDate: person.birthDate ?? '',
  gender: person.gender === null ? '' : person.gender === 0 ? '0' : '1',
  publish: person.consent?.publish ?? false,
  stored: { nationalId: person.nationalId, consent: person.consent, picture: person.picture },
})

/** A registered team as the form begins with it. */
export const fromTeam = (team: AccountTeam): TeamValues => ({
  competitionId: team.competition.id,
  regionId: team.region?.id ?? '',
  name: team.name,
  schoolName: team.schoolName,
  ageLevel: team.ageLevel,
  coaches: team.coaches.map(ofPerson),
  members: team.members.map(ofPerson),
})

/** What a draft keeps, as JSON text; `pictures` tells whether some were picked, which it cannot keep. */
export const toDraft = (values: TeamValues, pictures: boolean): string => {
  const people = (list: PersonValues[]) => list.map(({ stored: _, ...person }) => person)
  return JSON.stringify({ ...values, coaches: people(values.coaches), members: people(values.members), pictures })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const readPerson = (value: unknown, stored: ReadonlyMap<string, Stored>): PersonValues[] => {
  if (typeof value !== 'object' || value === null) return []
  const found = value as Record<string, unknown>
  const person = emptyPerson()
  if (textOf(found.key) !== '') person.key = textOf(found.key)
  for (const field of texts) person[field] = textOf(found[field])
  if (found.gender === '0' || found.gender === '1') person.gender = found.gender
  for (const field of ['agreed', 'publish', 'renew'] as const) person[field] = found[field] === true
  const id = textOf(found.id)
  const there = stored.get(id)
  // somebody who is not in the team any more is a new person
  return [there ? { ...person, id, stored: there } : person]
}

/** What a draft kept; undefined for a text that is none. `team` is the one that is changed: what is stored of its people is its, not the draft's. */
export const readDraft = (text: string, team?: AccountTeam): { values: TeamValues; pictures: boolean } | undefined => {
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
      competitionId: team?.competition.id ?? textOf(draft.competitionId),
      regionId: textOf(draft.regionId),
      name: textOf(draft.name),
      schoolName: textOf(draft.schoolName ?? draft.school),
      ageLevel: ageLevels.find((level) => level === draft.ageLevel) ?? 'elementary',
      coaches: people(draft.coaches),
      members: people(draft.members),
    },
    pictures: draft.pictures === true,
  }
}

/** Whether a team can be registered now. */
export const canRegister = ({ open, placesLeft }: OpenCompetition): boolean => open && placesLeft !== 0
