import { teamFields } from '../../people/teams/team.fields.ts'
import { defineCalls } from '../../platform/define-calls.ts'
import { fieldLabels } from '../../platform/field-labels.ts'
import { idField, localizedText, singleLineField } from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { adminScoresParams } from '../scores/score.schema.ts'
import { advanceLimits } from './results.ts'

const advancedTeam = z.object({
  id: z.string(),
  teamNo: z.number(),
  name: z.string(),
  region: localizedText.nullable(),
  stage: z.string().describe('the stage of the team now'),
  rank: z.number().describe('in the whole ranking, or among the teams of the region'),
  isTiedAtLimit: z
    .boolean()
    .describe('shares the last rank that advances with more teams than were asked for'),
})
const advancement = z
  .object({
    id: z.string(),
    stage: z.string(),
    targetEvent: z.object({ id: z.string(), title: localizedText }).nullable(),
    count: z.number(),
    createdAt: z.string(),
    undoneAt: z.string().nullable(),
  })
  .meta({ id: 'Advancement' })

/**
 * Which teams advance: those up to a rank, in the whole ranking or of each region. `targetEventId` is the
 * event that they take part in next.
 */
const advanceSelection = z.object({
  lastRank: z.number().int().min(1).max(advanceLimits.lastRank),
  perRegion: z.boolean().default(false),
  stage: singleLineField(teamFields.stage.maxLength).min(1),
  targetEventId: idField.nullable().default(null),
})
advanceSelection.register(fieldLabels, { catalogue: 'teams' })

/** Which teams of an event advance, and where to. */
export type AdvanceSelection = z.infer<typeof advanceSelection>

/** `count` is the number of teams in the preview. When it has changed, the request fails with `conflict`. */
const advanceTeamsRequest = advanceSelection.extend({ count: z.number().int().min(1) })
advanceTeamsRequest.register(fieldLabels, { catalogue: 'teams' })
const advancePreviewResponse = createSuccessResponseSchema({
  teams: z.array(advancedTeam),
  targetEvent: z
    .object({
      hasEnded: z.boolean().describe('its last day is over'),
      isJudgingClosed: z.boolean(),
      guestCount: z
        .number()
        .describe(
          'participants with results that are neither teams nor accounts, when it has no teams yet and accepts none beside them',
        ),
    })
    .nullable()
    .describe('what may be wrong with the event that the teams advance to; null without one'),
})

/** The teams that would advance, and the state of the event that they would take part in. */
export type AdvancePreview = Omit<z.infer<typeof advancePreviewResponse>, 'success'>

/** A team that advances. */
export type AdvancedTeam = AdvancePreview['teams'][number]

const advancementListResponse = createSuccessResponseSchema({ advancements: z.array(advancement) })
const advancementResponse = createMessageAndDataResponseSchema({ advancement })

/** Teams that advanced in one step. */
export type Advancement = z.infer<typeof advancementResponse>['advancement']

const advancementParams = adminScoresParams.extend({ advancementId: z.string().max(100) })

/** The calls about advancement. */
export const advancementCalls = defineCalls(
  { tag: 'results', audience: 'admin', permission: 'results' },
  {
    'GET /api/admin/events/:eventId/results/advancements': {
      summary: 'Which teams advanced from an event',
      params: adminScoresParams,
      response: advancementListResponse,
    },
    'POST /api/admin/events/:eventId/results/advancements/preview': {
      changesData: false,
      summary: 'Which teams would advance',
      params: adminScoresParams,
      body: advanceSelection,
      response: advancePreviewResponse,
    },
    'POST /api/admin/events/:eventId/results/advancements': {
      summary: 'Advance teams to another stage and event',
      params: adminScoresParams,
      body: advanceTeamsRequest,
      response: advancementResponse,
    },
    'POST /api/admin/events/:eventId/results/advancements/:advancementId/undo': {
      summary: 'Undo an advancement',
      params: advancementParams,
      response: advancementResponse,
    },
  },
)
