import type { EarlierRanking, RankingTimeline } from '#contract/time-machine.ts'
import { timeMachinePaths } from '#contract/time-machine-paths.ts'
import { createApiCall } from './call.ts'

const call = createApiCall((path, init) => window.fetch(path, init))

/** The public calls about earlier rankings of a past event, in the browser only. They throw `not-found`. */
export const timeMachineApi = {
  /** The times at which the ranking changed. */
  getTimeline: (idOrSlug: string, signal: AbortSignal): Promise<RankingTimeline> => call(timeMachinePaths.timeline(idOrSlug), { signal }),
  /** The first entries of the ranking at a time of the timeline. */
  getRankingAt: (idOrSlug: string, time: string, signal: AbortSignal): Promise<EarlierRanking> =>
    call(timeMachinePaths.rankingAt(idOrSlug), { query: { time }, signal }),
}
