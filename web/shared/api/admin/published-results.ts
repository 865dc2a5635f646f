import type { Advancement, AdvancePreview, AdvanceSelection } from '#contract/advancement.ts'
import { paths } from '#contract/paths.ts'
import type { PublishedResults, ResultsStatus } from '#contract/results.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

type SavedResults = { msg: string; results: PublishedResults | null }

/** Creates the calls of the back office that publish the results of an event and advance its teams. */
export const createAdminPublishedResultsApi = (call: ApiCall) => ({
  get: async (eventId: string): Promise<PublishedResults | null> =>
    (await call<{ results: PublishedResults | null }>(paths.adminPublishedResults(eventId))).results,
  publish: (eventId: string, status: ResultsStatus): Promise<SavedResults> =>
    call(paths.adminPublishedResults(eventId), { method: 'PUT', json: { status } }),
  takeBack: (eventId: string, reason: string): Promise<SavedResults> =>
    call(`${paths.adminPublishedResults(eventId)}/take-back`, { method: 'POST', json: { reason } }),
  listAdvancements: async (eventId: string): Promise<Advancement[]> =>
    (await call<{ advancements: Advancement[] }>(paths.adminAdvancements(eventId))).advancements,
  previewAdvance: (eventId: string, selection: AdvanceSelection): Promise<AdvancePreview> =>
    call(`${paths.adminAdvancements(eventId)}/preview`, { method: 'POST', json: selection }),
  advance: (eventId: string, selection: AdvanceSelection, count: number): Promise<{ msg: string; advancement: Advancement }> =>
    call(paths.adminAdvancements(eventId), { method: 'POST', json: { ...selection, count } }),
  undoAdvance: (eventId: string, id: string): Promise<{ msg: string; advancement: Advancement }> =>
    call(`${paths.adminAdvancements(eventId)}/${encodeURIComponent(id)}/undo`, { method: 'POST' }),
})
