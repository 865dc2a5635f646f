import type { TotalRule } from '#contract/event.ts'
import type { ScoreRow } from '#contract/score.schema.ts'
import { compareRankingKeys, type RankingKey } from './ranking-key.ts'

/** An item with its rank. */
type Ranked<T> = { item: T; rank: number }

/** Compares two items: negative when `a` is better, positive when `b` is better, 0 when they share a rank. */
type CompareItems<T> = (a: T, b: T) => number

/**
 * Assigns ranks to sorted items: equal items share a rank, and the ranks after it are skipped (1, 2, 2, 4).
 * For a part of a ranking, `before` is the number of items before the first one, and `firstRank` the rank of the first one.
 */
export const assignRanks = <T>(
  ordered: readonly T[],
  compare: CompareItems<T>,
  { before = 0, firstRank = before + 1 }: { before?: number; firstRank?: number } = {},
): Ranked<T>[] => {
  const ranked: Ranked<T>[] = []
  ordered.forEach((item, index) => {
    const previous = ranked[index - 1]
    const rank = previous ? (compare(previous.item, item) === 0 ? previous.rank : before + index + 1) : firstRank
    ranked.push({ item, rank })
  })
  return ranked
}

/**
 * Sorts items and gives each its rank, as `assignRanks` does. `compareEqual` orders items that share a rank; it must distinguish any two
 * items, so that the result does not depend on the order of the input.
 */
export const rankItems = <T>(items: readonly T[], compare: CompareItems<T>, compareEqual: CompareItems<T>): Ranked<T>[] =>
  assignRanks(
    [...items].sort((a, b) => compare(a, b) || compareEqual(a, b)),
    compare,
  )

type RankedValues = Pick<ScoreRow, 'totalScore' | 'totalTimeMs' | 'rankingKey'>
/** Returns the ranking key of an entry. Without a rule set the order is: highest total score, then lowest total time (specification, section 4). */
export const getRankingKey = ({ rankingKey, totalScore, totalTimeMs }: RankedValues): RankingKey =>
  rankingKey ? rankingKey.map((number) => number ?? Number.POSITIVE_INFINITY) : [-totalScore, totalTimeMs]
/** Compares two entries of an event: negative when `a` is better, positive when `b` is better, 0 when they share a rank. */
export const compareScoreRows = (a: RankedValues, b: RankedValues): number => compareRankingKeys(getRankingKey(a), getRankingKey(b))

/** Compares entries that share a rank: the earlier total first, then the lower id. */
export const compareByTimeReached = (a: Pick<ScoreRow, 'reachedAt' | 'id'>, b: Pick<ScoreRow, 'reachedAt' | 'id'>): number =>
  Date.parse(a.reachedAt) - Date.parse(b.reachedAt) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Sorts the entries of an event and sets the `rank` of each. */
export const rankScoreRows = <T extends ScoreRow>(rows: readonly T[]): T[] =>
  rankItems(rows, compareScoreRows, compareByTimeReached).map(({ item, rank }) => ({ ...item, rank }))

const medals = ['gold', 'silver', 'bronze'] as const
type Medal = (typeof medals)[number]

/** Returns the medal of a rank: 1 Gold, 2 Silver, otherwise Bronze (specification, section 4). */
export const getMedalForRank = (rank: number): Medal => (rank === 1 ? 'gold' : rank === 2 ? 'silver' : 'bronze')

/** An attempt as the input of a total. `at` is in milliseconds since 1970; attempts of the same moment count in the order given. */
export type ScoredAttempt = { mission: number; score: number; timeMs: number; at: number }
export type EntryTotal = { score: number; timeMs: number; totalScore: number; totalTimeMs: number; reachedAt: number }

/** The order of attempts: more points first, then less time. */
const compareAttempts = (a: ScoredAttempt, b: ScoredAttempt): number => b.score - a.score || a.timeMs - b.timeMs

/** The best attempt of each mission; of equal attempts the earliest. */
const bestOfEachMission = (attempts: readonly ScoredAttempt[]): ScoredAttempt[] => {
  const best = new Map<number, ScoredAttempt>()
  for (const attempt of attempts) {
    const current = best.get(attempt.mission)
    if (!current || compareAttempts(attempt, current) < 0) best.set(attempt.mission, attempt)
  }
  return [...best.values()]
}

/** The last attempt. When equal attempts end the list, it is the first of them, because the total was reached then. */
const lastAttempt = (attempts: readonly ScoredAttempt[]): ScoredAttempt[] => {
  let index = attempts.length - 1
  for (let before = attempts[index - 1], last = attempts[index]; before && last; before = attempts[index - 1], last = attempts[index]) {
    if (compareAttempts(before, last) !== 0) break
    index--
  }
  return attempts.slice(index, index + 1)
}

const selectCounted: Record<TotalRule, (attempts: readonly ScoredAttempt[]) => readonly ScoredAttempt[]> = {
  'sum-of-best': bestOfEachMission,
  best: (attempts) => bestOfEachMission(attempts.map((attempt) => ({ ...attempt, mission: 1 }))),
  sum: (attempts) => attempts,
  last: lastAttempt,
}

/**
 * Computes the total of an entry by the rule of its event: the sum of the best attempt of each mission (`sum-of-best`, the default), the best of all attempts
 * (`best`), the sum of all attempts (`sum`), or the last attempt (`last`). The best attempt has the most points, then the least time. `reachedAt` is the
 * moment of the last attempt that changed the total. `score` and `timeMs` are those of the last attempt. Undefined without attempts: such an entry has
 * no rank.
 */
export const computeEntryTotal = (attempts: readonly ScoredAttempt[], rule: TotalRule): EntryTotal | undefined => {
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
    reachedAt: (changing.length > 0 ? changing : counted.slice(0, 1)).reduce((latest, { at }) => Math.max(latest, at), first.at),
  }
}
