import type { EventCard } from '#contract/event.ts'

type Dated = Pick<EventCard, 'startDate' | 'endDate' | 'live' | 'trending'>
const getStartTime = ({ startDate }: Dated) => (startDate ? Date.parse(startDate) : Number.POSITIVE_INFINITY)
const getEndTime = (event: Dated) => (event.endDate ? Date.parse(event.endDate) : getStartTime(event))

/**
 * Sorts events: live ones first, then upcoming ones (the next one first), then past ones (the latest first). An event is past when its last day is before `today`, a
 * calendar date in the time zone of the site.
 */
export const sortEventsByPhase = <Event extends Dated>(events: readonly Event[], today: string): Event[] => {
  const phase = (event: Event) => (event.live ? 0 : getEndTime(event) >= Date.parse(today) ? 1 : 2)
  return events.toSorted((one, other) => {
    const [a, b] = [phase(one), phase(other)]
    if (a !== b) return a - b
    return a === 2 ? getEndTime(other) - getEndTime(one) : getStartTime(one) - getStartTime(other) || 0
  })
}

/** Returns the featured event: a live and trending one, else a live one, else the next one, else the latest. */
export const findFeaturedEvent = <Event extends Dated>(events: readonly Event[], today: string): Event | undefined =>
  events.find(({ live, trending }) => live && trending) ?? sortEventsByPhase(events, today)[0]
