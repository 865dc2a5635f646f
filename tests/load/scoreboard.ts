import type pg from 'pg'
import { v7 as randomUUIDv7 } from 'uuid'
import { buildTopEntriesStatement, listTopEntriesOfRanking } from '#server/event/scores/ranking/queries.ts'
import type { Database } from '#server/platform/db/open.ts'

/**
 * Milliseconds for the first ten ranks of an event with a million entries and of one with a thousand, and the
 * index rows read for the first hundred ranks of the large one.
 */
export type ScoreboardFigures = {
  small: number
  large: number
  ratio: number
  indexRows: number
  entries: { small: number; large: number }
  rounds: number
}

/** Inserts events with rankings of the given sizes. Equal scores are common. */
export const fillRankings = async (
  pool: pg.Pool,
  events: readonly { id: string; entries: number }[],
): Promise<void> => {
  for (const { id, entries } of events) {
    await pool.query(
      `insert into events (id, slug, title_en, title_ar, description_en, description_ar, entry_count) values ($1, $2, 'Load', 'حِمل', 'Load', 'حِمل', $3)`,
      [id, `load-${id}`, entries],
    )
    // spread over the ranking as real entries are, not in the order of the index
    await pool.query(
      `insert into score_entries (id, event_id, participant_key, player_name, team_name, school, score, time_ms, total_score, total_time_ms, attempt_count, reached_at)
       select gen_random_uuid(), $1, 'guest:load ' || n, 'Player ' || n, 'Team ' || n % 5000, 'School ' || n % 300, score, time, score, time, 1,
         timestamptz '2026-01-01' + n * interval '1 second'
       from (select n, (n::bigint * 7919) % 2000 as score, 1000 + (n::bigint * 104729) % 300000 as time from generate_series(1, $2::int) n) made`,
      [id, entries],
    )
  }
  await pool.query('vacuum analyze score_entries')
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

const indexRowsOfFirstPage = async (pool: pg.Pool, event: string): Promise<number> => {
  const { rows } = await pool.query(`explain (analyze, format json) ${buildTopEntriesStatement(100)}`, [
    event,
  ])
  return rows[0]['QUERY PLAN'][0].Plan.Plans[0]['Actual Rows']
}

/**
 * Measures the uncached query of both events alternately, so that other load affects both. `size` is the
 * number of entries of the large one.
 */
export const measureScoreboard = async (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { size = 1_000_000, rounds = 2000 }: { size?: number; rounds?: number } = {},
): Promise<ScoreboardFigures> => {
  const small = randomUUIDv7()
  const large = randomUUIDv7()
  await fillRankings(pool, [
    { id: small, entries: 1000 },
    { id: large, entries: size },
  ])
  const times = { small: [] as number[], large: [] as number[] }
  const ask = async (event: string, into: number[]) => {
    const begun = performance.now()
    const rows = await listTopEntriesOfRanking(db, event, 10)
    into.push(performance.now() - begun)
    if (rows.length !== 10) throw new Error(`the first ten places came as ${rows.length}`)
  }
  for (let round = 0; round < 200; round++) {
    await ask(small, [])
    await ask(large, [])
  }
  for (let round = 0; round < rounds; round++) {
    await ask(small, times.small)
    await ask(large, times.large)
  }
  const figures = { small: median(times.small), large: median(times.large) }
  return {
    ...figures,
    ratio: figures.large / figures.small,
    indexRows: await indexRowsOfFirstPage(pool, large),
    entries: { small: 1000, large: size },
    rounds,
  }
}
