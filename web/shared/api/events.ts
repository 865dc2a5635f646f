import type { EventCard, EventDetails } from '#contract/event.ts'
import { paths } from '#contract/paths.ts'
import type { WireEvent, WireEventCard } from '#contract/published/event.schema.ts'
import { eventCardFromWire, eventFromWire } from '#contract/published/event.ts'
import type { ApiCall } from './call.ts'

export const eventCalls = (call: ApiCall) => ({
  /** The events that visitors see; those of a region come with those of none. */
  list: async (region?: string): Promise<EventCard[]> => {
    const { events } = await call<{ events: WireEventCard[] }>(`${paths.events}/`, { query: { status: true, region } })
    return events.map(eventCardFromWire)
  },
  /** One event by its id, its slug or a slug that it had before: compare `slug` to know the canonical address. Throws `not-found`. */
  one: async (idOrSlug: string): Promise<EventDetails> => eventFromWire((await call<{ event: WireEvent }>(paths.event(idOrSlug))).event),
})
