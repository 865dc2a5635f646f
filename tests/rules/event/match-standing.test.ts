import { describe, expect, it } from 'vitest'
import type { MatchStandingKey } from '#contract/event/matches/match-rules.schema.ts'
import { explainOrderOfTwoGroupSides } from '#contract/event/scoring/match-explanation.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { describeMatchRankingReason } from '#server/platform/http/explanations/match-explanation-texts.ts'
import {
  createDraw,
  createMatchRuleSet,
  listStanding,
  playMatches,
  singleGroup,
} from '../../support/rules/matches.ts'

const headToHead = (apply: 'restart' | 'once'): MatchStandingKey => ({
  of: 'headToHead',
  apply,
  by: ['points', 'difference', 'scored'],
})
/** The order of the UEFA: the matches between equal teams come before the difference of all matches. */
const createLeague = (apply: 'restart' | 'once', standing?: MatchStandingKey[]) =>
  createMatchRuleSet({
    groups: singleGroup,
    standing: standing ?? [
      { of: 'points' },
      headToHead(apply),
      { of: 'difference' },
      { of: 'scored' },
      { of: 'lot' },
    ],
  })
/** Explains the places of neighbours in the first group. */
const explainPlaces = (state: TournamentState): { en: string[]; ar: string[] } => {
  const rows = state.groups[0]?.rows ?? []
  const reasons = rows.flatMap((row, at) => {
    const next = rows[at + 1]
    return next
      ? [describeMatchRankingReason(state.input.ruleSet, explainOrderOfTwoGroupSides(state, 0, [row, next]))]
      : []
  })
  const strip = (text: string) => text.replace(/[\u2066-\u2069]/g, '')
  return { en: reasons.map(({ en }) => strip(en)), ar: reasons.map(({ ar }) => strip(ar)) }
}

describe('head-to-head', () => {
  // A, B and D have 3 points each. Between them A and D are equal (3 points, 4:3) and B is last (3 points,
  // 2:4); D beat A.
  const results = ['A-B 3:0', 'A-C 1:3', 'A-D 1:3', 'B-C 0:1', 'B-D 2:1', 'C-D 2:0']
  const draw = createDraw(['A', 'B', 'C', 'D'])

  it('restarts among those who are still equal, or is applied once', () => {
    expect(listStanding(playMatches(createLeague('restart'), draw, results))).toEqual(['C', 'D', 'A', 'B'])
    // all matches: A 5:6, D 4:5
    expect(listStanding(playMatches(createLeague('once'), draw, results))).toEqual(['C', 'A', 'D', 'B'])
  })

  it('explains which table separates two teams', () => {
    expect(explainPlaces(playMatches(createLeague('restart'), draw, results)).en).toEqual([
      'More points: 9 against 3',
      'Equal on 3 points. Better in the match between them: 3:1',
      'Equal on 3 points. Better in the matches between the 3 equal teams, in the difference: +1 against −2',
    ])
    expect(explainPlaces(playMatches(createLeague('once'), draw, results)).en[1]).toBe(
      'Equal on 3 points. Scored more: 5 against 4',
    )
  })

  it('is the match between two teams that are equal on points', () => {
    const state = playMatches(createLeague('restart'), createDraw(['A', 'B', 'C', 'D']), [
      ...['A-B 2:1', 'A-C 0:3', 'B-C 4:0', 'A-D 1:0', 'B-D 5:0', 'C-D 0:0'],
    ])
    expect(listStanding(state)).toEqual(['A', 'B', 'C', 'D'])
    expect(explainPlaces(state)).toEqual({
      en: [
        'Equal on 6 points. Better in the match between them: 2:1',
        'More points: 6 against 4',
        'More points: 4 against 1',
      ],
      ar: [
        'تعادل برصيد 6 نقاط. أفضل في المباراة بينهما: 2:1',
        'نقاط أكثر: 6 مقابل 4',
        'نقاط أكثر: 4 مقابل 1',
      ],
    })
  })

  it('counts both legs', () => {
    const ruleSet = createMatchRuleSet({
      ...createLeague('restart').matches,
      groups: { ...singleGroup, legs: 2 },
    })
    const results = ['A-B 1:0', 'B-A 3:1', 'A-C 1:0', 'C-A 1:2', 'B-C 2:0', 'C-B 0:3']
    const state = playMatches(ruleSet, createDraw(['A', 'B', 'C']), results)
    expect(listStanding(state)).toEqual(['B', 'A', 'C'])
    expect(explainPlaces(state).en[0]).toBe('Equal on 9 points. Better in the matches between them: 0:1, 3:1')
  })

  it('does not count the matches of other teams, and leaves teams equal where nothing separates them', () => {
    const state = playMatches(
      createLeague('restart', [{ of: 'points' }, headToHead('restart')]),
      createDraw(['A', 'B', 'C']),
      [...['A-B 1:1', 'A-C 5:0', 'B-C 1:0']],
    )
    expect(listStanding(state)).toEqual(['A=B', 'C'])
    expect(explainPlaces(state).en[0]).toBe('Equal in all criteria, so the rank is shared')
  })
})

describe('other keys', () => {
  it('the side with fewer points wins a match, and is better with a lower difference', () => {
    const ruleSet = createMatchRuleSet({
      winningScore: 'low',
      walkover: { winner: 0, loser: 30 },
      groups: singleGroup,
      standing: [{ of: 'points' }, { of: 'difference' }, { of: 'scored' }],
    })
    const state = playMatches(ruleSet, createDraw(['A', 'B', 'C']), ['A-B 5:9', 'B-C 2:9', 'C-A 1:4'])
    expect(state.groups[0]?.rows.map(({ won }) => won)).toEqual([1, 1, 1])
    // A 9:10, B 11:14, C 10:6
    expect(listStanding(state)).toEqual(['B', 'A', 'C'])
    expect(explainPlaces(state).en).toEqual([
      'Equal on 3 points. Better difference: −3 against −1',
      'Equal on 3 points. Better difference: −1 against +4',
    ])
  })

  it('points may have decimals, and a field that was not filled in counts as 0', () => {
    const ruleSet = createMatchRuleSet({ points: { win: 1, draw: 0.5, loss: 0.1 }, groups: singleGroup })
    const state = playMatches(ruleSet, createDraw(['A', 'B', 'C']), [
      'A-B 1:1 cards=2:1',
      'A-C 1:0',
      'B-C 1:0',
    ])
    expect(state.groups[0]?.rows.map(({ points, fields }) => [points, fields.cards])).toEqual([
      [1.5, 1],
      [1.5, 2],
      [0.2, undefined],
    ])
    expect(explainPlaces(state).en[0]).toBe('Equal on 1.5 points. Cards is lower: 1 against 2')
  })

  it('a walkover has the result of the rules, and no fields', () => {
    const state = playMatches(createMatchRuleSet({ groups: singleGroup }), createDraw(['A', 'B', 'C']), [
      ...['A-B 0:- cards=9:9', 'A-C -:-'],
    ])
    const [a, b, c] = ['A', 'B', 'C'].map((_, side) => state.groups[0]?.rows.find((row) => row.side === side))
    expect(a).toMatchObject({ won: 1, lost: 1, scored: 3, conceded: 0, points: 3, fields: {} })
    expect(b).toMatchObject({ won: 0, lost: 1, scored: 0, conceded: 3, points: 0 })
    expect(c).toMatchObject({ won: 0, lost: 1, scored: 0, conceded: 0, points: 0 })
  })

  it('a later result replaces an earlier one', () => {
    const ruleSet = createMatchRuleSet({ groups: singleGroup })
    const draw = createDraw(['A', 'B', 'C'])
    const before = playMatches(ruleSet, draw, ['A-B 1:0'])
    expect(listStanding(before)).toEqual(['A', 'C', 'B'])
    const replay = before.input.attempts.map((attempt, at) => ({
      ...attempt,
      values: { score: at * 4 },
      at: 1,
    }))
    for (const attempts of [
      [...before.input.attempts, ...replay],
      [...replay, ...before.input.attempts],
    ]) {
      const after = computeTournamentState({ ...before.input, attempts })
      expect(listStanding(after)).toEqual(['B', 'C', 'A'])
      expect(after.groups[0]?.rows[0]).toMatchObject({ played: 1, scored: 4 })
    }
  })
})
