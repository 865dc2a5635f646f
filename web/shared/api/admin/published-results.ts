import { paths } from '#contract/paths.ts'
import type { PublishedResults, ResultsStatus } from '#contract/results.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

type SavedResults = { msg: string; results: PublishedResults | null }

/** The calls of the back office that publish the results of an event. */
export const createAdminPublishedResultsApi = (call: ApiCall) => ({
  get: async (eventId: string): Promise<PublishedResults | null> =>
    (await call<{ results: PublishedResults | null }>(paths.adminPublishedResults(eventId))).results,
  publish: (eventId: string, status: ResultsStatus): Promise<SavedResults> =>
    call(paths.adminPublishedResults(eventId), { method: 'PUT', json: { status } }),
  takeBack: (eventId: string, reason: string): Promise<SavedResults> =>
    call(`${paths.adminPublishedResults(eventId)}/take-back`, { method: 'POST', json: { reason } }),
})
