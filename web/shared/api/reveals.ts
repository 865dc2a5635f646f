import type { RankingReveal } from '#contract/results.ts'
import { buildCallPath } from './call.ts'
import { openEventSource } from './event-source.ts'

/**
 * Listens to the reveal of a ranking, in the browser only: `onReveal` gets it after each step, null when there is none. `rehearsalKey` also shows a rehearsal.
 * Returns the function that stops listening.
 */
export const listenToReveal = (
  eventId: string,
  rehearsalKey: string | null,
  onReveal: (reveal: RankingReveal | null) => void,
): (() => void) => {
  const query = rehearsalKey === null ? '' : `?${new URLSearchParams({ rehearsal: rehearsalKey })}`
  const read = (data: unknown) => onReveal((data as { reveal: RankingReveal | null }).reveal)
  const path = buildCallPath('GET /api/v1/events/scores/:eventId/reveal', { eventId })
  return openEventSource(`${path}${query}`, { events: { snapshot: read, reveal: read } })
}
