import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForm } from '../../support/api/events.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'
import {
  type CallApi,
  comparePublishedRanking,
  readPublishedTables,
  verifyPublishedRanking,
} from '../../support/rules/published-rankings.ts'

let t: ScoresApp
beforeAll(async () => {
  t = await startScoresApp()
})
afterAll(() => t.close())

const callApi: CallApi = async (method, path, { json, form } = {}) =>
  t.ask(method, path, form ? await createForm(form) : json ? { payload: json } : {})
const verifyAll = async (tables: ReturnType<typeof readPublishedTables>) => {
  const problems: string[] = []
  for (const event of tables.events.keys())
    problems.push(...(await verifyPublishedRanking(tables, event, callApi)))
  return problems
}

describe('published rankings', () => {
  it('come out of the import and the API as they were published, with ties', async () => {
    // made-up tournaments, ranked by QP, then RP, then High
    const tables = readPublishedTables(readFileSync('tests/rules/tournament-rankings.csv', 'utf8'), {})
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

  it('are recognized in files of other separators, digits, names of columns and marks of missing values', async () => {
    const arabic =
      'الترتيب;رقم الفريق;اسم الفريق;المنطقة;النقاط;الوقت\n١;١٠١;صقور;الرياض;٩٥٫٥;1:23,4\n2;102;أبطال;جدة;95,5;1:25\nDQ;103;نجوم;جدة;0;-\n'
    const tables = readPublishedTables(arabic, {})
    expect(tables.keys).toEqual([
      { column: 'النقاط', order: 'high' },
      { column: 'الوقت', order: 'low' },
    ])
    expect(tables.unrankedCount).toBe(1)
    const english =
      'Rank\tTeam\tName\tWin %\tWin #\n1.\tA\t"The ""Best"", really"\t-1.5\t3\n=2\tB\tBeta\t-1.5\tN/A\n2=\tC\t-\t-1.5\t–\n4th\tD\tDelta\t\t9\n'
    expect(await verifyAll(tables)).toEqual([])
    expect(await verifyAll(readPublishedTables(english, {}))).toEqual([])
    // a table without numbers of teams names them
    expect(await verifyAll(readPublishedTables('Pos,Name,Points\n1,"Ali, jr",9\n2,Sara,8\n', {}))).toEqual([])
  })

  it('are explained when the file lacks something', async () => {
    const read =
      (text: string, columns = {}) =>
      () =>
        readPublishedTables(text, columns)
    expect(read('Rank,Bot,Score\n1,a,2\n')).toThrow('--team=COLUMN')
    expect(read('Rank,Team,Score\nfirst,a,2\n')).toThrow("No line has a rank in the column 'Rank'")
    expect(read('Rank,Team,Score\n1,a,2\n2,a,1\n')).toThrow('--event=COLUMN')
    expect(read('Rank,Team,Score\n1,,2\n')).toThrow("no value in the column 'Team'")
    expect(read('Rank,Team,Name\n1,a,b\n')).toThrow('--keys=')
    await expect(verifyAll(read('Rank,Team,Score\n1,a,"1,500"\n2,b,900\n')())).rejects.toThrow(
      "Score '1,500': This isn’t a number",
    )
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
    expect(() => readPublishedTables('R,Num\n1,2\n', { rank: 'Rank', team: 'Num' })).toThrow(
      "no column 'Rank'",
    )
  })
})
