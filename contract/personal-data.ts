import type { accountScore } from './personal-data.schema.ts'
import type { z } from './z.ts'

/** A user's score entry with its event; `totalScores` counts the entries of the ranking. */
export type AccountScore = z.infer<typeof accountScore>

/** What an administrator decides about a request for erasure. */
export const erasureDecisions = ['erase', 'refuse'] as const
export type ErasureDecision = (typeof erasureDecisions)[number]
/** Limit of the reason in characters. */
export const erasureReasonMaxLength = 500
