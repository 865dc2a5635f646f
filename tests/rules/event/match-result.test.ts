import { describe, expect, it } from 'vitest'
import {
  buildWalkoverResult,
  computeMatchResult,
  getKnockOutTieRequirement,
  hasMatchRules,
  listTieBreakFieldLabels,
  type MatchAttempt,
  mapNewestSheetsByMatchAndSide,
} from '#contract/event/scoring/match-result.ts'
import { createDraw, createMatchRuleSet } from '../../support/rules/matches.ts'

const ruleSet = createMatchRuleSet()
const draw = { ...createDraw(['A', 'B']), sides: [['A1', 'A2'], ['B']] }
const createAttempt = (entryId: string, score: number, at = 1, mission = 1): MatchAttempt => ({
  ...{ entryId, mission, at },
  values: { score },
})
const readSides = (attempts: readonly MatchAttempt[]) => [
  ...(mapNewestSheetsByMatchAndSide(ruleSet, draw, attempts).get(1) ?? []),
]

describe('the sheets of a match', () => {
  it('are the newest ones of each side, whatever the order of the attempts', () => {
    const attempts = [createAttempt('A1', 1), createAttempt('A1', 2, 2), createAttempt('B', 7, 3)]
    for (const given of [attempts, attempts.toReversed()])
      expect(readSides(given).toSorted(([one], [other]) => one - other)).toMatchObject([
        [0, { score: 2, at: 2, missingEntryIds: ['A2'], isContradictory: false, isAbsent: false }],
        [1, { score: 7, at: 3, missingEntryIds: [], fields: { score: 7 } }],
      ])
    expect(readSides([createAttempt('unknown', 1)])).toEqual([])
  })

  it('of the same time have a fixed order: the greater text of the values counts', () => {
    const attempts = [createAttempt('B', 3), createAttempt('B', 5), createAttempt('B', 4)]
    for (const given of [attempts, attempts.toReversed()]) expect(readSides(given)[0]?.[1].score).toBe(5)
    // a newer one counts also with a smaller text
    expect(readSides([createAttempt('B', 5, 1), createAttempt('B', 3, 2)])[0]?.[1].score).toBe(3)
  })

  it('contradict each other when the entries of a side have other values', () => {
    const one = createAttempt('A1', 3)
    expect(readSides([one, createAttempt('A2', 3, 2)])[0]?.[1].isContradictory).toBe(false)
    expect(readSides([one, createAttempt('A2', 4, 2)])[0]?.[1]).toMatchObject({
      isContradictory: true,
      score: 4,
    })
  })

  it('count nothing where the rules have no score sheet', () => {
    const [[, sheet] = []] =
      mapNewestSheetsByMatchAndSide({ ...ruleSet, groups: [] }, draw, [createAttempt('B', 5)]).get(1) ?? []
    expect(sheet).toMatchObject({ score: 0, fields: {}, isAbsent: true, at: 1 })
  })
})

describe('the result of a match', () => {
  const [sheet] = readSides([createAttempt('B', 2)]).map(([, each]) => each)
  const createSheet = (score: number, shootOut = 0) => {
    if (!sheet) throw new Error('a sheet is missing')
    return { ...sheet, score, fields: { score, shoot_out: shootOut } }
  }

  it('has the scores of a walkover for the side that came, and those of a loss for both where none came', () => {
    const winnerAndScores = ([one, other]: [boolean, boolean]) => {
      const { winner, scores, haveBothLost } = buildWalkoverResult(ruleSet.matches, [one, other])
      return [winner, scores, haveBothLost]
    }
    expect(winnerAndScores([false, true])).toEqual([0, [3, 0], false])
    expect(winnerAndScores([true, false])).toEqual([1, [0, 3], false])
    expect(winnerAndScores([true, true])).toEqual([null, [0, 0], true])
    const absent = { ...createSheet(9), isAbsent: true }
    expect(computeMatchResult(ruleSet.matches, [absent, createSheet(1)], false)).toEqual(
      buildWalkoverResult(ruleSet.matches, [true, false]),
    )
  })

  it('is decided by the score, where the rules say so by the lower one, and in a knock-out by other fields', () => {
    const compute = (
      one: [number, number],
      other: [number, number],
      isKnockOut: boolean,
      rules = ruleSet.matches,
    ) => {
      const { winner, decidedBy } = computeMatchResult(
        rules,
        [createSheet(...one), createSheet(...other)],
        isKnockOut,
      )
      return [winner, decidedBy]
    }
    expect(compute([2, 0], [1, 0], false)).toEqual([0, null])
    expect(compute([1, 0], [2, 0], true)).toEqual([1, null])
    const low = { ...ruleSet.matches, winningScore: 'low' } as const
    expect([compute([2, 0], [1, 0], false, low), compute([1, 0], [2, 0], false, low)]).toEqual([
      [1, null],
      [0, null],
    ])
    expect(compute([1, 4], [1, 3], false)).toEqual([null, null])
    expect(compute([1, 4], [1, 3], true)).toEqual([0, 'shoot_out'])
    expect(compute([1, 3], [1, 4], true)).toEqual([1, 'shoot_out'])
    expect(compute([1, 4], [1, 4], true)).toEqual([null, null])
  })
})

describe('a drawn match of a knock-out', () => {
  const replayed = createMatchRuleSet({ deciders: [] })
  const { matches: _, ...withoutMatches } = ruleSet

  it('needs a value of the first field that decides it, else a replay', () => {
    expect(getKnockOutTieRequirement(ruleSet)).toEqual({ field: 'shoot_out', code: 'winner-required' })
    expect(getKnockOutTieRequirement(replayed)).toEqual({ field: 'score', code: 'replay-required' })
    expect(getKnockOutTieRequirement({ ...replayed, groups: [] })).toEqual({
      field: '',
      code: 'replay-required',
    })
  })

  it('has the labels of the fields that decide it', () => {
    const deciders = [
      { field: 'cards', order: 'low' },
      { field: 'shoot_out', order: 'high' },
      { field: 'unknown', order: 'high' },
    ] as const
    expect(listTieBreakFieldLabels(createMatchRuleSet({ deciders: [...deciders] }), 'en')).toEqual([
      'cards',
      'shoot_out',
    ])
    expect([
      listTieBreakFieldLabels(replayed, 'ar'),
      listTieBreakFieldLabels({ ...ruleSet, groups: [] }, 'ar'),
      listTieBreakFieldLabels(withoutMatches, 'ar'),
    ]).toEqual([[], [], []])
    expect([hasMatchRules(ruleSet), hasMatchRules(withoutMatches)]).toEqual([true, false])
  })
})
