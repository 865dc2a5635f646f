import { schoolTypes, teamFields } from '#contract/people/teams/team.fields.ts'
import { invitedCoachesResponse, nationalIdReasonRequest } from '#contract/people/teams/team.schema.ts'
import { teamLimits } from '#contract/people/teams/team.ts'
import { teamStatuses } from '#contract/people/teams/team-places.ts'
import {
  booleanFormField,
  defineDeletedListAndPurgeCalls,
  formMetadataFields,
  imageFormField,
  nullableFormField,
  optionalFormField,
} from '#contract/platform/crud.schema.ts'
import type { CallDefinition } from '#contract/platform/define-calls.ts'
import { defineVariants } from '#contract/platform/define-calls.ts'
import { fieldLabels } from '#contract/platform/field-labels.ts'
import {
  createPageAndSearchFields,
  idField,
  listResponseFields,
  multilineTextField,
  nameField,
  rawTextField,
  searchField,
  singleLineField,
  sortField,
} from '#contract/platform/fields.schema.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { createMessageAndDataResponseSchema } from '#contract/platform/response.schema.ts'
import { z } from '#contract/platform/z.ts'
import { idQuery } from '../platform/crud.schema.ts'
import { defineCalls, formContentTypes } from '../platform/define-calls.ts'
import { messageOnlyResponse } from '../platform/response.schema.ts'

export const publishedAgeLevels = ['Elementory', 'Jonior', 'Senior'] as const

const publishedPerson = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    national_id: z.string().nullable().describe('masked'),
    phone_number: z.string(),
    dob: z.string().nullable(),
    gender: z.literal([0, 1]).nullable().describe('0 male, 1 female'),
    picture: z.string().nullable(),
    consent: z
      .object({
        guardian: z.string(),
        contact: z.string(),
        at: z.string(),
        text_version: z.string(),
        publish: z.boolean(),
      })
      .nullable(),
    version: z.number(),
  })
  .meta({ id: 'PublishedTeamPerson' })
export type PublishedPerson = z.infer<typeof publishedPerson>

const region = z.object({ _id: z.string(), en_name: z.string(), ar_name: z.string() }).nullable()
const summaryFields = {
  _id: z.string(),
  team_no: z.number(),
  name: z.string(),
  schoolName: z.string(),
  school_type: z.enum(schoolTypes).nullable(),
  region,
  city: region,
  stage: z.string(),
  ageLevel: z.enum(publishedAgeLevels),
  image: z.string().nullable(),
  competion: z.object({ _id: z.string(), name_en: z.string(), name_ar: z.string(), slug: z.string() }),
  payment_status: z.boolean(),
  complete: z.boolean(),
  place_status: z.enum(['lapsed', 'waiting']).optional().describe('own extension: a team without a place'),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
  version: z.number(),
}

/** One round, run or document of a team; `time` counts seconds. */
const publishedTeamScore = z
  .object({
    key: z.string(),
    score: z.number(),
    time: z.number(),
    youtube_link: z.string(),
    file: z.string(),
    github: z.string(),
    matches: z.array(z.object({ fbs: z.number(), obs: z.number(), youtube_link: z.string() })),
  })
  .meta({ id: 'PublishedTeamScore' })
export type PublishedTeamScore = z.infer<typeof publishedTeamScore>

const publishedPersonSummary = z.object({ _id: z.string(), name: z.string(), picture: z.string().nullable() })
const publishedTeamUser = z.object({ _id: z.string(), name: z.string(), email: z.string() }).nullable()
const peopleHint = 'empty for users of the back office without `registration` and `privacy`'

/** A row of the list of teams; `members` are the first three. */
const publishedTeamRow = z
  .object({
    ...summaryFields,
    coaches: z.array(publishedPersonSummary).describe(peopleHint),
    members: z.array(publishedPersonSummary).describe(peopleHint),
    member_count: z.number(),
    guardian_refused: z
      .literal(true)
      .optional()
      .describe('own extension: present when the guardian of a minor refuses'),
    user: publishedTeamUser,
    scores: z
      .array(publishedTeamScore)
      .describe(
        'those that the back office enters; those of an event with a rule set are in the reply with one team',
      ),
  })
  .meta({ id: 'PublishedTeamRow' })
export type PublishedTeamRow = z.infer<typeof publishedTeamRow>

const publishedTeam = z
  .object({
    ...summaryFields,
    coaches: z.array(publishedPerson).describe(peopleHint),
    members: z.array(publishedPerson).describe(peopleHint),
    user: publishedTeamUser,
    scores: z.array(publishedTeamScore),
    hasDerivedScores: z.literal(true).optional(),
    derivedTotal: z.number().optional(),
    derivedTotalTime: z.number().optional().describe('seconds'),
  })
  .meta({ id: 'PublishedTeam' })
export type PublishedTeam = z.infer<typeof publishedTeam>

const filterFields = {
  s: searchField().optional(),
  competion_id: z.union([z.literal('all'), idField]).optional(),
  region: idField.optional(),
  school_type: z.enum(schoolTypes).optional(),
  stage: rawTextField(teamFields.stage.maxLength).optional(),
  payment_status: z.stringbool().optional(),
  has_fee: z.stringbool().optional().describe('own extension: teams of competitions with a fee, or without'),
  place_status: z.enum(teamStatuses).optional().describe('own extension'),
  guardian_missing: z
    .stringbool()
    .optional()
    .describe('own extension: teams with a minor whose guardian has not confirmed'),
  guardian_refused: z
    .stringbool()
    .optional()
    .describe('own extension: teams with a minor whose guardian refuses, or without one'),
}
const teamLabels = {
  catalogue: 'teams',
  names: {
    competion: 'competitionId',
    competion_id: 'competitionId',
    region: 'regionId',
    school_type: 'schoolType',
  },
} as const
export const publishedTeamFilter = z.object(filterFields)
publishedTeamFilter.register(fieldLabels, teamLabels)
export type PublishedTeamFilter = z.output<typeof publishedTeamFilter>
export const teamListQuery = z.object({
  ...createPageAndSearchFields(pageSizes.teams),
  ...filterFields,
  deleted: z.stringbool().optional(),
  sort: sortField('teams'),
})
teamListQuery.register(fieldLabels, teamLabels)
export const teamQuery = z.object({ id: idField, view_team: z.stringbool().optional() })
export const teamDownloadQuery = z.object({
  download: z.literal('true'),
  format: z.enum(['json', 'csv']).default('json'),
  ...filterFields,
})
teamDownloadQuery.register(fieldLabels, teamLabels)

const success = z.literal(true)
const savedPublishedTeamResponse = createMessageAndDataResponseSchema({ team: publishedTeam })
const teamResponse = z.object({ success, team: publishedTeam })
const teamListResponse = z.object({ success, teams: z.array(publishedTeamRow), ...listResponseFields })
const allTeamsResponse = z.object({ success, teams: z.array(publishedTeam), comp_slug: z.string() })

/** The team form of the back office. It changes the team that `id` names, or creates one. */
export const saveTeamRequest = z.object({
  id: formMetadataFields.id,
  version: formMetadataFields.version,
  name: nameField(teamFields.name.maxLength).default(''),
  schoolName: nameField(teamFields.schoolName.maxLength).optional(),
  school_type: nullableFormField(z.enum(schoolTypes)),
  ageLevel: optionalFormField(z.enum(publishedAgeLevels)),
  stage: singleLineField(teamFields.stage.maxLength).optional(),
  payment_status: booleanFormField,
  reason: optionalFormField(multilineTextField(teamLimits.reason)),
  region: nullableFormField(rawTextField(80)).meta({ description: 'id or slug' }),
  competion: optionalFormField(rawTextField(80)).meta({ description: 'id or slug' }),
  file: imageFormField,
  removeFile: booleanFormField,
})
saveTeamRequest.register(fieldLabels, teamLabels)
export type SaveTeamRequest = z.output<typeof saveTeamRequest>

const saveTeam = {
  summary: 'Create, or with `id` change',
  conditionalChecks: [{ when: 'to mark it as paid or not paid', permission: 'finance' }],
  body: saveTeamRequest,
  consumes: formContentTypes,
  response: savedPublishedTeamResponse,
} satisfies CallDefinition

/** The calls of the back office about teams (specification, section 7 'Admin: teams'). */
export const publishedTeamCalls = {
  ...defineVariants(
    'GET /api/admin/teams',
    {
      tag: 'teams',
      audience: 'admin',
      permission: ['registration', 'results', 'finance', 'privacy'],
      regions: 'filtered',
      conditionalChecks: [
        { when: 'with `download`', permission: 'privacy' },
        { when: 'with `download`, where the settings ask for it', confirmation: true },
      ],
      summary: 'List; one (`id`); all of them (`download`), as CSV with `format=csv`',
      response: z.union([teamResponse, teamListResponse, allTeamsResponse]),
    },
    {
      '?download': { query: teamDownloadQuery, response: allTeamsResponse },
      '?id': { query: teamQuery, response: teamResponse },
      '': { query: teamListQuery, response: teamListResponse },
    },
  ),
  ...defineDeletedListAndPurgeCalls('/api/admin/teams', {
    tag: 'teams',
    sizes: pageSizes.teams,
    permission: 'registration',
    purgePermission: 'privacy',
    regions: 'filtered',
  }),
  ...defineCalls(
    { tag: 'teams', audience: 'admin', permission: 'registration', regions: 'filtered' },
    {
      'GET /api/admin/teams/export': {
        summary: 'All teams that match as CSV, in a confirmed session',
        permission: 'privacy',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        query: publishedTeamFilter,
        produces: 'text/csv',
      },
      'POST /api/admin/teams/full-export': {
        summary:
          'All teams that match as CSV, with all people and whole national IDs; who exports them and why is written into the audit log',
        permission: 'privacy',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        query: publishedTeamFilter,
        body: nationalIdReasonRequest,
        produces: 'text/csv',
      },
      'POST /api/admin/teams/coach-invitations': {
        summary: 'Invite the first coach of each team that matches and that no account of a coach owns',
        query: publishedTeamFilter,
        response: invitedCoachesResponse,
      },
      'POST /api/admin/teams': saveTeam,
      'PUT /api/admin/teams': saveTeam,
      'DELETE /api/admin/teams': {
        summary: 'Delete; undone for 30 days',
        query: idQuery,
        response: messageOnlyResponse,
      },
    },
  ),
}
