import type { EventCard } from '#contract/event.ts'

const start = ({ startDate }: EventCard) => (startDate ? Date.parse(startDate) : Number.POSITIVE_INFINITY)
const end = (event: EventCard) => (event.endDate ? Date.parse(event.endDate) : start(event))

/** Live events first, then those to come (the next one first), then those that are over (the latest first). `now` in milliseconds. */
export const inOrder = (events: readonly EventCard[], now: number): EventCard[] => {
  const phase = (event: EventCard) => (event.live ? 0 : end(event) >= now ? 1 : 2)
  return events.toSorted((one, other) => {
    const [a, b] = [phase(one), phase(other)]
    if (a !== b) return a - b
    return a === 2 ? end(other) - end(one) : start(one) - start(other) || 0
  })
}

/** The event that the season is about now: a live one that is trending, else any live one, else the next, else the latest. */
export const headline = (events: readonly EventCard[], now: number): EventCard | undefined =>
  events.find(({ live, trending }) => live && trending) ?? inOrder(events, now)[0]
