import { textField } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'
import { publishedScore } from './score.schema.ts'

export const wireOwnScore = z.object({
  event: z.object({ _id: z.string(), slug: z.string(), title_en: z.string(), title_ar: z.string() }),
  score: publishedScore,
  totalScores: z.number().describe('entries of the ranking'),
})
export type WireOwnScore = z.infer<typeof wireOwnScore>
export const ownScoresReply = z.object({ success: z.literal(true), scores: z.array(wireOwnScore) })

export const erasureBody = z.object({ password: textField(1000).min(1) })
export const erasureReply = z.object({
  success: z.literal(true),
  msg: z.string(),
  erasureRequestedAt: z.string().nullable(),
  erasureDueAt: z.string().nullable().describe('until then it can be withdrawn'),
})
