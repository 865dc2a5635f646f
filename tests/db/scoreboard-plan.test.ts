import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import { sortAndRankScoreRows } from '#contract/event/scoring/ranking.ts'
import {
  buildTopEntriesStatement,
  iterateRankingBatches,
  listTopEntriesOfRanking,
  readRanksByEntry,
  selectFilteredRankingPage,
} from '#server/event/scores/ranking/queries.ts'
import { fillRankings } from '../load/scoreboard.ts'
import { createTestDatabase } from '../support/services/database.ts'

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

describe('the query of the first ranks', () => {
  let fresh: Awaited<ReturnType<typeof createTestDatabase>>
  const large = randomUUIDv7()
  const small = randomUUIDv7()
  beforeAll(async () => {
    fresh = await createTestDatabase()
    await fillRankings(fresh.database.pool, [
      { id: small, entries: 1000 },
      { id: large, entries: 30_000 },
    ])
  })
  afterAll(() => fresh.drop())

  const planOf = async (statement: string, values: unknown[]) => {
    const { rows } = await fresh.database.pool.query(`explain (format json) ${statement}`, values)
    return nodes(rows[0]['QUERY PLAN'][0].Plan)
  }

  it.each([10, 100, 1000])('reads %i entries from the index in its order', async (size) => {
    for (const event of [small, large]) {
      const plan = await planOf(buildTopEntriesStatement(size), [event])
      expect(plan.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan'])
      expect(plan[1]?.['Index Name']).toBe('score_entries_ranking')
    }
  })

  it('keeps that plan as a prepared statement', async () => {
    const client = await fresh.database.pool.connect()
    try {
      await client.query(`prepare top (uuid) as ${buildTopEntriesStatement(10)}`)
      for (let times = 0; times < 8; times++) await client.query(`execute top ('${large}')`)
      const { rows } = await client.query(`explain (format json) execute top ('${large}')`)
      expect(nodes(rows[0]['QUERY PLAN'][0].Plan).map((node) => node['Node Type'])).toEqual([
        'Limit',
        'Index Scan',
      ])
    } finally {
      client.release()
    }
  })

  it('returns the same entries as all other queries', async () => {
    const { db } = fresh.database
    const top = await listTopEntriesOfRanking(db, large, 25)
    expect(top).toHaveLength(25)
    expect(top).toEqual(sortAndRankScoreRows(top))
    expect((await selectFilteredRankingPage(db, large, { page: 1, perPage: 25 })).rows).toEqual(top)
    expect((await selectFilteredRankingPage(db, large, { page: 2, perPage: 5 })).rows).toEqual(
      top.slice(5, 10),
    )
    const first: ScoreRow[] = []
    for await (const part of iterateRankingBatches(db, large)) {
      first.push(...part)
      if (first.length > 5000) break
    }
    expect(first.slice(0, 25)).toEqual(top)
    expect(first).toEqual(sortAndRankScoreRows(first))
    expect(new Set(first.map(({ id }) => id)).size).toBe(first.length)
    const ranks = await readRanksByEntry(
      db,
      top.map(({ id }) => id),
    )
    expect(top.map(({ id }) => ranks.get(id))).toEqual(top.map(({ rank }) => rank))
  })

  it('reads 100 index rows for the first 100 ranks', async () => {
    const { rows } = await fresh.database.pool.query(
      `explain (analyze, format json) ${buildTopEntriesStatement(100)}`,
      [large],
    )
    const scan = nodes(rows[0]['QUERY PLAN'][0].Plan).find((node) => node['Node Type'] === 'Index Scan')
    expect([scan?.['Actual Rows'], scan?.['Rows Removed by Filter'] ?? 0]).toEqual([100, 0])
  })
})
