import { paths } from '#contract/paths.ts'
import type { AdminProtest, AdminProtestDetails, AnswerProtestRequest, ProtestSettings } from '#contract/protest.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { fetchListPage } from './list.ts'

/** Creates the calls of the back office about the protests of an event. */
export const createAdminProtestApi = (call: ApiCall) => ({
  list: (eventId: string, query: { page: number; perPage: number; search?: string; state?: string }, signal?: AbortSignal) =>
    fetchListPage<AdminProtest>(call, paths.adminProtests(eventId), 'protests', query, signal),
  get: (eventId: string, protestId: string): Promise<AdminProtestDetails> => call(paths.adminProtest(eventId, protestId)),
  /** Accepts or rejects a protest and mails the answer. Throws `protest-not-open`. */
  answer: (eventId: string, protestId: string, json: AnswerProtestRequest): Promise<{ msg: string; protest: AdminProtest }> =>
    call(`${paths.adminProtest(eventId, protestId)}/answer`, { method: 'POST', json }),
  getSettings: async (eventId: string): Promise<ProtestSettings> =>
    (await call<{ settings: ProtestSettings }>(paths.adminProtestSettings(eventId))).settings,
  /** Sets until when the event accepts protests; null ends them. */
  setDeadline: (eventId: string, protestsUntil: string | null): Promise<{ msg: string; settings: ProtestSettings }> =>
    call(paths.adminProtestSettings(eventId), { method: 'PUT', json: { protestsUntil } }),
})
