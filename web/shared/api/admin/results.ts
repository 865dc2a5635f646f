import type { AdvanceSelection } from '#contract/advancement.schema.ts'
import type { SaveScreenRequest, UpdateTimerRequest } from '#contract/display.schema.ts'
import type { SaveAwardRequest } from '#contract/results.schema.ts'
import type { ResultsStatus, RevealAwardOrder } from '#contract/results.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

/** Creates the calls of the back office that freeze, reveal and publish the ranking of an event. */
export const createAdminFreezeAndRevealApi = (call: ApiCall) => ({
  getResults: (eventId: string) => call('GET /api/admin/events/:eventId/results', { params: { eventId } }),
  /**
   * Freezes the public ranking at a time, or now (`at` is null). Throws `conflict` when it is frozen already.
   */
  freeze: (eventId: string, at: string | null) =>
    call('PUT /api/admin/events/:eventId/results/freeze', { params: { eventId }, json: { at } }),
  /** Ends the freeze and publishes the standing ranking. */
  unfreeze: (eventId: string) =>
    call('DELETE /api/admin/events/:eventId/results/freeze', { params: { eventId } }),
  startReveal: (
    eventId: string,
    json: { isRehearsal: boolean; rankCount: number; awardOrder: RevealAwardOrder },
  ) => call('POST /api/admin/events/:eventId/results/reveal', { params: { eventId }, json }),
  updateReveal: (eventId: string, json: { id: string; openedCount?: number; isPaused?: boolean }) =>
    call('PATCH /api/admin/events/:eventId/results/reveal', { params: { eventId }, json }),
  /** Ends the reveal without publishing the ranking. */
  cancelReveal: (eventId: string) =>
    call('DELETE /api/admin/events/:eventId/results/reveal', { params: { eventId } }),
})

/** Creates the calls of the back office that switch the screens of an event and control its match timer. */
export const createAdminScreenAndTimerApi = (call: ApiCall) => ({
  get: (eventId: string) => call('GET /api/admin/events/:eventId/screens', { params: { eventId } }),
  addScreen: (eventId: string, json: SaveScreenRequest) =>
    call('POST /api/admin/events/:eventId/screens', { params: { eventId }, json }),
  updateScreen: (eventId: string, number: number, json: SaveScreenRequest) =>
    call('PUT /api/admin/events/:eventId/screens/:screenNumber', {
      params: { eventId, screenNumber: String(number) },
      json,
    }),
  removeScreen: (eventId: string, number: number) =>
    call('DELETE /api/admin/events/:eventId/screens/:screenNumber', {
      params: { eventId, screenNumber: String(number) },
    }),
  updateTimer: (eventId: string, json: UpdateTimerRequest) =>
    call('PUT /api/admin/events/:eventId/match-timer', { params: { eventId }, json }),
})

/** Creates the calls of the back office that publish the results of an event and advance its teams. */
export const createAdminPublicationAndAdvancementApi = (call: ApiCall) => ({
  get: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/results/publication', { params: { eventId } })).results,
  publish: (eventId: string, status: ResultsStatus) =>
    call('PUT /api/admin/events/:eventId/results/publication', { params: { eventId }, json: { status } }),
  takeBack: (eventId: string, reason: string) =>
    call('POST /api/admin/events/:eventId/results/publication/take-back', {
      params: { eventId },
      json: { reason },
    }),
  listAdvancements: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/results/advancements', { params: { eventId } })).advancements,
  previewAdvance: (eventId: string, json: AdvanceSelection) =>
    call('POST /api/admin/events/:eventId/results/advancements/preview', { params: { eventId }, json }),
  advance: (eventId: string, selection: AdvanceSelection, count: number) =>
    call('POST /api/admin/events/:eventId/results/advancements', {
      params: { eventId },
      json: { ...selection, count },
    }),
  undoAdvance: (eventId: string, advancementId: string) =>
    call('POST /api/admin/events/:eventId/results/advancements/:advancementId/undo', {
      params: { eventId, advancementId },
    }),
})

/** Creates the calls of the back office about the awards of an event. */
export const createAdminAwardApi = (call: ApiCall) => ({
  list: (eventId: string) => call('GET /api/admin/events/:eventId/results/awards', { params: { eventId } }),
  /** Throws `bad-input`, and `conflict` when the event has the maximum of awards. */
  create: (eventId: string, json: SaveAwardRequest) =>
    call('POST /api/admin/events/:eventId/results/awards', { params: { eventId }, json }),
  update: (eventId: string, awardId: string, json: SaveAwardRequest) =>
    call('PUT /api/admin/events/:eventId/results/awards/:awardId', { params: { eventId, awardId }, json }),
  remove: (eventId: string, awardId: string) =>
    call('DELETE /api/admin/events/:eventId/results/awards/:awardId', { params: { eventId, awardId } }),
})

/**
 * Creates the calls of the back office that list the certificates of an event, revoke one and issue it again.
 */
export const createAdminCertificateApi = (call: ApiCall) => ({
  listOfEvent: (eventId: string) =>
    call('GET /api/admin/events/:eventId/certificates', { params: { eventId } }),
  revoke: (eventId: string, code: string, reason: string) =>
    call('POST /api/admin/events/:eventId/certificates/:code/revoke', {
      params: { eventId, code },
      json: { reason },
    }),
  reissue: (eventId: string, code: string) =>
    call('POST /api/admin/events/:eventId/certificates/:code/reissue', { params: { eventId, code } }),
})
