import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { compareBy, type RankKey, rank } from '#contract/rules/ranking.ts'

const file = '../shared/data/ftc-2016-rankings.csv'
type Line = { TournamentCode: string; Num: string; R: string; QP: string; RP: string; High: string }
const keys: RankKey<Line>[] = [
  { of: (line) => Number(line.QP), better: 'higher' },
  { of: (line) => Number(line.RP), better: 'higher' },
  { of: (line) => Number(line.High), better: 'higher' },
]

/** Published rankings of real tournaments: what people outside made of the same rule. */
describe.skipIf(!existsSync(file))(`433 published rankings (skipped where ${file} is absent)`, () => {
  const lines = parse<Line>(existsSync(file) ? readFileSync(file) : '', { columns: true, bom: true, relax_column_count: true })
  const tournaments = Map.groupBy(lines, (line) => line.TournamentCode)

  it('are read whole', () => {
    expect([lines.length, tournaments.size]).toEqual([8404, 433])
  })

  it('come out in the published order, all of them', () => {
    const compare = compareBy(keys)
    const different: string[] = []
    for (const [code, teams] of tournaments) {
      const published = teams.toSorted((a, b) => Number(a.R) - Number(b.R))
      const ours = rank(teams.toReversed(), keys, (a, b) => Number(a.Num) - Number(b.Num))
      // the published list breaks ties at random: what stands at each position must be equal by the keys, not by name
      if (ours.some(({ item }, at) => compare(item, published[at] as Line) !== 0)) different.push(code)
    }
    expect(different).toEqual([])
  })

  it('have teams that share a place in 22 of them', () => {
    const tied = [...tournaments.values()].filter((teams) => {
      const places = rank(teams, keys, (a, b) => Number(a.Num) - Number(b.Num)).map(({ place }) => place)
      return new Set(places).size < places.length
    })
    expect(tied).toHaveLength(22)
  })
})
