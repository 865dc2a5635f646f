import { idField, localizedText, trimmedTextField } from './fields.schema.ts'
import { erasureGrounds, erasureReasonMaxLength } from './personal-data.ts'
import { rankExplanations } from './rank-explanation.schema.ts'
import { messageResponse, successResponse } from './response.schema.ts'
import { scoreRow } from './score.schema.ts'
import { currentPasswordField } from './user.schema.ts'
import { z } from './z.ts'

/** A user's score entry with its event. */
export const accountScore = z.object({
  event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
  score: scoreRow,
  totalScores: z.number().describe('entries of the ranking'),
  explanation: rankExplanations.optional().describe('why the entry has its rank'),
})
export const accountScoresResponse = successResponse({ scores: z.array(accountScore) })

export const requestErasureRequest = z.object({ password: currentPasswordField.min(1) })
/** The state of a request for erasure; both instants are null when none is open. */
export const erasureResponse = messageResponse({
  erasureRequestedAt: z.string().nullable(),
  erasureDueAt: z.string().nullable().describe('until then the request can be withdrawn'),
})

/** An administrator's decision to erase an account, or to refuse the open request of its owner. */
export const erasureDecisionRequest = z.discriminatedUnion('decision', [
  z.object({ id: idField, decision: z.literal('erase'), ground: z.enum(erasureGrounds) }),
  z.object({ id: idField, decision: z.literal('refuse'), reason: trimmedTextField(erasureReasonMaxLength).min(1) }),
])
