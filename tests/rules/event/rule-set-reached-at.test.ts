import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortAndRankScoreRows } from '#contract/event/scoring/ranking.ts'
import { ruleSet as ruleSetSchema } from '#contract/event/scoring/rule-set.schema.ts'
import {
  createEntryResultCalculator,
  getBestSheetByPointsThenTime,
  type SheetAttempt,
} from '#contract/event/scoring/rule-set-result.ts'

const label = { en: 'x', ar: 'x' }
const total = (value: 'points' | 'time', order: 'high' | 'low') => ({ of: 'total', value, order })
/** Two rounds with points and a time, of which both count. */
const rules = ruleSetSchema.parse({
  groups: [
    {
      ...{ key: 'run', label, combine: 'sum' },
      rounds: [1, 2].map((nth) => ({ key: `run${nth}`, label })),
      fields: [
        { kind: 'count', key: 'points', label, min: 0, max: 100, pointsPerUnit: 1 },
        { kind: 'time', key: 'time', label, max: 180_000, isRequired: true },
      ],
    },
  ],
  disqualification: { points: 0, timeMs: 180_000 },
  rankingKeys: [total('points', 'high'), total('time', 'low')],
})
const run = (mission: number, points: number, time: number, at: number): SheetAttempt => ({
  mission,
  at,
  values: { points, time },
})
const compute = (...attempts: SheetAttempt[]) => {
  const result = createEntryResultCalculator(rules)(attempts)
  if (!result) throw new Error('no result')
  return result
}

describe('a result is reached', () => {
  it('at the first of equal best attempts: to repeat a run does not move a team behind an equal one', () => {
    const first = compute(run(1, 50, 30_000, 1), run(1, 50, 30_000, 9))
    const second = compute(run(1, 50, 30_000, 5))
    expect([first.reachedAt, second.reachedAt]).toEqual([1, 5])
    const rows = Object.entries({ z: first, a: second }).map(([id, result]) => ({
      ...{ id, ...result },
      rankingKey: [...result.rankingKey],
      reachedAt: new Date(result.reachedAt).toISOString(),
    }))
    expect(sortAndRankScoreRows(rows).map(({ id, rank }) => `${rank} ${id}`)).toEqual(['1 z', '1 a'])
  })

  it('at the last of the rounds that count, each at its first best attempt, and shows the newest attempt', () => {
    const arbitraryRuns = fc.array(
      fc.record({
        mission: fc.integer({ min: 1, max: 2 }),
        points: fc.nat(2),
        time: fc.nat(1),
        at: fc.nat(6),
      }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(arbitraryRuns, (runs) => {
        const bestFirst = runs.toSorted((a, b) => b.points - a.points || a.time - b.time || a.at - b.at)
        const counted = [1, 2].flatMap((mission) => bestFirst.find((each) => each.mission === mission) ?? [])
        const newest = bestFirst.toSorted((a, b) => b.at - a.at)[0]
        expect(
          compute(...runs.map(({ mission, points, time, at }) => run(mission, points, time, at))),
        ).toEqual({
          totalScore: counted.reduce((sum, { points }) => sum + points, 0),
          totalTimeMs: counted.reduce((sum, { time }) => sum + time, 0),
          reachedAt: Math.max(...counted.map(({ at }) => at)),
          score: newest?.points,
          timeMs: newest?.time,
          rankingKey: [
            0 - counted.reduce((sum, { points }) => sum + points, 0),
            counted.reduce((sum, { time }) => sum + time, 0),
          ],
        })
      }),
    )
  })

  it('by a panel when its last judge has judged; a judge who repeats a sheet changes nothing', () => {
    const panel = ruleSetSchema.parse({
      ...rules,
      groups: rules.groups.map((group) => ({ ...group, panel: { judges: 3, combine: 'trimmedMean' } })),
    })
    const judged = (judge: string, points: number, at: number): SheetAttempt => ({
      ...{ mission: 1, at },
      values: { points, time: 1000, judge },
    })
    const sheets = [judged('a', 1, 4), judged('b', 2, 3), judged('c', 9, 8), judged('b', 2, 9)]
    expect(createEntryResultCalculator(panel)(sheets)?.reachedAt).toBe(8)
  })
})

it('the best of several sheets has more points, then less time, then was recorded first', () => {
  const sheet = (points: number, timeMs: number | null, at: number) => ({ points, timeMs, at, values: {} })
  const best = sheet(7, 20, 4)
  for (const others of [
    [sheet(6, 1, 1)],
    [sheet(7, 21, 1)],
    [sheet(7, null, 1)],
    [sheet(7, 20, 5)],
    [sheet(7, 20, 6), sheet(5, 20, 1)],
  ]) {
    expect(getBestSheetByPointsThenTime([best, ...others])).toBe(best)
    expect(getBestSheetByPointsThenTime([...others, best])).toBe(best)
  }
})
