import type { EventCard } from '#contract/domain/event.ts'
import type { WireEventCard } from '#contract/wire/event.schema.ts'
import { eventCardFromWire } from '#contract/wire/event.ts'
import { paths } from '#contract/wire/paths.ts'
import type { Call } from './call.ts'

export const eventCalls = (call: Call) => ({
  /** The events that visitors see; those of a region come with those of none. */
  list: async (region?: string): Promise<EventCard[]> => {
    const { events } = await call<{ events: WireEventCard[] }>(`${paths.events}/`, { query: { status: true, region } })
    return events.map(eventCardFromWire)
  },
})
