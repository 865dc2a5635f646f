import type { TotalRule } from '#contract/event.ts'

/** What a total is made of. `at` is in milliseconds since 1970; attempts of the same moment count in the order given. */
export type Tried = { mission: number; score: number; timeMs: number; at: number }
export type Total = { score: number; timeMs: number; totalScore: number; totalTimeMs: number; reachedAt: number }

/** More points are better, then less time; an equal attempt later is not. */
const beats = (a: Tried, b: Tried) => a.score > b.score || (a.score === b.score && a.timeMs < b.timeMs)

const bestOfEach = (attempts: readonly Tried[]): Tried[] => {
  const best = new Map<number, Tried>()
  for (const attempt of attempts) {
    const held = best.get(attempt.mission)
    if (!held || beats(attempt, held)) best.set(attempt.mission, attempt)
  }
  return [...best.values()]
}

/** The last attempt; of equal ones at the end the first, since that is when the total was reached. */
const lastOf = (attempts: readonly Tried[]): Tried[] => {
  let at = attempts.length - 1
  for (let before = attempts[at - 1], last = attempts[at]; before && last; before = attempts[at - 1], last = attempts[at]) {
    if (before.score !== last.score || before.timeMs !== last.timeMs) break
    at--
  }
  return attempts.slice(at, at + 1)
}

const counting: Record<TotalRule, (attempts: readonly Tried[]) => readonly Tried[]> = {
  'sum-of-best': bestOfEach,
  best: (attempts) => bestOfEach(attempts.map((attempt) => ({ ...attempt, mission: 1 }))),
  sum: (attempts) => attempts,
  last: lastOf,
}

/**
 * The total of an entry by its event's rule: over the missions, the sum of the best attempt of each (`sum-of-best`, the default); the best attempt
 * of all (`best`); all attempts added up (`sum`); or the last one (`last`). The best attempt has the most points, then the least time. Points and times
 * are those of the attempts that count. `reachedAt` is when the last attempt that makes the total was made; one that repeats it later does not
 * count. `score` and `timeMs` are those of the last attempt. Undefined without attempts: such an entry has no place.
 */
export const totalOf = (attempts: readonly Tried[], rule: TotalRule): Total | undefined => {
  const inOrder = attempts.toSorted((a, b) => a.at - b.at)
  const first = inOrder[0]
  const last = inOrder.at(-1)
  if (!first || !last) return undefined
  const counted = counting[rule](inOrder)
  // an attempt of nothing in no time does not change a sum
  const moving = counted.filter(({ score, timeMs }) => score !== 0 || timeMs !== 0)
  return {
    score: last.score,
    timeMs: last.timeMs,
    // whole thousandths add up without the errors of binary fractions
    totalScore: counted.reduce((sum, { score }) => sum + Math.round(score * 1000), 0) / 1000,
    totalTimeMs: counted.reduce((sum, { timeMs }) => sum + timeMs, 0),
    reachedAt: (moving.length > 0 ? moving : counted.slice(0, 1)).reduce((latest, { at }) => Math.max(latest, at), first.at),
  }
}
