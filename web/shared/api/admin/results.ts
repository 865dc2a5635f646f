import { paths } from '#contract/paths.ts'
import type { AdminResults } from '#contract/results.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

type SavedResults = AdminResults & { msg: string }

/** Creates the calls of the back office that freeze, reveal and publish the ranking of an event. */
export const createAdminResultsApi = (call: ApiCall) => ({
  getResults: (eventId: string): Promise<AdminResults> => call(paths.adminResults(eventId)),
  /** Freezes the public ranking at a time, or now (`at` is null). Throws `conflict` when it is frozen already. */
  freeze: (eventId: string, at: string | null): Promise<SavedResults> =>
    call(`${paths.adminResults(eventId)}/freeze`, { method: 'PUT', json: { at } }),
  /** Ends the freeze and publishes the standing ranking. */
  unfreeze: (eventId: string): Promise<SavedResults> => call(`${paths.adminResults(eventId)}/freeze`, { method: 'DELETE' }),
  startReveal: (eventId: string, reveal: { isRehearsal: boolean; rankCount: number }): Promise<SavedResults> =>
    call(`${paths.adminResults(eventId)}/reveal`, { method: 'POST', json: reveal }),
  updateReveal: (eventId: string, change: { id: string; openedCount?: number; isPaused?: boolean }): Promise<SavedResults> =>
    call(`${paths.adminResults(eventId)}/reveal`, { method: 'PATCH', json: change }),
  /** Ends the reveal without publishing the ranking. */
  cancelReveal: (eventId: string): Promise<SavedResults> => call(`${paths.adminResults(eventId)}/reveal`, { method: 'DELETE' }),
})
