import { asc, desc, eq, sql } from 'drizzle-orm'
import type { TotalRule } from '#contract/event.ts'
import type { ScoreLogHead } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { publishedScoreLogHeads, scoreLog } from '#server/db/schema/score-log.ts'

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
export type LoggedEvent = { id: string; slug: string; totalRule: TotalRule; entryCount: number }

/** Finds an event by id or slug, deleted or not. */
export const findLoggedEvent = async (db: Db, idOrSlug: string): Promise<LoggedEvent | undefined> => {
  const [row] = await db
    .select({ id: events.id, slug: events.slug, totalRule: events.totalRule, entryCount: events.entryCount })
    .from(events)
    .where(sql`${events.id}::text = ${idOrSlug} or ${events.slug} = ${idOrSlug}`)
    .limit(1)
  return row
}

/** Lists the published heads of an event, the newest first. */
export const listPublishedHeads = (db: Db, eventId: string): Promise<(ScoreLogHead & { publishedAt: Date })[]> =>
  db
    .select({
      sequence: publishedScoreLogHeads.sequence,
      hash: publishedScoreLogHeads.hash,
      publishedAt: publishedScoreLogHeads.publishedAt,
    })
    .from(publishedScoreLogHeads)
    .where(eq(publishedScoreLogHeads.eventId, eventId))
    .orderBy(desc(publishedScoreLogHeads.publishedAt), desc(publishedScoreLogHeads.id))
