import type { AdminEvent, EventInput, EventListRow } from '#contract/event/event.schema.ts'
import type { EventFlag, EventState } from '#contract/event/event.ts'
import { getPath } from '#contract/platform/call-path.ts'
import type { PublishedAdminEvent } from '#contract/published/event.schema.ts'
import {
  fromPublishedAdminEvent,
  fromPublishedEventFieldName,
  publishedEventFlagNames,
  toPublishedEventForm,
} from '#contract/published/event-admin.ts'
import type { ApiCall, ApiError } from '#web/shared/api/call.ts'
import { openReconnectingEventStream } from '#web/shared/api/event-source.ts'
import { toFormData } from '#web/shared/api/form-data.ts'
import { createDeletedRecordApi } from './crud.ts'

/** One page of a list; `page` counts from 1, `total` counts all records that match. */
export type EventPage = { events: EventListRow[]; page: number; perPage: number; total: number }
type SavedEvent = { message: string; event: AdminEvent }

const fromPublishedSavedEvent = ({
  msg,
  event,
}: {
  msg: string
  event: PublishedAdminEvent
}): SavedEvent => ({
  message: msg,
  event: fromPublishedAdminEvent(event),
})

/**
 * Listens to changes of the overview of an event; `streamKey` is that of the overview. `onChange` is also
 * called after each connection. Returns the function that stops listening.
 */
export const listenToOverviewChanges = (
  { eventId, streamKey }: { eventId: string; streamKey: string },
  onChange: () => void,
  onState: (isConnected: boolean) => void,
): (() => void) => {
  const address = getPath('GET /api/v1/events/:eventId/overview-changes', { eventId })
  return openReconnectingEventStream(`${address}?${new URLSearchParams({ key: streamKey })}`, {
    events: { snapshot: onChange, changed: onChange },
    onState,
  })
}

/** Creates the back office's calls about events. */
export const createAdminEventApi = (call: ApiCall) => ({
  deleted: createDeletedRecordApi(call, '/api/admin/events'),
  /**
   * `perPage` is one of 10, 25, 50, 100, 200, 300, 400, 500, 1000; `state` lists only drafts or published
   * events.
   */
  list: async (
    query: {
      page?: number
      perPage?: number
      search?: string
      sort?: string | undefined
      state?: EventState | undefined
    } = {},
    signal?: AbortSignal,
  ): Promise<EventPage> => {
    const { page = 1, perPage = 10, search, sort, state } = query
    const reply = await call('GET /api/admin/events/list', {
      query: { page, per_page: perPage, s: search, sort, state },
      signal,
    })
    return { events: reply.events, page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
  },
  /** Throws `not-found`. */
  one: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/form', { params: { eventId } })).event,
  /**
   * Creates an event, or changes the event that `input.id` names. An image of null is removed, undefined
   * stays. Error codes: `form-incomplete`, `bad-picture`, `picture-too-large`, `stale-version`
   * (`findCurrentEventInStaleError`).
   */
  save: async (
    input: EventInput,
    images: Parameters<typeof toPublishedEventForm>[1] = {},
  ): Promise<SavedEvent> => {
    const form = toFormData(toPublishedEventForm(input, images))
    return fromPublishedSavedEvent(
      await call(input.id ? 'PUT /api/admin/events' : 'POST /api/admin/events', { form }),
    )
  },
  /**
   * Turning on `active`, which publishes a draft, throws `form-incomplete` when the event lacks a required
   * text.
   */
  toggle: async (id: string, flag: EventFlag, value: boolean): Promise<SavedEvent> => {
    const json = { id, name: publishedEventFlagNames[flag], status: value }
    return fromPublishedSavedEvent(await call('PATCH /api/admin/events', { json }))
  },
})

/** Returns the stored event, from the `details` of a `stale-version` error of `save`. */
export const findCurrentEventInStaleError = ({ details }: ApiError): AdminEvent | undefined =>
  details.current ? fromPublishedAdminEvent(details.current as PublishedAdminEvent) : undefined

/**
 * Returns the messages of an error of `save` by the field names of the form (`title.en`, `howToPlay.ar`,
 * `coverImage` …).
 */
export const toEventFieldErrors = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [fromPublishedEventFieldName(field), message]),
  )
