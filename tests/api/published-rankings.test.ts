import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type CallApi,
  comparePublishedRanking,
  defaultTableColumns,
  readPublishedTables,
  verifyPublishedRanking,
} from '../support/published-rankings.ts'
import { createForm } from './events-support.ts'
import { type ScoresApp, startScoresApp } from './scores-support.ts'

let t: ScoresApp
beforeAll(async () => {
  t = await startScoresApp()
})
afterAll(() => t.close())

const callApi: CallApi = async (method, path, { json, form } = {}) =>
  t.ask(method, path, form ? await createForm(form) : json ? { payload: json } : {})
const verifyAll = async (tables: ReturnType<typeof readPublishedTables>) => {
  const problems: string[] = []
  for (const event of tables.events.keys()) problems.push(...(await verifyPublishedRanking(tables, event, callApi)))
  return problems
}

describe('published rankings', () => {
  it('come out of the import and the API as they were published, with ties', async () => {
    // made-up tournaments, ranked by QP, then RP, then High
    const tables = readPublishedTables(readFileSync('tests/rules/tournament-rankings.csv', 'utf8'), {
      ...defaultTableColumns,
      name: undefined,
    })
    expect(tables.keys.map(({ column }) => column)).toEqual(['QP', 'RP', 'High'])
    expect(tables.events.size).toBe(10)
    expect(await verifyAll(tables)).toEqual([])
  })

  it('may have other keys: lower first, times, many decimals, negative and missing values, one event', async () => {
    const text = [
      'Place;Bot;Rating;Fouls;Best time'.replaceAll(';', ','),
      ...[
        '1,A,12.34567,3,1:02.5',
        '2,B,12.34566,0,0:59',
        '3,C,12.34566,0,1:00',
        '3,D,12.34566,0,1:00',
        '5,E,12.34566,1,0:10',
        '6,F,-0.5,0,0:10',
        '7,G,-0.5,,0:10',
        '8,H,,0,0:10',
      ],
    ].join('\n')
    const columns = {
      ...{ rank: 'Place', team: 'Bot', event: undefined, name: undefined },
      keys: [
        { column: 'Rating', order: 'high' as const },
        { column: 'Fouls', order: 'low' as const },
        { column: 'Best time', order: 'low' as const },
      ],
    }
    const tables = readPublishedTables(text, columns)
    expect(await verifyAll(tables)).toEqual([])
    const reversed = readPublishedTables(text, { ...columns, keys: [{ column: 'Fouls', order: 'high' }] })
    expect(await verifyAll(reversed)).not.toEqual([])
  })

  it('are compared by their keys and their ranks', () => {
    const tables = readPublishedTables('R,Num,QP\n1,a,9\n2,b,7\n3,c,7\n4,d,1\n', { rank: 'R', team: 'Num' })
    const compare = (ranking: [string, number][]) =>
      comparePublishedRanking(
        tables,
        'ranking',
        ranking.map(([teamNo, rank]) => ({ teamNo, rank })),
      )
    expect(
      compare([
        ['a', 1],
        ['c', 2],
        ['b', 2],
        ['d', 4],
      ]),
    ).toEqual([])
    expect(
      compare([
        ['b', 1],
        ['a', 2],
        ['c', 2],
        ['d', 4],
      ]),
    ).toHaveLength(2)
    expect(
      compare([
        ['a', 1],
        ['b', 2],
        ['c', 3],
        ['d', 4],
      ]),
    ).toHaveLength(1)
    expect(
      compare([
        ['a', 1],
        ['b', 2],
        ['c', 2],
      ]),
    ).toHaveLength(1)
    expect(() => readPublishedTables('R,Num\n1,2\n', { rank: 'Rank', team: 'Num' })).toThrow("no column 'Rank'")
  })
})
