import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { TotalRule } from '#contract/event.ts'
import type { Localized } from '#contract/localized.ts'
import type { ScoreLogHead } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import type { Paging } from '#server/db/paging.ts'
import { events } from '#server/db/schema/events.ts'
import { publishedScoreLogHeads, scoreLog } from '#server/db/schema/score-log.ts'
import { scoreEntries } from '#server/db/schema/scores.ts'
import { users } from '#server/db/schema/users.ts'

/** A row of the log as it is stored: `before` and `after` are JSON texts. */
export type StoredScoreLogRow = typeof scoreLog.$inferSelect

/** Lists the next 1,000 rows of the log of an event after a sequence. */
export const listNextScoreLogRows = (db: Db, eventId: string, sequence: number): Promise<StoredScoreLogRow[]> =>
  db
    .select()
    .from(scoreLog)
    .where(sql`${scoreLog.eventId} = ${eventId} and ${scoreLog.sequence} > ${sequence}`)
    .orderBy(asc(scoreLog.sequence))
    .limit(1000)

/** Lists the ids of all events with a log, a head or scores. */
export const listLoggedEventIds = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select event_id as id from score_log_heads union select event_id from score_log union select event_id from published_score_log_heads
    union select event_id from score_entries order by id`)
  return rows.map(({ id }) => id)
}

/** The event of a log. */
export type LoggedEvent = { id: string; slug: string; title: Localized; totalRule: TotalRule; entryCount: number }

/** Finds an event by id or slug, deleted or not. */
export const findEventIncludingDeleted = async (db: Db, idOrSlug: string): Promise<LoggedEvent | undefined> => {
  const [row] = await db

    .select({
      id: events.id,
      slug: events.slug,
      title: { en: events.titleEn, ar: events.titleAr },
      totalRule: events.totalRule,
      entryCount: events.entryCount,
    })
    .from(events)
    .where(sql`${events.id}::text = ${idOrSlug} or ${events.slug} = ${idOrSlug}`)
    .limit(1)
  return row
}

/** Lists the published heads of an event, the newest first. */
export const listPublishedHeadsOfEvent = (db: Db, eventId: string): Promise<(ScoreLogHead & { publishedAt: Date })[]> =>
  db
    .select({
      sequence: publishedScoreLogHeads.sequence,
      hash: publishedScoreLogHeads.hash,
      publishedAt: publishedScoreLogHeads.publishedAt,
    })
    .from(publishedScoreLogHeads)
    .where(eq(publishedScoreLogHeads.eventId, eventId))
    .orderBy(desc(publishedScoreLogHeads.publishedAt), desc(publishedScoreLogHeads.id))

/** Maximum number of rows that one query reads. */
const mostRows = 1000

/** A row of the log with the names that its participant and its actor have today. */
export type NamedScoreLogRow = StoredScoreLogRow & { participantName: string; actorName: string }

const selectNamedRows = async (db: Db, where: SQL): Promise<NamedScoreLogRow[]> => {
  const rows = await db
    .select({
      row: scoreLog,
      participantName: sql<string>`coalesce(nullif(${scoreEntries.playerName}, ''), nullif(${scoreEntries.teamName}, ''), ${scoreEntries.teamNo}, '')`,
      actorName: sql<string>`coalesce(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
    })
    .from(scoreLog)
    .leftJoin(scoreEntries, eq(scoreEntries.id, scoreLog.entryId))
    .leftJoin(users, eq(users.id, scoreLog.actorId))
    .where(where)
    .orderBy(desc(scoreLog.sequence))
    .limit(mostRows)
  return rows.map(({ row, ...names }) => ({ ...row, ...names }))
}

/** Lists a page of the log of an event, the newest rows first. */
export const listNamedScoreLogRows = async (
  db: Db,
  eventId: string,
  head: ScoreLogHead,
  { page, perPage }: Paging,
): Promise<NamedScoreLogRow[]> => {
  // the sequences have no gaps, so a page is a range of them
  const end = head.sequence - (page - 1) * perPage
  return selectNamedRows(db, sql`${scoreLog.eventId} = ${eventId} and ${scoreLog.sequence} between ${end - perPage + 1} and ${end}`)
}

/** Lists the newest rows of the log about an attempt, or without `attemptId` about all attempts of an entry. */
export const listScoreLogRowsOfEntry = (
  db: Db,
  eventId: string,
  { entryId, attemptId }: { entryId: string; attemptId: string | null },
): Promise<NamedScoreLogRow[]> => {
  const isAboutAttempt = attemptId === null ? sql`true` : sql`${scoreLog.attemptId} = ${attemptId}`
  return selectNamedRows(db, sql`${scoreLog.eventId} = ${eventId} and ${scoreLog.entryId} = ${entryId} and ${isAboutAttempt}`)
}

/** Records a head that is published with results. */
export const insertPublishedHead = async (tx: Db, eventId: string, { sequence, hash }: ScoreLogHead): Promise<void> => {
  await tx.insert(publishedScoreLogHeads).values({ eventId, sequence, hash })
}
