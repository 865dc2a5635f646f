import { idField, textField } from '#contract/fields.schema.ts'
import { erasureDecisions, reasonLength } from '#contract/own-data.ts'
import { z } from '#contract/z.ts'
import { wireScore } from './score.schema.ts'

export const wireOwnScore = z.object({
  event: z.object({ _id: z.string(), slug: z.string(), title_en: z.string(), title_ar: z.string() }),
  score: wireScore,
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
/** What the back office decides about a person's request; also an erasure that was asked for by letter. */
export const erasureDecisionBody = z.object({
  id: idField,
  decision: z.enum(erasureDecisions),
  reason: textField(reasonLength).trim().min(1),
})
