import type { MessageState } from '#contract/message.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createDeletedRecordApi, toListQuery } from './crud.ts'

type MessageQuery = { page: number; perPage: number; search?: string; state?: string; sort?: string | undefined }

/** Creates the back office's calls about the messages of visitors. */
export const createAdminMessageApi = (call: ApiCall) => ({
  deleted: createDeletedRecordApi(call, '/api/admin/messages'),
  list: async (query: MessageQuery, signal?: AbortSignal) => {
    const { messages, totalItems } = await call('GET /api/admin/messages', { query: toListQuery(query), signal })
    return { rows: messages, total: totalItems }
  },
  setState: async (id: string, state: MessageState) => (await call('PATCH /api/admin/messages', { json: { id, state } })).message,
  /** Answers a message by mail. Throws `mail-not-set-up`. `text` is the message for the user. */
  reply: async (id: string, body: string) => {
    const { msg, message } = await call('POST /api/admin/messages/reply', { json: { id, body } })
    return { text: msg, message }
  },
  /** `restore` undoes it for 30 days. */
  remove: (id: string) => call('DELETE /api/admin/messages', { query: { id } }),
  restore: (id: string) => call('POST /api/admin/messages/restore', { json: { id } }),
})
