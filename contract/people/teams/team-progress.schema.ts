import { scoreRow } from '../../event/scores/score.schema.ts'
import { rankExplanations } from '../../event/scoring/rank-explanation.schema.ts'
import { defineCalls } from '../../platform/define-calls.ts'
import { idField, localizedText, rawTextField } from '../../platform/fields.schema.ts'
import { createSuccessResponseSchema } from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { teamParams } from './team.schema.ts'

const teamHistoryKinds = [
  'registered',
  'changed',
  'stage',
  'status',
  'paid',
  'refunded',
  'partly-refunded',
  'season',
] as const
export type TeamHistoryKind = (typeof teamHistoryKinds)[number]

/** The rank of a team in the ranking of an event, with the entries before and after it. */
export type TeamRank = z.infer<typeof teamRank>
/** A step in the history of a team. */
export type TeamHistoryEntry = z.infer<typeof teamHistoryEntry>

/** An entry beside that of a team in a ranking, as visitors see it. */
const rankingNeighbour = z.object({ name: z.string(), rank: z.number(), totalScore: z.number() })

/** The rank of a team in the ranking of an event, with the entries before and after it. */
const teamRank = z
  .object({
    teamId: z.string(),
    event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
    rank: z.number(),
    totalScores: z.number().describe('entries of the ranking, each alliance counted once'),
    totalScore: z.number(),
    totalTimeMs: z.number(),
    isProvisional: scoreRow.shape.isProvisional,
    above: rankingNeighbour.nullable(),
    below: rankingNeighbour.nullable(),
    explanation: rankExplanations.optional().describe('why the team has its rank'),
  })
  .meta({ id: 'TeamRank' })
const teamRanksQuery = z.object({
  teamIds: rawTextField(4000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(idField).max(100))
    .optional()
    .describe('ids separated by commas; without them all teams'),
})
const teamRanksResponse = createSuccessResponseSchema({ ranks: z.array(teamRank) })

/** A step in the history of a team; `value` is the new stage or place, or the season. */
const teamHistoryEntry = z.object({
  at: z.string(),
  kind: z.enum(teamHistoryKinds),
  value: z.string().nullable(),
})
const teamHistoryResponse = createSuccessResponseSchema({ history: z.array(teamHistoryEntry) })

/** The calls about team progress. */
export const teamProgressCalls = defineCalls(
  { tag: 'account teams', audience: 'user' },
  {
    'GET /api/teams/ranks': {
      summary: 'The ranks of the teams of the account in the rankings of events',
      query: teamRanksQuery,
      response: teamRanksResponse,
    },
    'GET /api/teams/:teamId/history': {
      summary: 'The history of a team of the account',
      params: teamParams,
      response: teamHistoryResponse,
    },
  },
)
