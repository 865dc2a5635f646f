import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchDrawLimits } from '#contract/event/matches/match.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { drawGroupsOrSeedsAndLots } from '#contract/event/scoring/match-draw.ts'
import {
  countMatches,
  countMatchesOfEvenGroups,
  doNewRulesKeepMatches,
  listPairings,
} from '#contract/event/scoring/match-list.ts'
import { createDraw, createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'

const draw = createDraw(['a', 'b', 'c'], ['d', 'e', 'f'])
type Change = { legs?: 1 | 2; from?: number; to?: number; bestOf?: 1 | 3; thirdPlace?: boolean }
const createRules = ({ legs = 1, from = 1, to = 2, bestOf = 1, thirdPlace = false }: Change): MatchRules =>
  createMatchRuleSet({
    groups: { ...singleGroup, count: 2, legs },
    knockOuts: [{ ...plainKnockOut, places: { from, to }, bestOf, thirdPlace }],
  }).matches
const arbitraryRules = fc
  .record({
    legs: fc.constantFrom(1 as const, 2 as const),
    from: fc.constantFrom(1, 2),
    to: fc.constantFrom(2, 3),
    bestOf: fc.constantFrom(1 as const, 3 as const),
    thirdPlace: fc.boolean(),
  })
  .map(createRules)

/** Names each match by where it belongs to, by its number. */
const nameMatches = (rules: MatchRules) =>
  listPairings(rules, draw).flatMap(({ part, sources, numbers }) => {
    const name =
      part.of === 'group'
        ? `${part.group} ${part.round} ${sources.map((source) => (source.of === 'draw' ? source.side : ''))}`
        : `${part.knockOut} ${part.roundCount - part.round} ${part.isForThirdPlace}`
    return numbers.map((number, nth) => `${number}: ${name}, ${nth + 1} of ${numbers.length}`)
  })

describe('the matches of other rules', () => {
  it.each([
    ['two legs', { legs: 2 }],
    ['a third place', { thirdPlace: true }],
    ['more games', { bestOf: 3 }],
    ['more places that enter the knock-out', { to: 3 }],
  ] satisfies [string, Change][])('are others with %s', (_, change) => {
    expect(doNewRulesKeepMatches(createRules({}), createRules(change), draw)).toBe(false)
  })

  it('are the same with other points, another standing, and as many other places that enter', () => {
    const rules = createRules({ to: 1 })
    const others = { ...rules, points: { win: 2, draw: 1, loss: 0 }, standing: [{ of: 'lot' as const }] }
    expect(doNewRulesKeepMatches(rules, others, draw)).toBe(true)
    expect(doNewRulesKeepMatches(rules, createRules({ from: 2, to: 2 }), draw)).toBe(true)
  })

  it('may follow those of the groups', () => {
    const { knockOuts: _, ...groupsOnly } = createRules({})
    expect(doNewRulesKeepMatches({ ...groupsOnly, knockOuts: [] }, createRules({}), draw)).toBe(true)
    expect(doNewRulesKeepMatches(createRules({}), { ...groupsOnly, knockOuts: [] }, draw)).toBe(false)
  })

  it('are kept exactly when each number of before is the same match', () => {
    fc.assert(
      fc.property(arbitraryRules, arbitraryRules, (before, after) => {
        const names = nameMatches(after)
        const areSame = nameMatches(before).every((name, at) => name === names[at])
        expect(doNewRulesKeepMatches(before, after, draw)).toBe(areSame)
      }),
    )
  })
})

describe('the number of matches', () => {
  it('is that of the draw of the same sides', () => {
    fc.assert(
      fc.property(arbitraryRules, fc.integer({ min: 2, max: 40 }), (rules, sideCount) => {
        const sides = Array.from({ length: sideCount }, (_, side) => [`side ${side}`])
        const drawn = drawGroupsOrSeedsAndLots(rules, sides, '1'.padStart(32, '0'))
        const count = listPairings(rules, drawn).flatMap(({ numbers }) => numbers).length
        expect(countMatchesOfEvenGroups(rules, sideCount)).toBe(count)
        expect(countMatches(rules, drawn)).toBe(count)
      }),
    )
  })

  it('fits the limit for the most sides in groups of eight, also with two legs', () => {
    const count = (legs: 1 | 2, groupCount: number) =>
      countMatchesOfEvenGroups(
        createMatchRuleSet({ groups: { ...singleGroup, count: groupCount, legs }, knockOuts: [] }).matches,
        matchDrawLimits.sides,
      )
    expect([count(1, 16), count(2, 16), count(1, 2)]).toEqual([448, 896, 4032])
    expect(count(2, 16)).toBeLessThanOrEqual(matchDrawLimits.matches)
    expect(count(1, 2)).toBeGreaterThan(matchDrawLimits.matches)
  })
})
