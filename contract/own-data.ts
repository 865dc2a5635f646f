import type { ScoreEvent, ScoreRow } from './score.ts'

/** A place of one's own in a ranking, with its event; `of` is how many entries the ranking has. */
export type OwnScore = { event: ScoreEvent; row: ScoreRow; of: number }

/** What an administrator decides about a request for erasure. */
export const erasureDecisions = ['erase', 'refuse'] as const
export type ErasureDecision = (typeof erasureDecisions)[number]
/** Characters of the reason. */
export const reasonLength = 500
