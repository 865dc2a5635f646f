import type { TotalRule } from '#contract/event/event.ts'

/**
 * An attempt as the input of a total. `at` is in milliseconds since 1970; attempts of the same moment count
 * in the order given.
 */
export type ScoredAttempt = { mission: number; score: number; timeMs: number; at: number }
/**
 * The total of an entry; times are milliseconds, `reachedAt` since 1970. `hasRankOfAlliance` is true for the
 * second and third team of an alliance (contract/event/scoring/ranking.ts, `isCountedInFollowingRanks`).
 */
export type EntryTotal = {
  score: number
  timeMs: number
  totalScore: number
  totalTimeMs: number
  reachedAt: number
  hasRankOfAlliance?: true
}

/** The order of attempts: more points first, then less time. */
const compareAttempts = (a: ScoredAttempt, b: ScoredAttempt): number =>
  b.score - a.score || a.timeMs - b.timeMs

/** Returns the best attempt of each round; among equal attempts, the earliest. */
const bestOfEachRound = (attempts: readonly ScoredAttempt[]): ScoredAttempt[] => {
  const best = new Map<number, ScoredAttempt>()
  for (const attempt of attempts) {
    const current = best.get(attempt.mission)
    if (!current || compareAttempts(attempt, current) < 0) best.set(attempt.mission, attempt)
  }
  return [...best.values()]
}

/**
 * The last attempt. When equal attempts end the list, it is the first of them, because the total was reached
 * then.
 */
const lastAttempt = (attempts: readonly ScoredAttempt[]): ScoredAttempt[] => {
  let index = attempts.length - 1
  for (
    let before = attempts[index - 1], last = attempts[index];
    before && last;
    before = attempts[index - 1], last = attempts[index]
  ) {
    if (compareAttempts(before, last) !== 0) break
    index--
  }
  return attempts.slice(index, index + 1)
}

const selectCounted: Record<TotalRule, (attempts: readonly ScoredAttempt[]) => readonly ScoredAttempt[]> = {
  'sum-of-best': bestOfEachRound,
  best: (attempts) => bestOfEachRound(attempts.map((attempt) => ({ ...attempt, mission: 1 }))),
  sum: (attempts) => attempts,
  last: lastAttempt,
}

/**
 * Computes the total of an entry by the rule of its event: the sum of the best attempt of each round
 * (`sum-of-best`, the default), the best of all attempts (`best`), the sum of all attempts (`sum`), or the
 * last attempt (`last`). The best attempt has the most points, then the least time. `reachedAt` is the moment
 * of the last attempt that changed the total. `score` and `timeMs` are those of the last attempt. Undefined
 * without attempts: such an entry has no rank.
 */
export const computeEntryTotalByRule = (
  attempts: readonly ScoredAttempt[],
  rule: TotalRule,
): EntryTotal | undefined => {
  const inOrder = attempts.toSorted((a, b) => a.at - b.at)
  const first = inOrder[0]
  const last = inOrder.at(-1)
  if (!first || !last) return undefined
  const counted = selectCounted[rule](inOrder)
  // an attempt with no points and no time does not change a sum
  const changing = counted.filter(({ score, timeMs }) => score !== 0 || timeMs !== 0)
  return {
    score: last.score,
    timeMs: last.timeMs,
    // integer thousandths add up without the errors of binary fractions
    totalScore: counted.reduce((sum, { score }) => sum + Math.round(score * 1000), 0) / 1000,
    totalTimeMs: counted.reduce((sum, { timeMs }) => sum + timeMs, 0),
    reachedAt: (changing.length > 0 ? changing : counted.slice(0, 1)).reduce(
      (latest, { at }) => Math.max(latest, at),
      first.at,
    ),
  }
}
