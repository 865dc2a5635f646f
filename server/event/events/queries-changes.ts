import { and, eq, exists, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { eventSlugs, events } from '#server/platform/db/schema/events.ts'
import { scoreLog } from '#server/platform/db/schema/score-log.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { lastEventDaySql } from './queries.ts'
import type { EventRow } from './rows.ts'

export const insertEvent = async (tx: Db, values: typeof events.$inferInsert): Promise<EventRow> => {
  const [row] = await tx.insert(events).values(values).returning()
  return row as EventRow
}

/** Finds the columns of an event; undefined for a deleted one. */
export const findEventRow = async (db: Db, id: string): Promise<EventRow | undefined> => {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, id), isNull(events.deletedAt)))
  return row as EventRow | undefined
}

/**
 * Tells whether the last day of an event is before a date, and the score log has a score of it, removed ones
 * included.
 */
export const hasEventEndedWithScores = async (tx: Db, id: string, today: string): Promise<boolean> => {
  const hasScores = tx
    .select()
    .from(scoreLog)
    .where(and(eq(scoreLog.eventId, events.id), isNotNull(scoreLog.attemptId)))
  const rows = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, id), lt(lastEventDaySql, today), exists(hasScores)))
  return rows.length > 0
}

/** Finds the season of a year and keeps it from being deleted until the transaction ends. */
export const lockSeasonYearIdByYear = async (tx: Db, year: number): Promise<string | undefined> => {
  const [row] = await tx
    .select({ id: seasonYears.id })
    .from(seasonYears)
    .where(and(eq(seasonYears.year, year), isNull(seasonYears.deletedAt)))
    .for('share')
  return row?.id
}

/** Finds the year of a season by its id. */
export const findSeasonYearById = async (db: Db, id: string): Promise<number | undefined> => {
  const [row] = await db
    .select({ year: seasonYears.year })
    .from(seasonYears)
    .where(and(eq(seasonYears.id, id), isNull(seasonYears.deletedAt)))
  return row?.year
}

/** Finds the slug of a region by its id. */
export const findRegionSlugById = async (db: Db, id: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ slug: regions.slug })
    .from(regions)
    .where(and(eq(regions.id, id), isNull(regions.deletedAt)))
  return row?.slug
}

/**
 * Locks the slugs of all events until the transaction ends and lists the current and former slugs of other
 * events that begin with `base`.
 */
export const lockSlugsAndReadUsedSet = async (
  tx: Db,
  base: string,
  exceptEvent: string | undefined,
): Promise<Set<string>> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('event slugs'))`)
  const prefix = `${base}%`
  const current = await tx
    .select({ slug: events.slug, id: events.id })
    .from(events)
    .where(sql`${events.slug} like ${prefix}`)
  const former = await tx
    .select({ slug: eventSlugs.slug, id: eventSlugs.eventId })
    .from(eventSlugs)
    .where(sql`${eventSlugs.slug} like ${prefix}`)
  return new Set([...current, ...former].filter(({ id }) => id !== exceptEvent).map(({ slug }) => slug))
}

/** Stores the old slug of an event as a former slug, and removes the new one from the former slugs. */
export const addOldAndRemoveNewFromFormerSlugs = async (
  tx: Db,
  eventId: string,
  from: string,
  to: string,
): Promise<void> => {
  await tx.delete(eventSlugs).where(and(eq(eventSlugs.slug, to), eq(eventSlugs.eventId, eventId)))
  await tx.insert(eventSlugs).values({ slug: from, eventId }).onConflictDoNothing()
}
