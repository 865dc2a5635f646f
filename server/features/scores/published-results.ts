import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import { findRankingFreeze } from './queries-freeze.ts'
import { findPublishedResults } from './queries-published-results.ts'
import { lockRankingExclusive } from './queries-ranking-lock.ts'
import { copyRankingIfDue } from './ranking-freeze.ts'

/** Tells whether the results of an event are final. The caller has the lock of the ranking, shared or exclusive. */
export const areResultsFinal = async (tx: Db, eventId: string): Promise<boolean> =>
  (await findPublishedResults(tx, eventId))?.status === 'final'

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
