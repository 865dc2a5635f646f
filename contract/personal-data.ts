/** What an administrator decides: to erase an account, or to refuse the open request of its owner. */
export type ErasureDecision =
  | { decision: 'erase'; ground: ErasureGround }
  | { decision: 'refuse'; reason: string }
/**
 * Why an administrator erases an account. A choice, because a text could name the person after the erasure.
 */
export const erasureGrounds = ['asked', 'guardian', 'authority', 'duplicate'] as const
export type ErasureGround = (typeof erasureGrounds)[number]
/** Limit of the reason of a refusal in characters. */
export const erasureReasonMaxLength = 500
