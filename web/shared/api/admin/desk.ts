import type { DeskMessage, MessageState, Registrant } from '#contract/desk.ts'
import { paths } from '#contract/paths.ts'
import type { WireMessage, WireRegistrant } from '#contract/published/desk.schema.ts'
import { messageFromWire, registrantFromWire } from '#contract/published/desk.ts'
import type { Call, Send } from '#web/shared/api/call.ts'

export type RegistrantAt = { search?: string; country?: string; platform?: string; userType?: string }
type Paged = { page: number; perPage: number }
type Reply = { totalItems: number }

const queryOf = ({ search, country, platform, userType }: RegistrantAt) => ({
  s: search,
  country,
  download_type: platform,
  user_type: userType,
})

/** The calls about who asked for the simulator and who wrote. `ask` gives the reply itself, for files. */
export const adminDeskCalls = (call: Call, ask: (path: string, send?: Send) => Promise<Response>) => ({
  downloads: {
    list: async ({ page, perPage, ...at }: RegistrantAt & Paged, signal?: AbortSignal): Promise<{ rows: Registrant[]; total: number }> => {
      const reply = await call<Reply & { downloads: WireRegistrant[] }>(paths.adminDownloads, {
        query: { page, per_page: perPage, ...queryOf(at) },
        ...(signal ? { signal } : {}),
      })
      return { rows: reply.downloads.map(registrantFromWire), total: reply.totalItems }
    },
    exportCsv: async (at: RegistrantAt): Promise<Blob> => (await ask(`${paths.adminDownloads}/export`, { query: queryOf(at) })).blob(),
    /** For good: this is personal data. */
    remove: (id: string) => call<{ msg: string }>(paths.adminDownloads, { method: 'DELETE', query: { id } }),
  },
  messages: {
    list: async (
      { page, perPage, search, state }: Paged & { search?: string; state?: string },
      signal?: AbortSignal,
    ): Promise<{ rows: DeskMessage[]; total: number }> => {
      const reply = await call<Reply & { messages: WireMessage[] }>(paths.adminMessages, {
        query: { page, per_page: perPage, s: search, status: state },
        ...(signal ? { signal } : {}),
      })
      return { rows: reply.messages.map(messageFromWire), total: reply.totalItems }
    },
    setState: async (id: string, state: MessageState): Promise<DeskMessage> =>
      messageFromWire(
        (await call<{ message: WireMessage }>(paths.adminMessages, { method: 'PATCH', json: { id, status: state } })).message,
      ),
    /** For good: this is personal data. */
    remove: (id: string) => call<{ msg: string }>(paths.adminMessages, { method: 'DELETE', query: { id } }),
  },
})
