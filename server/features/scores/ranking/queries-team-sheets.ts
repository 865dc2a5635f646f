import { sql } from 'drizzle-orm'
import type { ScoreSheetValues } from '#contract/rule-set.schema.ts'
import type { Db } from '#server/db/open.ts'
import {
  buildEntryTable,
  buildRankingSourceCondition,
  buildVisibleEntryCountQuery,
  getAttemptTable,
  type RankingSource,
} from './queries-source.ts'

type RawPlace = {
  id: string
  team_id: string
  event_id: string
  slug: string
  title_en: string
  title_ar: string
  entry_count: number
  reached_at: Date
  total_score: string
  total_time_ms: string
  above_id: string | null
  above_name: string | null
  above_score: string | null
  below_id: string | null
  below_name: string | null
  below_score: string | null
}

const neighbourTotalColumns = sql`n.id, n.total_score, coalesce(nullif(n.team_name, ''), n.player_name) as name`

/**
 * Lists the entries of teams in the rankings that visitors see, the newest first, each with the entry before and the entry after it in the order of the ranking
 * (index `score_entries_ranking`). The source `frozen` has the events whose ranking is frozen, `standing` the others.
 */
export const listTeamEntriesWithNeighbours = async (db: Db, teamIds: readonly string[], source: RankingSource): Promise<RawPlace[]> => {
  const { rows } = await db.execute<RawPlace>(sql`
    select s.id, s.team_id, e.id as event_id, e.slug, e.title_en, e.title_ar, ${buildVisibleEntryCountQuery(source)} as entry_count, s.reached_at, s.total_score, s.total_time_ms,
      above.id as above_id, above.name as above_name, above.total_score as above_score,
      below.id as below_id, below.name as below_name, below.total_score as below_score
    from ${buildEntryTable(source, 's')} join events e on e.id = s.event_id and e.active and e.deleted_at is null
    left join lateral (
      select ${neighbourTotalColumns} from ${buildEntryTable(source, 'n')} where n.event_id = s.event_id
        and (n.ranking_key, n.reached_at, n.id) < (s.ranking_key, s.reached_at, s.id)
      order by n.ranking_key desc, n.reached_at desc, n.id desc limit 1) above on true
    left join lateral (
      select ${neighbourTotalColumns} from ${buildEntryTable(source, 'n')} where n.event_id = s.event_id
        and (n.ranking_key, n.reached_at, n.id) > (s.ranking_key, s.reached_at, s.id)
      order by n.ranking_key asc, n.reached_at asc, n.id asc limit 1) below on true
    where s.team_id = any(${sql.param([...teamIds])}::uuid[]) and ${buildRankingSourceCondition(source)}
    order by s.reached_at desc, s.id desc limit 1000`)
  return rows
}

/** The newest entry of a team in a visible event with a rule set, with its attempts. */
type TeamSheetEntry = {
  teamId: string
  eventId: string
  reachedAt: Date
  totalScore: number
  totalTimeMs: number
  attempts: TeamSheetAttempt[]
}
export type TeamSheetAttempt = {
  mission: number
  score: number
  timeMs: number
  values: ScoreSheetValues | null
  correctedAt: string | null
}

type RawSheetEntry = { team_id: string; event_id: string; id: string; reached_at: Date; total_score: string; total_time_ms: string }
type RawSheetAttempt = {
  entry_id: string
  mission: number
  score: string
  time_ms: string
  values: ScoreSheetValues | null
  corrected_at: Date | null
}

/** Lists these entries of teams from one source; teams without one are left out. */
export const listEntriesForTeamSheets = async (db: Db, teamIds: readonly string[], source: RankingSource): Promise<TeamSheetEntry[]> => {
  const { rows } = await db.execute<RawSheetEntry>(sql`
    select distinct on (s.team_id) s.team_id, s.event_id, s.id, s.reached_at, s.total_score, s.total_time_ms
    from ${buildEntryTable(source, 's')} join events e on e.id = s.event_id and e.active and e.deleted_at is null
    where s.team_id = any(${sql.param([...teamIds])}::uuid[]) and s.rule_set_key is not null and ${buildRankingSourceCondition(source)}
    order by s.team_id, s.reached_at desc, s.id desc`)
  if (rows.length === 0) return []
  const { rows: attempts } = await db.execute<RawSheetAttempt>(sql`
    select entry_id, mission, score, time_ms, "values", corrected_at from ${sql.raw(getAttemptTable(source))}
    where entry_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[]) order by at, id`)
  const byEntry = Map.groupBy(attempts, (attempt) => attempt.entry_id)
  return rows.map((row) => ({
    teamId: row.team_id,
    eventId: row.event_id,
    reachedAt: new Date(row.reached_at),
    totalScore: Number(row.total_score),
    totalTimeMs: Number(row.total_time_ms),
    attempts: (byEntry.get(row.id) ?? []).map(({ mission, score, time_ms, values, corrected_at }) => ({
      mission,
      score: Number(score),
      timeMs: Number(time_ms),
      values,
      correctedAt: corrected_at && new Date(corrected_at).toISOString(),
    })),
  }))
}
