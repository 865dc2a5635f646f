import type { EventCard } from '#contract/event.ts'

const getStartTime = ({ startDate }: EventCard) => (startDate ? Date.parse(startDate) : Number.POSITIVE_INFINITY)
const getEndTime = (event: EventCard) => (event.endDate ? Date.parse(event.endDate) : getStartTime(event))

/** Sorts events: live ones first, then upcoming ones (the next one first), then past ones (the latest first). `now` is in milliseconds. */
export const sortEventsByPhase = (events: readonly EventCard[], now: number): EventCard[] => {
  const phase = (event: EventCard) => (event.live ? 0 : getEndTime(event) >= now ? 1 : 2)
  return events.toSorted((one, other) => {
    const [a, b] = [phase(one), phase(other)]
    if (a !== b) return a - b
    return a === 2 ? getEndTime(other) - getEndTime(one) : getStartTime(one) - getStartTime(other) || 0
  })
}

/** Returns the featured event: a live and trending one, else a live one, else the next one, else the latest. */
export const findFeaturedEvent = (events: readonly EventCard[], now: number): EventCard | undefined =>
  events.find(({ live, trending }) => live && trending) ?? sortEventsByPhase(events, now)[0]
