import { booleanFormField, formMetadataFields, imageFormField, nullableFormField, optionalFormField } from '#contract/crud.schema.ts'
import { idField, listQueryFields, listResponseFields, pageSizes, textField } from '#contract/fields.schema.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { isJsonTextDepthAllowed } from '#contract/rules/json-depth.ts'
import { teamLimits as limits } from '#contract/team.ts'
import { z } from '#contract/z.ts'

/** The published names of the age levels. */
export const wireAgeLevels = ['Elementory', 'Jonior', 'Senior'] as const

export const wireConsent = z.object({
  guardian: z.string(),
  contact: z.string(),
  at: z.string(),
  text_version: z.string(),
  publish: z.boolean(),
})

/** A coach or a member. The national ID is masked. */
export const wirePerson = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    national_id: z.string().nullable().describe('masked'),
    phone_number: z.string(),
    dob: z.string().nullable(),
    gender: z.literal([0, 1]).nullable().describe('0 male, 1 female'),
    picture: z.string().nullable(),
    consent: wireConsent.nullable(),
    version: z.number(),
  })
  .meta({ id: 'TeamPerson' })
export type WirePerson = z.infer<typeof wirePerson>

const region = z.object({ _id: z.string(), en_name: z.string(), ar_name: z.string() }).nullable()
const facts = {
  _id: z.string(),
  team_no: z.number(),
  name: z.string(),
  schoolName: z.string(),
  region,
  city: region,
  stage: z.string(),
  ageLevel: z.enum(wireAgeLevels),
  image: z.string().nullable(),
  competion: z.object({ _id: z.string(), name_en: z.string(), name_ar: z.string(), slug: z.string() }),
  payment_status: z.boolean(),
  complete: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
  version: z.number(),
}

/** A line of the team list: `members` are the first three. */
export const wireTeamRow = z
  .object({
    ...facts,
    members: z.array(z.object({ _id: z.string(), name: z.string(), picture: z.string().nullable() })),
    member_count: z.number(),
  })
  .meta({ id: 'TeamRow' })
export type WireTeamRow = z.infer<typeof wireTeamRow>

const link = textField(limits.link).trim()
const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => {
    const digits = typeof value === 'string' ? westernDigits(value.trim()) : value
    return typeof digits === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(digits) ? Number(digits) : digits
  }, schema)

const match = z.object({ fbs: z.number(), obs: z.number(), youtube_link: z.string() })
/** One round, run or document of a team; `time` counts milliseconds. */
export const wireTeamScore = z
  .object({
    key: z.string(),
    score: z.number(),
    time: z.number(),
    youtube_link: z.string(),
    file: z.string(),
    github: z.string(),
    matches: z.array(match),
  })
  .meta({ id: 'TeamScore' })
export type WireTeamScore = z.infer<typeof wireTeamScore>

const whole = {
  coaches: z.array(wirePerson),
  members: z.array(wirePerson),
  user: z.object({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  scores: z.array(wireTeamScore),
}
export const wireTeam = z.object({ ...facts, ...whole }).meta({ id: 'Team' })
export type WireTeam = z.infer<typeof wireTeam>
export const wireOwnTeam = z
  .object({ ...facts, ...whole, editable: z.boolean(), fee: z.number(), currency: z.string(), closes_at: z.string().nullable() })
  .meta({ id: 'OwnTeam' })
export type WireOwnTeam = z.infer<typeof wireOwnTeam>

const filters = {
  s: textField(200).trim().optional(),
  competion_id: z.union([z.literal('all'), idField]).optional(),
  region: idField.optional(),
  stage: textField(limits.stage).trim().optional(),
  payment_status: z.stringbool().optional(),
}
export const teamListQuery = z.object({ ...listQueryFields(pageSizes.teams), ...filters, deleted: z.stringbool().optional() })
export const teamOneQuery = z.object({ id: idField, view_team: z.stringbool().optional() })
export const teamDownloadQuery = z.object({
  download: z.literal('true'),
  format: z.enum(['json', 'csv']).default('json'),
  full: z.stringbool().optional().describe('all people with their national IDs; written into the audit log'),
  ...filters,
})

const success = z.literal(true)
export const teamReply = z.object({ success, team: wireTeam })
export const teamSavedReply = z.object({ success, msg: z.string(), team: wireTeam })
export const teamAnyReply = z.union([
  teamReply,
  z.object({ success, teams: z.array(wireTeamRow), ...listResponseFields }),
  z.object({ success, teams: z.array(wireTeam), comp_slug: z.string() }),
])

/** The back office's team form (`PUT` and `POST /api/admin/teams`); with `id` it edits. */
export const teamForm = z.object({
  id: formMetadataFields.id,
  version: formMetadataFields.version,
  name: textField(limits.name).trim().default(''),
  schoolName: textField(limits.schoolName).trim().optional(),
  ageLevel: optionalFormField(z.enum(wireAgeLevels)),
  stage: textField(limits.stage).trim().optional(),
  payment_status: booleanFormField,
  reason: optionalFormField(textField(limits.reason).trim()),
  region: nullableFormField(idField),
  competion: optionalFormField(idField),
  file: imageFormField,
  removeFile: booleanFormField,
})
export type WireTeamForm = z.output<typeof teamForm>

const consent = z.object({
  guardian: textField(limits.guardian).trim().default(''),
  contact: textField(limits.guardian).trim().default(''),
  agreed: z.union([z.boolean(), z.stringbool()]).default(false),
  publish: z.union([z.boolean(), z.stringbool()]).default(false),
})
const person = {
  name: textField(limits.personName).trim().default(''),
  email: textField(limits.email)
    .trim()
    .pipe(z.union([z.literal(''), z.email()]))
    .default(''),
  national_id: optionalFormField(textField(limits.nationalId).trim()),
  phone_number: textField(limits.phone).trim().default(''),
  dob: nullableFormField(textField(20).trim()),
  gender: nullableFormField(number(z.number().int().min(0).max(1))),
}
const parsed = (value: unknown) => {
  if (typeof value !== 'string' || value === '') return value === '' ? undefined : value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
/** Texts of JSON inside a form. */
const json = <S extends z.ZodType>(schema: S) => z.preprocess(parsed, schema)

/** A coach or a member as the back office edits one (`POST` and `PUT …/coaches/{id}`, `…/members/{id}`). */
export const personForm = z.object({
  version: formMetadataFields.version,
  ...person,
  consent: json(consent.optional()),
  picture: imageFormField,
  removePicture: booleanFormField,
})
export type WirePersonForm = z.output<typeof personForm>

const submitted = z.object({ _id: optionalFormField(idField), ...person, consent: consent.optional() })
const photos = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`photo_${at}`, imageFormField])) as Record<
  `photo_${number}`,
  typeof imageFormField
>

/** What `POST /api/teams` and `PUT /api/teams` take: `coaches` and `members` as JSON text, the photo of the nth member (from 0) as `photo_<n>`. */
export const submissionForm = z.object({
  id: formMetadataFields.id,
  version: formMetadataFields.version,
  competion: optionalFormField(idField),
  region: nullableFormField(idField),
  name: textField(limits.name).trim().default(''),
  schoolName: textField(limits.schoolName).trim().default(''),
  ageLevel: optionalFormField(z.enum(wireAgeLevels)),
  coaches: json(z.array(submitted).max(50).default([])),
  members: json(z.array(submitted).max(50).default([])),
  file: imageFormField,
  removeFile: booleanFormField,
  removePhotos: json(z.array(idField).max(50).optional()),
  ...photos,
})
export type WireSubmission = z.output<typeof submissionForm>

export const ownTeamsReply = z.object({ success, teams: z.array(wireOwnTeam) })
export const ownTeamReply = z.object({ success, team: wireOwnTeam })
export const ownTeamSavedReply = z.object({ success, msg: z.string(), team: wireOwnTeam })
export const ownTeamAnyReply = z.union([ownTeamReply, ownTeamsReply])

export const personPath = z.object({ teamId: idField, personId: idField })
export const teamPath = z.object({ teamId: idField })
export const personSavedReply = z.object({ success, msg: z.string(), person: wirePerson, team: wireTeam })
export const revealBody = z.object({ reason: textField(limits.reason).trim().min(3) })
export const revealReply = z.object({ success, national_id: z.string() })

/** All results of a team: what is sent replaces what is there. */
export const teamScoresBody = z.object({
  version: z.number().int().min(1),
  scores: z
    .array(
      z.object({
        key: textField(limits.key).trim().default(''),
        score: number(z.number().min(-1_000_000_000).max(1_000_000_000)),
        time: number(z.number().int().min(0).max(10_000_000_000)).default(0),
        youtube_link: link.default(''),
        file: link.default(''),
        github: link.default(''),
        matches: z
          .array(
            z.object({
              fbs: number(z.number().int().min(-1_000_000_000).max(1_000_000_000)).default(0),
              obs: number(z.number().int().min(-1_000_000_000).max(1_000_000_000)).default(0),
              youtube_link: link.default(''),
            }),
          )
          .max(limits.matches)
          .default([]),
      }),
    )
    .max(limits.scores),
})

/** A registration in the making. */
export const draftBody = z.object({ data: textField(limits.draftBytes).refine(isJsonTextDepthAllowed, { params: { code: 'too-deep' } }) })
export const wireDraft = z.object({ _id: z.string(), data: z.string(), updated_at: z.string() }).meta({ id: 'TeamDraft' })
export type WireDraft = z.infer<typeof wireDraft>
export const draftsReply = z.object({ success, drafts: z.array(wireDraft) })
export const draftPath = z.object({ draftId: idField })
