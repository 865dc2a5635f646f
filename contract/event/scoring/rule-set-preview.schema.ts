import { defineCalls } from '../../platform/define-calls.ts'
import { createSuccessResponseSchema } from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { matchChanges } from '../matches/match.schema.ts'
import { adminScoresParams } from '../scores/score.schema.ts'
import { isRankingFrozen, previewRuleSetRequest } from './rule-set.schema.ts'

/** The entries whose rank would change, the best new rank first, at most 200. */
const ruleSetPreviewResponse = createSuccessResponseSchema({
  changedCount: z.number(),
  changes: z.array(
    z.object({
      entryId: z.string(),
      playerName: z.string(),
      teamName: z.string(),
      rankBefore: z.number(),
      rankAfter: z.number(),
      totalBefore: z.number(),
      totalAfter: z.number(),
    }),
  ),
  unreadableCount: z
    .number()
    .describe('attempts whose values do not fit the rule set; while there are any, it cannot be saved'),
  isFrozen: isRankingFrozen,
  matches: matchChanges.nullable().describe('null without results of matches'),
})

/** The effect of a rule set that is not saved yet. */
export type RuleSetPreview = Omit<z.infer<typeof ruleSetPreviewResponse>, 'success'>

/** The calls about rule set preview. */
export const ruleSetPreviewCalls = defineCalls(
  { tag: 'scores', audience: 'admin', permission: 'results' },
  {
    'POST /api/admin/events/:eventId/rule-set/preview': {
      changesData: false,
      summary: 'Which ranks and matches a rule set would change',
      regions: 'event',
      params: adminScoresParams,
      body: previewRuleSetRequest,
      response: ruleSetPreviewResponse,
    },
  },
)
