/** One value that decides a ranking, and whether a higher or a lower value is better. */
export type RankingCriterion<T> = { of: (item: T) => number; better: 'higher' | 'lower' }

/**
 * Creates a function that compares two items by the criteria: negative when `a` is better, positive when `b`
 * is better, 0 when they are equal.
 */
export const createCriteriaComparator =
  <T>(criteria: readonly RankingCriterion<T>[]) =>
  (a: T, b: T): number => {
    for (const { of, better } of criteria) {
      const difference = of(a) - of(b)
      if (difference !== 0) return better === 'higher' ? -difference : difference
    }
    return 0
  }
