import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { removedScores } from '#server/db/schema/scores.ts'
import { users } from '#server/db/schema/users.ts'
import { restorePeriodInterval } from '#server/db/soft-delete.ts'
import type { RemovedScoreRecord } from './removed-scores.ts'

/** Selects the removals of scores of an event that can be undone. */
const isRestorable = (eventId: string): SQL =>
  and(eq(removedScores.eventId, eventId), gt(removedScores.removedAt, sql`now() - ${restorePeriodInterval}`)) as SQL

export type RemovedScoreRow = { id: string; removedAt: Date; removedBy: string; record: RemovedScoreRecord }
const columns = {
  id: removedScores.id,
  removedAt: removedScores.removedAt,
  removedBy: sql<string>`coalesce(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
  record: removedScores.record,
}
type StoredRecord = Omit<RemovedScoreRecord, 'entry'> & { entry: RemovedScoreRecord['entry'] & { school?: string } }
const toRemoval = ({ record: stored, ...row }: Omit<RemovedScoreRow, 'record'> & { record: unknown }): RemovedScoreRow => {
  const record = stored as StoredRecord
  const { school = '', ...entry } = record.entry
  // some stored entries call the name of the school `school`
  return { ...row, record: { ...record, entry: { ...entry, schoolName: entry.schoolName ?? school } } }
}

/** Stores a removed entry with its removed attempts. Returns the id with which it is restored. */
export const insertRemovedScore = async (tx: Db, record: RemovedScoreRecord, removedBy: string | null): Promise<string> => {
  const [row] = await tx.insert(removedScores).values({ eventId: record.event, record, removedBy }).returning({ id: removedScores.id })
  return row?.id as string
}

/** Lists the last 100 removals, the newest first. */
export const listRemovedScoresOfEvent = async (db: Db, eventId: string): Promise<RemovedScoreRow[]> => {
  const rows = await db
    .select(columns)
    .from(removedScores)
    .leftJoin(users, eq(users.id, removedScores.removedBy))
    .where(isRestorable(eventId))
    .orderBy(desc(removedScores.removedAt), desc(removedScores.id))
    .limit(100)
  return rows.map(toRemoval)
}

/** Deletes a removal that can be undone and returns what was removed. Only one of several concurrent transactions gets it. */
export const takeRemovedScore = async (tx: Db, eventId: string, id: string): Promise<RemovedScoreRecord | undefined> => {
  const [row] = await tx
    .delete(removedScores)
    .where(and(isRestorable(eventId), eq(removedScores.id, id)))
    .returning()
  return row && toRemoval({ id: row.id, removedAt: row.removedAt, removedBy: '', record: row.record }).record
}

/** Deletes the removals that can no longer be undone. Returns how many. */
export const purgeExpiredRemovedScores = async (db: Db): Promise<number> =>
  (await db.delete(removedScores).where(lt(removedScores.removedAt, sql`now() - ${restorePeriodInterval}`))).rowCount ?? 0
