import type { FastifyBaseLogger } from 'fastify'
import { toPublishedRankingChange } from '#contract/published/score.ts'
import type { RankingChange, ScoreRow } from '#contract/score.ts'
import type { EventStreams } from '#server/http/event-stream.ts'
import { createEventStreamPublisher } from '#server/http/event-stream-publisher.ts'
import type { Invalidator } from '#server/lib/cache-invalidation.ts'

// The rank follows from the entries: an entry whose rank alone changed is not sent.
const content = ({ rank: _, ...row }: ScoreRow) => JSON.stringify(row)

/** Returns the difference between two states of the first entries of a ranking. */
const diffRankings = (before: RankingChange, after: RankingChange): RankingChange => {
  const contentBefore = new Map(before.changed.map((row) => [row.id, content(row)]))
  const idsAfter = new Set(after.changed.map(({ id }) => id))
  return {
    changed: after.changed.filter((row) => contentBefore.get(row.id) !== content(row)),
    removedIds: before.changed.filter(({ id }) => !idsAfter.has(id)).map(({ id }) => id),
    entryCount: after.entryCount,
    freezeAt: after.freezeAt,
    results: after.results,
    ...(JSON.stringify(before.rules) === JSON.stringify(after.rules) ? {} : { rules: after.rules ?? null }),
  }
}

/** Tells whether a change of a frozen ranking has no content. */
const isFrozenAndSame = (before: RankingChange, { changed, removedIds, entryCount, freezeAt, rules }: RankingChange): boolean =>
  freezeAt !== null &&
  rules === undefined &&
  changed.length + removedIds.length === 0 &&
  before.entryCount === entryCount &&
  before.freezeAt === freezeAt &&
  Date.parse(freezeAt) <= Date.now()

type RankingPublisherOptions = {
  invalidator: Invalidator
  eventStreams: EventStreams
  /** Reads the first entries of a ranking; undefined when visitors do not see the event. */
  read: (eventId: string) => Promise<RankingChange | undefined>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Creates the publisher of live rankings by the ids of their events. A change below the first entries is published too, without entries: pages that show other
 * parts of the ranking read them again. A frozen ranking publishes nothing without content, because that would show that its scores are written to.
 */
export const createRankingPublisher = (options: RankingPublisherOptions) =>
  createEventStreamPublisher({
    ...options,
    getTag: (eventId) => `scores:${eventId}`,
    toSnapshot: toPublishedRankingChange,
    toEvent: (before, after) => {
      const change = diffRankings(before, after)
      return isFrozenAndSame(before, change) ? null : { name: 'ranking', data: toPublishedRankingChange(change) }
    },
  })
