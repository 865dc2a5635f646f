import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import { frozenScoreAttempts, frozenScoreEntries, rankingFreezes } from '#server/db/schema/scores.ts'

/** The freeze of a ranking. `isDue` is true from the time `freezeAt` on; `frozenAt` is null until the entries were copied. */
export type RankingFreeze = { freezeAt: Date; frozenAt: Date | null; entryCount: number; isDue: boolean }

// the clock of the database decides, because processes may have different ones
export const freezeColumns = {
  freezeAt: rankingFreezes.freezeAt,
  frozenAt: rankingFreezes.frozenAt,
  entryCount: rankingFreezes.entryCount,
  isDue: sql<boolean>`${rankingFreezes.freezeAt} <= clock_timestamp()`,
}

export const findRankingFreeze = async (db: Db, eventId: string): Promise<RankingFreeze | undefined> => {
  const [row] = await db.select(freezeColumns).from(rankingFreezes).where(eq(rankingFreezes.eventId, eventId))
  return row
}

/** Lists the ids of the events whose freeze time has passed and whose entries are not copied yet. */
export const listEventIdsDueForFreeze = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ event_id: string }>(
    sql`select event_id from ranking_freezes where frozen_at is null and freeze_at <= clock_timestamp()`,
  )
  return rows.map(({ event_id: eventId }) => eventId)
}

// times are stored in milliseconds: rounded up, the current time would not be due yet
const currentTime = sql`date_trunc('milliseconds', clock_timestamp())`

/** Stores the time of a freeze, or moves it. `at` of null is the current time. A ranking that is frozen already stays as it is. */
export const upsertRankingFreeze = async (tx: Db, eventId: string, at: Date | null): Promise<void> => {
  const freezeAt = at ? sql`greatest(${at.toISOString()}::timestamptz, ${currentTime})` : currentTime
  await tx.execute(sql`insert into ranking_freezes (event_id, freeze_at) values (${eventId}, ${freezeAt})
    on conflict (event_id) do update set freeze_at = excluded.freeze_at where ranking_freezes.frozen_at is null`)
}

/** Deletes the freeze of a ranking with all its copies and its reveal. Returns whether there was one. */
export const deleteRankingFreeze = async (tx: Db, eventId: string): Promise<boolean> =>
  ((await tx.delete(rankingFreezes).where(eq(rankingFreezes.eventId, eventId))).rowCount ?? 0) > 0

/** Returns the columns that a copy takes over: all except generated ones. */
const buildCopiedColumns = (table: PgTable): SQL =>
  sql.raw(
    Object.values(getTableColumns(table))
      .filter(({ generated }) => generated === undefined)
      .map(({ name }) => `"${name}"`)
      .join(', '),
  )

/** Copies the entries and attempts of an event to the tables of frozen rankings, with the number of its entries. */
export const copyRankingToFrozen = async (tx: Db, eventId: string): Promise<void> => {
  const [entryColumns, attemptColumns] = [buildCopiedColumns(frozenScoreEntries), buildCopiedColumns(frozenScoreAttempts)]
  await tx.execute(sql`update ranking_freezes set frozen_at = clock_timestamp(), entry_count = e.entry_count, event_updated_at = e.updated_at
    from events e where e.id = ranking_freezes.event_id and ranking_freezes.event_id = ${eventId}`)
  await tx.execute(
    sql`insert into frozen_score_entries (${entryColumns}) select ${entryColumns} from score_entries where event_id = ${eventId}`,
  )
  await tx.execute(sql`insert into frozen_score_attempts (${attemptColumns}) select ${attemptColumns} from score_attempts
    where entry_id in (select id from score_entries where event_id = ${eventId})`)
}
