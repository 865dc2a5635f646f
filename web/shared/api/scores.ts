import type { RankingChange, ScoreEntry, ScorePage } from '#contract/event/scores/score.schema.ts'
import type { ScoreQuery } from '#contract/event/scores/score.ts'
import { getPath } from '#contract/platform/call-path.ts'
import type { PublishedRankingChange } from '#contract/published/score.schema.ts'
import {
  fromPublishedRankingChange,
  fromPublishedScoreboard,
  fromPublishedScoreEntry,
} from '#contract/published/score.ts'
import type { ApiCall } from './call.ts'
import { openReconnectingEventStream } from './event-source.ts'

/** Creates the client of the public calls about the ranking of an event. */
export const createPublicRankingApi = (call: ApiCall) => ({
  /**
   * A page of the ranking of an event, with the names that pages show; `perPage` is 1 to 1000, 100 by default.
   * Throws `not-found`.
   */
  getScoreboardPage: async (
    idOrSlug: string,
    { page, perPage, search, missionType, level }: ScoreQuery = {},
    signal?: AbortSignal,
  ): Promise<ScorePage> =>
    fromPublishedScoreboard(
      await call('GET /api/v1/events/scores/:eventId', {
        params: { eventId: idOrSlug },
        query: { page, per_page: perPage, s: search, missionType, level, names: 'short' },
        signal,
      }),
    ),
  /** An entry with its attempts, the oldest first. */
  getEntry: async (idOrSlug: string, entryId: string, signal?: AbortSignal): Promise<ScoreEntry> =>
    fromPublishedScoreEntry(
      await call('GET /api/v1/events/scores/:eventId/entries/:entryId', {
        params: { eventId: idOrSlug, entryId },
        signal,
      }),
    ),
})

/**
 * A listener of a ranking. `snapshot` gets the first entries, `change` each change of them; `state` tells
 * whether the stream is connected.
 */
type RankingListener = {
  snapshot: (entries: RankingChange) => void
  change: (change: RankingChange) => void
  state?: (connected: boolean) => void
}

type Stream = { listeners: Set<RankingListener>; close: () => void }

/** Streams without an event so far: a listener that joins one misses nothing. */
const newStreams = new Map<string, Stream>()

const openStream = (eventId: string): Stream => {
  const listeners = new Set<RankingListener>()
  const notify = (call: (listener: RankingListener) => void) => {
    if (newStreams.get(eventId) === stream) newStreams.delete(eventId)
    for (const listener of listeners) call(listener)
  }
  const read = (data: unknown) => fromPublishedRankingChange(data as PublishedRankingChange)
  const close = openReconnectingEventStream(getPath('GET /api/v1/events/scores/:eventId/live', { eventId }), {
    events: {
      snapshot: (data) => {
        const entries = read(data)
        notify((listener) => listener.snapshot(entries))
      },
      ranking: (data) => {
        const change = read(data)
        notify((listener) => listener.change(change))
      },
    },
    onState: (isConnected) => notify((listener) => listener.state?.(isConnected)),
  })
  const stream: Stream = {
    listeners,
    close: () => {
      if (newStreams.get(eventId) === stream) newStreams.delete(eventId)
      close()
    },
  }
  newStreams.set(eventId, stream)
  return stream
}

/**
 * Listens to the ranking of an event, in the browser only. The stream reconnects by itself and misses
 * nothing. Listeners that start together share one stream, because a browser opens few connections to a
 * server. Returns the function that stops listening.
 */
export const listenToRanking = (eventId: string, listener: RankingListener): (() => void) => {
  const stream = newStreams.get(eventId) ?? openStream(eventId)
  stream.listeners.add(listener)
  return () => {
    stream.listeners.delete(listener)
    if (stream.listeners.size === 0) stream.close()
  }
}
