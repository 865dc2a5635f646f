import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { createSeededUint32Generator, drawGroupsOrSeedsAndLots } from '#contract/event/scoring/match-draw.ts'
import { listPairings } from '#contract/event/scoring/match-list.ts'
import {
  countMatches,
  createDraw,
  createMatchRuleSet,
  listKnockOutSides,
  plainKnockOut,
  playMatches,
  singleGroup,
} from '../../support/rules/matches.ts'

const randomSeed = '0123456789abcdef0123456789abcdef'
const createSides = (count: number) =>
  Array.from({ length: count }, (_, at) => [`team${String(at).padStart(2, '0')}`])
const groupsOf = (count: number, draw: 'seed' | 'lot') =>
  createMatchRuleSet({ groups: { ...singleGroup, count, draw } }).matches
const arbitrarySeed = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 31, maxLength: 31 })
  .map((digits) => `1${digits.join('')}`)

describe('random numbers', () => {
  it('are those of the reference implementation of xoshiro128**', () => {
    // published for the state 1, 2, 3, 4 with the reference implementation 1.1, for example in the tests of
    // the Rust package rand_xoshiro
    const takeNumber = createSeededUint32Generator('00000001000000020000000300000004')
    expect(Array.from({ length: 10 }, takeNumber)).toEqual([
      ...[
        11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
      ],
    ])
  })

  it('need a random seed of 32 digits that are not all 0', () => {
    for (const wrong of ['', '1234', '0'.repeat(32), 'g'.repeat(32), 'A'.repeat(32), `${randomSeed}0`])
      expect(() => createSeededUint32Generator(wrong), wrong).toThrow(
        new RangeError('a random seed has 32 hexadecimal digits, not all of them 0'),
      )
  })
})

describe('a draw', () => {
  it('by lot has every side once, does not depend on the order of the input, and is the same for the same random seed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 1, max: 5 }),
        arbitrarySeed,
        (count, groupCount, anySeed) => {
          const rules = groupsOf(groupCount, 'lot')
          const draw = drawGroupsOrSeedsAndLots(rules, createSides(count), anySeed)
          expect(drawGroupsOrSeedsAndLots(rules, createSides(count).toReversed(), anySeed)).toEqual(draw)
          expect(draw.sides.toSorted()).toEqual(createSides(count))
          const numbers = draw.sides.map((_, side) => side)
          expect(draw.groups.flat().toSorted((a, b) => a - b)).toEqual(numbers)
          expect(draw.lots.toSorted((a, b) => a - b)).toEqual(numbers)
          const sizes = draw.groups.map(({ length }) => length)
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('is repeated by its random seed: a stored draw can be computed again in every version', () => {
    const byLot = drawGroupsOrSeedsAndLots(groupsOf(2, 'lot'), createSides(6), randomSeed)
    expect([byLot.sides.map(([id = '']) => Number(id.slice(4))), byLot.lots]).toEqual([
      [3, 4, 5, 1, 0, 2],
      [4, 2, 1, 5, 0, 3],
    ])
    expect(drawGroupsOrSeedsAndLots(groupsOf(2, 'seed'), createSides(6), randomSeed).lots).toEqual([
      3, 4, 5, 1, 0, 2,
    ])
    // an event whose rules have neither groups nor a knock-out yet
    expect(drawGroupsOrSeedsAndLots(createMatchRuleSet().matches, createSides(3), randomSeed)).toMatchObject({
      sides: createSides(3),
      groups: [],
    })
  })

  it('by lot gives each of four sides each lot equally often', () => {
    const counts = Array.from({ length: 4 }, () => [0, 0, 0, 0])
    const rounds = 4000
    for (let nth = 1; nth <= rounds; nth++) {
      const { sides, lots } = drawGroupsOrSeedsAndLots(
        groupsOf(1, 'lot'),
        createSides(4),
        (nth * 2654435761).toString(16).padStart(32, '0'),
      )
      for (const [at, side] of lots.entries()) {
        const row = counts[Number(sides[side]?.[0]?.slice(4))]
        if (row) row[at] = (row[at] ?? 0) + 1
      }
    }
    // chi-squared with 9 degrees of freedom: above 27.9 in one of a thousand runs
    const expected = rounds / 4
    expect(counts.flat().reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).toBeLessThan(
      27.9,
    )
  })

  it('by seed gives the groups their sides in turns', () => {
    expect(drawGroupsOrSeedsAndLots(groupsOf(3, 'seed'), createSides(8), randomSeed).groups).toEqual([
      [0, 5, 6],
      [1, 4, 7],
      [2, 3],
    ])
    expect(drawGroupsOrSeedsAndLots(groupsOf(4, 'seed'), createSides(9), randomSeed).groups).toEqual([
      [0, 7, 8],
      [1, 6],
      [2, 5],
      [3, 4],
    ])
  })

  it('by seed gives each side the same lot, whatever the order of the seeds', () => {
    const listLots = (sides: string[][]) => {
      const draw = drawGroupsOrSeedsAndLots(groupsOf(2, 'seed'), sides, randomSeed)
      expect(draw.sides).toEqual(sides)
      return draw.lots.map((side) => draw.sides[side])
    }
    const lots = listLots(createSides(8))
    expect(listLots(createSides(8).toReversed())).toEqual(lots)
    expect(lots).not.toEqual(createSides(8))
  })

  it('without groups is the order of the seeds, or a random one', () => {
    const draw = (method: 'seed' | 'lot') =>
      drawGroupsOrSeedsAndLots(
        createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, draw: method }] }).matches,
        createSides(8),
        randomSeed,
      )
    expect([draw('seed').groups, draw('lot').groups]).toEqual([[], []])
    expect(draw('seed').sides).toEqual(createSides(8))
    expect(draw('lot').sides).not.toEqual(createSides(8))
    expect(draw('lot').sides.toSorted()).toEqual(createSides(8))
  })
})

describe('the list of matches', () => {
  it('lets every two sides of a group meet once or twice, and a side at most once in a round', () => {
    for (const legs of [1, 2])
      for (let size = 1; size <= 9; size++) {
        const names = createSides(size).flat()
        const { matches } = createMatchRuleSet({ groups: { ...singleGroup, legs } })
        const pairings = listPairings(matches, createDraw(names))
        expect(pairings.flatMap(({ numbers }) => numbers)).toEqual(pairings.map((_, at) => at + 1))
        expect(pairings.length).toBe((legs * size * (size - 1)) / 2)
        const sides = pairings.map(({ sources }) =>
          sources.map((source) => (source.of === 'draw' ? source.side : -1)),
        )
        expect(new Set(sides.map((pair) => (legs === 1 ? pair.toSorted() : pair).join())).size).toBe(
          pairings.length,
        )
        const rounds = Map.groupBy(pairings.entries(), ([, { part }]) => part.round)
        for (const round of rounds.values()) {
          const inRound = round.flatMap(([at]) => sides[at] ?? [])
          expect(new Set(inRound).size).toBe(inRound.length)
        }
      }
  })

  it('plays round by round in all groups, and lets the first side of a group begin every other match', () => {
    const { matches } = createMatchRuleSet({ groups: { ...singleGroup, count: 2 } })
    const pairings = listPairings(matches, createDraw(['A', 'B', 'C', 'D', 'E', 'F'], ['U', 'V', 'W', 'X']))
    expect(pairings.map(({ part }) => `${part.of === 'group' ? part.group : ''} ${part.round}`)).toEqual([
      ...[1, 2, 3].flatMap((round) => [...Array(3).fill(`0 ${round}`), ...Array(2).fill(`1 ${round}`)]),
      ...[4, 5].flatMap((round) => Array(3).fill(`0 ${round}`)),
    ])
    const ofFirst = pairings.flatMap(({ sources }) =>
      sources.flatMap((source, at) => (source.of === 'draw' && source.side === 0 ? at : [])),
    )
    expect(ofFirst).toEqual([0, 1, 0, 1, 0])
  })

  it('gives the best seeds a bye, and lets the first two meet in the final only', () => {
    const ruleSet = createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, thirdPlace: true }] })
    const draw = createDraw(['1', '2', '3', '4', '5', '6'])
    const alone = { ...draw, groups: [] }
    expect(countMatches(ruleSet, alone)).toBe(6)
    expect(listKnockOutSides(playMatches(ruleSet, alone, []))).toEqual([
      '1-–',
      '4-5',
      '2-–',
      '3-6',
      '1-?',
      '2-?',
      '?-?',
      '?-?',
    ])
    const played = playMatches(ruleSet, alone, [
      '4-5 0:1',
      '3-6 2:0',
      '1-5 1:0',
      '2-3 1:0',
      '5-3 1:0',
      '1-2 3:0',
    ])
    expect(listKnockOutSides(played).slice(-2)).toEqual(['5-3', '1-2'])
  })

  it('plays a knock-out of any number of sides with one match less than sides', () => {
    for (let size = 2; size <= 33; size++) {
      const draw = { ...createDraw(createSides(size).flat()), groups: [] }
      expect(countMatches(createMatchRuleSet({ knockOuts: [plainKnockOut] }), draw), String(size)).toBe(
        size - 1,
      )
      expect(
        countMatches(createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, bestOf: 3 }] }), draw),
        String(size),
      ).toBe(3 * (size - 1))
    }
  })

  it('takes the pairs of the table, and neighbours or the pairs of the table after them', () => {
    const pairs: NonNullable<MatchRules['knockOuts'][number]['pairs']> = [
      ['seed1', null],
      ['seed2', 'seed3'],
      ['seed4', 'seed5'],
      ['seed7', 'seed6'],
    ]
    const draw = { ...createDraw(['1', '2', '3', '4', '5', '6', '7']), groups: [] }
    const results = ['2-3 1:0', '4-5 1:0', '7-6 1:0']
    const neighbours = createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, pairs }] })
    expect(listKnockOutSides(playMatches(neighbours, draw, results)).slice(4)).toEqual(['1-2', '4-7', '?-?'])
    const crossed = createMatchRuleSet({
      knockOuts: [
        {
          ...plainKnockOut,
          pairs,
          next: [
            [
              [1, 4],
              [3, 2],
            ],
            [[1, 2]],
          ],
        },
      ],
    })
    expect(listKnockOutSides(playMatches(crossed, draw, results)).slice(4)).toEqual(['1-7', '4-2', '?-?'])
  })
})
