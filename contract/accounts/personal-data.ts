/** What an administrator decides: to erase a user, or to refuse their open request. */
export type ErasureDecision =
  | { decision: 'erase'; ground: ErasureGround }
  | { decision: 'refuse'; reason: string }
/**
 * Why an administrator erases a user. A choice, because a text could name the person after the erasure.
 */
export const erasureGrounds = ['asked', 'guardian', 'authority', 'duplicate'] as const
export type ErasureGround = (typeof erasureGrounds)[number]
/** Limit of the reason of a refusal in characters. */
export const erasureReasonMaxLength = 500
