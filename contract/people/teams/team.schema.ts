import { cleanNumberOrDateToWesternDigits } from '../../accounts/identity.ts'
import {
  booleanFormField,
  formMetadataFields,
  imageFormField,
  nullableFormField,
  optionalFormField,
  optionalRawFormField,
} from '../../platform/crud.schema.ts'
import { fieldLabels } from '../../platform/field-labels.ts'
import {
  codeField,
  createPageAndSearchFields,
  emailOrEmptyField,
  idField,
  listResponseFields,
  localizedText,
  multilineTextField,
  nameField,
  rawTextField,
  singleLineField,
  uncheckedLinkField,
} from '../../platform/fields.schema.ts'
import { isTextDepthAllowedIfJson } from '../../platform/json.ts'
import { pageSizes } from '../../platform/page-sizes.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { memberGuardianConfirmation } from '../guardians/guardian-confirmation.schema.ts'
import {
  accountTeamRoles,
  ageLevels,
  type ConsentKey,
  type PersonFieldWithoutConsent,
  personFields,
  personKinds,
  schoolTypes,
  type TeamField,
  type TeamFilterField,
  type TeamValueField,
  teamFields,
} from './team.fields.ts'
import { teamLimits as limits, maxSubmittedPhotos } from './team.ts'
import { type TeamStatus, teamStatuses } from './team-places.ts'

const consentTexts = { guardian: z.string(), contact: z.string() } satisfies Record<ConsentKey, z.ZodType>
/** A guardian's written consent for a member who is a minor; `publish` allows the photo to be shown. */
const memberConsent = z.object({
  ...consentTexts,
  at: z.string(),
  textVersion: z.string(),
  publish: z.boolean(),
})
export type MemberConsent = z.infer<typeof memberConsent>

/** A coach or a member. */
const teamPerson = z
  .object({
    id: z.string(),
    kind: z.enum(personKinds),
    name: z.string(),
    email: z.string(),
    phone: z.string().describe('E.164'),
    nationalId: z.string().nullable().describe('masked'),
    birthDate: z.string().nullable().describe('YYYY-MM-DD'),
    gender: z.literal([0, 1]).nullable().describe('0 male, 1 female'),
    picture: z.string().nullable().describe('an address that works for a short time'),
    consent: memberConsent.nullable(),
    version: z.number(),
  })
  .meta({ id: 'TeamPerson' })
export type TeamPerson = z.infer<typeof teamPerson>

/**
 * One round, run or document of a team; `key` is the entry of the competition's score sheet
 * (rules/score-sheet.ts), or empty.
 */
const teamScore = z
  .object({
    key: z.string(),
    score: z.number(),
    timeMs: z.number(),
    youtubeLink: z.string(),
    file: z.string(),
    github: z.string(),
    matches: z.array(z.object({ fbs: z.number(), obs: z.number(), youtubeLink: z.string() })),
    correctedAt: z.string().optional().describe('when the attempt of an event was last corrected'),
  })
  .meta({ id: 'TeamScore' })
export type TeamScore = z.infer<typeof teamScore>

/** A match of a score. */
export type TeamMatch = TeamScore['matches'][number]

const teamValues = {
  name: z.string(),
  schoolName: z.string(),
  schoolType: z.enum(schoolTypes).nullable(),
  stage: z.string(),
  ageLevel: z.enum(ageLevels),
} satisfies Record<TeamValueField, z.ZodType>

const teamSummary = z.object({
  id: z.string(),
  teamNo: z.number(),
  ...teamValues,
  image: z.string().nullable(),
  competition: z.object({ id: z.string(), slug: z.string(), name: localizedText }),
  region: z.object({ id: z.string(), name: localizedText }).nullable(),
  paid: z.boolean(),
  complete: z
    .boolean()
    .describe(
      'whether it has as many coaches and members as its competition asks for, without the members whose guardian refuses',
    ),
  status: z
    .enum(teamStatuses)
    .describe('whether it has a place: `lapsed` lost it unpaid, `waiting` is on the waiting list'),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
})

const personSummary = z.object({ id: z.string(), name: z.string(), picture: z.string().nullable() })
const teamUser = z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable()

/** A row of the list of teams; `members` are the first three. */
const teamListRow = teamSummary.extend({
  coaches: z.array(personSummary),
  members: z.array(personSummary),
  memberCount: z.number(),
  hasRefusal: z.boolean().describe('whether the guardian of a minor refuses'),
  user: teamUser,
  scores: z.array(teamScore),
})
export type TeamListRow = z.infer<typeof teamListRow>

/** A team with its people and scores; `user` registered it. */
const team = teamSummary
  .extend({
    coaches: z.array(teamPerson),
    members: z.array(teamPerson),
    user: teamUser,
    scores: z.array(teamScore),
    hasDerivedScores: z
      .literal(true)
      .optional()
      .describe(
        'present when the scores are those of its attempts in an event with a rule set; they are read-only here',
      ),
    derivedTotal: z.number().optional().describe('the total of derived scores, by the rule set of the event'),
    derivedTotalTimeMs: z
      .number()
      .optional()
      .describe('the total time of derived scores, by the rule set of the event'),
  })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof team>

/** A team for the user who registered it, or for one of its coaches. */
const accountTeam = team
  .extend({
    role: z
      .enum(accountTeamRoles)
      .describe(
        '`owner` registered the team; `coach` is named as its coach by a confirmed address, and gets the name of the owner without the address',
      ),
    payBy: z.string().nullable().describe('until when the fee is due, else the place lapses'),
    isPaymentInDecision: z
      .boolean()
      .describe(
        'whether the bank or the organizers decide about money for the unpaid team; nothing is due meanwhile',
      ),
    waitingPosition: z.number().nullable().describe('the position of a waiting team, from 1'),
    editable: z.boolean().describe('whether registration is open'),
    canWithdraw: z
      .boolean()
      .describe(
        'whether its owner can withdraw the unpaid team: until an event of its competition begins or it has a result, and not while money for it is in decision',
      ),
    canReplaceMembers: z
      .boolean()
      .describe(
        'whether a member whose guardian refused can be replaced or removed: also after the registration has closed, until an event of the team begins',
      ),
    isInvitedToOwn: z.boolean().describe('whether the organizers invited this coach to own the team'),
    leave: z
      .enum(['open', 'refused'])
      .nullable()
      .describe('the request of the owner to withdraw a team that is paid, or whose money is in decision'),
    fee: z.number(),
    currency: z.string(),
    closesAt: z.string().nullable(),
    guardianConfirmations: z.array(memberGuardianConfirmation).describe('of the members who are minors'),
  })
  .meta({ id: 'AccountTeam' })
export type AccountTeam = z.infer<typeof accountTeam>

/** Returns the schema of a number from a form, which may have Arabic digits. */
const numberField = <S extends z.ZodType<number>>(schema: S) =>
  z.preprocess((value) => {
    const digits = typeof value === 'string' ? cleanNumberOrDateToWesternDigits(value) : value
    return typeof digits === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(digits) ? Number(digits) : digits
  }, schema)
const parseJson = (value: unknown) => {
  if (typeof value !== 'string' || value === '') return value === '' ? undefined : value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
/** Returns the schema of a field of a form that holds JSON text. */
const jsonField = <S extends z.ZodType>(schema: S) => z.preprocess(parseJson, schema)
const switchField = z.union([z.boolean(), z.stringbool()]).default(false)

const consentTextsRequest = {
  // links in names are refused where the stored name is known (rules/team.ts)
  guardian: nameField(personFields['consent.guardian'].maxLength).default(''),
  contact: nameField(personFields['consent.contact'].maxLength).default(''),
} satisfies Record<ConsentKey, z.ZodType>
const consentRequest = z.object({
  ...consentTextsRequest,
  agreed: switchField,
  publish: switchField,
})
consentRequest.register(fieldLabels, { catalogue: 'consents' })
const personRequestFields = {
  name: nameField(personFields.name.maxLength).default(''),
  email: emailOrEmptyField(personFields.email.maxLength).default(''),
  nationalId: optionalFormField(codeField(personFields.nationalId.maxLength)),
  phone: codeField(personFields.phone.maxLength).default(''),
  birthDate: nullableFormField(codeField(20)).default(null),
  gender: nullableFormField(numberField(z.literal([0, 1]))).default(null),
} satisfies Record<PersonFieldWithoutConsent, z.ZodType>

/**
 * A person of a registration. An `id` names a person of the team, whose national ID stays when none is sent.
 */
const personSubmission = z.object({
  id: optionalRawFormField(idField),
  ...personRequestFields,
  consent: consentRequest.optional(),
})
personSubmission.register(fieldLabels, { catalogue: 'people' })
export type PersonSubmission = z.output<typeof personSubmission>

const teamRequestFields = {
  name: nameField(teamFields.name.maxLength).default(''),
  schoolName: nameField(teamFields.schoolName.maxLength).default(''),
  schoolType: nullableFormField(z.enum(schoolTypes)).default(null),
  regionId: nullableFormField(idField).default(null),
  competitionId: z.union([z.literal(''), idField]).default(''),
  ageLevel: z.enum(ageLevels).default(teamFields.ageLevel.default),
  stage: singleLineField(teamFields.stage.maxLength).default(''),
} satisfies Record<TeamField, z.ZodType>
export const teamFieldsRequest = z.object(teamRequestFields)

/** The values of all fields of a team, as they are stored. */
export type TeamFieldsRequest = z.output<typeof teamFieldsRequest>

export type TeamFilter = { [F in TeamFilterField]?: NonNullable<TeamFieldsRequest[F]> | undefined } & {
  search?: string | undefined
  paid?: boolean | undefined
  /** Whether the competition has a fee. */
  hasFee?: boolean | undefined
  status?: TeamStatus | undefined
  /** Teams with a minor whose guardian has not confirmed. */
  guardianMissing?: boolean | undefined
  /** Teams with a minor whose guardian refuses. */
  guardianRefused?: boolean | undefined
}

/** The registration of a team. With an `id` it changes that team. */
const teamSubmission = teamFieldsRequest.omit({ stage: true }).extend({
  id: formMetadataFields.id,
  version: formMetadataFields.version,
  joinWaitingList: booleanFormField.describe('accept a position on the waiting list when no place is left'),
  coaches: jsonField(z.array(personSubmission).max(50).default([])),
  members: jsonField(z.array(personSubmission).max(50).default([])),
})
export type TeamSubmission = z.output<typeof teamSubmission>

/**
 * Changes from the team form of the back office; an undefined field stays as it is. `reason` explains a
 * change of `paid`.
 */
export type TeamEdit = Pick<TeamSubmission, 'id' | 'version'> &
  Pick<TeamFieldsRequest, 'name'> & {
    [F in Exclude<keyof TeamFieldsRequest, 'name'>]?: TeamFieldsRequest[F] | undefined
  } & {
    paid?: boolean | undefined
    reason?: string | undefined
  }

const photoNames = Array.from({ length: maxSubmittedPhotos }, (_, at) => `photo${at}` as const)
const photoFields = Object.fromEntries(photoNames.map((name) => [name, imageFormField])) as Record<
  `photo${number}`,
  typeof imageFormField
>
/**
 * The registration form: `coaches` and `members` are JSON text, the photo of the nth member (from 0) is
 * `photo<n>`.
 */
export const submitTeamRequest = teamSubmission.extend({
  image: imageFormField,
  removeImage: booleanFormField,
  removePhotos: jsonField(z.array(idField).max(50).optional()),
  ...photoFields,
})
submitTeamRequest.register(fieldLabels, {
  catalogue: 'teams',
  names: Object.fromEntries(photoNames.map((name) => [name, 'photo'])),
})

/** The form of a coach or a member in the back office. */
export const saveTeamPersonRequest = z.object({
  version: formMetadataFields.version,
  ...personRequestFields,
  consent: jsonField(consentRequest.optional()),
  picture: imageFormField,
  removePicture: booleanFormField,
})
saveTeamPersonRequest.register(fieldLabels, { catalogue: 'people', names: { picture: 'image' } })

export const savedTeamResponse = createMessageAndDataResponseSchema({ team })
export const accountTeamsResponse = z.union([
  createSuccessResponseSchema({ team: accountTeam }),
  createSuccessResponseSchema({ teams: z.array(accountTeam) }),
])
export const accountTeamListQuery = z.object(createPageAndSearchFields(pageSizes.short))
export const accountTeamListResponse = createSuccessResponseSchema({
  teams: z.array(accountTeam),
  ...listResponseFields,
})
const accountTeamSummary = accountTeam
  .omit({ coaches: true, members: true, user: true, image: true })
  .extend({ guardianConfirmations: z.array(memberGuardianConfirmation.pick({ state: true })) })
  .meta({ id: 'AccountTeamSummary' })

/** A team of an account without its people. */
export type AccountTeamSummary = z.infer<typeof accountTeamSummary>
export const accountTeamSummariesResponse = createSuccessResponseSchema({
  teams: z.array(accountTeamSummary),
})
export const savedAccountTeamResponse = createMessageAndDataResponseSchema({ team: accountTeam })
export const submittedTeamResponse = createMessageAndDataResponseSchema({
  team: accountTeam,
  emailTo: z
    .string()
    .nullable()
    .describe('where the email about a new registration is sent; null after a change and without email'),
})

export const teamParams = z.object({ teamId: idField })
export const teamPersonParams = z.object({ teamId: idField, personId: idField })
export const savedTeamPersonResponse = createMessageAndDataResponseSchema({ person: teamPerson, team })
/** Why somebody reads or exports national IDs; the audit log keeps it. */
export const nationalIdReasonRequest = z.object({ reason: multilineTextField(limits.reason).min(3) })
export const revealNationalIdResponse = createSuccessResponseSchema({ nationalId: z.string() })

const scoreLinkField = uncheckedLinkField(limits.link).default('')
const matchNumber = numberField(z.number().int().min(-1_000_000_000).max(1_000_000_000)).default(0)
/** All scores of a team: they replace the stored ones. */
export const saveTeamScoresRequest = z.object({
  version: z.number().int().min(1),
  scores: z
    .array(
      z.object({
        key: singleLineField(limits.key).default(''),
        score: numberField(z.number().min(-1_000_000_000).max(1_000_000_000)),
        timeMs: numberField(z.number().int().min(0).max(10_000_000_000)).default(0),
        youtubeLink: scoreLinkField,
        file: scoreLinkField,
        github: scoreLinkField,
        matches: z
          .array(z.object({ fbs: matchNumber, obs: matchNumber, youtubeLink: scoreLinkField }))
          .max(limits.matches)
          .default([]),
      }),
    )
    .max(limits.scores),
})
saveTeamScoresRequest.register(fieldLabels, { catalogue: 'scores' })

/** A registration that is not submitted yet; `data` is the form as JSON text. */
const teamDraft = z
  .object({ id: z.string(), data: z.string(), updatedAt: z.string() })
  .meta({ id: 'TeamDraft' })
export type TeamDraft = z.infer<typeof teamDraft>

export const saveDraftRequest = z.object({
  data: rawTextField(limits.draftBytes).refine(isTextDepthAllowedIfJson, { params: { code: 'too-deep' } }),
})
export const draftsResponse = createSuccessResponseSchema({ drafts: z.array(teamDraft) })
export const draftParams = z.object({ draftId: idField })

/** The invitation of a coach to own a team that the organizers registered; null without one. */
const coachInvitation = z.object({ coachId: z.string(), invitedAt: z.string() }).nullable()
export type CoachInvitation = z.infer<typeof coachInvitation>

export const coachInvitationResponse = createSuccessResponseSchema({ invitation: coachInvitation })
export const savedCoachInvitationResponse = createMessageAndDataResponseSchema({
  invitation: coachInvitation,
})
export const teamStagesResponse = createSuccessResponseSchema({ stages: z.array(z.string()) })
export const inviteCoachRequest = z.object({ coachId: idField })
export const invitedCoachesResponse = createMessageAndDataResponseSchema({
  count: z.number().describe('how many coaches were invited'),
})
