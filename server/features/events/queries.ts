import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { AdminEvent, AdminEventRow, EventCard, EventDetails } from '#contract/event.ts'
import type { Db } from '#server/db/open.ts'
import { type Paging, selectPage } from '#server/db/paging.ts'
import { eventSlugs, events } from '#server/db/schema/events.ts'
import { regions } from '#server/db/schema/geography.ts'
import { isRestorable } from '#server/db/soft-delete.ts'
import { buildSearchConditions } from '#server/lib/search.ts'
import { type EventRecord, type Row, toAdminEvent, toAdminRow, toCard, toDetails } from './rows.ts'

const withRegion = (db: Db) => db.select().from(events).leftJoin(regions, eq(events.regionId, regions.id))
const visible = and(isNull(events.deletedAt), eq(events.active, true))
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What visitors see: events that are switched on, those of a region with those of none; live ones first, then by start. */
export const publicEvents = async (db: Db, region?: string): Promise<EventCard[]> => {
  const rows = await withRegion(db)
    .where(and(visible, region ? or(isNull(events.regionId), eq(regions.slug, region)) : undefined))
    .orderBy(desc(events.live), sql`${events.startDate} desc nulls last`, asc(events.id))
  return rows.map(toCard)
}

/** An event that visitors see, by id, slug or an earlier slug. */
export const publicEvent = async (db: Db, idOrSlug: string): Promise<EventDetails | undefined> => {
  const earlier = db.select({ id: eventSlugs.eventId }).from(eventSlugs).where(eq(eventSlugs.slug, idOrSlug))
  const named = uuid.test(idOrSlug) ? eq(events.id, idOrSlug) : or(eq(events.slug, idOrSlug), inArray(events.id, earlier))
  const [row] = await withRegion(db).where(and(visible, named)).limit(1)
  return row && toDetails(row)
}

/** One page of the back office's list, newest first, and how many match. `deleted` lists what can still be restored. */
export const listEvents = async (
  db: Db,
  { page, perPage, search, deleted }: Paging & { search?: string | undefined; deleted?: boolean | undefined },
): Promise<{ events: AdminEventRow[]; total: number }> => {
  const present = deleted ? isRestorable(events.deletedAt) : isNull(events.deletedAt)
  const list = {
    select: withRegion(db).$dynamic(),
    table: events,
    where: and(present, ...buildSearchConditions(events.search, search)),
    orderBy: [desc(events.id)],
  }
  const { rows, total } = await selectPage(db, list, { page, perPage })
  return { events: rows.map(toAdminRow), total }
}

/** All events that match, newest first, some hundred at a time. */
export const eachEvent = async function* (db: Db, search?: string): AsyncGenerator<AdminEvent[]> {
  let after: string | undefined
  for (;;) {
    const rows: Row[] = await withRegion(db)
      .where(and(isNull(events.deletedAt), after ? lt(events.id, after) : undefined, ...buildSearchConditions(events.search, search)))
      .orderBy(desc(events.id))
      .limit(200)
    if (rows.length > 0) yield rows.map(toAdminEvent)
    if (rows.length < 200) return
    after = rows.at(-1)?.events.id
  }
}

/** One event for the back office, unless it is deleted. */
export const adminEvent = async (db: Db, id: string): Promise<AdminEvent | undefined> => {
  if (!uuid.test(id)) return undefined
  const [row] = await withRegion(db).where(and(eq(events.id, id), isNull(events.deletedAt)))
  return row && toAdminEvent(row)
}

export const insertEvent = async (tx: Db, values: typeof events.$inferInsert): Promise<EventRecord> => {
  const [row] = await tx.insert(events).values(values).returning()
  return row as EventRecord
}

/** The id of a region by its slug. */
export const regionId = async (db: Db, slug: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: regions.id })
    .from(regions)
    .where(and(eq(regions.slug, slug), isNull(regions.deletedAt)))
  return row?.id
}

/** The slugs beginning with `base` that lead to other events, now or from before. Others who look for one wait until the transaction ends. */
export const slugsInUse = async (tx: Db, base: string, exceptEvent: string | undefined): Promise<Set<string>> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('event slugs'))`)
  const begins = `${base}%`
  const now = await tx.select({ slug: events.slug, id: events.id }).from(events).where(sql`${events.slug} like ${begins}`)
  const before = await tx
    .select({ slug: eventSlugs.slug, id: eventSlugs.eventId })
    .from(eventSlugs)
    .where(sql`${eventSlugs.slug} like ${begins}`)
  return new Set([...now, ...before].filter(({ id }) => id !== exceptEvent).map(({ slug }) => slug))
}

/** Keeps the old slug leading to the event; the new one is no old one any more. */
export const moveSlug = async (tx: Db, eventId: string, from: string, to: string): Promise<void> => {
  await tx.delete(eventSlugs).where(and(eq(eventSlugs.slug, to), eq(eventSlugs.eventId, eventId)))
  await tx.insert(eventSlugs).values({ slug: from, eventId }).onConflictDoNothing()
}
