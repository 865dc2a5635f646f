import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'

const lockName = (eventId: string) => `scores ${eventId}`

/** Takes the lock of a writer of the scores of an event. Writers do not wait for each other, only for `lockRankingExclusive`. */
export const lockRankingShared = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(eventId)}, 0))`)
}
/** Waits for all writers of the scores of an event, and makes new ones wait until the transaction ends. */
export const lockRankingExclusive = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(eventId)}, 0))`)
}
