import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import { appendScoreLog, toEventChange } from '../log/queries-append.ts'
import {
  copyRankingToFrozen,
  deleteRankingFreeze,
  findPublishedResults,
  findRankingFreeze,
  listEventIdsDueForFreeze,
  lockRankingExclusive,
  type RankingFreeze,
  upsertRankingFreeze,
} from './queries-lock.ts'

/** Tells whether the results of an event are final. The caller has the lock of the ranking, shared or exclusive. */
const areResultsFinal = async (tx: Db, eventId: string): Promise<boolean> => (await findPublishedResults(tx, eventId))?.status === 'final'

/** Throws `results-final` when the results of an event are final. The caller has the lock of the ranking, shared or exclusive. */
export const assertResultsNotFinal = async (tx: Db, eventId: string): Promise<void> => {
  if (await areResultsFinal(tx, eventId)) throw new AppError('results-final')
}

/**
 * Runs a change of the published results while no score of the event changes. Throws `results-frozen` when visitors see a frozen ranking, of which nothing may
 * change.
 */
export const changePublishedResultsInTransaction = async (
  { database, invalidator }: Pick<Core, 'database' | 'invalidator'>,
  eventId: string,
  change: (tx: Db) => Promise<unknown>,
): Promise<void> => {
  await inTransaction(database.db, async (tx) => {
    await lockRankingExclusive(tx, eventId)
    await copyRankingIfDue(tx, eventId)
    if ((await findRankingFreeze(tx, eventId))?.frozenAt) throw new AppError('results-frozen')
    await change(tx)
  })
  // an event with final results is over
  await invalidator.invalidate(`scores:${eventId}`, 'events')
}

/** Thrown by a write that must not change the ranking before it is frozen. The write is repeated after `freezeRankingIfDue`. */
export class RankingFreezeDueError extends Error {}

const toLoggedFreeze = ({ freezeAt }: RankingFreeze) => ({ freezeAt: freezeAt.toISOString() })

/** Copies the entries of an event if its freeze time has passed, and adds the freeze to the score log. The caller has the exclusive lock of the ranking. */
export const copyRankingIfDue = async (tx: Db, eventId: string): Promise<void> => {
  const freeze = await findRankingFreeze(tx, eventId)
  if (!freeze?.isDue || freeze.frozenAt !== null) return
  await copyRankingToFrozen(tx, eventId)
  await appendScoreLog(tx, { eventId, kind: 'freeze', actorId: null, source: 'system' }, [toEventChange(null, toLoggedFreeze(freeze))])
}

/** Freezes the ranking of an event if its freeze time has passed, after the running writes. */
export const freezeRankingIfDue = async (
  { database, invalidator }: Pick<Core, 'database' | 'invalidator'>,
  eventId: string,
): Promise<void> => {
  await inTransaction(database.db, async (tx) => {
    await lockRankingExclusive(tx, eventId)
    await copyRankingIfDue(tx, eventId)
  })
  await invalidator.invalidate(`scores:${eventId}`)
}

/** Throws a `RankingFreezeDueError` when the freeze of an event is due and its ranking not frozen. The caller has the shared lock of the ranking. */
export const assertFreezeNotDue = async (tx: Db, eventId: string): Promise<void> => {
  const freeze = await findRankingFreeze(tx, eventId)
  if (freeze?.isDue && freeze.frozenAt === null) throw new RankingFreezeDueError()
}

/** Creates the functions that freeze the public ranking of an event and end the freeze. `audit` writes to the audit log in the same transaction. */
export const createRankingFreezer = ({ database, invalidator }: Core) => {
  const { db } = database
  // the sitemap shows when an event changed
  const invalidate = (eventId: string) => invalidator.invalidate(`scores:${eventId}`, 'events')
  return {
    /** Freezes now (`at` is null) or at a time, which may be moved until it comes. Throws `conflict` when the ranking is frozen already. */
    freeze: async (eventId: string, at: Date | null, audit: (tx: Db, freezeAt: string) => Promise<unknown>): Promise<void> => {
      await inTransaction(db, async (tx) => {
        await lockRankingExclusive(tx, eventId)
        const before = await findRankingFreeze(tx, eventId)
        if (before?.frozenAt || before?.isDue) throw new AppError('conflict')
        await upsertRankingFreeze(tx, eventId, at)
        await copyRankingIfDue(tx, eventId)
        const after = await findRankingFreeze(tx, eventId)
        await audit(tx, after?.freezeAt.toISOString() ?? '')
      })
      await invalidate(eventId)
    },
    /** Ends the freeze, or cancels one that has not begun. Nothing happens without one. */
    unfreeze: async (eventId: string, actorId: string | null, audit: (tx: Db) => Promise<unknown>): Promise<void> => {
      await inTransaction(db, async (tx) => {
        await lockRankingExclusive(tx, eventId)
        const before = await findRankingFreeze(tx, eventId)
        if (!before || !(await deleteRankingFreeze(tx, eventId))) return
        await audit(tx)
        if (before.frozenAt)
          await appendScoreLog(tx, { eventId, kind: 'unfreeze', actorId, source: 'admin' }, [toEventChange(toLoggedFreeze(before), null)])
      })
      await invalidate(eventId)
    },
    /** Copies the entries of an event whose freeze time has passed. */
    freezeIfDue: async (eventId: string): Promise<void> => {
      const freeze = await findRankingFreeze(db, eventId)
      if (freeze?.isDue && freeze.frozenAt === null) await freezeRankingIfDue({ database, invalidator }, eventId)
    },
    /** Freezes all rankings whose time has come. Returns how many. */
    freezeAllDue: async (): Promise<number> => {
      const ids = await listEventIdsDueForFreeze(db)
      for (const eventId of ids) await freezeRankingIfDue({ database, invalidator }, eventId)
      return ids.length
    },
  }
}
