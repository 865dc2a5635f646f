import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { PublishedResults } from '#contract/event/results/results.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  frozenScoreAttempts,
  frozenScoreEntries,
  rankingFreezes,
  rankingReveals,
} from '#server/platform/db/schema/frozen-rankings.ts'
import { publishedResults } from '#server/platform/db/schema/results.ts'

/** Whether a query reads the entries as they are, or the copies of a frozen ranking. */
export type RankingSource = 'current' | 'frozen'

const entryTables: Record<RankingSource, string> = {
  current: 'score_entries',
  frozen: 'frozen_score_entries score_entries',
}
const attemptTables: Record<RankingSource, string> = {
  current: 'score_attempts',
  frozen: 'frozen_score_attempts score_attempts',
}

/** Returns the table of entries for a `from` clause. Its columns are always those of `score_entries`. */
export const getEntryTableSql = (source: RankingSource): string => entryTables[source]
/** Returns the table of entries for a `from` clause with the name `alias`. */
export const buildAliasedEntryTableSql = (source: RankingSource, alias: string): SQL =>
  sql.raw(`${source === 'frozen' ? 'frozen_score_entries' : 'score_entries'} ${alias}`)
/** Returns the table of attempts for a `from` clause. Its columns are always those of `score_attempts`. */
export const getAttemptTableSql = (source: RankingSource): string => attemptTables[source]

/** Returns the SQL condition that visitors see the ranking of the event `e` from this source. */
export const buildVisibleSourceCondition = (source: RankingSource): SQL =>
  sql.raw(
    `${source === 'frozen' ? '' : 'not '}exists (select from ranking_freezes f where f.event_id = e.id and f.frozen_at is not null)`,
  )
/**
 * Returns the SQL condition that visitors see the awards of an event: its results are final, and no freeze is
 * in force. A planned freeze hides them from its time on, also before the ranking is copied.
 */
export const buildPublicAwardsCondition = (eventId: SQL): SQL<boolean> =>
  sql<boolean>`(exists (select from published_results p where p.event_id = ${eventId} and p.status = 'final')
    and not exists (select from ranking_freezes f where f.event_id = ${eventId} and f.freeze_at <= clock_timestamp()))`
/** Returns the number of entries of the event `e` in this source. The teams of an alliance count once. */
export const buildVisibleEntryCountQuery = (source: RankingSource): SQL => {
  const stored =
    source === 'frozen'
      ? '(select f.entry_count from ranking_freezes f where f.event_id = e.id)'
      : 'e.entry_count'
  return sql`case when exists (select from match_draws d where d.event_id = e.id)
    then (select count(*)::int from ${buildAliasedEntryTableSql(source, 'a')} where a.event_id = e.id and not a.has_rank_of_alliance)
    else ${sql.raw(stored)} end`
}

/** The name of the lock of the writers of the scores of an event. */
export const getRankingLockName = (eventId: string): string => `scores ${eventId}`

/** Waits for all writers of the scores of an event, and makes new ones wait until the transaction ends. */
export const lockEventRankingExclusive = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${getRankingLockName(eventId)}, 0))`)
}

export const toPublishedResults = ({
  status,
  publishedAt,
  logSequence,
  logHash,
}: typeof publishedResults.$inferSelect): PublishedResults => ({
  status,
  publishedAt: publishedAt.toISOString(),
  logSequence,
  logHash,
})

/** Finds the published results of an event. */
export const findPublishedResultsOfEvent = async (
  db: Db,
  eventId: string,
): Promise<PublishedResults | undefined> => {
  const [row] = await db.select().from(publishedResults).where(eq(publishedResults.eventId, eventId))
  return row && toPublishedResults(row)
}

/** Stores the published results of an event in place of earlier ones. */
export const upsertPublishedResults = async (
  tx: Db,
  values: typeof publishedResults.$inferInsert,
): Promise<void> => {
  await tx
    .insert(publishedResults)
    .values(values)
    .onConflictDoUpdate({ target: publishedResults.eventId, set: values })
}

export const deletePublishedResultsOfEvent = async (tx: Db, eventId: string): Promise<void> => {
  await tx.delete(publishedResults).where(eq(publishedResults.eventId, eventId))
}

/**
 * The freeze of a ranking. `isDue` is true from the time `freezeAt` on; `frozenAt` is null until the entries
 * were copied.
 */
export type RankingFreeze = { freezeAt: Date; frozenAt: Date | null; entryCount: number; isDue: boolean }

// the clock of the database decides, because processes may have different ones
export const freezeColumns = {
  freezeAt: rankingFreezes.freezeAt,
  frozenAt: rankingFreezes.frozenAt,
  entryCount: rankingFreezes.entryCount,
  isDue: sql<boolean>`${rankingFreezes.freezeAt} <= clock_timestamp()`,
}

export const findEventRankingFreeze = async (db: Db, eventId: string): Promise<RankingFreeze | undefined> => {
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

/** Tells whether the ranking of an event is being revealed, also in a rehearsal. */
export const hasEventReveal = async (db: Db, eventId: string): Promise<boolean> =>
  (await db.$count(rankingReveals, eq(rankingReveals.eventId, eventId))) > 0

// times are stored in milliseconds: rounded up, the current time would not be due yet
const currentTime = sql`date_trunc('milliseconds', clock_timestamp())`

/**
 * Stores the time of a freeze, or moves it. `at` of null is the current time. A ranking that is frozen
 * already stays as it is.
 */
export const upsertRankingFreezeUnlessFrozen = async (
  tx: Db,
  eventId: string,
  at: Date | null,
): Promise<void> => {
  const freezeAt = at ? sql`greatest(${at.toISOString()}::timestamptz, ${currentTime})` : currentTime
  await tx.execute(sql`insert into ranking_freezes (event_id, freeze_at) values (${eventId}, ${freezeAt})
    on conflict (event_id) do update set freeze_at = excluded.freeze_at where ranking_freezes.frozen_at is null`)
}

/** Deletes the freeze of a ranking with all its copies and its reveal. Returns whether there was one. */
export const deleteRankingFreezeAndReveal = async (tx: Db, eventId: string): Promise<boolean> =>
  ((await tx.delete(rankingFreezes).where(eq(rankingFreezes.eventId, eventId))).rowCount ?? 0) > 0

/** Returns the columns that a copy takes over: all except generated ones. */
const buildCopiedColumns = (table: PgTable): SQL =>
  sql.raw(
    Object.values(getTableColumns(table))
      .filter(({ generated }) => generated === undefined)
      .map(({ name }) => `"${name}"`)
      .join(', '),
  )

/**
 * Copies the entries and attempts of an event to the tables of frozen rankings, with the number of its
 * entries. Returns the time of the copies.
 */
export const copyRankingMarkFrozenAndGetTime = async (tx: Db, eventId: string): Promise<Date> => {
  const [entryColumns, attemptColumns] = [
    buildCopiedColumns(frozenScoreEntries),
    buildCopiedColumns(frozenScoreAttempts),
  ]
  const { rows } = await tx.execute<{ frozen_at: Date }>(sql`
    update ranking_freezes set frozen_at = clock_timestamp(), entry_count = e.entry_count, event_updated_at = e.updated_at
    from events e where e.id = ranking_freezes.event_id and ranking_freezes.event_id = ${eventId} returning frozen_at`)
  await tx.execute(
    sql`insert into frozen_score_entries (${entryColumns}) select ${entryColumns} from score_entries where event_id = ${eventId}`,
  )
  await tx.execute(sql`insert into frozen_score_attempts (${attemptColumns}) select ${attemptColumns} from score_attempts
    where entry_id in (select id from score_entries where event_id = ${eventId})`)
  return new Date(rows[0]?.frozen_at ?? Number.NaN)
}
