import { describe, expect, it } from 'vitest'
import {
  areResultsInterdependent,
  createEventResultsCalculator,
} from '#contract/event/scoring/event-results.ts'
import type { EventDraw, MatchDraw } from '#contract/event/scoring/match-draw.ts'
import type { MatchAttempt, MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import {
  compareRankingKeys,
  isCountedInFollowingRanks,
  sortAndRankItems,
} from '#contract/event/scoring/ranking.ts'
import {
  createDraw,
  createMatchRuleSet,
  plainKnockOut,
  playMatches,
  singleGroup,
} from '../../support/rules/matches.ts'

const missing = Number.POSITIVE_INFINITY
const toEventDraw = (draw: MatchDraw, withdrawn: string[] = []): EventDraw => ({ ...draw, withdrawn })
const groupByEntry = (attempts: readonly MatchAttempt[]) => Map.groupBy(attempts, ({ entryId }) => entryId)
const compute = (ruleSet: MatchRuleSet, draw: MatchDraw, results: readonly string[], calculation?: 2) =>
  createEventResultsCalculator(
    ruleSet,
    calculation,
    toEventDraw(draw),
  )(groupByEntry(playMatches(ruleSet, draw, results).input.attempts)).totals
const listRanks = (results: ReturnType<typeof compute>) =>
  sortAndRankItems(
    [...results],
    ([, a], [, b]) => compareRankingKeys(a.rankingKey, b.rankingKey),
    ([a], [b]) => (a < b ? -1 : 1),
    ([, result]) => isCountedInFollowingRanks(result),
  ).map(({ item: [id], rank }) => `${rank} ${id}`)

const league = createMatchRuleSet({ groups: singleGroup })
const final = createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, bestOf: 3 }] })
const alone = (...sides: string[][]): MatchDraw => ({
  ...createDraw(),
  sides,
  lots: sides.map((_, side) => side),
})

describe('the results of an event with matches', () => {
  it('are the points and the places of the group', () => {
    const results = compute(league, createDraw(['A', 'B', 'C']), ['A-B 1:1', 'A-C 0:2', 'B-C 1:2'])
    expect([...results].map(([id, { totalScore }]) => [id, totalScore])).toEqual([
      ['A', 1],
      ['B', 1],
      ['C', 6],
    ])
    // B has the better difference
    expect(listRanks(results)).toEqual(['1 C', '2 B', '3 A'])
  })

  it('are the points of the matches that count where there are no groups', () => {
    const results = compute(final, alone(['A'], ['B']), ['A-B 0:1', 'A-B 2:1', 'A-B 1:0'])
    expect([...results].map(([id, { totalScore }]) => [id, totalScore])).toEqual([
      ['A', 6],
      ['B', 3],
    ])
    // the third match is played although the second one decided
    const early = compute(final, alone(['A'], ['B']), ['A-B 1:0', 'A-B 2:1', 'A-B 0:1'])
    expect([early.get('A')?.totalScore, early.get('B')?.totalScore]).toEqual([6, 0])
    expect(listRanks(early)).toEqual(['1 A', '2 B'])
  })

  it('do not count the matches of a team that has withdrawn', () => {
    const draw = createDraw(['A', 'B', 'C'])
    const { attempts } = playMatches(league, draw, ['A-B 1:0', 'A-C 1:0', 'B-C 1:0']).input
    const calculate = createEventResultsCalculator(league, undefined, toEventDraw(draw, ['C']))
    const { totals: results } = calculate(groupByEntry(attempts))
    expect(['A', 'B', 'C'].map((id) => results.get(id)?.totalScore)).toEqual([3, 0, 0])
  })

  it('have the score and the time of the newest attempt, of several at once the last one', () => {
    const calculate = createEventResultsCalculator(
      league,
      undefined,
      toEventDraw(createDraw(['A', 'B', 'C'])),
    )
    const scoreOf = (...sheets: [mission: number, score: number, at: number][]) =>
      calculate(
        new Map([['A', sheets.map(([mission, score, at]) => ({ mission, at, values: { score } }))]]),
      ).totals.get('A')
    expect(scoreOf([1, 4, 7], [2, 5, 3])).toMatchObject({ score: 4, timeMs: 0, reachedAt: 7, totalTimeMs: 0 })
    expect(scoreOf([1, 4, 3], [2, 5, 7])).toMatchObject({ score: 5, reachedAt: 7 })
    expect(scoreOf([1, 4, 7], [2, 5, 7])).toMatchObject({ score: 5, reachedAt: 7 })
  })

  it('have no rank before the draw, and for a team that is not drawn', () => {
    const attempts = new Map([
      ['A', [{ mission: 1, at: 1, values: { score: 3 } }]],
      ['late', [{ mission: 1, at: 1, values: { score: 3 } }]],
      ['none', []],
    ])
    const before = createEventResultsCalculator(league)(attempts).totals
    expect([...before.keys()]).toEqual(['A', 'late'])
    for (const { rankingKey, totalScore } of before.values())
      expect([totalScore, ...new Set(rankingKey)]).toEqual([0, missing])
    const after = createEventResultsCalculator(
      league,
      undefined,
      toEventDraw(createDraw(['A', 'B'])),
    )(attempts).totals
    expect(after.get('A')?.rankingKey).not.toContain(missing)
    expect(after.get('late')).toMatchObject({ score: 3, totalScore: 0 })
    expect(after.get('late')?.rankingKey).toEqual(before.get('A')?.rankingKey)
    expect(after.get('late')?.rankingKey).toHaveLength(after.get('A')?.rankingKey.length ?? 0)
  })

  it('name the drawn matches of a knock-out with the field that is missing', () => {
    const decided = createMatchRuleSet({ knockOuts: [plainKnockOut] })
    const listDrawn = (ruleSet: MatchRuleSet, result: string) => {
      const draw = alone(['A'], ['B'])
      const calculate = createEventResultsCalculator(ruleSet, undefined, toEventDraw(draw))
      return calculate(groupByEntry(playMatches(ruleSet, draw, [result]).input.attempts)).drawnMatches
    }
    expect(listDrawn(decided, 'A-B 1:0')).toEqual([])
    expect(listDrawn(decided, 'A-B 1:1')).toEqual([{ match: 1, field: 'shoot_out', code: 'winner-required' }])
    const replayed = createMatchRuleSet({ knockOuts: [plainKnockOut], deciders: [] })
    expect(listDrawn(replayed, 'A-B 2:2')).toEqual([{ match: 1, field: 'score', code: 'replay-required' }])
    // a match of a group may be drawn
    const draw = createDraw(['A', 'B'])
    const calculate = createEventResultsCalculator(league, undefined, toEventDraw(draw))
    const { attempts } = playMatches(league, draw, ['A-B 1:1']).input
    expect(calculate(groupByEntry(attempts)).drawnMatches).toEqual([])
  })

  it('give an alliance one rank that counts once', () => {
    const pairs = createMatchRuleSet({ teamsPerSide: 2, knockOuts: [plainKnockOut] })
    const draw = alone(['A1', 'A2'], ['B1', 'B2'])
    expect(listRanks(compute(pairs, draw, ['A1-B1 2:1']))).toEqual(['1 A1', '1 A2', '2 B1', '2 B2'])
    // results of the former version stay as they are
    expect(listRanks(compute(pairs, draw, ['A1-B1 2:1'], 2))).toEqual(['1 A1', '1 A2', '3 B1', '3 B2'])
    // only A2 has a sheet: its rank is the one that counts
    const { attempts } = playMatches(pairs, draw, ['A1-B1 2:1']).input
    const calculate = createEventResultsCalculator(pairs, undefined, toEventDraw(draw))
    const some = calculate(groupByEntry(attempts.filter(({ entryId }) => entryId !== 'A1'))).totals
    expect(listRanks(some)).toEqual(['1 A2', '2 B1', '2 B2'])
  })
})

it('results depend on those of other entries where matches or places of judges rank', () => {
  const [group] = league.groups
  if (!group) throw new Error('no group')
  const withPanel = (combine: 'mean' | 'sumOfPlaces') => ({
    groups: [group, { ...group, panel: { judges: 3, combine } }],
  })
  expect(areResultsInterdependent(league)).toBe(true)
  expect(areResultsInterdependent({ groups: [group] })).toBe(false)
  expect(areResultsInterdependent(withPanel('mean'))).toBe(false)
  expect(areResultsInterdependent(withPanel('sumOfPlaces'))).toBe(true)
})
