import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entriesFrom, placesInAll, topEntries, topQuery } from '#server/features/scores/queries.ts'
import { fillRankings } from '../load/scoreboard.ts'
import { freshDatabase } from '../support/database.ts'

type Plan = { 'Node Type': string; 'Index Name'?: string; Plans?: Plan[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

describe('the query behind the first places', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  const large = randomUUIDv7()
  const small = randomUUIDv7()
  beforeAll(async () => {
    fresh = await freshDatabase()
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

  it.each([10, 100, 1000])('reads %i entries from the index, in its order', async (size) => {
    for (const event of [small, large]) {
      const plan = await planOf(topQuery(size), [event])
      expect(plan.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan'])
      expect(plan[1]?.['Index Name']).toBe('score_entries_ranking')
    }
  })

  it('keeps that plan when it is prepared and used often', async () => {
    const client = await fresh.database.pool.connect()
    try {
      await client.query(`prepare top (uuid) as ${topQuery(10)}`)
      for (let times = 0; times < 8; times++) await client.query(`execute top ('${large}')`)
      const { rows } = await client.query(`explain (format json) execute top ('${large}')`)
      expect(nodes(rows[0]['QUERY PLAN'][0].Plan).map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan'])
    } finally {
      client.release()
    }
  })

  it('gives the same entries as every other way to read them', async () => {
    const { db } = fresh.database
    const top = await topEntries(db, large, 25)
    expect(top).toHaveLength(25)
    expect(await entriesFrom(db, large, {}, 0, 25)).toEqual(top)
    expect(await entriesFrom(db, large, {}, 5, 20)).toEqual(top.slice(5))
    const places = await placesInAll(db, large, top)
    const better = (at: number) =>
      top.filter(
        (row) =>
          row.totalScore > (top[at]?.totalScore ?? 0) ||
          (row.totalScore === top[at]?.totalScore && row.totalTimeMs < (top[at]?.totalTimeMs ?? 0)),
      ).length
    expect(top.map(({ id }) => places.get(id))).toEqual(top.map((_, at) => better(at) + 1))
  })
})
