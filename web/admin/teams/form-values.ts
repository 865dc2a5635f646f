import { type PersonKind, teamFieldNames } from '#contract/team.fields.ts'
import type { PersonSubmission, Team, TeamEdit, TeamPerson } from '#contract/team.ts'
import type { PictureChange } from '#web/admin/shared/picture-field.tsx'
import {
  createEmptyPersonFields,
  isMinorOn,
  type PersonFieldValues,
  toPersonFieldsRequest,
  toPersonFieldValues,
} from '#web/shared/teams/person-values.ts'
import {
  createEmptyTeamFields,
  findMissingTeamFields,
  type TeamFieldValues,
  toTeamFieldsRequest,
  toTeamFieldValues,
} from '#web/shared/teams/team-values.ts'

/** The values of the team form. `reason` explains a change of `paid`. */
export type TeamValues = TeamFieldValues & { paid: boolean; reason: string; image: PictureChange }

export const emptyTeam: TeamValues = { ...createEmptyTeamFields(), paid: false, reason: '', image: undefined }

/** A team as the form begins with it. */
export const toTeamValues = (team: Team): TeamValues => ({ ...toTeamFieldValues(team), paid: team.paid, reason: '', image: undefined })

/** What of the team form cannot be sent; `paidBefore` is what is stored. */
export const findTeamFormProblems = (values: TeamValues, paidBefore: boolean): { field: keyof TeamValues; code: 'required' }[] => [
  ...findMissingTeamFields(values, teamFieldNames).map((field) => ({ field, code: 'required' as const })),
  ...(values.paid !== paidBefore && values.reason.trim() === '' ? [{ field: 'reason' as const, code: 'required' as const }] : []),
]

/** What is sent of the team form's values, beside the picture. */
export const toTeamEdit = (values: TeamValues, paidBefore: boolean, edited?: { id: string; version: number }): TeamEdit => ({
  ...edited,
  ...toTeamFieldsRequest(values, teamFieldNames),
  paid: values.paid,
  ...(values.paid !== paidBefore ? { reason: values.reason } : {}),
})

/** The values of the form of a coach or member. */
export type PersonValues = PersonFieldValues & { picture: PictureChange }

export const emptyPerson: PersonValues = { ...createEmptyPersonFields(), picture: undefined }

/** A person as the form begins with it. */
export const toPersonValues = (person: TeamPerson): PersonValues => ({
  ...toPersonFieldValues(person),
  guardian: person.consent?.guardian ?? '',
  contact: person.consent?.contact ?? '',
  agreed: person.consent !== null,
  publish: person.consent?.publish ?? false,
  picture: undefined,
})

/** Whether a form asks for a guardian's consent: for a member who is under 18 on `today` (YYYY-MM-DD). */
export const requiresGuardianConsent = (kind: PersonKind, birthDate: string, today: string): boolean =>
  kind === 'member' && isMinorOn(birthDate, today) === true

const consentFields = ['guardian', 'contact', 'agreed', 'publish'] as const

/** What is sent of a person's form, beside the picture. A consent that is there and was not touched keeps its date: it is not sent again. */
export const toPersonSubmission = (kind: PersonKind, values: PersonValues, today: string, person?: TeamPerson): PersonSubmission => {
  const before = person?.consent ? toPersonValues(person) : undefined
  const touched = before === undefined || consentFields.some((field) => values[field] !== before[field])
  const consent = requiresGuardianConsent(kind, values.birthDate, today) && touched
  return {
    ...(person ? { id: person.id } : {}),
    ...toPersonFieldsRequest(values),
    ...(consent ? { consent: { guardian: values.guardian, contact: values.contact, agreed: values.agreed, publish: values.publish } } : {}),
  }
}

/** A refused field of a person by the form's own name (`consent.guardian` is `guardian`). */
export const toPersonFormField = (field: string): string => field.replace(/^consent\./, '')

/** How long a reason has to be at least. */
export const minReasonLength = 3
