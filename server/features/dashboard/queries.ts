import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Dashboard } from '#contract/dashboard.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { events } from '#server/db/schema/events.ts'
import { scoreAttempts, scoreEntries } from '#server/db/schema/scores.ts'
import { totals } from '#server/db/schema/totals.ts'

/** The kept counts of everything but single days. */
export const keptTotals = (db: Db) =>
  db
    .select({ subject: totals.subject, facet: totals.facet, key: totals.key, count: totals.count })
    .from(totals)
    .where(sql`${totals.day} = '1970-01-01' and ${totals.count} <> 0`)

/** Downloads a day and platform since a day (`YYYY-MM-DD`). */
export const downloadsByDay = (db: Db, since: string) =>
  db
    .select({ day: totals.day, platform: totals.key, count: totals.count })
    .from(totals)
    .where(and(eq(totals.subject, 'downloads'), eq(totals.facet, 'platform'), gte(totals.day, since)))

/** The events that are there, in their phases at `now`; a live one is live whatever its dates. */
export const eventFigures = async (db: Db, now: Date): Promise<Dashboard['events']> => {
  const over = sql`coalesce(${events.endDate}, ${events.startDate}) < ${now.toISOString()}`
  const [row] = await db
    .select({
      live: sql`count(*) filter (where ${events.live})`.mapWith(Number),
      past: sql`count(*) filter (where not ${events.live} and ${over})`.mapWith(Number),
      coming: sql`count(*) filter (where not ${events.live} and not coalesce(${over}, false))`.mapWith(Number),
      entries: sql`coalesce(sum(${events.entryCount}), 0)`.mapWith(Number),
    })
    .from(events)
    .where(isNull(events.deletedAt))
  return row ?? { live: 0, past: 0, coming: 0, entries: 0 }
}

export const competitionNames = (db: Db) =>
  db.select({ id: competitions.id, en: competitions.nameEn, ar: competitions.nameAr }).from(competitions).orderBy(competitions.position)

/** The newest attempts; their ids are in the order of time. */
export const newestAttempts = (db: Db, limit: number) =>
  db
    .select({
      eventId: events.id,
      en: events.titleEn,
      ar: events.titleAr,
      player: scoreEntries.playerName,
      team: scoreEntries.teamName,
      score: scoreAttempts.score,
      at: scoreAttempts.at,
    })
    .from(scoreAttempts)
    .innerJoin(scoreEntries, eq(scoreEntries.id, scoreAttempts.entryId))
    .innerJoin(events, eq(events.id, scoreEntries.eventId))
    .orderBy(desc(scoreAttempts.id))
    .limit(limit)
