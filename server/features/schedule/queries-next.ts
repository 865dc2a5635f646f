import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { NextSlot } from '#contract/schedule.ts'
import type { Db } from '#server/db/open.ts'
import { scheduleSlots } from '#server/db/schema/judging.ts'
import { teams } from '#server/db/schema/teams.ts'

/** Lists the slots of an event that begin from now on, the next one first. */
export const listNextSlotsOfEvent = async (db: Db, eventId: string, limit: number): Promise<NextSlot[]> => {
  const rows = await db
    .select({
      id: scheduleSlots.id,
      startsAt: scheduleSlots.startsAt,
      round: scheduleSlots.round,
      table: scheduleSlots.tableName,
      teamNo: teams.teamNo,
      teamName: teams.name,
    })
    .from(scheduleSlots)
    .innerJoin(teams, eq(teams.id, scheduleSlots.teamId))
    .where(and(eq(scheduleSlots.eventId, eventId), isNull(teams.deletedAt), sql`${scheduleSlots.startsAt} >= now()`))
    .orderBy(asc(scheduleSlots.startsAt), asc(scheduleSlots.tableName), asc(scheduleSlots.id))
    .limit(limit)
  return rows.map(({ startsAt, ...row }) => ({ ...row, startsAt: startsAt.toISOString() }))
}
