import type { ScorePage, ScoreRow } from '#contract/event/scores/score.schema.ts'

/**
 * A ranking key: one number for each key of the ranking, turned so that the lower array is better; Infinity
 * for a missing value.
 */
export type RankingKey = readonly number[]

/**
 * Compares two ranking keys: negative when `a` is better, positive when `b` is better, 0 when the entries
 * share a rank.
 */
export const compareRankingKeys = (a: RankingKey, b: RankingKey): number => {
  const at = findDecidingKeyIndex(a, b)
  return at === undefined
    ? 0
    : (a[at] ?? Number.NEGATIVE_INFINITY) < (b[at] ?? Number.NEGATIVE_INFINITY)
      ? -1
      : 1
}

/**
 * Finds the position of the first key in which two entries differ, undefined when they are equal in all keys.
 * PostgreSQL compares arrays in the same way.
 */
export const findDecidingKeyIndex = (a: RankingKey, b: RankingKey): number | undefined => {
  for (let at = 0; at < Math.max(a.length, b.length); at++) if (a[at] !== b[at]) return at
  return undefined
}

/** Turns a value into its part of a ranking key, never -0. A missing value ranks last, whatever the order. */
export const encodeRankingKeyNumber = (value: number | null, order: 'high' | 'low'): number =>
  value === null ? Number.POSITIVE_INFINITY : (order === 'low' ? value : -value) + 0
/** Returns the value of a part of a ranking key, null for a missing one. */
export const decodeRankingKeyPart = (number: number, order: 'high' | 'low'): number | null =>
  number === Number.POSITIVE_INFINITY ? null : (order === 'low' ? number : -number) + 0

/** An item with its rank. */
type Ranked<T> = { item: T; rank: number }

/** Compares two items: negative when `a` is better, positive when `b` is better, 0 when they share a rank. */
type CompareItems<T> = (a: T, b: T) => number

type RankingPart<T> = { before?: number; firstRank?: number; isCounted?: (item: T) => boolean }

/**
 * Assigns ranks to sorted items: equal items share a rank, and the ranks after it are skipped (1, 2, 2, 4).
 * Items for which `isCounted` is false skip none. For a part of a ranking, `before` is the number of counted
 * items before the first one, and `firstRank` the rank of the first one.
 */
export const assignRanksToSorted = <T>(
  ordered: readonly T[],
  compare: CompareItems<T>,
  { before = 0, firstRank = before + 1, isCounted = () => true }: RankingPart<T> = {},
): Ranked<T>[] => {
  const ranked: Ranked<T>[] = []
  let counted = before
  ordered.forEach((item, index) => {
    const previous = ranked[index - 1]
    const isEqual = previous && compare(previous.item, item) === 0
    const rank = isEqual ? previous.rank : previous ? counted + 1 : firstRank
    ranked.push({ item, rank })
    if (isCounted(item)) counted++
  })
  return ranked
}

/**
 * Sorts items and gives each its rank, as `assignRanksToSorted` does. `compareEqual` orders items that share a rank;
 * it must distinguish any two items, so that the result does not depend on the order of the input.
 */
export const sortAndRankItems = <T>(
  items: readonly T[],
  compare: CompareItems<T>,
  compareEqual: CompareItems<T>,
  isCounted: (item: T) => boolean = () => true,
): Ranked<T>[] =>
  assignRanksToSorted(
    [...items].sort((a, b) => compare(a, b) || compareEqual(a, b)),
    compare,
    { isCounted },
  )

type RankedValues = Pick<ScoreRow, 'totalScore' | 'totalTimeMs' | 'rankingKey'>
/**
 * Returns the ranking key of an entry. Without a rule set the order is: highest total score, then lowest
 * total time (specification, section 4).
 */
export const getRankingKey = ({ rankingKey, totalScore, totalTimeMs }: RankedValues): RankingKey =>
  rankingKey ? rankingKey.map((number) => number ?? Number.POSITIVE_INFINITY) : [-totalScore, totalTimeMs]
/**
 * Compares two entries of an event: negative when `a` is better, positive when `b` is better, 0 when they
 * share a rank.
 */
export const compareScoreRows = (a: RankedValues, b: RankedValues): number =>
  compareRankingKeys(getRankingKey(a), getRankingKey(b))

/** Compares entries that share a rank: the earlier total first, then the lower id. */
export const compareByTimeReachedThenId = (
  a: Pick<ScoreRow, 'reachedAt' | 'id'>,
  b: Pick<ScoreRow, 'reachedAt' | 'id'>,
): number => Date.parse(a.reachedAt) - Date.parse(b.reachedAt) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

type EntryToRank = RankedValues & Pick<ScoreRow, 'id' | 'reachedAt' | 'hasRankOfAlliance'>

/**
 * Returns whether the ranks after an entry count it. The teams of an alliance have one rank, which counts
 * once.
 */
export const isCountedInFollowingRanks = ({
  hasRankOfAlliance,
}: Pick<ScoreRow, 'hasRankOfAlliance'>): boolean => !hasRankOfAlliance

/** Sorts the entries of an event and sets the `rank` of each. */
export const sortAndRankScoreRows = <T extends EntryToRank>(rows: readonly T[]): (T & { rank: number })[] =>
  sortAndRankItems(rows, compareScoreRows, compareByTimeReachedThenId, isCountedInFollowingRanks).map(
    ({ item, rank }) => ({ ...item, rank }),
  )

/** Returns the level that pages show of an entry; null where nobody chose one. */
export const getShownLevel = ({ level, missionType }: Pick<ScoreRow, 'level' | 'missionType'>) =>
  level === undefined ? missionType : level

const medals = ['gold', 'silver', 'bronze'] as const
export type Medal = (typeof medals)[number]

/**
 * Returns the medal of a rank: 1 Gold, 2 Silver, otherwise Bronze (specification, section 4). The rank of a
 * provisional result has none, because other results can still change it.
 */
export const findMedalUnlessProvisional = ({
  rank,
  isProvisional,
}: {
  rank: number
  isProvisional?: true | undefined
}): Medal | undefined => (isProvisional ? undefined : rank === 1 ? 'gold' : rank === 2 ? 'silver' : 'bronze')

/**
 * Creates the function that finds the label of a rank, which is the name of its medal. Provisional results
 * have none. A first or second rank that several entries share has one only when it is decided: the results
 * are final, or the event is over and publishes none. `first` are the first entries of the whole ranking,
 * whichever of them are shown.
 */
export const createMedalFinderUnlessOpenTie = (
  { results, isOver }: Pick<ScorePage, 'results' | 'isOver'>,
  first: readonly Pick<ScoreRow, 'rank' | 'hasRankOfAlliance'>[],
) => {
  const isDecided = results ? results.status === 'final' : isOver
  const isShared = (rank: number) =>
    first.filter((row) => row.rank === rank && isCountedInFollowingRanks(row)).length > 1
  const openRanks = isDecided ? [] : [1, 2].filter(isShared)
  return (row: Pick<ScoreRow, 'rank' | 'isProvisional'>): Medal | undefined =>
    results?.status === 'provisional' || openRanks.includes(row.rank)
      ? undefined
      : findMedalUnlessProvisional(row)
}
