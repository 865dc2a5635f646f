import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'

/** A run or match of a team that has taken place. `isRecorded` is false while only a sheet of it waits. */
type PlayedRun = { at: Date; isRecorded: boolean }

/** Returns the key under which `mapPlayedRuns` has a run. */
export const getRunKey = (run: { eventId: string; teamId: string; round: number }): string =>
  `${run.eventId} ${run.teamId} ${run.round}`

/**
 * Reads the runs that have taken place, of the teams of an event or of one team: those with a result, and
 * those whose sheet waits for a second judge or a decision. A frozen ranking hides results, but not that a
 * run has taken place, which everybody in the hall sees. With `isPublic` a run stays until a freeze ends, also
 * when its sheet is rejected or its result removed meanwhile: visitors must not see that.
 */
export const mapPlayedRuns = async (
  db: Db,
  of: { eventId: string } | { teamId: string },
  { isPublic = false }: { isPublic?: boolean } = {},
): Promise<Map<string, PlayedRun>> => {
  const [entries, sheets] =
    'eventId' in of
      ? [sql`e.event_id = ${of.eventId} and e.team_id is not null`, sql`s.event_id = ${of.eventId}`]
      : [sql`e.team_id = ${of.teamId}`, sql`s.team_id = ${of.teamId}`]
  const ofFreeze = sql`
    union all
    select e.event_id, e.team_id, a.mission, min(a.at), false
      from frozen_score_entries e join frozen_score_attempts a on a.entry_id = e.id where ${entries} group by 1, 2, 3
    union all
    select s.event_id, s.team_id, s.round, min(s.judged_at), false
      from ranking_freezes f join judge_sheets s on s.event_id = f.event_id left join sheet_reviews r on r.sheet_id = s.id
      where greatest(s.received_at, r.reviewed_at) >= f.frozen_at and not s.is_discarded and s.team_id is not null and ${sheets} group by 1, 2, 3`
  const { rows } = await db.execute<{
    event_id: string
    team_id: string
    round: number
    at: Date
    is_recorded: boolean
  }>(sql`
    select e.event_id, e.team_id, a.mission as round, min(a.at) as at, true as is_recorded
      from score_entries e join score_attempts a on a.entry_id = e.id where ${entries} group by 1, 2, 3
    union all
    select s.event_id, s.team_id, s.round, min(s.judged_at), false
      from sheet_reviews r join judge_sheets s on s.id = r.sheet_id
      where r.status = 'waiting' and s.team_id is not null and ${sheets} group by 1, 2, 3
    ${isPublic ? ofFreeze : sql``}`)
  const runs = new Map<string, PlayedRun>()
  for (const { event_id: eventId, team_id: teamId, round, at, is_recorded: isRecorded } of rows) {
    const key = getRunKey({ eventId, teamId, round })
    if (isRecorded || !runs.has(key)) runs.set(key, { at: new Date(at), isRecorded })
  }
  return runs
}

/**
 * Returns a function that tells whether the run or match of a slot has taken place. A match has, when one of
 * its teams has it: the other one may have no sheet of its own yet.
 */
export const createPlayedLookup = (runs: ReadonlyMap<string, unknown>) => {
  const matches = new Set([...runs.keys()].map((key) => key.replace(/ .* /, ' ')))
  return (slot: { eventId: string; teamId: string; round: number }, isMatch: boolean): boolean =>
    isMatch ? matches.has(`${slot.eventId} ${slot.round}`) : runs.has(getRunKey(slot))
}
