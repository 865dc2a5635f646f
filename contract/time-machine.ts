import type { timelineResponse, timeMachineResponse } from './time-machine.schema.ts'
import type { z } from './z.ts'

/** The most times in the timeline of a ranking, and the entries of a page of an earlier ranking. */
export const timeMachineLimits = { times: 500, entries: 100 } as const

/** The times at which the ranking of a past event changed, full minutes in ascending order. */
export type RankingTimeline = Omit<z.infer<typeof timelineResponse>, 'success'>
/** The ranking of a past event at an earlier time. */
export type EarlierRanking = Omit<z.infer<typeof timeMachineResponse>, 'success'>
export type EarlierScoreRow = EarlierRanking['rows'][number]
