import { teamParams } from '../../people/teams/team.schema.ts'
import { defineCalls } from '../../platform/define-calls.ts'
import { idField, localizedText, multilineTextField, searchField } from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { scheduleLimits } from '../schedule/schedule.ts'
import { panelLimits } from './judge.ts'

const roundField = z.number().int().min(1).max(scheduleLimits.rounds)

const panelSheet = z.object({
  judgeId: z.string(),
  attemptId: z.string(),
  score: z.number(),
  timeMs: z.number(),
})
const panelResult = z.object({
  round: z.number(),
  sheets: z.array(panelSheet),
  missingCount: z
    .number()
    .describe('the sheets that the panel still has to fill in, without those of judges who are left out'),
  spread: z
    .number()
    .nullable()
    .describe('the points of the highest sheet minus those of the lowest; null below two sheets'),
})

const recusal = z.object({
  judgeId: z.string(),
  teamId: z.string(),
  reason: z.string(),
  recusedAt: z.string(),
  hasLeft: z
    .boolean()
    .exactOptional()
    .describe('true: not because of a conflict of interest, but because the judge has left the event'),
})

const secondLook = z.object({
  judgeId: z.string(),
  teamId: z.string(),
  round: z.number(),
  note: z.string(),
  requestedAt: z.string(),
  answeredAt: z.string().nullable(),
  isCorrected: z
    .boolean()
    .describe('the judge answered with another result; otherwise the sheet was confirmed as it was'),
})

const panels = z
  .object({
    rounds: z
      .array(
        z.object({
          number: z.number(),
          label: localizedText,
          judges: z.number().describe('how many judges the panel has'),
        }),
      )
      .describe('the rounds of panels'),
    judges: z.array(
      z.object({
        id: z.string(),
        name: z.string().describe('empty after it was erased'),
        hasLeft: z.boolean().exactOptional().describe('true: the judge has left the event'),
      }),
    ),
    teams: z.array(
      z.object({
        id: z.string(),
        teamNo: z.number(),
        name: z.string(),
        results: z.array(panelResult).describe('in the order of the rounds'),
      }),
    ),
    recusals: z.array(recusal).describe('the judges who are left out of teams'),
    secondLooks: z.array(secondLook).describe('the last request to each judge about each sheet'),
    feedback: z.object({
      count: z.number(),
      releasedAt: z.string().nullable().describe('null: teams do not see it'),
    }),
  })
  .meta({ id: 'Panels' })

/** The sheets of the panels of an event by team and judge. */
export type Panels = z.infer<typeof panels>
export type PanelResult = Panels['teams'][number]['results'][number]

const panelsParams = z.object({ eventId: idField })
const panelsResponse = createSuccessResponseSchema({ panels })
const panelPageQuery = z.object({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe(`a page of ${panelLimits.teamsPerPage} teams; without it all`),
  s: searchField().optional().describe('in the numbers and names of the teams'),
  missing: z.stringbool().optional().describe('true: only teams for which sheets are missing'),
})
const panelPageResponse = createSuccessResponseSchema({
  panels,
  teamCount: z.number().describe('how many teams match, on all pages'),
})
const changedPanelsResponse = createMessageAndDataResponseSchema({ panels })

const setRecusalRequest = z.object({
  judgeId: idField,
  teamId: idField,
  isRecused: z.boolean().describe('false takes it back'),
  reason: multilineTextField(panelLimits.reason)
    .default('')
    .describe('required to leave a judge out; the audit log has it, too'),
})
export type SetRecusalRequest = z.infer<typeof setRecusalRequest>

const requestSecondLookRequest = z.object({
  judgeId: idField,
  teamId: idField,
  round: roundField,
  note: multilineTextField(panelLimits.note).default('').describe('the judge sees it'),
})
export type RequestSecondLookRequest = z.infer<typeof requestSecondLookRequest>

const releaseFeedbackRequest = z.object({ isReleased: z.boolean() })

const eventFeedback = z.object({
  team: z.object({ id: z.string(), teamNo: z.number(), name: z.string() }),
  texts: z
    .array(
      z.object({
        round: z.number(),
        label: localizedText.nullable(),
        judgeName: z.string().describe('empty after it was erased'),
        text: z.string(),
      }),
    )
    .describe('by round and judge'),
})

/** What the judges of an event wrote to a team, with their names, for those who release it. */
export type EventFeedback = z.infer<typeof eventFeedback>
const eventFeedbackResponse = createSuccessResponseSchema({ feedback: z.array(eventFeedback) })

const teamFeedback = z.object({
  event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
  rounds: z.array(
    z.object({ round: z.number(), label: localizedText.nullable(), texts: z.array(z.string()) }),
  ),
})

/** The released feedback of an event for a team, without the names of the judges. */
export type TeamFeedback = z.infer<typeof teamFeedback>
const teamFeedbackResponse = createSuccessResponseSchema({ feedback: z.array(teamFeedback) })

/** The calls about panel. */
export const panelCalls = {
  ...defineCalls(
    { tag: 'judging', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/panels': {
        summary: 'The sheets of panels by team and judge',
        regions: 'event',
        params: panelsParams,
        query: panelPageQuery,
        response: panelPageResponse,
      },
      'PUT /api/admin/events/:eventId/panels/recusals': {
        summary: 'Leave a judge out of a team because of a conflict of interest, or take it back',
        regions: 'event',
        params: panelsParams,
        body: setRecusalRequest,
        response: changedPanelsResponse,
      },
      'POST /api/admin/events/:eventId/panels/second-looks': {
        summary: 'Ask a judge of a panel to look at the own sheet again',
        regions: 'event',
        params: panelsParams,
        body: requestSecondLookRequest,
        response: changedPanelsResponse,
      },
      'GET /api/admin/events/:eventId/panels/feedback': {
        summary: 'The feedback of the judges by team, round and judge, also before it is released',
        regions: 'event',
        params: panelsParams,
        response: eventFeedbackResponse,
      },
      'PUT /api/admin/events/:eventId/panels/feedback': {
        summary: 'Show teams the feedback of the judges, or no longer',
        regions: 'event',
        params: panelsParams,
        body: releaseFeedbackRequest,
        response: changedPanelsResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'account teams', audience: 'user' },
    {
      'GET /api/teams/:teamId/feedback': {
        summary:
          'The feedback of judges for a team of the account that the organizers have released, by event',
        params: teamParams,
        response: teamFeedbackResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'judging', audience: 'judge' },
    {
      'GET /api/v1/judge/panels': {
        summary: 'The sheets of panels by team and judge, as a head judge',
        response: panelsResponse,
      },
      'PUT /api/v1/judge/panels/recusals': {
        summary:
          'Leave a judge out of a team because of a conflict of interest, or take it back, as a head judge',
        body: setRecusalRequest,
        response: changedPanelsResponse,
      },
      'POST /api/v1/judge/panels/second-looks': {
        summary: 'Ask a judge of a panel to look at the own sheet again, as a head judge',
        body: requestSecondLookRequest,
        response: changedPanelsResponse,
      },
    },
  ),
}
