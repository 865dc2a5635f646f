import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { toLoggedFreeze } from '../log/logged-records.ts'
import { lockAndAppendScoreLog, toEventScoreLogChange } from '../log/queries-append.ts'
import { findNewestRuleSetOfEvent } from '../rules/queries-rule-sets.ts'
import { syncTeamSlotsOfMatches } from '../scoring/queries-match-slots.ts'
import { findVisibleRankingEvent, type VisibleRankingEvent } from './queries.ts'
import {
  copyRankingMarkFrozenAndGetTime,
  deleteRankingFreezeAndReveal,
  findEventRankingFreeze,
  findPublishedResultsOfEvent,
  listEventIdsDueForFreeze,
  lockEventRankingExclusive,
  type RankingFreeze,
  type RankingSource,
  upsertRankingFreezeUnlessFrozen,
} from './queries-freeze.ts'

/**
 * Tells whether the results of an event are final. The caller has the lock of the ranking, shared or
 * exclusive.
 */
const areResultsFinal = async (tx: Db, eventId: string): Promise<boolean> =>
  (await findPublishedResultsOfEvent(tx, eventId))?.status === 'final'

/**
 * Throws `results-final` when the results of an event are final. The caller has the lock of the ranking,
 * shared or exclusive.
 */
export const assertResultsNotFinal = async (tx: Db, eventId: string): Promise<void> => {
  if (await areResultsFinal(tx, eventId)) throw new AppError('results-final')
}

/**
 * Runs a change of the published results while no score of the event changes. Throws `results-frozen` when
 * visitors see a frozen ranking, of which nothing may change.
 */
export const runPublicationOrThrowIfFrozen = async (
  { database, invalidator }: Pick<Core, 'database' | 'invalidator'>,
  eventId: string,
  change: (tx: Db) => Promise<unknown>,
): Promise<void> => {
  await inTransaction(database.db, async (tx) => {
    await lockEventRankingExclusive(tx, eventId)
    await freezeDueRankingWithScoreLog(tx, eventId)
    if ((await findEventRankingFreeze(tx, eventId))?.frozenAt) throw new AppError('results-frozen')
    await change(tx)
  })
  // an event with final results is over
  await invalidator.invalidate(`scores:${eventId}`, 'events')
}

/**
 * Thrown by a write that must not change the ranking before it is frozen. The write is repeated after
 * `freezeDueRankingWithLogAndInvalidate`.
 */
export class RankingFreezeDueError extends Error {}

/**
 * Copies the entries of an event if its freeze time has passed, and adds the freeze to the score log. The
 * caller has the exclusive lock of the ranking.
 */
export const freezeDueRankingWithScoreLog = async (tx: Db, eventId: string): Promise<void> => {
  const freeze = await findEventRankingFreeze(tx, eventId)
  if (!freeze?.isDue || freeze.frozenAt !== null) return
  const frozenAt = await copyRankingMarkFrozenAndGetTime(tx, eventId)
  await lockAndAppendScoreLog(tx, { eventId, kind: 'freeze', actorId: null, source: 'system' }, [
    toEventScoreLogChange(null, toLoggedFreeze({ ...freeze, frozenAt })),
  ])
}

/** Freezes the ranking of an event if its freeze time has passed, after the running writes. */
export const freezeDueRankingWithLogAndInvalidate = async (
  { database, invalidator }: Pick<Core, 'database' | 'invalidator'>,
  eventId: string,
): Promise<void> => {
  await inTransaction(database.db, async (tx) => {
    await lockEventRankingExclusive(tx, eventId)
    await freezeDueRankingWithScoreLog(tx, eventId)
  })
  // the page of the event has awards, which the freeze hides
  await invalidator.invalidate(`scores:${eventId}`, 'events')
}

/**
 * Throws a `RankingFreezeDueError` when the freeze of an event is due and its ranking not frozen. The caller
 * has the shared lock of the ranking.
 */
export const throwRetryIfFreezeDue = async (tx: Db, eventId: string): Promise<void> => {
  const freeze = await findEventRankingFreeze(tx, eventId)
  if (freeze?.isDue && freeze.frozenAt === null) throw new RankingFreezeDueError()
}

/** Adds to the score log that a freeze is planned, moved or cancelled. */
const logPlannedFreeze = (
  tx: Db,
  eventId: string,
  actorId: string | null,
  { before, after }: { before?: RankingFreeze | undefined; after?: RankingFreeze | undefined },
): Promise<void> =>
  lockAndAppendScoreLog(
    tx,
    { eventId, kind: 'plan-freeze', actorId, source: actorId === null ? 'system' : 'admin' },
    [toEventScoreLogChange(before ? toLoggedFreeze(before) : null, after ? toLoggedFreeze(after) : null)],
  )

/**
 * Freezes the public ranking of an event now (`at` is null) or plans the freeze, which may be moved until it
 * comes. The caller has the exclusive lock of the ranking. Returns the time of the freeze. Throws `conflict`
 * when the ranking is frozen already.
 */
const freezeOrPlanFreeze = async (
  tx: Db,
  eventId: string,
  at: Date | null,
  actorId: string | null,
): Promise<Date | undefined> => {
  const before = await findEventRankingFreeze(tx, eventId)
  if (before?.frozenAt || before?.isDue) throw new AppError('conflict')
  await upsertRankingFreezeUnlessFrozen(tx, eventId, at)
  await freezeDueRankingWithScoreLog(tx, eventId)
  const after = await findEventRankingFreeze(tx, eventId)
  if (!after?.frozenAt) await logPlannedFreeze(tx, eventId, actorId, { before, after })
  return after?.freezeAt
}

/**
 * Creates the functions that freeze the public ranking of an event and end the freeze. `audit` writes to the
 * audit log in the same transaction.
 */
export const createRankingFreezeService = ({ database, invalidator }: Core) => {
  const { db } = database
  // the sitemap shows when an event changed
  const invalidate = (eventId: string) => invalidator.invalidate(`scores:${eventId}`, 'events')
  return {
    /**
     * Freezes now (`at` is null) or at a time, which may be moved until it comes. Throws `conflict` when the
     * ranking is frozen already.
     */
    freeze: async (
      eventId: string,
      at: Date | null,
      actorId: string | null,
      audit: (tx: Db, freezeAt: string) => Promise<unknown>,
    ): Promise<void> => {
      await inTransaction(db, async (tx) => {
        await lockEventRankingExclusive(tx, eventId)
        const freezeAt = await freezeOrPlanFreeze(tx, eventId, at, actorId)
        await audit(tx, freezeAt?.toISOString() ?? '')
      })
      await invalidate(eventId)
    },
    /** Ends the freeze, or cancels one that has not begun. Nothing happens without one. */
    unfreeze: async (
      eventId: string,
      actorId: string | null,
      audit: (tx: Db) => Promise<unknown>,
    ): Promise<void> => {
      await inTransaction(db, async (tx) => {
        await lockEventRankingExclusive(tx, eventId)
        const before = await findEventRankingFreeze(tx, eventId)
        if (!before || !(await deleteRankingFreezeAndReveal(tx, eventId))) return
        await audit(tx)
        await syncTeamSlotsOfMatches(tx, {
          id: eventId,
          ruleSet: (await findNewestRuleSetOfEvent(tx, eventId))?.ruleSet ?? null,
        })
        if (before.frozenAt)
          await lockAndAppendScoreLog(tx, { eventId, kind: 'unfreeze', actorId, source: 'admin' }, [
            toEventScoreLogChange(toLoggedFreeze(before), null),
          ])
        else await logPlannedFreeze(tx, eventId, actorId, { before })
      })
      await invalidate(eventId)
    },
    /** Copies the entries of an event whose freeze time has passed. */
    freezeIfDue: async (eventId: string): Promise<void> => {
      const freeze = await findEventRankingFreeze(db, eventId)
      if (freeze?.isDue && freeze.frozenAt === null)
        await freezeDueRankingWithLogAndInvalidate({ database, invalidator }, eventId)
    },
    /** Freezes all rankings whose time has come. Returns how many. */
    freezeAllDue: async (): Promise<number> => {
      const ids = await listEventIdsDueForFreeze(db)
      for (const eventId of ids)
        await freezeDueRankingWithLogAndInvalidate({ database, invalidator }, eventId)
      return ids.length
    },
  }
}

/**
 * Reads from the ranking of an event as visitors see it: the frozen one, or the standing one. Every public
 * reply with scores of one event is read here. The read is repeated when the ranking was frozen or published
 * meanwhile. Returns undefined when visitors do not see the event.
 */
export const runOnVisibleRankingSource = async <T>(
  db: Db,
  idOrSlug: string,
  read: (event: VisibleRankingEvent, source: RankingSource) => Promise<T>,
): Promise<T | undefined> => {
  for (;;) {
    const event = await findVisibleRankingEvent(db, idOrSlug)
    if (!event) return undefined
    const result = await read(event, event.frozenAt ? 'frozen' : 'current')
    if ((await findEventRankingFreeze(db, event.id))?.frozenAt?.getTime() === event.frozenAt?.getTime())
      return result
  }
}

/**
 * Reads entries of many events as visitors see them: `read` lists those of each source, all from one snapshot
 * of the database. Returns them together, the newest first.
 */
export const runOnBothRankingSourcesAndMerge = async <T>(
  db: Db,
  read: (tx: Db, source: RankingSource) => Promise<{ reachedAt: string; item: T }[]>,
): Promise<T[]> => {
  const found = await inTransaction(
    db,
    async (tx) => [...(await read(tx, 'current')), ...(await read(tx, 'frozen'))],
    {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    },
  )
  return found
    .toSorted((a, b) => (a.reachedAt < b.reachedAt ? 1 : a.reachedAt > b.reachedAt ? -1 : 0))
    .map(({ item }) => item)
}
