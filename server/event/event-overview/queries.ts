import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { EventOverview } from '#contract/event/event-overview.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { judgeSessions, judges } from '#server/platform/db/schema/judging.ts'
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

/**
 * Lists the devices of the judges of an event whose codes are valid, and the judges who are signed in on
 * none, by name.
 */
export const listUnrevokedJudgesWithTablets = async (
  db: Db,
  eventId: string,
): Promise<EventOverview['tablets']> => {
  const { id: judgeId, name: judgeName, isHead, tables } = judges
  const { lastSeenAt, unsentSheets, reportedAt } = judgeSessions
  const rows = await db
    .select({ judgeId, judgeName, isHead, tables, lastSeenAt, unsentSheets, reportedAt })
    .from(judges)
    .leftJoin(judgeSessions, eq(judgeSessions.judgeId, judges.id))
    .where(and(eq(judges.eventId, eventId), ne(judges.name, ''), isNull(judges.revokedAt)))
    .orderBy(asc(judges.name), asc(judges.id), asc(judgeSessions.createdAt))
  return rows.map((row) => ({
    ...row,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    reportedAt: row.reportedAt?.toISOString() ?? null,
  }))
}
