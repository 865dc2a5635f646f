import { describe, expect, it } from 'vitest'
import { matchDrawLimits } from '#contract/event/matches/match.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { explainOrderOfTwoGroupSides } from '#contract/event/scoring/match-explanation.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import {
  findKnockOutAndRankChanges,
  listDrawAndMatchProblems,
} from '#contract/event/scoring/match-problems.ts'
import { rankTournamentSides } from '#contract/event/scoring/match-ranking.ts'
import {
  createDraw,
  createMatchRuleSet,
  listKnockOutSides,
  listStanding,
  plainKnockOut,
  playMatches,
  singleGroup,
} from '../../support/rules/matches.ts'

const knockOutAlone = (
  rules: Partial<MatchRules['knockOuts'][number]> = {},
  matches: Partial<MatchRules> = {},
) => createMatchRuleSet({ ...matches, knockOuts: [{ ...plainKnockOut, ...rules }] })
const drawAlone = (...names: string[]) => ({ ...createDraw(names), groups: [] })
const four = ['A', 'B', 'C', 'D']
const listRanks = (state: TournamentState) =>
  rankTournamentSides(state).map(({ side, rank }) => `${rank} ${state.input.draw.sides[side]?.join('+')}`)

/** Two groups of three, whose first two places play a knock-out: A1–B2 and B1–A2. */
const cup = createMatchRuleSet({
  groups: { ...singleGroup, count: 2 },
  knockOuts: [
    {
      ...plainKnockOut,
      ...{ places: { from: 1, to: 2 }, thirdPlace: true },
      pairs: [
        ['A1', 'B2'],
        ['B1', 'A2'],
      ],
    },
  ],
})
const cupDraw = createDraw(['A', 'B', 'C'], ['X', 'Y', 'Z'])
const groupResults = ['A-B 1:0', 'A-C 1:0', 'B-C 1:0', 'X-Y 1:0', 'X-Z 1:0', 'Y-Z 1:0']

describe('a draw', () => {
  it('has groups of at least three, as many places as enter, and each team once', () => {
    const draw = { ...createDraw(['A', 'B'], ['X']), sides: [['A'], ['B', 'A'], ['X']] }
    expect(listDrawAndMatchProblems(playMatches(cup, draw, []))).toEqual([
      { code: 'small-group', group: 0, size: 2 },
      { code: 'small-group', group: 1, size: 1 },
      { code: 'missing-place', group: 1, knockOut: 0, place: 2 },
      { code: 'wrong-team-count', side: 1 },
      { code: 'team-twice', entryId: 'A' },
    ])
  })

  it('has no more matches than attempts have numbers', () => {
    // 45 sides meet in 990 matches, 46 in 1,035
    const names = Array.from({ length: 46 }, (_, at) => `T${at}`)
    const ruleSet = createMatchRuleSet({ groups: singleGroup })
    expect(listDrawAndMatchProblems(playMatches(ruleSet, createDraw(names.slice(1)), []))).toEqual([])
    expect(listDrawAndMatchProblems(playMatches(ruleSet, createDraw(names), []))).toEqual([
      { code: 'too-many-matches', limit: matchDrawLimits.matches },
    ])
  })

  it('has no more sides than the pairing table', () => {
    const ruleSet = knockOutAlone({ pairs: [['seed1', 'seed2']] })
    expect(listDrawAndMatchProblems(playMatches(ruleSet, drawAlone('A', 'B', 'C'), []))).toEqual([
      { code: 'too-many-sides', knockOut: 0, limit: 2 },
    ])
  })

  it('lets the opponent of a place that does not exist advance', () => {
    const state = playMatches(cup, createDraw(['A', 'B', 'C'], ['X']), ['A-B 1:0', 'A-C 1:0', 'B-C 1:0'])
    expect(listKnockOutSides(state)).toEqual(['A-–', 'X-B', '–-?', 'A-?'])
  })
})

describe('a knock-out', () => {
  it('waits for a decision of a drawn match', () => {
    const state = playMatches(knockOutAlone(), drawAlone(...four), ['A-D 1:1', 'B-C 2:2 shoot_out=3:4'])
    expect(listDrawAndMatchProblems(state)).toEqual([{ code: 'drawn-match', match: 1 }])
    expect(listKnockOutSides(state)).toEqual(['A-D', 'B-C', '?-C'])
    // those who are still in it share the place of those who lose in that round
    expect(listRanks(state)).toEqual(['1 C', '2 A', '2 B', '2 D'])
  })

  it('is decided by a walkover, and nobody advances when both sides are absent', () => {
    const state = playMatches(knockOutAlone({ thirdPlace: true }), drawAlone(...four), ['A-D 0:-', 'B-C -:-'])
    expect(listKnockOutSides(state)).toEqual(['A-D', 'B-C', 'D-–', 'A-–'])
    expect(listDrawAndMatchProblems(state)).toEqual([{ code: 'no-winner', matches: [2] }])
    expect(listRanks(state)).toEqual(['1 A', '2 D', '3 B', '3 C'])
  })

  it('of the best of three ends with the second win', () => {
    const ruleSet = knockOutAlone({ bestOf: 3 })
    const state = playMatches(ruleSet, drawAlone('A', 'B'), ['A-B 1:0', 'A-B 0:1', 'A-B 2:1'])
    expect(listRanks(state)).toEqual(['1 A', '2 B'])
    const early = playMatches(ruleSet, drawAlone('A', 'B'), ['A-B 1:0', 'A-B 3:1', 'A-B 0:9'])
    expect(listRanks(early)).toEqual(['1 A', '2 B'])
    expect(listDrawAndMatchProblems(early)).toEqual([{ code: 'unneeded-match', match: 3 }])
    const drawn = playMatches(ruleSet, drawAlone('A', 'B'), ['A-B 1:0', 'A-B 1:1', 'A-B 0:1'])
    expect(listDrawAndMatchProblems(drawn)).toEqual([{ code: 'drawn-match', match: 2 }])
    expect(rankTournamentSides(drawn).map(({ rank, isProvisional }) => [rank, isProvisional])).toEqual([
      [1, true],
      [1, true],
    ])
  })

  it('of alliances is won by all of their teams', () => {
    const ruleSet = knockOutAlone({}, { teamsPerSide: 2 })
    const draw = {
      ...drawAlone('A', 'B'),
      sides: [
        ['A1', 'A2'],
        ['B1', 'B2'],
      ],
    }
    const state = playMatches(ruleSet, draw, ['A1-B1 2:1'])
    expect(listRanks(state)).toEqual(['1 A1+A2', '2 B1+B2'])
    const { input } = state
    const attempts = input.attempts
      .filter(({ entryId }) => entryId !== 'A2')
      .map((each) => (each.entryId === 'B2' ? { ...each, values: { score: 9 } } : each))
    expect(listDrawAndMatchProblems(computeTournamentState({ ...input, attempts }))).toEqual([
      { code: 'teams-missing', match: 1, side: 0, entryIds: ['A2'] },
      { code: 'sheets-differ', match: 1, side: 1 },
    ])
  })
})

describe('results', () => {
  it('of one side alone do not count', () => {
    const { input } = playMatches(cup, cupDraw, groupResults)
    const state = computeTournamentState({
      ...input,
      attempts: input.attempts.filter(({ entryId, mission }) => entryId !== 'B' || mission > 2),
    })
    expect(listDrawAndMatchProblems(state).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['side-missing']),
    )
    expect(state.groups[0]?.isComplete).toBe(false)
    expect(listKnockOutSides(state)).toEqual(['?-Y', 'X-?', '?-?', '?-?'])
  })

  it('of others than the two sides, and of matches that do not exist, are reported', () => {
    const { input } = playMatches(cup, cupDraw, ['A-B 1:0'])
    const match = input.attempts[0]?.mission ?? 0
    const values = { score: 7 }
    const attempts = [
      ...input.attempts,
      { entryId: 'C', mission: match, values, at: 5 },
      { entryId: 'C', mission: 99, values, at: 5 },
      { entryId: 'nobody', mission: match, values, at: 5 },
    ]
    expect(listDrawAndMatchProblems(computeTournamentState({ ...input, attempts }))).toEqual([
      { code: 'unknown-match', entryId: 'C', match: 99 },
      { code: 'not-drawn', entryId: 'nobody', match },
      { code: 'uninvolved-side', match, side: 2 },
    ])
  })

  it('of a group that are corrected after its knock-out began say what changes, and the played match stays', () => {
    const before = playMatches(cup, cupDraw, [...groupResults, 'A-Y 2:0', 'X-B 2:0'])
    expect(listDrawAndMatchProblems(before)).toEqual([])
    // A loses both of its matches
    const corrected = before.input.attempts.map((attempt) =>
      attempt.entryId === 'A' && attempt.mission <= 6
        ? { ...attempt, values: { score: 0 }, at: 99 }
        : attempt,
    )
    const opponents = corrected.map((attempt) => {
      const isOpponent = attempt.mission <= 6 && ['B', 'C'].includes(attempt.entryId)
      return isOpponent && corrected.some((each) => each.entryId === 'A' && each.mission === attempt.mission)
        ? { ...attempt, values: { score: 1 }, at: 99 }
        : attempt
    })
    const after = computeTournamentState({ ...before.input, attempts: opponents })
    expect(listStanding(after)).toEqual(['B', 'C', 'A'])
    expect(findKnockOutAndRankChanges(before, after)).toEqual({
      matches: [
        { match: 7, isPlayed: true, before: [0, 4], expected: [1, 4] },
        { match: 8, isPlayed: true, before: [3, 1], expected: [3, 2] },
      ],
      ranks: [],
    })
    expect(listDrawAndMatchProblems(after)).toEqual([
      { code: 'other-sides', match: 7, expected: [1, 4], played: [0, 4] },
      { code: 'other-sides', match: 8, expected: [3, 2], played: [3, 1] },
    ])
    expect(listKnockOutSides(after)).toEqual(['A-Y', 'X-B', 'Y-B', 'A-X'])
  })
})

describe('a side that a correction puts into a second match of a round', () => {
  it('is reported, and does not meet itself in the final', () => {
    const { input } = playMatches(cup, cupDraw, [...groupResults, 'A-Y 0:2'])
    const corrected = input.attempts.map((attempt) => {
      const score = attempt.entryId === 'Y' ? 9 : attempt.entryId === 'X' ? 0 : undefined
      return attempt.mission > 6 || score === undefined ? attempt : { ...attempt, values: { score } }
    })
    const after = computeTournamentState({ ...input, attempts: corrected })
    expect(listKnockOutSides(after).slice(0, 2)).toEqual(['A-Y', 'Y-B'])
    expect(listDrawAndMatchProblems(after)).toContainEqual({
      ...{ code: 'side-in-two-matches', side: 4, matches: [7, 8] },
    })
    const won = ['Y', 'B'].map((entryId, at) => ({
      ...{ entryId, mission: 8, at: 99 },
      values: { score: 1 - at },
    }))
    const final = computeTournamentState({ ...input, attempts: [...corrected, ...won] }).pairings.at(-1)
    expect(final?.sides).toEqual([4, undefined])
    expect(final?.winner).toBeUndefined()
  })
})

describe('the ranks that a change shows', () => {
  it('are those of the sides that have results', () => {
    const rules = createMatchRuleSet({ groups: singleGroup })
    const before = playMatches(rules, createDraw(four), [])
    const after = playMatches(rules, createDraw(four), ['C-D 2:0'])
    expect(findKnockOutAndRankChanges(before, after).ranks).toEqual([])
    const later = playMatches(rules, createDraw(four), ['C-D 2:0', 'A-C 3:0'])
    // A had no result, so it has no earlier rank
    expect(findKnockOutAndRankChanges(after, later).ranks).toEqual([
      { side: 2, before: 1, after: 2 },
      { side: 3, before: 2, after: 3 },
    ])
  })
})

describe('a side that withdraws after the draw', () => {
  const results = ['A-B 0:5', 'A-C 1:0', 'B-C 0:1']
  const league = (withdrawal: MatchRules['withdrawal']) =>
    playMatches(
      createMatchRuleSet({ groups: singleGroup, withdrawal }),
      createDraw(four),
      results,
      new Set(['B']),
    )

  it('loses the matches that were not played, or none of its matches counts', () => {
    const walkover = league('walkover')
    expect(walkover.groups[0]?.rows.map(({ side, points, played }) => [side, points, played])).toEqual([
      [3, 3, 1],
      [1, 3, 3],
      [2, 3, 2],
      [0, 3, 2],
    ])
    const annulled = league('annul')
    expect(listStanding(annulled)).toEqual(['A', 'D', 'C', 'B'])
    expect(annulled.groups[0]?.rows.at(-1)).toMatchObject({ played: 0, isAnnulled: true, place: 4 })
    expect(listDrawAndMatchProblems(annulled)).toEqual([
      { code: 'withdrawn', side: 1, played: expect.any(Array), open: expect.any(Array) },
    ])
  })

  it('is in no table of the matches between equal sides when its matches do not count', () => {
    const standing: MatchRules['standing'] = [
      { of: 'headToHead', apply: 'restart', by: ['difference'] },
      { of: 'lot' },
    ]
    const ruleSet = createMatchRuleSet({ groups: singleGroup, standing })
    const state = playMatches(
      ruleSet,
      createDraw(['A', 'B', 'C']),
      ['A-B 0:2', 'A-C 0:9', 'B-C 9:0'],
      new Set(['C']),
    )
    expect(listStanding(state)).toEqual(['B', 'A', 'C'])
    const [b, a, c] = state.groups[0]?.rows ?? []
    if (!a || !b || !c) throw new Error('no rows')
    expect(explainOrderOfTwoGroupSides(state, 0, [b, a]).headToHead).toMatchObject({
      better: 2,
      worse: -2,
      sides: [1, 0],
    })
    expect(explainOrderOfTwoGroupSides(state, 0, [a, c]).decision).toMatchObject({ better: 2, worse: null })
  })

  it('gives its opponent in a knock-out a walkover', () => {
    const state = playMatches(knockOutAlone(), drawAlone(...four), ['B-C 1:0'], new Set(['D']))
    expect(listKnockOutSides(state)).toEqual(['A-D', 'B-C', 'A-B'])
    expect(listDrawAndMatchProblems(state)).toEqual([{ code: 'withdrawn', side: 3, played: [], open: [1] }])
  })

  it('is one team of an alliance: the alliance goes on', () => {
    const draw = {
      ...drawAlone('A', 'B'),
      sides: [
        ['A1', 'A2'],
        ['B1', 'B2'],
      ],
    }
    const ruleSet = knockOutAlone({}, { teamsPerSide: 2 })
    expect(playMatches(ruleSet, draw, [], new Set(['A1'])).withdrawn.size).toBe(0)
    expect(listRanks(playMatches(ruleSet, draw, [], new Set(['A1', 'A2'])))).toEqual(['1 B1+B2', '2 A1+A2'])
  })
})

describe('groups of different sizes', () => {
  const drawn = createDraw(['A', 'B', 'C'], ['W', 'X', 'Y', 'Z'])
  const draw = { ...drawn, lots: drawn.lots.toReversed() }
  // B has 3 points of two matches; X has 6 of three, 3 of them against the last
  const results = [
    'A-B 1:0',
    'A-C 1:0',
    'B-C 2:0',
    'W-X 1:0',
    'W-Y 1:0',
    'W-Z 1:0',
    'X-Y 1:0',
    'X-Z 9:0',
    'Y-Z 1:0',
  ]
  const cupOf = (unevenGroups: 'all' | 'leaveOutLast') =>
    createMatchRuleSet({
      groups: { ...singleGroup, count: 2, unevenGroups },
      knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 1 }, best: { count: 1, place: 2 } }],
    })

  it('are compared by all matches, or without those against the last', () => {
    const entrants = (unevenGroups: 'all' | 'leaveOutLast') =>
      listKnockOutSides(playMatches(cupOf(unevenGroups), draw, results)).slice(0, 2)
    // without the last, B has 2:1 and X 1:1; the lot would be in favour of X
    expect(entrants('all')).toEqual(['W-–', 'A-X'])
    expect(entrants('leaveOutLast')).toEqual(['W-–', 'A-B'])
  })
})

describe('several knock-outs', () => {
  it('rank all of the first above those of the second, and these above the others', () => {
    const ruleSet = createMatchRuleSet({
      groups: { ...singleGroup, count: 2 },
      knockOuts: [
        { ...plainKnockOut, key: 'gold', places: { from: 1, to: 1 } },
        { ...plainKnockOut, key: 'silver', places: { from: 2, to: 2 } },
      ],
    })
    const state = playMatches(ruleSet, cupDraw, [...groupResults, 'A-X 0:1', 'B-Y 2:0'])
    expect(listRanks(state)).toEqual(['1 X', '2 A', '3 B', '4 Y', '5 C', '6 Z'])
  })
})
