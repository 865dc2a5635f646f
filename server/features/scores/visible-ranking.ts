import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findVisibleRankingEvent, type VisibleRankingEvent } from './queries.ts'
import { findRankingFreeze } from './queries-freeze.ts'
import type { RankingSource } from './queries-source.ts'

/**
 * Reads from the ranking of an event as visitors see it: the frozen one, or the standing one. Every public reply with scores of one event is read here.
 * The read is repeated when the ranking was frozen or published meanwhile. Returns undefined when visitors do not see the event.
 */
export const readVisibleRanking = async <T>(
  db: Db,
  idOrSlug: string,
  read: (event: VisibleRankingEvent, source: RankingSource) => Promise<T>,
): Promise<T | undefined> => {
  for (;;) {
    const event = await findVisibleRankingEvent(db, idOrSlug)
    if (!event) return undefined
    const result = await read(event, event.frozenAt ? 'frozen' : 'standing')
    if ((await findRankingFreeze(db, event.id))?.frozenAt?.getTime() === event.frozenAt?.getTime()) return result
  }
}

/**
 * Reads entries of many events as visitors see them: `read` lists those of each source, all from one snapshot of the database. Returns them together, the
 * newest first.
 */
export const readVisibleEntries = async <T>(
  db: Db,
  read: (tx: Db, source: RankingSource) => Promise<{ reachedAt: string; item: T }[]>,
): Promise<T[]> => {
  const found = await inTransaction(db, async (tx) => [...(await read(tx, 'standing')), ...(await read(tx, 'frozen'))], {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  return found.toSorted((a, b) => (a.reachedAt < b.reachedAt ? 1 : a.reachedAt > b.reachedAt ? -1 : 0)).map(({ item }) => item)
}
