import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totalRules } from '#contract/event/event.ts'
import { computeEntryTotalByRule, type ScoredAttempt } from '#contract/event/scoring/entry-total.ts'

const tried = (mission: number, score: number, seconds: number, at: number): ScoredAttempt => ({
  mission,
  score,
  timeMs: seconds * 1000,
  at,
})
const attempts = fc.array(
  fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: -2000, max: 9000 }),
      fc.integer({ min: 0, max: 90 }),
    )
    .map(([mission, thousandths, seconds]) => ({
      mission,
      score: thousandths / 1000,
      timeMs: seconds * 1000,
    })),
  { minLength: 1, maxLength: 20 },
)
const inTime = attempts.map((all) => all.map((each, at): ScoredAttempt => ({ ...each, at })))

describe('totals', () => {
  // mission 1: 20 in 50 s, then 30 in 60 s, then 30 in 55 s; mission 2: 40 in 80 s, then 10 in 5 s
  const runs = [
    tried(1, 20, 50, 1),
    tried(2, 40, 80, 2),
    tried(1, 30, 60, 3),
    tried(1, 30, 55, 4),
    tried(2, 10, 5, 5),
  ]

  it.each([
    ['sum-of-best', { totalScore: 70, totalTimeMs: 135_000, reachedAt: 4 }],
    ['best', { totalScore: 40, totalTimeMs: 80_000, reachedAt: 2 }],
    ['sum', { totalScore: 130, totalTimeMs: 250_000, reachedAt: 5 }],
    ['last', { totalScore: 10, totalTimeMs: 5000, reachedAt: 5 }],
  ] as const)('by the rule %s', (rule, expected) => {
    expect(computeEntryTotalByRule(runs, rule)).toEqual({ ...expected, score: 10, timeMs: 5000 })
  })

  it('are reached at their first attempt, not when they are repeated', () => {
    const again = [tried(1, 30, 60, 1), tried(1, 30, 60, 2), tried(1, 0, 0, 3)]
    expect(computeEntryTotalByRule(again, 'sum-of-best')?.reachedAt).toBe(1)
    expect(computeEntryTotalByRule(again, 'best')?.reachedAt).toBe(1)
    expect(computeEntryTotalByRule(again, 'sum')?.reachedAt).toBe(2)
    expect(computeEntryTotalByRule(again.slice(0, 2), 'last')?.reachedAt).toBe(1)
    expect(computeEntryTotalByRule(again, 'last')?.reachedAt).toBe(3)
    const better = [tried(1, 10, 60, 1), ...[2, 3, 4].map((at) => tried(1, 30, 60, at))]
    expect(computeEntryTotalByRule(better, 'last')).toMatchObject({ totalScore: 30, reachedAt: 2 })
  })

  it('by a sum are reached at the last attempt with points or a time, and without any at the first attempt', () => {
    const reachedAt = (...attempts: [score: number, seconds: number][]) =>
      computeEntryTotalByRule(
        attempts.map(([score, seconds], at) => tried(1, score, seconds, at + 1)),
        'sum',
      )?.reachedAt
    expect(reachedAt([5, 30], [5, 0], [0, 0])).toBe(2)
    expect(reachedAt([5, 30], [0, 30], [0, 0])).toBe(2)
    expect(reachedAt([0, 0], [0, 0])).toBe(1)
  })

  it('do not exist without attempts', () => {
    for (const rule of totalRules) expect(computeEntryTotalByRule([], rule)).toBeUndefined()
  })

  it('add thousandths without rounding errors', () => {
    expect(computeEntryTotalByRule([tried(1, 0.1, 0, 1), tried(2, 0.2, 0, 2)], 'sum')?.totalScore).toBe(0.3)
  })

  it('do not depend on the order of the attempts', () => {
    fc.assert(
      fc.property(
        inTime.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        fc.constantFrom(...totalRules),
        ([all, shuffled], rule) => {
          expect(computeEntryTotalByRule(shuffled, rule)).toEqual(computeEntryTotalByRule(all, rule))
        },
      ),
    )
  })

  it('of the best attempts never get fewer points by another attempt', () => {
    fc.assert(
      fc.property(inTime, fc.constantFrom('sum-of-best', 'best'), (all, rule) => {
        const known = (upTo: number) =>
          computeEntryTotalByRule(all.slice(0, upTo), rule)?.totalScore as number
        // a first attempt of another mission may have fewer than no points
        for (let at = 2; at <= all.length; at++) {
          const isNew = !all.slice(0, at - 1).some(({ mission }) => mission === all[at - 1]?.mission)
          if (rule === 'best' || !isNew) expect(known(at)).toBeGreaterThanOrEqual(known(at - 1))
        }
      }),
    )
  })

  it('were reached at an attempt from which on the total did not change for the better or worse', () => {
    fc.assert(
      fc.property(inTime, fc.constantFrom(...totalRules), (all, rule) => {
        const total = computeEntryTotalByRule(all, rule)
        const then = computeEntryTotalByRule(
          all.filter(({ at }) => at <= (total?.reachedAt as number)),
          rule,
        )
        expect([then?.totalScore, then?.totalTimeMs]).toEqual([total?.totalScore, total?.totalTimeMs])
      }),
    )
  })
})
