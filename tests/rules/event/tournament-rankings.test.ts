import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { sortAndRankItems } from '#contract/event/scoring/ranking.ts'
import { createCriteriaComparator, type RankingCriterion } from '../../support/rules/compare-criteria.ts'

/** Made-up tournaments; `BOTOLA_RANKINGS` names a file of real ones with the same columns. */
const file = process.env.BOTOLA_RANKINGS ?? 'tests/rules/tournament-rankings.csv'
type Line = { TournamentCode: string; Num: string; R: string; QP: string; RP: string; High: string }
const criteria: RankingCriterion<Line>[] = [
  { of: (line) => Number(line.QP), better: 'higher' },
  { of: (line) => Number(line.RP), better: 'higher' },
  { of: (line) => Number(line.High), better: 'higher' },
]

describe(`published rankings (${file})`, () => {
  const lines = parse<Line>(readFileSync(file), { columns: true, bom: true, relax_column_count: true })
  const tournaments = Map.groupBy(lines, (line) => line.TournamentCode)
  const inOrder = (teams: Line[]) =>
    sortAndRankItems(
      teams.toReversed(),
      createCriteriaComparator(criteria),
      (a, b) => Number(a.Num) - Number(b.Num),
    )

  it('are in the order of the ranking rule', () => {
    expect(tournaments.size).toBeGreaterThanOrEqual(10)
    const compare = createCriteriaComparator(criteria)
    const different: string[] = []
    for (const [code, teams] of tournaments) {
      const published = teams.toSorted((a, b) => Number(a.R) - Number(b.R))
      // the published list breaks ties at random: the teams at each position must be equal by the keys, not
      // by number
      if (inOrder(teams).some(({ item }, at) => compare(item, published[at] as Line) !== 0))
        different.push(code)
    }
    expect(different).toEqual([])
  })

  it('have teams that share a rank exactly where all three keys are equal', () => {
    const keyOf = ({ QP, RP, High }: Line) => [QP, RP, High].join()
    let tied = 0
    for (const [code, teams] of tournaments) {
      const ranked = inOrder(teams)
      const sharedRanks = ranked.filter(
        ({ rank }) => ranked.filter((other) => other.rank === rank).length > 1,
      )
      const equalTeams = teams.filter(
        (team) => teams.filter((other) => keyOf(other) === keyOf(team)).length > 1,
      )
      expect(sharedRanks.map(({ item }) => item.Num).sort(), code).toEqual(
        equalTeams.map(({ Num }) => Num).sort(),
      )
      if (equalTeams.length > 0) tied++
    }
    expect(tied).toBeGreaterThanOrEqual(3)
  })
})
