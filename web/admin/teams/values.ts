import { isDay, isMinor } from '#contract/rules/age.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import type { AgeLevel, PersonKind, PersonSubmission, Team, TeamEdit, TeamPerson } from '#contract/team.ts'
import type { Gender } from '#contract/user.ts'
import type { PictureChange } from '#web/admin/shared/picture-field.tsx'

/** What the team form holds. `regionId` is empty for none; `reason` explains a change of `paid`. */
export type TeamValues = {
  name: string
  schoolName: string
  ageLevel: AgeLevel
  stage: string
  paid: boolean
  reason: string
  regionId: string
  competitionId: string
  image: PictureChange
}

export const emptyTeam: TeamValues = {
  name: '',
  schoolName: '',
  ageLevel: 'elementary',
  stage: '',
  paid: false,
  reason: '',
  regionId: '',
  competitionId: '',
  image: undefined,
}

/** A team as the form begins with it. */
export const valuesOf = (team: Team): TeamValues => ({
  name: team.name,
  schoolName: team.schoolName,
  ageLevel: team.ageLevel,
  stage: team.stage,
  paid: team.paid,
  reason: '',
  regionId: team.region?.id ?? '',
  competitionId: team.competition.id,
  image: undefined,
})

/** What of the team form cannot be sent; `paidBefore` is what is stored. */
export const teamFormProblems = (values: TeamValues, paidBefore: boolean): { field: keyof TeamValues; code: 'required' }[] => [
  ...(['name', 'schoolName', 'competitionId'] as const)
    .filter((field) => values[field].trim() === '')
    .map((field) => ({ field, code: 'required' as const })),
  ...(values.paid !== paidBefore && values.reason.trim() === '' ? [{ field: 'reason' as const, code: 'required' as const }] : []),
]

/** What is sent of the team form's values, beside the picture. */
export const draftOf = (values: TeamValues, paidBefore: boolean, edited?: { id: string; version: number }): TeamEdit => ({
  ...edited,
  competitionId: values.competitionId,
  regionId: values.regionId || null,
  name: values.name,
  schoolName: values.schoolName,
  ageLevel: values.ageLevel,
  stage: values.stage,
  paid: values.paid,
  ...(values.paid !== paidBefore ? { reason: values.reason } : {}),
})

/** What a person's form holds. `birthDate` is YYYY-MM-DD, `nationalId` empty for the stored one, `gender` empty for not said. */
export type PersonValues = {
  name: string
  email: string
  phone: string
  nationalId: string
  birthDate: string
  gender: string
  guardian: string
  contact: string
  agreed: boolean
  publish: boolean
  picture: PictureChange
}

export const emptyPerson: PersonValues = {
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
  picture: undefined,
}

/** A person as the form begins with it. */
export const personValuesOf = (person: TeamPerson): PersonValues => ({
  name: person.name,
  email: person.email,
  phone: person.phone,
  nationalId: '',
  birthDate: person.birthDate ?? '',
  gender: String(person.gender ?? ''),
  guardian: person.consent?.guardian ?? '',
  contact: person.consent?.contact ?? '',
  agreed: person.consent !== null,
  publish: person.consent?.publish ?? false,
  picture: undefined,
})

/** Whether a form asks for a guardian's consent: of a member who is under 18 on `today` (YYYY-MM-DD). */
export const asksConsent = (kind: PersonKind, birthDate: string, today: string): boolean =>
  kind === 'member' && isDay(birthDate) && birthDate <= today && isMinor(birthDate, today)

const consentFields = ['guardian', 'contact', 'agreed', 'publish'] as const

/** What is sent of a person's form, beside the picture. A consent that is there and was not touched keeps its date: it is not sent again. */
export const personDraftOf = (kind: PersonKind, values: PersonValues, today: string, person?: TeamPerson): PersonSubmission => {
  const before = person?.consent ? personValuesOf(person) : undefined
  const touched = before === undefined || consentFields.some((field) => values[field] !== before[field])
  const consent = asksConsent(kind, values.birthDate, today) && touched
  return {
    ...(person ? { id: person.id } : {}),
    name: values.name,
    email: values.email,
    phone: values.phone,
    nationalId: westernDigits(values.nationalId).trim() || undefined,
    birthDate: values.birthDate || null,
    gender: values.gender === '' ? null : (Number(values.gender) as Gender),
    ...(consent ? { consent: { guardian: values.guardian, contact: values.contact, agreed: values.agreed, publish: values.publish } } : {}),
  }
}

/** A refused field of a person by the form's own name (`consent.guardian` is `guardian`). */
export const personFieldOf = (field: string): string => field.replace(/^consent\./, '')

/** How long a reason has to be at least. */
export const shortestReason = 3
