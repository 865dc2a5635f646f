import type { AdminEvent, AdminEventRow, EventFlag, EventInput } from '#contract/event.ts'
import { paths } from '#contract/paths.ts'
import type { WireAdminEvent, WireAdminEventRow } from '#contract/published/event-admin.schema.ts'
import {
  adminEventFromWire,
  adminEventRowFromWire,
  eventDraftToForm,
  eventFieldFromWire,
  switchToWire,
} from '#contract/published/event-admin.ts'
import type { ApiCall, ApiError, RequestOptions } from '#web/shared/api/call.ts'

/** One page of a list; `page` counts from 1, `total` counts all records that match. */
export type EventPage = { events: AdminEventRow[]; page: number; perPage: number; total: number }
export type EventPictures = { cover?: Blob | null; banner?: Blob | null }
type Saved = { message: string; event: AdminEvent }
type WireSaved = { msg: string; event: WireAdminEvent }

const path = `${paths.adminEvents}/`
const savedFromWire = (wire: WireSaved): Saved => ({ message: wire.msg, event: adminEventFromWire(wire.event) })

/** The back office's calls about events. `ask` gives the reply itself, for files. */
export const adminEventCalls = (call: ApiCall, ask: (path: string, send?: RequestOptions) => Promise<Response>) => ({
  /** `perPage` is one of 10, 25, 50, 100, 200, 300, 400, 500, 1000; `deleted` lists what can still be brought back. */
  list: async (
    at: { page?: number; perPage?: number; search?: string; deleted?: boolean } = {},
    signal?: AbortSignal,
  ): Promise<EventPage> => {
    type Reply = { events: WireAdminEventRow[]; currentPage: number; totalItems: number; per_page: number }
    const reply = await call<Reply>(path, {
      query: { page: at.page ?? 1, per_page: at.perPage ?? 10, s: at.search, deleted: at.deleted || undefined },
      ...(signal ? { signal } : {}),
    })
    return { events: reply.events.map(adminEventRowFromWire), page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
  },
  one: async (id: string): Promise<AdminEvent> =>
    adminEventFromWire((await call<{ event: WireAdminEvent }>(path, { query: { id } })).event),
  /**
   * Creates an event, or edits the one that `draft.id` names. A picture of null is taken away, undefined stays. Refusals to know: `form-incomplete`,
   * `bad-picture`, `picture-too-large`, `stale-version` (`currentEvent(error.details)` reads who was faster).
   */
  save: async (draft: EventInput, pictures: EventPictures = {}): Promise<Saved> =>
    savedFromWire(await call<WireSaved>(path, { method: draft.id ? 'PUT' : 'POST', form: eventDraftToForm(draft, pictures) })),
  /** Sets a switch to `value`. */
  toggle: async (id: string, name: EventFlag, value: boolean): Promise<Saved> =>
    savedFromWire(await call<WireSaved>(path, { method: 'PATCH', json: { id, name: switchToWire[name], status: value } })),
  /** Can be brought back for 30 days. */
  remove: async (id: string): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(path, { method: 'DELETE', query: { id } })
    return { message: msg }
  },
  restore: async (id: string): Promise<Saved> => savedFromWire(await call<WireSaved>(`${path}restore`, { method: 'POST', json: { id } })),
  /** All events as a CSV file for spreadsheets. */
  exportCsv: async (search?: string): Promise<Blob> => (await ask(path, { query: { download: true, format: 'csv', s: search } })).blob(),
})

/** The event as it is now, from the `details` of a `stale-version` refusal. */
export const currentEvent = (details: Record<string, unknown>): AdminEvent | undefined =>
  details.current ? adminEventFromWire(details.current as WireAdminEvent) : undefined

/** The fields of a refusal by the names of `EventDraft` (`title.en`, `howToPlay.ar`, `cover` …). */
export const eventFields = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, message]) => [eventFieldFromWire(field), message]))
