import type { AnswerProtestRequest, CreatePaperProtestRequest } from '#contract/protest.schema.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { toListQuery } from './crud.ts'

/** Creates the calls of the back office about the protests of an event. */
export const createAdminProtestApi = (call: ApiCall) => ({
  list: async (eventId: string, query: { page: number; perPage: number; search?: string; state?: string }, signal?: AbortSignal) => {
    const reply = await call('GET /api/admin/events/:eventId/protests', { params: { eventId }, query: toListQuery(query), signal })
    return { rows: reply.protests, total: reply.totalItems }
  },
  get: (eventId: string, protestId: string) =>
    call('GET /api/admin/events/:eventId/protests/:protestId', { params: { eventId, protestId } }),
  /** Accepts or rejects a protest and mails the answer. Throws `protest-not-open`. */
  answer: (eventId: string, protestId: string, json: AnswerProtestRequest) =>
    call('POST /api/admin/events/:eventId/protests/:protestId/answer', { params: { eventId, protestId }, json }),
  /** Enters a protest that a team made on paper. A repeat with the same id changes nothing. */
  enterOnPaper: (eventId: string, protestId: string, json: CreatePaperProtestRequest) =>
    call('PUT /api/admin/events/:eventId/protests/:protestId', { params: { eventId, protestId }, json }),
  getSettings: async (eventId: string) => (await call('GET /api/admin/events/:eventId/protest-settings', { params: { eventId } })).settings,
  /** Sets until when the event accepts protests; null ends them. */
  setDeadline: (eventId: string, protestsUntil: string | null) =>
    call('PUT /api/admin/events/:eventId/protest-settings', { params: { eventId }, json: { protestsUntil } }),
})
