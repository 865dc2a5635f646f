/** A ranking key: one number for each key of the ranking, turned so that the lower array is better; Infinity for a missing value. */
export type RankingKey = readonly number[]

/** Compares two ranking keys: negative when `a` is better, positive when `b` is better, 0 when the entries share a rank. */
export const compareRankingKeys = (a: RankingKey, b: RankingKey): number => {
  const at = findDecidingKey(a, b)
  return at === undefined ? 0 : (a[at] ?? Number.NEGATIVE_INFINITY) < (b[at] ?? Number.NEGATIVE_INFINITY) ? -1 : 1
}

/** Finds the position of the first key in which two entries differ, undefined when they are equal in all keys. PostgreSQL compares arrays in the same way. */
export const findDecidingKey = (a: RankingKey, b: RankingKey): number | undefined => {
  for (let at = 0; at < Math.max(a.length, b.length); at++) if (a[at] !== b[at]) return at
  return undefined
}

/** Turns a value into its part of a ranking key, never -0. A missing value ranks last, whatever the order. */
export const encodeRankingKeyPart = (value: number | null, order: 'high' | 'low'): number =>
  value === null ? Number.POSITIVE_INFINITY : (order === 'low' ? value : -value) + 0
/** Returns the value of a part of a ranking key, null for a missing one. */
export const decodeRankingKeyPart = (number: number, order: 'high' | 'low'): number | null =>
  number === Number.POSITIVE_INFINITY ? null : (order === 'low' ? number : -number) + 0
