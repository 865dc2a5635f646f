import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'

/** The first and last day of an event: `2026-12-05`. */
export type EventDates = { startDate: string | null; endDate: string | null }

/** Finds the dates of an event. */
export const findEventDates = async (db: Db, eventId: string): Promise<EventDates | undefined> => {
  const [row] = await db
    .select({ startDate: events.startDate, endDate: events.endDate })
    .from(events)
    .where(eq(events.id, eventId))
  return row
}
