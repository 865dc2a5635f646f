import type { EventCard } from '#contract/event.ts'

type Dated = Pick<EventCard, 'startDate' | 'endDate' | 'live' | 'trending'>
const getStartTime = ({ startDate }: Dated) => (startDate ? Date.parse(startDate) : Number.POSITIVE_INFINITY)
const getEndTime = (event: Dated) => (event.endDate ? Date.parse(event.endDate) : getStartTime(event))

/** Tells whether an event is over: not live, and its last day before `today`, a calendar date in the time zone of the site. An event without dates is not. */
export const isPastEvent = (event: Dated, today: string): boolean => !event.live && getEndTime(event) < Date.parse(today)

/**
 * Sorts events: live ones first, then upcoming ones (the next one first), then past ones (the latest first).
 */
export const sortEventsByPhase = <Event extends Dated>(events: readonly Event[], today: string): Event[] => {
  const phase = (event: Event) => (event.live ? 0 : isPastEvent(event, today) ? 2 : 1)
  return events.toSorted((one, other) => {
    const [a, b] = [phase(one), phase(other)]
    if (a !== b) return a - b
    return a === 2 ? getEndTime(other) - getEndTime(one) : getStartTime(one) - getStartTime(other) || 0
  })
}

/** Returns the featured event: a live and trending one, else a live one, else the next one, else the latest. */
export const findFeaturedEvent = <Event extends Dated>(events: readonly Event[], today: string): Event | undefined =>
  events.find(({ live, trending }) => live && trending) ?? sortEventsByPhase(events, today)[0]
