import type { AdminEvent, AdminEventRow, EventFlag, EventInput, EventState } from '#contract/event.ts'
import { paths } from '#contract/paths.ts'
import type { PublishedAdminEvent, PublishedAdminEventRow } from '#contract/published/event.schema.ts'
import {
  fromPublishedAdminEvent,
  fromPublishedAdminEventRow,
  fromPublishedEventField,
  publishedEventFlagNames,
  toPublishedEventForm,
} from '#contract/published/event-admin.ts'
import type { ApiCall, ApiError, RequestOptions } from '#web/shared/api/call.ts'
import { toFormData } from '#web/shared/api/form-data.ts'
import { createDeletedRecordApi } from './deleted-records.ts'

/** One page of a list; `page` counts from 1, `total` counts all records that match. */
export type EventPage = { events: AdminEventRow[]; page: number; perPage: number; total: number }
type SavedEvent = { message: string; event: AdminEvent }
type PublishedSavedEvent = { msg: string; event: PublishedAdminEvent }

const path = `${paths.adminEvents}/`
const fromPublishedSavedEvent = ({ msg, event }: PublishedSavedEvent): SavedEvent => ({
  message: msg,
  event: fromPublishedAdminEvent(event),
})

/** Creates the back office's calls about events. `ask` returns the response itself, for files. */
export const createAdminEventApi = (call: ApiCall, ask: (path: string, send?: RequestOptions) => Promise<Response>) => ({
  deleted: createDeletedRecordApi(call, paths.adminEvents),
  /** `perPage` is one of 10, 25, 50, 100, 200, 300, 400, 500, 1000; `deleted` lists the events that can be restored, `state` only drafts or published events. */
  list: async (
    query: {
      page?: number
      perPage?: number
      search?: string
      deleted?: boolean
      sort?: string | undefined
      state?: EventState | undefined
    } = {},
    signal?: AbortSignal,
  ): Promise<EventPage> => {
    type Reply = { events: PublishedAdminEventRow[]; currentPage: number; totalItems: number; per_page: number }
    const reply = await call<Reply>(path, {
      query: {
        page: query.page ?? 1,
        per_page: query.perPage ?? 10,
        s: query.search,
        deleted: query.deleted || undefined,
        sort: query.sort,
        state: query.state,
      },
      ...(signal ? { signal } : {}),
    })
    const events = reply.events.map(fromPublishedAdminEventRow)
    return { events, page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
  },
  /** Throws `not-found`. */
  one: async (id: string): Promise<AdminEvent> =>
    fromPublishedAdminEvent((await call<{ event: PublishedAdminEvent }>(path, { query: { id } })).event),
  /**
   * Creates an event, or changes the event that `input.id` names. An image of null is removed, undefined stays. Error codes: `form-incomplete`,
   * `bad-picture`, `picture-too-large`, `stale-version` (`findEventInError`).
   */
  save: async (input: EventInput, images: Parameters<typeof toPublishedEventForm>[1] = {}): Promise<SavedEvent> => {
    const form = toFormData(toPublishedEventForm(input, images))
    return fromPublishedSavedEvent(await call<PublishedSavedEvent>(path, { method: input.id ? 'PUT' : 'POST', form }))
  },
  /** Turning on `active`, which publishes a draft, throws `form-incomplete` when the event lacks a required text. */
  toggle: async (id: string, flag: EventFlag, value: boolean): Promise<SavedEvent> => {
    const json = { id, name: publishedEventFlagNames[flag], status: value }
    return fromPublishedSavedEvent(await call<PublishedSavedEvent>(path, { method: 'PATCH', json }))
  },
  /** `restore` undoes it for 30 days. */
  remove: async (id: string) => ({ message: (await call<{ msg: string }>(path, { method: 'DELETE', query: { id } })).msg }),
  restore: async (id: string): Promise<SavedEvent> =>
    fromPublishedSavedEvent(await call<PublishedSavedEvent>(`${path}restore`, { method: 'POST', json: { id } })),
  /** All events that match as a CSV file. */
  exportCsv: async (search?: string): Promise<Blob> => (await ask(path, { query: { download: true, format: 'csv', s: search } })).blob(),
})

/** Returns the stored event, from the `details` of a `stale-version` error of `save`. */
export const findEventInError = ({ details }: ApiError): AdminEvent | undefined =>
  details.current ? fromPublishedAdminEvent(details.current as PublishedAdminEvent) : undefined

/** Returns the messages of an error of `save` by the field names of the form (`title.en`, `howToPlay.ar`, `coverImage` …). */
export const toEventFieldErrors = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, message]) => [fromPublishedEventField(field), message]))
