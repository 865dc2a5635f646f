import { paths } from '#contract/paths.ts'
import type { ScoreLogPage } from '#contract/score-log.ts'
import type { ScoreLogCheck } from '#contract/score-log-check.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

/** Creates the calls of the back office about the score log of an event. */
export const createAdminScoreLogApi = (call: ApiCall) => ({
  /** A page of the log, the newest rows first. */
  getPage: (eventId: string, page: number): Promise<ScoreLogPage> => call(paths.adminScoreLog(eventId), { query: { page, per_page: 25 } }),
  /** Checks the chain, and compares what it gives with the standing results. */
  check: async (eventId: string): Promise<ScoreLogCheck> =>
    (await call<{ check: ScoreLogCheck }>(`${paths.adminScoreLog(eventId)}/check`)).check,
})
