import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { scheduleSlots } from '#server/platform/db/schema/schedule.ts'
import { teams } from '#server/platform/db/schema/teams.ts'

/** Lists the runs of the schedule of an event by round and table, without those of deleted teams. */
export const listScheduledRunsOfEvent = (db: Db, eventId: string) =>
  db
    .select({
      teamId: scheduleSlots.teamId,
      round: scheduleSlots.round,
      table: scheduleSlots.tableName,
      startsAt: scheduleSlots.startsAt,
      durationMinutes: scheduleSlots.durationMinutes,
    })
    .from(scheduleSlots)
    .innerJoin(teams, and(eq(teams.id, scheduleSlots.teamId), isNull(teams.deletedAt)))
    .where(eq(scheduleSlots.eventId, eventId))
    .orderBy(asc(scheduleSlots.round), asc(scheduleSlots.tableName))
