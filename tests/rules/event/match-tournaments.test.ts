import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { explainOrderOfTwoGroupSides } from '#contract/event/scoring/match-explanation.ts'
import { computeTournamentState } from '#contract/event/scoring/match-pairings.ts'
import { listDrawAndMatchProblems } from '#contract/event/scoring/match-problems.ts'
import { rankTournamentSides } from '#contract/event/scoring/match-ranking.ts'
import { describeMatchRankingReason } from '#server/platform/http/explanations/match-explanation-texts.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import {
  comparePublishedStandings,
  type MatchTable,
  parseMatchRuleSet,
  readMatchTable,
} from '../../support/rules/match-tables.ts'
import {
  createMatchRuleSet,
  listKnockOutSides,
  listStanding,
  plainKnockOut,
  singleGroup,
} from '../../support/rules/matches.ts'
import { TableError } from '../../support/rules/published-rankings.ts'
import { readWorldCup, worldCupRuleSet } from '../../support/rules/world-cup.ts'

const readFixture = (name: string) => readFileSync(`tests/fixtures/matches/${name}`, 'utf8')
const ranksOf = ({ state }: MatchTable) =>
  new Map(
    rankTournamentSides(state).map(({ side, rank }) => [state.input.draw.sides[side]?.join('+') ?? '', rank]),
  )
const listBest = (table: MatchTable, count: number) => [...ranksOf(table)].filter(([, rank]) => rank <= count)

describe('FIFA World Cup 2018', () => {
  const ruleSet = worldCupRuleSet
  const table = readWorldCup()

  it('has the published tables of all eight groups', () => {
    expect(table.state.groups.map(({ isComplete }) => isComplete)).toEqual(
      Array.from({ length: 8 }, () => true),
    )
    expect(comparePublishedStandings(table, readFixture('worldcup-2018-groups.csv'), new Map())).toEqual([])
  })

  it('puts Japan above Senegal by fair play', () => {
    const [, japan, senegal] = table.state.groups[7]?.rows ?? []
    if (!japan || !senegal) throw new Error('no rows')
    const explanation = explainOrderOfTwoGroupSides(table.state, 7, [japan, senegal])
    expect(explanation.decision).toMatchObject({ key: { field: 'fair_play' }, better: 4, worse: 6 })
    expect(describeMatchRankingReason(ruleSet, explanation)).toEqual({
      en: 'Equal on 4 points. Fair play is lower: 4 against 6',
      ar: 'تعادل برصيد 4 نقاط. قيمة أقل في «اللعب النظيف»: 4 مقابل 6',
    })
    // without the cards they are equal in everything but the lot
    const ranked = readMatchTable(readFixture('worldcup-2018-matches.csv'), ruleSet, ['Senegal', 'Japan'])
    expect(listStanding(ranked.state, 7)).toEqual(['Colombia', 'Senegal', 'Japan', 'Poland'])
  })

  it('fills the knock-out by itself, with extra time and shoot-outs', () => {
    expect(table.problems).toEqual([])
    expect(listDrawAndMatchProblems(table.state)).toEqual([])
    expect(listBest(table, 4)).toEqual([
      ['France', 1],
      ['Croatia', 2],
      ['Belgium', 3],
      ['England', 4],
    ])
    const ofSides = (name: string) => listKnockOutSides(table.state).filter((sides) => sides.includes(name))
    expect(ofSides('Croatia')).toEqual([
      'Croatia-Denmark',
      'Russia-Croatia',
      'Croatia-England',
      'France-Croatia',
    ])
    const decided = table.state.pairings.flatMap(({ matches }) =>
      matches.flatMap(({ result }) => result?.decidedBy ?? []),
    )
    expect(decided.toSorted()).toEqual(['extra_time', 'penalties', 'penalties', 'penalties', 'penalties'])
  })

  it('describes the order of the ranking, with a name for each value that is no number', () => {
    const { isByMatches, text, keys } = explanationTexts.describeRules(ruleSet)
    expect(isByMatches).toBe(true)
    expect(text).toEqual({
      en: 'Ranked by how far the team got in the Knock-out, then place in the group, then points, then difference, then scored, then fair play (lower first), then lot.',
      ar: 'يُحدَّد الترتيب حسب: المرحلة التي بلغها الفريق في «الأدوار الإقصائية»، ثم المركز في المجموعة، ثم النقاط، ثم الفارق، ثم المسجَّل، ثم اللعب النظيف (الأقل أولًا)، ثم القرعة.',
    })
    expect(keys.map(({ isInNext }) => isInNext === true)).toEqual([true, ...Array(7).fill(false)])
    const reached = ['–', 'Winner', 'Final', 'Third place', 'Semi-finals']
    expect(keys.map(({ label, order, names }) => [label.en, order, names?.map(({ en }) => en)])).toEqual([
      ['Knockout', 'low', ['Knock-out', '–']],
      ['Round reached', 'low', [...reached, ...Array(4).fill('Quarter-finals'), 'Round of 16']],
      ['Place in the group', 'low', ['–']],
      ['Points', 'high', undefined],
      ['Difference', 'high', undefined],
      ['Scored', 'high', undefined],
      ['Fair play', 'low', undefined],
      ['Lot', 'low', undefined],
    ])
    const [first] = rankTournamentSides(table.state)
    expect(first?.key).toHaveLength(keys.length)
  })

  it('leaves the knock-out open until the groups are complete', () => {
    const { input } = table.state
    const open = computeTournamentState({
      ...input,
      attempts: input.attempts.filter(({ mission }) => mission < 48),
    })
    const incomplete = open.groups.flatMap(({ isComplete }, group) => (isComplete ? [] : [group]))
    expect(incomplete).toEqual([7])
    expect(listKnockOutSides(open)[0]).toBe('Uruguay-Portugal')
    expect(listKnockOutSides(open).slice(5, 8)).toEqual(['Belgium-?', 'Sweden-Switzerland', '?-England'])
    expect(rankTournamentSides(open).every(({ isProvisional }) => isProvisional)).toBe(true)
  })
})

describe('UEFA Euro 2020 and 2024', () => {
  const ruleSet = parseMatchRuleSet(readFixture('euro-2020.rules.json'))
  const readEuro = (year: number, lots: string[] = []) =>
    readMatchTable(readFixture(`euro-${year}-matches.csv`), ruleSet, lots)

  it('has the published order of the groups, by the matches between equal teams', () => {
    const { state } = readEuro(2020)
    expect(state.groups.map((_, group) => listStanding(state, group))).toEqual([
      ['Italy', 'Wales', 'Switzerland', 'Turkey'],
      ['Belgium', 'Denmark', 'Finland', 'Russia'],
      ['Netherlands', 'Austria', 'Ukraine', 'North Macedonia'],
      ['England', 'Croatia', 'Czech Republic', 'Scotland'],
      ['Sweden', 'Spain', 'Slovakia', 'Poland'],
      ['France', 'Germany', 'Portugal', 'Hungary'],
    ])
    const [, germany, portugal] = state.groups[5]?.rows ?? []
    if (!germany || !portugal) throw new Error('no rows')
    expect(
      describeMatchRankingReason(ruleSet, explainOrderOfTwoGroupSides(state, 5, [germany, portugal])).en,
    ).toBe('Equal on 4 points. Better in the match between them: \u20664:2\u2069')
  })

  it('lets the four best third-placed teams meet whom the table of combinations says', () => {
    for (const [year, champion] of [
      [2020, 'Italy'],
      [2024, 'Spain'],
    ] as const) {
      // Denmark was second and Slovenia third of a group by the ranking of the qualifiers, which is not in
      // the file
      const table = readEuro(year, year === 2024 ? ['Denmark', 'Slovenia'] : [])
      expect(table.problems).toEqual([])
      expect(listDrawAndMatchProblems(table.state)).toEqual([])
      expect(listBest(table, 2)).toEqual([
        [champion, 1],
        ['England', 2],
      ])
    }
  })
})

describe('FIFA World Cup 2026', () => {
  it('lets those enter the knock-out who played in it: two of each of twelve groups, and the eight best third-placed teams', () => {
    const euro = parseMatchRuleSet(readFixture('euro-2020.rules.json'))
    const knockOuts = [
      { ...plainKnockOut, places: { from: 1, to: 2 }, best: { count: 8, place: 3 }, thirdPlace: true },
    ]
    const ruleSet = {
      ...euro,
      matches: { ...euro.matches, groups: { ...singleGroup, count: 12 }, knockOuts },
    }
    const [header = '', ...lines] = readFixture('worldcup-2026-matches.csv').trim().split('\n')
    const table = readMatchTable(
      [header, ...lines.filter((line) => line.includes(',Group '))].join('\n'),
      ruleSet,
    )
    expect(table.problems).toEqual([])
    expect(listDrawAndMatchProblems(table.state)).toEqual([])
    const played = lines
      .filter((line) => line.startsWith('Round of 32,'))
      .flatMap((line) => line.split(',').slice(3, 5))
    const entered = listKnockOutSides(table.state)
      .slice(0, 16)
      .flatMap((sides) => sides.split('-'))
    expect(entered.toSorted()).toEqual(played.toSorted())
    expect(played).toHaveLength(32)
  })
})

describe('a file of matches', () => {
  const rules = createMatchRuleSet({ teamsPerSide: 2, knockOuts: [{ ...plainKnockOut, bestOf: 3 }] })
  const header = 'Seed1,Team1,Team2,Seed2,Score1,Score2,Shoot-out 1,Shoot-out 2,Absent'

  it('may have a knock-out of alliances by seed, walkovers, and matches that were not played', () => {
    const lines = ['1,A + B,G+H,4,2,1,,,', '1,A+B,G+H,4,1,1,5,4,', '2,C+D,E+F,3,,,,,2', '2,C+D,E+F,3,,,,,']
    const table = readMatchTable([header, ...lines].join('\n'), rules)
    expect(table.problems).toEqual([])
    expect(listKnockOutSides(table.state)).toEqual(['A+B-G+H', 'C+D-E+F', 'A+B-?'])
    expect(ranksOf(table).get('A+B')).toBe(1)
  })

  it('names what contradicts the rules', () => {
    const { problems } = readMatchTable([header, '1,A,B,2,1,0,,,', '2,B,C,3,1,0,,,'].join('\n'), {
      ...rules,
      matches: { ...rules.matches, teamsPerSide: 1 },
    })
    expect(problems).toEqual(['Line 2: A – B does not follow from the rules and the matches before it.'])
    const wrong: [string, RegExp][] = [
      ['Team1,Team2,Score1,Score2\nA,B,1,0', /Seed1 and Seed2/],
      ['Seed1,Seed2,Team1,Score1,Score2\n1,2,A,1,0', /no two teams/],
      ['Seed1,Seed2,Team1,Team2,Score1,Score2\n1,2,A,B,many,0', /score1 is not valid/],
    ]
    for (const [text, message] of wrong) expect(() => readMatchTable(text, rules), text).toThrow(message)
    expect(() => parseMatchRuleSet('{')).toThrow(TableError)
    expect(() => parseMatchRuleSet(JSON.stringify(createMatchRuleSet({})))).toThrow(
      /matches.knockOuts: required/,
    )
  })
})
