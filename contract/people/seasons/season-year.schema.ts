import { cleanNumberOrDateToWesternDigits } from '../../accounts/identity.ts'
import {
  createCrudResponseSchemas,
  defineCrudCalls,
  formMetadataFields,
  idQuery,
  optionalFormField,
  optionalLocalizedNameField,
  recordMetadataFields,
  toggleRequest,
} from '../../platform/crud.schema.ts'
import { defineCalls } from '../../platform/define-calls.ts'
import { fieldLabels } from '../../platform/field-labels.ts'
import {
  createPageAndSearchFields,
  idField,
  listResponseFields,
  localizedText,
  rawTextField,
} from '../../platform/fields.schema.ts'
import { pageSizes } from '../../platform/page-sizes.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  successOnlyResponse,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { seasonYearLimits as limits } from './season-year.ts'

export const yearField = z.preprocess((value) => {
  const digits = typeof value === 'string' ? cleanNumberOrDateToWesternDigits(value) : value
  return typeof digits === 'string' && /^\d{4}$/.test(digits) ? Number(digits) : digits
}, z.number().int().min(limits.minYear).max(limits.maxYear))

const seasonYear = z.object({ id: z.string(), year: z.number(), name: localizedText, active: z.boolean() })

/** A season of the olympiad. Exactly one is active: new teams belong to it. */
type SeasonYear = z.infer<typeof seasonYear>
export type SeasonYearFields = Pick<SeasonYear, 'year' | 'name'>

const seasonYearRecord = seasonYear
  .extend({
    teamCount: z.number(),
    liveEventCount: z.number().describe('its events that are live now'),
    ...recordMetadataFields,
  })
  .meta({ id: 'AdminSeason' })

/** A season as the back office edits it, with the numbers of its teams and of its events that are live now. */
export type SeasonYearRecord = z.infer<typeof seasonYearRecord>

const seasonYearResponses = createCrudResponseSchemas('season', 'seasons', seasonYearRecord)

/** The form of a season. It updates the season with `id`, or creates one without it. */
export const saveSeasonYearRequest = z.object({
  ...formMetadataFields,
  year: optionalFormField(yearField),
  name: optionalLocalizedNameField(limits.name),
})
saveSeasonYearRequest.register(fieldLabels, { catalogue: 'seasons' })

export const seasonMoveSelection = z.object({
  fromId: idField,
  toId: idField,
  competitionId: idField.optional(),
  stage: rawTextField(60).optional(),
  paid: z.boolean().optional().describe('false: teams that have a fee to pay'),
})
seasonMoveSelection.register(fieldLabels, { catalogue: 'teams' })

/** Which teams of the season `fromId` move to the season `toId`. Filters that are undefined select all. */
export type SeasonMoveSelection = z.infer<typeof seasonMoveSelection>

/** `count` is the number of teams in the preview. When it has changed, the request fails with `conflict`. */
export const createSeasonMoveRequest = seasonMoveSelection.extend({ count: z.number().int().min(1) })
createSeasonMoveRequest.register(fieldLabels, { catalogue: 'teams' })
const undoSeasonMoveRequest = z.object({ id: idField })

const seasonName = z.object({ id: z.string(), year: z.number(), name: localizedText })
const seasonMove = z
  .object({
    id: z.string(),
    from: seasonName,
    to: seasonName,
    count: z.number(),
    createdAt: z.string(),
    createdBy: z.string(),
    undoneAt: z.string().nullable(),
    canUndo: z.boolean(),
  })
  .meta({ id: 'SeasonMove' })

/** A move of teams; `canUndo` is true until it is undone or a moved team has changed. */
export type SeasonMove = z.infer<typeof seasonMove>

const moveTeam = z.object({
  id: z.string(),
  teamNo: z.number(),
  name: z.string(),
  competition: localizedText,
  stage: z.string(),
  paid: z.boolean(),
  hasFee: z.boolean(),
})
const seasonMovePreview = z.object({ count: z.number(), teams: z.array(moveTeam) })

/** The teams that a move would move; `teams` are the first ones of `count`. */
export type SeasonMovePreview = z.infer<typeof seasonMovePreview>
export type SeasonMoveTeam = SeasonMovePreview['teams'][number]

const seasonMovePreviewResponse = createSuccessResponseSchema(seasonMovePreview.shape)
const seasonMoveResponse = createMessageAndDataResponseSchema({ move: seasonMove })
const seasonMoveListQuery = z.object(createPageAndSearchFields(pageSizes.short))
const seasonMoveListResponse = createSuccessResponseSchema({
  moves: z.array(seasonMove),
  ...listResponseFields,
})

const seasonRecordSummary = z
  .object({
    id: z.string(),
    season: z.object({ year: z.number(), name: localizedText }),
    type: z.string(),
    ref: z.string(),
    createdAt: z.string(),
    teamName: z.string(),
    stage: z.string(),
    paid: z.boolean().nullable(),
    memberCount: z.number().nullable(),
  })
  .meta({ id: 'SeasonRecordSummary' })

/** What people see of a season record: its season, purpose and time, and the state of the team then. */
export type SeasonRecordSummary = z.infer<typeof seasonRecordSummary>

const teamIdParams = z.object({ teamId: idField })
const seasonRecordsResponse = createSuccessResponseSchema({ records: z.array(seasonRecordSummary) })

/** The calls about season year. */
export const seasonYearCalls = {
  ...defineCrudCalls(
    '/api/admin/seasons',
    {
      responses: seasonYearResponses,
      sizes: pageSizes.short,
      permission: 'registration',
      readPermission: 'none',
      readRegions: 'filtered',
      form: saveSeasonYearRequest,
      toggle: toggleRequest,
      filters: {},
    },
    {},
  ),
  ...defineCalls(
    { tag: 'seasons', audience: 'user' },
    {
      'GET /api/teams/:teamId/season-records': {
        summary: 'The season records of a team of the account',
        params: teamIdParams,
        response: seasonRecordsResponse,
      },
      'DELETE /api/seasons': {
        summary: 'Delete a record',
        conditionalChecks: [{ when: 'for a team of another account', permission: 'registration' }],
        query: idQuery,
        response: successOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'seasons', audience: 'admin', permission: 'registration' },
    {
      'GET /api/admin/season-moves': {
        summary: 'Moves of teams between seasons',
        query: seasonMoveListQuery,
        response: seasonMoveListResponse,
      },
      'POST /api/admin/season-moves/preview': {
        changesData: false,
        summary: 'The teams that a move would move',
        body: seasonMoveSelection,
        response: seasonMovePreviewResponse,
      },
      'POST /api/admin/season-moves': {
        summary: 'Move teams to another season, all or none; `count` is that of the preview',
        body: createSeasonMoveRequest,
        response: seasonMoveResponse,
      },
      'POST /api/admin/season-moves/undo': {
        summary: 'Undo a move whose teams have not changed since',
        body: undoSeasonMoveRequest,
        response: seasonMoveResponse,
      },
      'GET /api/admin/teams/:teamId/season-records': {
        regions: 'team',
        summary: 'The season records of a team',
        permission: ['registration', 'results', 'finance', 'privacy'],
        params: teamIdParams,
        response: seasonRecordsResponse,
      },
    },
  ),
}
