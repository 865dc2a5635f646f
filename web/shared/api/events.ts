import type { EventCard, EventDetails } from '#contract/event/event.schema.ts'
import { fromPublishedEvent, fromPublishedEventCard } from '#contract/published/event.ts'
import type { ApiCall } from './call.ts'

/** Creates the client of the public calls about events. */
export const createPublicEventApi = (call: ApiCall) => ({
  /** The active events; `region` is a slug: events of other regions are left out. */
  list: async (region?: string): Promise<EventCard[]> =>
    (await call('GET /api/events', { query: { status: true, region } })).events.map(fromPublishedEventCard),
  /** The next slots of the schedule of an event; none before it is published. */
  nextSlots: (idOrSlug: string) => call('GET /api/v1/events/:idOrSlug/schedule', { params: { idOrSlug } }),
  /** The published schedule of an event. */
  schedule: (idOrSlug: string) =>
    call('GET /api/v1/events/:idOrSlug/schedule/slots', { params: { idOrSlug } }),
  /**
   * The groups, matches and knock-outs of an event that is played in matches. Throws `not-found` for another
   * event.
   */
  matches: async (idOrSlug: string) =>
    (await call('GET /api/v1/events/:idOrSlug/matches', { params: { idOrSlug } })).tournament,
  /** The entries of the ranking whose teams have a page. */
  teamPages: async (idOrSlug: string) =>
    (await call('GET /api/v1/events/:idOrSlug/team-pages', { params: { idOrSlug } })).pages,
  /**
   * One event by its id, slug or former slug; `slug` of the result is the canonical one. Throws `not-found`.
   */
  one: async (idOrSlug: string): Promise<EventDetails> =>
    fromPublishedEvent((await call('GET /api/v1/events/:idOrSlug', { params: { idOrSlug } })).event),
})
