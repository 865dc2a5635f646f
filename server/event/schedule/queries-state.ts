import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { closedJudging } from '#server/platform/db/schema/judging.ts'
import { publishedSchedules } from '#server/platform/db/schema/schedule.ts'

export const isJudgingClosed = async (db: Db, eventId: string): Promise<boolean> =>
  (
    await db
      .select({ eventId: closedJudging.eventId })
      .from(closedJudging)
      .where(eq(closedJudging.eventId, eventId))
  ).length > 0

/** Closes or reopens the judging of an event. Returns whether that changed something. */
export const setJudgingClosedIfChanged = async (
  tx: Db,
  eventId: string,
  isClosed: boolean,
): Promise<boolean> => {
  const { rowCount } = isClosed
    ? await tx.insert(closedJudging).values({ eventId }).onConflictDoNothing()
    : await tx.delete(closedJudging).where(eq(closedJudging.eventId, eventId))
  return rowCount === 1
}

export const isSchedulePublished = async (db: Db, eventId: string): Promise<boolean> =>
  (await db.$count(publishedSchedules, eq(publishedSchedules.eventId, eventId))) > 0

export const setSchedulePublished = async (
  tx: Db,
  eventId: string,
  isPublished: boolean,
  userId: string | null,
): Promise<void> => {
  if (isPublished)
    await tx.insert(publishedSchedules).values({ eventId, publishedBy: userId }).onConflictDoNothing()
  else await tx.delete(publishedSchedules).where(eq(publishedSchedules.eventId, eventId))
}
