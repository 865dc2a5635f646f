import { sql } from 'drizzle-orm'
import type { ScoreRow } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import { computeRanksByEntry, entryColumnsSql, type RawEntry, toUnrankedEntry } from './queries.ts'
import { getEntryTable, type RankingSource } from './queries-source.ts'

/** Reads entries by id with their ranks in a source. Ids without an entry are left out. */
export const listEntriesWithRanks = async (db: Db, ids: readonly string[], source: RankingSource): Promise<ScoreRow[]> => {
  if (ids.length === 0) return []
  const { rows } = await db.execute<RawEntry>(
    sql`select ${sql.raw(entryColumnsSql)} from ${sql.raw(getEntryTable(source))} where id = any(${sql.param([...ids])}::uuid[])`,
  )
  const ranks = await computeRanksByEntry(db, ids, source)
  return rows.map((raw) => ({ ...toUnrankedEntry(raw), rank: ranks.get(raw.id) ?? 0 }))
}
