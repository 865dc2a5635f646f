import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { buildEntryTable, buildRankingSourceCondition, buildVisibleEntryCountQuery, type RankingSource } from './queries-source.ts'

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

const neighbourColumns = sql`n.id, n.total_score, coalesce(nullif(n.team_name, ''), n.player_name) as name`

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
      select ${neighbourColumns} from ${buildEntryTable(source, 'n')} where n.event_id = s.event_id
        and (n.ranking_key, n.reached_at, n.id) < (s.ranking_key, s.reached_at, s.id)
      order by n.ranking_key desc, n.reached_at desc, n.id desc limit 1) above on true
    left join lateral (
      select ${neighbourColumns} from ${buildEntryTable(source, 'n')} where n.event_id = s.event_id
        and (n.ranking_key, n.reached_at, n.id) > (s.ranking_key, s.reached_at, s.id)
      order by n.ranking_key asc, n.reached_at asc, n.id asc limit 1) below on true
    where s.team_id = any(${sql.param([...teamIds])}::uuid[]) and ${buildRankingSourceCondition(source)}
    order by s.reached_at desc, s.id desc limit 1000`)
  return rows
}
