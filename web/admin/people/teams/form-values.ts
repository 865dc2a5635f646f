import {
  consentFields,
  type PersonKind,
  personFieldNames,
  teamFieldNames,
} from '#contract/people/teams/team.fields.ts'
import type { PersonSubmission, Team, TeamEdit, TeamPerson } from '#contract/people/teams/team.schema.ts'
import type { ImageChange } from '#web/admin/shared/image-field.tsx'
import {
  createEmptyPersonFields,
  isMinorOn,
  type PersonFieldValues,
  toConsentRequest,
  toPersonFieldsRequest,
  toPersonFieldValues,
} from '#web/shared/people/teams/person-values.ts'
import {
  createDefaultTeamFieldValues,
  listMissingRequiredTeamFields,
  type TeamFieldValues,
  toTeamFieldsRequest,
  toTeamFieldValues,
} from '#web/shared/people/teams/team-values.ts'

/** The values of the team form. `reason` explains a change of `paid`. */
export type TeamValues = TeamFieldValues & { paid: boolean; reason: string; image: ImageChange }

export const emptyTeam: TeamValues = {
  ...createDefaultTeamFieldValues(),
  paid: false,
  reason: '',
  image: undefined,
}

/** Maps a team to the values of the form. */
export const toAdminTeamFormValues = (team: Team): TeamValues => ({
  ...toTeamFieldValues(team),
  paid: team.paid,
  reason: '',
  image: undefined,
})

/** Finds the problems of the team form. `paidBefore` is the stored value. */
export const listAdminTeamFormProblems = (
  values: TeamValues,
  paidBefore: boolean,
): { field: keyof TeamValues; code: 'required' }[] => [
  ...listMissingRequiredTeamFields(values, teamFieldNames).map((field) => ({
    field,
    code: 'required' as const,
  })),
  ...(values.paid !== paidBefore && values.reason.trim() === ''
    ? [{ field: 'reason' as const, code: 'required' as const }]
    : []),
]

/** Maps the team form to the request, without the image. */
export const toSaveTeamRequest = (
  values: TeamValues,
  paidBefore: boolean,
  edited?: { id: string; version: number },
): TeamEdit => ({
  ...edited,
  ...toTeamFieldsRequest(values, teamFieldNames),
  paid: values.paid,
  ...(values.paid !== paidBefore ? { reason: values.reason } : {}),
})

/** The values of the form of a coach or member. */
export type PersonValues = PersonFieldValues & { picture: ImageChange }

export const emptyPerson: PersonValues = { ...createEmptyPersonFields(), picture: undefined }

/** Maps a person to the values of the form. */
export const toAdminPersonFormValues = (person: TeamPerson): PersonValues => ({
  ...toPersonFieldValues(person, personFieldNames),
  'consent.agreed': person.consent !== null,
  'consent.publish': person.consent?.publish ?? false,
  picture: undefined,
})

/**
 * Returns whether a form asks for a guardian's consent: for a member who is under 18 on `today` (YYYY-MM-DD).
 */
export const isMinorMember = (kind: PersonKind, birthDate: string, today: string): boolean =>
  kind === 'member' && isMinorOn(birthDate, today) === true

/**
 * Maps the form of a person to the request, without the photo. An unchanged consent is not sent, so that it
 * keeps its date.
 */
export const toPersonSubmissionWithChangedConsent = (
  kind: PersonKind,
  values: PersonValues,
  today: string,
  person?: TeamPerson,
): PersonSubmission => {
  const before = person?.consent ? toAdminPersonFormValues(person) : undefined
  const touched =
    before === undefined ||
    ([...consentFields, 'consent.agreed', 'consent.publish'] as const).some(
      (field) => values[field] !== before[field],
    )
  const consent = isMinorMember(kind, values.birthDate, today) && touched
  return {
    ...(person ? { id: person.id } : {}),
    ...toPersonFieldsRequest(values),
    ...(consent ? { consent: toConsentRequest(values) } : {}),
  }
}

/** The minimum length of a reason. */
export const minReasonLength = 3
