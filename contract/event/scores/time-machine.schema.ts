import { defineCalls } from '../../platform/define-calls.ts'
import { fieldLabels } from '../../platform/field-labels.ts'
import { rawTextField } from '../../platform/fields.schema.ts'
import { langs } from '../../platform/localized.ts'
import { createSuccessResponseSchema } from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { scoreRow } from './score.schema.ts'

/** The most times in the timeline of a ranking, and the entries of a page of an earlier ranking. */
export const timeMachineLimits = { times: 500, entries: 100 } as const

/** The times at which the ranking of a past event changed, full minutes in ascending order. */
export type RankingTimeline = Omit<z.infer<typeof timelineResponse>, 'success'>
/** The ranking of a past event at an earlier time. */
export type EarlierRanking = Omit<z.infer<typeof timeMachineResponse>, 'success'>
export type EarlierScoreRow = EarlierRanking['rows'][number]

const timeMachineParams = z.object({ eventId: rawTextField(100) })
const timelineQuery = z.object({ lang: z.enum(langs).optional() })
const timelineResponse = createSuccessResponseSchema({
  times: z
    .array(z.string())
    .describe(
      `full minutes in ascending order, at most ${timeMachineLimits.times}; the first and the last are always among them`,
    ),
})

/** A full minute in UTC, so that there are few different requests. */
const timeMachineQuery = z.object({
  time: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/)
    .refine((value) => !Number.isNaN(Date.parse(value)))
    .describe('a full minute in UTC, such as 2026-03-01T10:15Z'),
  lang: z.enum(langs).optional(),
})
timeMachineQuery.register(fieldLabels, { catalogue: 'scores', names: { time: 'timeMs' } })
const timeMachineResponse = createSuccessResponseSchema({
  time: z.string(),
  entryCount: z.number(),
  rows: z
    .array(
      scoreRow.pick({
        id: true,
        rank: true,
        playerName: true,
        teamNo: true,
        teamName: true,
        schoolName: true,
        missionType: true,
        totalScore: true,
        totalTimeMs: true,
      }),
    )
    .describe(`the first ${timeMachineLimits.entries} entries, with the names that they have today`),
})

/** The calls about time machine. */
export const timeMachineCalls = defineCalls(
  { tag: 'scores', audience: 'visitor' },
  {
    'GET /api/v1/events/scores/:eventId/timeline': {
      summary: 'The times at which the ranking of a past event changed',
      rateLimit: { max: 120, timeWindow: '1 minute' },
      params: timeMachineParams,
      query: timelineQuery,
      response: timelineResponse,
    },
    'GET /api/v1/events/scores/:eventId/at': {
      summary: 'The ranking of a past event as it was at a time',
      rateLimit: { max: 240, timeWindow: '1 minute' },
      params: timeMachineParams,
      query: timeMachineQuery,
      response: timeMachineResponse,
    },
  },
)
