import type { EventCard } from '#contract/event/event.schema.ts'
import { msPerHour } from '../platform/time.ts'
import { toDateInTimeZone } from '../platform/time-zone.ts'

type Dates = Pick<EventCard, 'startDate' | 'endDate'>
type PhasedEvent = Dates & Pick<EventCard, 'live' | 'hasFinalResults'>
type ListedEvent = PhasedEvent & Pick<EventCard, 'trending'>

/** `past` also before the last day ends, when the results are final. */
export type EventPhase = 'upcoming' | 'running' | 'past'

/** Results within this time after the last day keep an event from being over. */
const msAfterLastResult = 12 * msPerHour

const getFirstDate = ({ startDate, endDate }: Dates): string | undefined =>
  (startDate ?? endDate)?.slice(0, 10)

/** Returns the later one of both dates as a calendar date (`2026-12-05`), undefined without dates. */
export const findEventLastDate = ({ startDate, endDate }: Dates): string | undefined =>
  [startDate, endDate].sort().findLast(Boolean)?.slice(0, 10)

/**
 * Tells whether an event is over: its results are final, or its last day is past in the time zone of the site
 * and nobody got a result for 12 hours. An event without dates is over when its results are final. Pages that
 * load then open no event stream. `lastResultAt` is null without results.
 */
export const isEventOver = (
  {
    hasFinalResults,
    lastResultAt,
    ...dates
  }: Dates & { hasFinalResults: boolean; lastResultAt: string | null },
  now: Date,
  timeZone: string,
): boolean => {
  if (hasFinalResults) return true
  const lastDate = findEventLastDate(dates)
  if (lastDate === undefined || toDateInTimeZone(now, timeZone) <= lastDate) return false
  return lastResultAt === null || now.getTime() - Date.parse(lastResultAt) >= msAfterLastResult
}

/**
 * Returns the phase of an event on a calendar date in the time zone of the site. A live event runs whatever
 * its dates; an event without dates is upcoming until it is live.
 */
export const getEventPhase = (event: PhasedEvent, today: string): EventPhase => {
  if (event.hasFinalResults) return 'past'
  if (event.live) return 'running'
  const firstDate = getFirstDate(event)
  if (!firstDate || today < firstDate) return 'upcoming'
  return today <= (findEventLastDate(event) ?? '') ? 'running' : 'past'
}

const phases: readonly EventPhase[] = ['running', 'upcoming', 'past']
// later than every date, earlier than the next phase
const undatedTime = 5e14

const getSortKey = (event: PhasedEvent, today: string): number => {
  const phase = getEventPhase(event, today)
  const isPast = phase === 'past'
  const date = isPast ? findEventLastDate(event) : getFirstDate(event)
  return phases.indexOf(phase) * 1e15 + (date ? Date.parse(date) * (isPast ? -1 : 1) : undatedTime)
}

/**
 * Sorts events: running ones first, then upcoming ones (the next one first), then past ones (the latest
 * first). Events without dates are the last ones of their phase.
 */
export const sortEventsByPhase = <Event extends PhasedEvent>(
  events: readonly Event[],
  today: string,
): Event[] => events.toSorted((one, other) => getSortKey(one, today) - getSortKey(other, today))

/**
 * Returns the event that the home page shows first: a running one (live and trending before live before
 * others, the last one that began), else the next one, else the latest past one.
 */
export const findHeadlineEvent = <Event extends ListedEvent>(
  events: readonly Event[],
  today: string,
): Event | undefined => {
  const running = events
    .filter((event) => getEventPhase(event, today) === 'running')
    .toSorted((one, other) => (getFirstDate(other) ?? '').localeCompare(getFirstDate(one) ?? ''))
  const live = running.filter((event) => event.live)
  return live.find(({ trending }) => trending) ?? live[0] ?? running[0] ?? sortEventsByPhase(events, today)[0]
}
