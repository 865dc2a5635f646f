import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { EventOverview } from '#contract/event-overview.schema.ts'
import type { PlannedRun } from '#contract/rules/slot-times.ts'
import type { Db } from '#server/db/open.ts'
import { judgeSessions, judges } from '#server/db/schema/judging.ts'

/** A run of the schedule. `playedAt` is also set while its sheet waits. */
export type OverviewRun = PlannedRun & { round: number; table: string; isRecorded: boolean }
type RunRow = {
  round: number
  table: string
  starts_at: Date
  minutes: number
  recorded_at: Date | null
  waiting_at: Date | null
}

/**
 * Lists the runs of the schedule of an event by round and table, with the time at which each was played
 * first.
 */
export const listScheduledRunsOfEvent = async (db: Db, eventId: string): Promise<OverviewRun[]> => {
  const { rows } = await db.execute<RunRow>(sql`
    with recorded as (
      select e.team_id, a.mission as round, min(a.at) as at from score_entries e join score_attempts a on a.entry_id = e.id
      where e.event_id = ${eventId} and e.team_id is not null group by 1, 2
    ), waiting as (
      select s.team_id, s.round, min(s.judged_at) as at from sheet_reviews r join judge_sheets s on s.id = r.sheet_id
      where s.event_id = ${eventId} and r.status = 'waiting' group by 1, 2
    )
    select s.round, s.table_name as "table", s.starts_at, s.duration_minutes as minutes, recorded.at as recorded_at, waiting.at as waiting_at
    from schedule_slots s join teams t on t.id = s.team_id and t.deleted_at is null
      left join recorded on recorded.team_id = s.team_id and recorded.round = s.round
      left join waiting on waiting.team_id = s.team_id and waiting.round = s.round
    where s.event_id = ${eventId}
    order by s.round, s.table_name`)
  return rows.map(({ round, table, starts_at, minutes, recorded_at, waiting_at }) => {
    const playedAt = recorded_at ?? waiting_at
    return {
      ...{ round, table, startsAt: new Date(starts_at), durationMinutes: minutes },
      playedAt: playedAt && new Date(playedAt),
      isRecorded: recorded_at !== null,
    }
  })
}

/**
 * Lists the devices of the judges of an event whose codes are valid, and the judges who are signed in on
 * none, by name.
 */
export const listJudgesAndTabletsOfEvent = async (
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
