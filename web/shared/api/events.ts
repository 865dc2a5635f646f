import type { EventCard, EventDetails } from '#contract/event.ts'
import { paths } from '#contract/paths.ts'
import type { PublishedEvent, PublishedEventCard } from '#contract/published/event.schema.ts'
import { fromPublishedEvent, fromPublishedEventCard } from '#contract/published/event.ts'
import type { ApiCall } from './call.ts'

/** Creates the client of the public calls about events. */
export const createEventApi = (call: ApiCall) => ({
  /** The active events; `region` is a slug: events of other regions are left out. */
  list: async (region?: string): Promise<EventCard[]> => {
    const { events } = await call<{ events: PublishedEventCard[] }>(`${paths.events}/`, { query: { status: true, region } })
    return events.map(fromPublishedEventCard)
  },
  /** One event by its id, slug or former slug; `slug` of the result is the canonical one. Throws `not-found`. */
  one: async (idOrSlug: string): Promise<EventDetails> =>
    fromPublishedEvent((await call<{ event: PublishedEvent }>(paths.event(idOrSlug))).event),
})
