import type { EventCard } from '#contract/event.ts'

const getStartTime = ({ startDate }: EventCard) => (startDate ? Date.parse(startDate) : Number.POSITIVE_INFINITY)
const getEndTime = (event: EventCard) => (event.endDate ? Date.parse(event.endDate) : getStartTime(event))

/** Live events first, then those to come (the next one first), then those that are over (the latest first). `now` in milliseconds. */
export const sortEventsByPhase = (events: readonly EventCard[], now: number): EventCard[] => {
  const phase = (event: EventCard) => (event.live ? 0 : getEndTime(event) >= now ? 1 : 2)
  return events.toSorted((one, other) => {
    const [a, b] = [phase(one), phase(other)]
    if (a !== b) return a - b
    return a === 2 ? getEndTime(other) - getEndTime(one) : getStartTime(one) - getStartTime(other) || 0
  })
}

/** The event that the season is about now: a live one that is trending, else any live one, else the next, else the latest. */
export const findFeaturedEvent = (events: readonly EventCard[], now: number): EventCard | undefined =>
  events.find(({ live, trending }) => live && trending) ?? sortEventsByPhase(events, now)[0]
