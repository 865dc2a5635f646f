import type { Message, MessageState } from '#contract/message.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createDeletedRecordApi } from './deleted-records.ts'
import { fetchListPage } from './list.ts'

/** Creates the back office's calls about the messages of visitors. */
export const createAdminMessageApi = (call: ApiCall) => ({
  deleted: createDeletedRecordApi(call, paths.adminMessages),
  list: (query: { page: number; perPage: number; search?: string; state?: string; sort?: string | undefined }, signal?: AbortSignal) =>
    fetchListPage<Message>(call, paths.adminMessages, 'messages', query, signal),
  setState: async (id: string, state: MessageState): Promise<Message> =>
    (await call<{ message: Message }>(paths.adminMessages, { method: 'PATCH', json: { id, state } })).message,
  /** Answers a message by mail. Throws `mail-not-set-up`. `text` is the message for the user. */
  reply: async (id: string, body: string): Promise<{ text: string; message: Message }> => {
    const { msg, message } = await call<{ msg: string; message: Message }>(`${paths.adminMessages}/reply`, {
      method: 'POST',
      json: { id, body },
    })
    return { text: msg, message }
  },
  /** `restore` undoes it for 30 days. */
  remove: (id: string) => call<{ msg: string }>(paths.adminMessages, { method: 'DELETE', query: { id } }),
  restore: (id: string) => call<{ msg: string }>(`${paths.adminMessages}/restore`, { method: 'POST', json: { id } }),
})
