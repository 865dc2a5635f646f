import type { ScoreRow } from '#contract/score.ts'

/** One thing that a ranking looks at, and whether more or less of it is better. */
export type RankKey<T> = { of: (item: T) => number; better: 'higher' | 'lower' }

/** An item with its place. */
export type Placed<T> = { item: T; place: number }

type Total = Pick<ScoreRow, 'totalScore' | 'totalTimeMs'>

/** The keys of the site's rankings: highest total score, then lowest total time (specification, section 4). */
export const scoreKeys: readonly RankKey<Total>[] = [
  { of: (row) => row.totalScore, better: 'higher' },
  { of: (row) => row.totalTimeMs, better: 'lower' },
]

/** Which of two stands before the other by the keys: negative for the first, positive for the second, 0 where they share a place. */
export const compareBy =
  <T>(keys: readonly RankKey<T>[]) =>
  (a: T, b: T): number => {
    for (const { of, better } of keys) {
      const difference = of(a) - of(b)
      if (difference !== 0) return better === 'higher' ? -difference : difference
    }
    return 0
  }

/**
 * Places for items that stand in order already: equal in all keys is the same place, and the places after it are skipped (1, 2, 2, 4).
 * For a part of a ranking `before` says how many items stand before the first, and `firstPlace` its place (it may share that of items before).
 */
export const placesOf = <T>(
  ordered: readonly T[],
  keys: readonly RankKey<T>[],
  { before = 0, firstPlace = before + 1 }: { before?: number; firstPlace?: number } = {},
): Placed<T>[] => {
  const compare = compareBy(keys)
  const placed: Placed<T>[] = []
  ordered.forEach((item, at) => {
    const last = placed[at - 1]
    const place = last ? (compare(last.item, item) === 0 ? last.place : before + at + 1) : firstPlace
    placed.push({ item, place })
  })
  return placed
}

/**
 * The ranking rule: items in the order of the keys, the first key first, each with its place. Items equal in all keys share a place, and the places
 * after it are skipped (1, 2, 2, 4). `within` orders those that share a place; it must tell any two items apart, so that the result does not depend
 * on the order of the input.
 */
export const rank = <T>(items: readonly T[], keys: readonly RankKey<T>[], within: (a: T, b: T) => number): Placed<T>[] => {
  const compare = compareBy(keys)
  return placesOf(
    [...items].sort((a, b) => compare(a, b) || within(a, b)),
    keys,
  )
}

/** Within a shared place: who reached the total earlier stands above; the id decides what is left. */
export const reachedEarlier = (a: Pick<ScoreRow, 'reachedAt' | 'id'>, b: Pick<ScoreRow, 'reachedAt' | 'id'>): number =>
  Date.parse(a.reachedAt) - Date.parse(b.reachedAt) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The site's rankings: `scoreKeys`, within a place by `reachedEarlier`. The rows come back in order, `rank` set. */
export const rankScores = <T extends ScoreRow>(rows: readonly T[]): T[] =>
  rank(rows, scoreKeys, reachedEarlier).map(({ item, place }) => ({ ...item, rank: place }))

export const medals = ['gold', 'silver', 'bronze'] as const
export type Medal = (typeof medals)[number]

/** The label of a place: 1 Gold, 2 Silver, otherwise Bronze (specification, section 4). */
export const medalOf = (place: number): Medal => (place === 1 ? 'gold' : place === 2 ? 'silver' : 'bronze')
