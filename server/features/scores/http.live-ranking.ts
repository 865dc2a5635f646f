import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { toPublishedRankingChange } from '#contract/published/score.ts'
import type { RankingChange, ScoreRow } from '#contract/score.ts'
import type { EventStream, EventStreams } from '#server/http/event-stream.ts'
import { allTags, type Invalidator } from '#server/lib/cache-invalidation.ts'

/** In milliseconds: the shortest time between two events of a ranking, the pause after a failure, and how long a ranking without readers is watched. */
const timing = { gap: 200, retry: 1000, linger: 60_000 }

// The rank follows from the entries: an entry whose rank alone changed is not sent.
const content = ({ rank: _, ...row }: ScoreRow) => JSON.stringify(row)

/** Returns the difference between two states of the first entries of a ranking. */
export const diffRankings = (before: RankingChange, after: RankingChange): RankingChange => {
  const contentBefore = new Map(before.changed.map((row) => [row.id, content(row)]))
  const idsAfter = new Set(after.changed.map(({ id }) => id))
  return {
    changed: after.changed.filter((row) => contentBefore.get(row.id) !== content(row)),
    removedIds: before.changed.filter(({ id }) => !idsAfter.has(id)).map(({ id }) => id),
    entryCount: after.entryCount,
  }
}

type Parts = {
  invalidator: Invalidator
  eventStreams: EventStreams
  /** Reads the first entries of a ranking; undefined when visitors do not see the event. */
  read: (eventId: string) => Promise<RankingChange | undefined>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Creates the publisher of live rankings. A ranking with readers is read once for each change, whatever the number of readers and the process that wrote. A change below
 * the first entries is published too, without entries: pages that show other parts of the ranking read them again.
 */
export const createRankingPublisher = ({ invalidator, eventStreams, read, log }: Parts) => {
  type Watch = { topic: Promise<EventStream | undefined>; refresh: () => void; end: () => void }
  const watches = new Map<string, Watch>()

  const startWatch = (eventId: string): Watch => {
    const ending = new AbortController()
    let current: RankingChange | undefined
    let topic: EventStream | undefined
    let isStale = false
    let isRunning = false

    const end = () => {
      ending.abort()
      if (watches.get(eventId) === watch) watches.delete(eventId)
      topic?.end()
    }
    /** Reads the ranking and publishes the difference; returns the pause before the next reading. */
    const publishChange = async (before: RankingChange, to: EventStream): Promise<number> => {
      try {
        const next = await read(eventId)
        if (ending.signal.aborted) return 0
        if (!next) {
          to.publish('closed', {})
          end()
          return 0
        }
        current = next
        to.publish('ranking', toPublishedRankingChange(diffRankings(before, next)))
        return timing.gap
      } catch (error) {
        log.warn({ err: error }, 'the live ranking could not be read')
        isStale = true
        return timing.retry
      }
    }
    const run = async () => {
      isRunning = true
      while (isStale && current && topic && !ending.signal.aborted) {
        isStale = false
        const pause = await publishChange(current, topic)
        await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      }
      isRunning = false
    }
    const refresh = () => {
      isStale = true
      if (!isRunning) void run()
    }
    const endWhenIdle = () => {
      const idle = setTimeout(() => {
        if (topic?.connectionCount() === 0) end()
      }, timing.linger)
      idle.unref()
    }
    const start = async () => {
      try {
        current = await read(eventId)
      } catch (error) {
        end()
        throw error
      }
      if (!current) {
        end()
        return undefined
      }
      topic = eventStreams.createStream(() => toPublishedRankingChange(current as RankingChange), endWhenIdle)
      // scores may have been written during the first reading
      if (isStale) void run()
      return topic
    }
    // The watch is in the map before the first reading, so that no change is missed.
    const watch: Watch = { topic: Promise.resolve(undefined), refresh, end }
    watches.set(eventId, watch)
    watch.topic = start()
    return watch
  }

  const stop = invalidator.subscribe((tags) => {
    const isAll = tags.includes(allTags)
    for (const [eventId, { refresh }] of watches) if (isAll || tags.includes(`scores:${eventId}`)) refresh()
  })
  return {
    /** The event stream of a ranking; undefined when visitors do not see the event. */
    topic: (eventId: string): Promise<EventStream | undefined> => (watches.get(eventId) ?? startWatch(eventId)).topic,
    close: () => {
      stop()
      for (const { end } of watches.values()) end()
    },
  }
}
