/** The states of a protest. A team can withdraw an open protest; organizers accept or reject it. */
export const protestStates = ['open', 'accepted', 'rejected', 'withdrawn'] as const
export type ProtestState = (typeof protestStates)[number]
/** The states that an answer of an organizer can set. */
export const protestDecisions = ['accepted', 'rejected'] as const
export type ProtestDecision = (typeof protestDecisions)[number]

/** Limits of texts in characters. */
export const protestLimits = { reason: 2000, answer: 2000 } as const
