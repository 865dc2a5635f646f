/** Results are provisional at first. Final results do not change. */
export const resultsStatuses = ['provisional', 'final'] as const
export type ResultsStatus = (typeof resultsStatuses)[number]

/** Maximum characters of the reason for which results are withdrawn. */
export const publishedResultsLimits = { reason: 500 } as const

/**
 * How many of the first ranks a reveal opens one by one: the number that the form proposes, and the most. All
 * later ranks open together.
 */
export const revealRanks = { standard: 10, max: 100 } as const

/** When a reveal shows the awards: before it opens the first rank, or at its end. */
export const revealAwardOrders = ['beforeFirst', 'last'] as const
export type RevealAwardOrder = (typeof revealAwardOrders)[number]

/** The total score and total time of an entry. */
export type EntryTotals = { totalScore: number; totalTimeMs: number }

/** Maximum characters of the name of an award, and how many an event has at most. */
export const awardLimits = { name: 120, perEvent: 50 } as const

export const advanceLimits = { lastRank: 1000 } as const
