import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { buildEntryTable, type RankingSource } from './queries-source.ts'

/** An entry with the next entry of the ranking and the last one with a better rank. Keys are those of the rule set, or `defaultRankingKeys` without one. */
export type EntryWithNeighbours = {
  id: string
  eventId: string
  rankingKey: number[]
  next: RankingNeighbour | null
  higher: RankingNeighbour | null
}
export type RankingNeighbour = { id: string; name: string; rankingKey: number[] }

type RawNeighbours = {
  id: string
  event_id: string
  key: number[]
  next_id: string | null
  next_name: string
  next_key: number[]
  higher_id: string | null
  higher_name: string
  higher_key: number[]
}
/** Returns the key that `explainRank` compares: that of the rule set or, without one, the total and the time of `defaultRankingKeys`. */
const buildRankingKey = (alias: string) => sql.raw(`coalesce(${alias}.rule_set_key, array[-${alias}.total_score, ${alias}.total_time_ms])`)
const neighbourColumns = sql`n.id, ${buildRankingKey('n')} as key, coalesce(nullif(n.team_name, ''), n.player_name) as name`

/** Reads entries with their neighbours in the ranking. */
export const listEntriesWithNeighbours = async (db: Db, ids: readonly string[], source: RankingSource): Promise<EntryWithNeighbours[]> => {
  if (ids.length === 0) return []
  const { rows } = await db.execute<RawNeighbours>(sql`
    select s.id, s.event_id, ${buildRankingKey('s')} as key, next.id as next_id, next.name as next_name, next.key as next_key,
      higher.id as higher_id, higher.name as higher_name, higher.key as higher_key
    from ${buildEntryTable(source, 's')}
    left join lateral (
      select ${neighbourColumns} from ${buildEntryTable(source, 'n')} where n.event_id = s.event_id
        and (n.ranking_key, n.reached_at, n.id) > (s.ranking_key, s.reached_at, s.id)
      order by n.ranking_key, n.reached_at, n.id limit 1) next on true
    left join lateral (
      select ${neighbourColumns} from ${buildEntryTable(source, 'n')} where n.event_id = s.event_id and n.ranking_key < s.ranking_key
      order by n.ranking_key desc, n.reached_at desc, n.id desc limit 1) higher on true
    where s.id = any(${sql.param([...ids])}::uuid[])`)
  const toNeighbour = (id: string | null, name: string, rankingKey: number[]) => (id === null ? null : { id, name, rankingKey })
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    rankingKey: row.key,
    next: toNeighbour(row.next_id, row.next_name, row.next_key),
    higher: toNeighbour(row.higher_id, row.higher_name, row.higher_key),
  }))
}
