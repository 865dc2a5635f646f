import type { DisplayState } from '#contract/event/display.schema.ts'
import type { RankingReveal } from '#contract/event/results/results.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { openReconnectingEventStream } from './event-source.ts'

/**
 * The reveal of a ranking after its last step, null when there is none, and what the screens of the event
 * show.
 */
type DisplayUpdate = { reveal: RankingReveal | null; display: DisplayState }

/**
 * Listens to the reveal of a ranking and to the scenes of the screens, in the browser only. `rehearsalKey`
 * also shows a rehearsal. Returns the function that stops listening.
 */
export const listenToRevealAndDisplay = (
  eventId: string,
  rehearsalKey: string | null,
  onUpdate: (update: DisplayUpdate) => void,
): (() => void) => {
  const query = rehearsalKey === null ? '' : `?${new URLSearchParams({ rehearsal: rehearsalKey })}`
  const read = (data: unknown) => onUpdate(data as DisplayUpdate)
  const address = getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId })
  return openReconnectingEventStream(`${address}${query}`, { events: { snapshot: read, reveal: read } })
}
