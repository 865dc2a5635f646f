import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'

/**
 * The draw of an event. Sides are numbered from 0 by their position in `sides`, each with the ids of its
 * entries. `groups` has the sides of each group, none without groups, where the order of `sides` is that of
 * the seeds. `lots` has all sides in the order of their lots, the best one first. `randomSeed` repeats the
 * draw; of a draw that was made by hand it repeats the lots.
 */
export type MatchDraw = {
  randomSeed: string
  sides: readonly (readonly string[])[]
  groups: readonly (readonly number[])[]
  lots: readonly number[]
}

/** A draw with the ids of the entries that have withdrawn since. */
export type EventDraw = MatchDraw & { withdrawn: readonly string[] }

/** The random seed of a draw: 32 hexadecimal digits, not all of them 0. */
const randomSeedPattern = /^(?!0+$)[0-9a-f]{32}$/

const rotateLeft = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

/**
 * Creates a generator of whole numbers from 0 below 2³²: xoshiro128** 1.1 of Blackman and Vigna
 * (https://prng.di.unimi.it/xoshiro128starstar.c). Its state is the random seed in four words of eight
 * digits. Throws a `RangeError` for anything else.
 */
export const createSeededUint32Generator = (randomSeed: string): (() => number) => {
  if (!randomSeedPattern.test(randomSeed))
    throw new RangeError('a random seed has 32 hexadecimal digits, not all of them 0')
  let [a, b, c, d] = [0, 8, 16, 24].map((at) => Number.parseInt(randomSeed.slice(at, at + 8), 16) | 0) as [
    number,
    number,
    number,
    number,
  ]
  return () => {
    const number = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotateLeft(d, 11)
    return number
  }
}

/**
 * Returns a whole number from 0 below `count`, each equally likely: numbers above the last multiple of
 * `count` are skipped.
 */
const takeNumberBelow = (count: number, takeNumber: () => number): number => {
  const limit = 2 ** 32 - (2 ** 32 % count)
  for (;;) {
    const number = takeNumber()
    if (number < limit) return number % count
  }
}

/** Returns the items in random order (Fisher and Yates, from the last position to the first). */
const shuffle = <T>(items: readonly T[], takeNumber: () => number): T[] => {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = takeNumberBelow(at + 1, takeNumber)
    const [one, two] = [shuffled[at] as T, shuffled[other] as T]
    shuffled[at] = two
    shuffled[other] = one
  }
  return shuffled
}

/**
 * Draws the groups or the order of the seeds, and the lots. `sides` are the entries of each side, the
 * strongest first. By lot, sides are sorted by the id of their first entry and shuffled, so that anyone can
 * repeat it; by seed, group A gets the first side, B the second, and so on, in turns from A to the last group
 * and back.
 */
export const drawGroupsOrSeedsAndLots = (
  { groups, knockOuts }: MatchRules,
  sides: readonly (readonly string[])[],
  randomSeed: string,
): MatchDraw => {
  const takeNumber = createSeededUint32Generator(randomSeed)
  const isByLot = (groups ?? knockOuts[0])?.draw === 'lot'
  const byId = sides.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const drawn = isByLot ? shuffle(byId, takeNumber) : [...sides]
  const groupCount = groups?.count ?? 0
  const toGroup = (side: number): number => {
    const at = side % groupCount
    return isByLot || Math.floor(side / groupCount) % 2 === 0 ? at : groupCount - 1 - at
  }
  const numbers = drawn.map((_, side) => side)
  // the lots do not depend on the order of the seeds either
  const lots = shuffle(
    byId.map((side) => drawn.indexOf(side)),
    takeNumber,
  )
  return {
    randomSeed,
    sides: drawn,
    groups: Array.from({ length: groupCount }, (_, group) =>
      numbers.filter((side) => toGroup(side) === group),
    ),
    lots,
  }
}
