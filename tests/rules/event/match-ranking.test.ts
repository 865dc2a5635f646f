import { describe, expect, it } from 'vitest'
import type { MatchDraw } from '#contract/event/scoring/match-draw.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { listTournamentRankingKeys, rankTournamentSides } from '#contract/event/scoring/match-ranking.ts'
import {
  createDraw,
  createMatchRuleSet,
  listKnockOutSides,
  plainKnockOut,
  playMatches,
  singleGroup,
  usualStanding,
} from '../../support/rules/matches.ts'

/** Lists the sides in the order of the ranking: `2 B`, with `?` while matches can change the place. */
const listRanks = (state: TournamentState) =>
  rankTournamentSides(state).map(
    ({ side, rank, isProvisional }) =>
      `${rank} ${state.input.draw.sides[side]?.join('+')}${isProvisional ? '?' : ''}`,
  )
const drawKnockOut = (names: string): MatchDraw => ({
  ...createDraw(),
  sides: [...names].map((name) => [name]),
  lots: [...names].map((_, side) => side),
})
/** Computes a tournament again after the winner of a match became its loser. */
const reverseMatch = ({ input }: TournamentState, number: number, sides: string): TournamentState => {
  const score = (entryId: string) =>
    input.attempts.find((each) => each.entryId === entryId && each.mission === number)?.values.score
  const [one = '', other = ''] = sides
  return computeTournamentState({
    ...input,
    attempts: input.attempts.map((attempt) =>
      attempt.mission === number
        ? { ...attempt, values: { score: score(attempt.entryId === one ? other : one) ?? 0 } }
        : attempt,
    ),
  })
}
const findNumber = ({ pairings, input }: TournamentState, sides: string) => {
  const wanted = [...sides].map((name) => input.draw.sides.findIndex(([id]) => id === name))
  return pairings.find((pairing) => wanted.every((side) => pairing.sides.includes(side)))?.numbers[0] ?? 0
}

describe('a knock-out of eight', () => {
  const quarters = ['A-H 1:0', 'D-E 1:0', 'C-F 1:0', 'B-G 1:0']
  const halves = ['A-D 1:0', 'B-C 1:0']
  const withoutThirdPlace = createMatchRuleSet({ knockOuts: [plainKnockOut] })
  const withThirdPlace = createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, thirdPlace: true }] })
  const play = (ruleSet: typeof withThirdPlace, results: readonly string[]) =>
    playMatches(ruleSet, drawKnockOut('ABCDEFGH'), results)

  it('has all sides on the place of those who lose in the first round before it begins', () => {
    const state = play(withoutThirdPlace, [])
    expect(listRanks(state)).toEqual([...'ABCDEFGH'].map((name) => `1 ${name}?`))
    expect(new Set(rankTournamentSides(state).map(({ key }) => key.join()))).toEqual(new Set(['0,5']))
  })

  it('lets those share a place who lose in the same round', () => {
    const others = ['5 E', '5 F', '5 G', '5 H']
    expect(listRanks(play(withoutThirdPlace, quarters))).toEqual(['1 A?', '1 B?', '1 C?', '1 D?', ...others])
    expect(listRanks(play(withoutThirdPlace, [...quarters, ...halves]))).toEqual([
      ...['1 A?', '1 B?', '3 C', '3 D'],
      ...others,
    ])
    const state = play(withoutThirdPlace, [...quarters, ...halves, 'A-B 0:1'])
    expect(listRanks(state)).toEqual(['1 B', '2 A', '3 C', '3 D', ...others])
    expect(rankTournamentSides(state).map(({ key }) => key)).toEqual(
      [1, 2, 3, 3, 5, 5, 5, 5].map((place) => [0, place]),
    )
  })

  it('plays for the third place, until which the losers of the half-finals are on the fourth', () => {
    const others = ['5 E', '5 F', '5 G', '5 H']
    expect(listRanks(play(withThirdPlace, [...quarters, 'A-D 1:0']))).toEqual([
      ...['1 A?', '2 B?', '2 C?', '2 D?'],
      ...others,
    ])
    const beforeThirdPlace = play(withThirdPlace, [...quarters, ...halves])
    expect(listRanks(beforeThirdPlace)).toEqual(['1 A?', '1 B?', '3 C?', '3 D?', ...others])
    const state = play(withThirdPlace, [...quarters, ...halves, 'D-C 0:1', 'A-B 0:1'])
    expect(listRanks(state)).toEqual(['1 B', '2 A', '3 C', '4 D', ...others])
    expect(rankTournamentSides(state).map(({ key }) => key[1])).toEqual([1, 2, 3, 4, 5, 5, 5, 5])
  })

  it('keeps a side provisional that has won a corrected match while others played the next one', () => {
    for (const [ruleSet, place] of [
      [withoutThirdPlace, 3],
      [withThirdPlace, 4],
    ] as const) {
      const played = play(ruleSet, [...quarters, ...halves])
      const corrected = reverseMatch(played, findNumber(played, 'DE'), 'DE')
      expect(listKnockOutSides(corrected)).toContain('A-D')
      const ofWinner = rankTournamentSides(corrected).find(({ side }) => side === 'ABCDEFGH'.indexOf('E'))
      expect(ofWinner).toMatchObject({ key: [0, place], isProvisional: true })
      // the other half-final is not affected
      expect(rankTournamentSides(corrected).find(({ side }) => side === 6)).toMatchObject({
        key: [0, 5],
        isProvisional: false,
      })
    }
  })
})

describe('a single group without a knock-out', () => {
  const ruleSet = createMatchRuleSet({ groups: singleGroup })

  it('is ranked by its standing alone, and provisional until its last match', () => {
    expect(listTournamentRankingKeys(ruleSet.matches)).toBe(ruleSet.matches.standing)
    const play = (results: readonly string[]) => playMatches(ruleSet, createDraw(['A', 'B', 'C']), results)
    expect(listRanks(play(['A-B 0:1', 'A-C 2:0']))).toEqual(['1 A?', '2 B?', '3 C?'])
    const state = play(['A-B 0:1', 'A-C 2:0', 'B-C 1:0'])
    expect(listRanks(state)).toEqual(['1 B', '2 A', '3 C'])
    expect(rankTournamentSides(state)[0]?.key).toHaveLength(usualStanding.length)
  })

  it('has the place in the group before the common keys where there are several groups or a knock-out', () => {
    const common = [{ of: 'groupPlace' }, { of: 'points' }, { of: 'difference' }, { of: 'scored' }]
    expect(
      listTournamentRankingKeys(createMatchRuleSet({ groups: { ...singleGroup, count: 2 } }).matches).slice(
        0,
        4,
      ),
    ).toEqual(common)
    const withKnockOut = createMatchRuleSet({
      groups: singleGroup,
      knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 2 } }],
    })
    expect(listTournamentRankingKeys(withKnockOut.matches).slice(0, 6)).toEqual([
      { of: 'knockOut' },
      { of: 'knockOutPlace' },
      ...common,
    ])
    expect(listTournamentRankingKeys(createMatchRuleSet({ knockOuts: [plainKnockOut] }).matches)).toEqual([
      { of: 'knockOut' },
      { of: 'knockOutPlace' },
    ])
  })

  it('shows the sides of groups as provisional while one group is open', () => {
    const ruleSets = createMatchRuleSet({ groups: { ...singleGroup, count: 2 } })
    const draw = createDraw(['A', 'B'], ['C', 'D'])
    expect(listRanks(playMatches(ruleSets, draw, ['A-B 1:0']))).toEqual(['1 A?', '2 C?', '3 D?', '4 B?'])
    expect(listRanks(playMatches(ruleSets, draw, ['A-B 1:0', 'C-D 0:2']))).toEqual([
      '1 D',
      '2 A',
      '3 B',
      '4 C',
    ])
  })
})
