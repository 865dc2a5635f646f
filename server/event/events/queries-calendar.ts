import { and, asc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { rankingFreezes } from '#server/platform/db/schema/frozen-rankings.ts'
import { buildPublicEventIdOrSlugCondition, isPublicEvent } from './queries.ts'

/** An event in calendar files. Dates are calendar dates: `2026-12-05`. */
export type CalendarEventRow = {
  id: string
  slug: string
  titleEn: string
  titleAr: string
  descriptionEn: string
  descriptionAr: string
  startDate: string
  endDate: string
  updatedAt: Date
}

const lastDate = sql<string>`greatest(${events.startDate}, ${events.endDate})::text`

/**
 * Lists published events that have a start date, in order of their dates. An event with a frozen ranking has
 * the time of its last change before the freeze.
 */
const listDatedEvents = async (db: Db, where: SQL | undefined): Promise<CalendarEventRow[]> => {
  const { id, slug, titleEn, titleAr, descriptionEn, descriptionAr, startDate } = events
  const updatedAt = sql`coalesce(${rankingFreezes.eventUpdatedAt}, ${events.updatedAt})`.mapWith(
    events.updatedAt,
  )
  const rows = await db
    .select({
      id,
      slug,
      titleEn,
      titleAr,
      descriptionEn,
      descriptionAr,
      startDate,
      endDate: lastDate,
      updatedAt,
    })
    .from(events)
    .leftJoin(rankingFreezes, eq(rankingFreezes.eventId, events.id))
    .where(and(isPublicEvent, isNotNull(startDate), where))
    .orderBy(asc(startDate), asc(id))
    .limit(1000)
  return rows as CalendarEventRow[]
}

/** Finds a published event by id, slug or former slug; undefined when it has no start date. */
export const findPublicCalendarEvent = async (
  db: Db,
  idOrSlug: string,
): Promise<CalendarEventRow | undefined> =>
  (await listDatedEvents(db, buildPublicEventIdOrSlugCondition(db, idOrSlug)))[0]

/** Lists the published events that end on a calendar date or later, the first 1,000 by their start. */
export const listOngoingAndUpcomingPublicEvents = (db: Db, today: string): Promise<CalendarEventRow[]> =>
  listDatedEvents(db, gte(lastDate, today))
