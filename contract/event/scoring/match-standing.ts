import type {
  HeadToHeadValue,
  MatchRules,
  MatchStandingKey,
} from '#contract/event/matches/match-rules.schema.ts'
import type { RankingOrder } from '#contract/event/scoring/rule-set.ts'
import { roundToThousandths } from '#contract/platform/numbers.ts'
import type { MatchResult } from './match-result.ts'
import { compareRankingKeys, encodeRankingKeyNumber, type RankingKey, sortAndRankItems } from './ranking.ts'

/** A match that counts in a standing. */
export type CountedMatch = { sides: readonly [number, number]; result: MatchResult }
/** The sums of a side over matches. */
type MatchSums = {
  played: number
  won: number
  drawn: number
  lost: number
  scored: number
  conceded: number
  points: number
  fields: Readonly<Record<string, number>>
}
/**
 * A line of a standing: `key` has a number for each key of the rules, of which the lower one is better. Sides
 * with equal keys share a place.
 */
export type StandingRow = MatchSums & { side: number; place: number; key: RankingKey; isAnnulled: boolean }

type HeadToHead = Extract<MatchStandingKey, { of: 'headToHead' }>

/** Sums the matches of a side. */
export const sumMatchesOfSide = (
  { points }: MatchRules,
  side: number,
  matches: readonly CountedMatch[],
): MatchSums => {
  const sums = { played: 0, won: 0, drawn: 0, lost: 0, scored: 0, conceded: 0 }
  const fields: Record<string, number> = {}
  for (const { sides, result } of matches) {
    const at = sides.indexOf(side)
    if (at !== 0 && at !== 1) continue
    sums.played++
    if (result.haveBothLost || result.winner === 1 - at) sums.lost++
    else if (result.winner === at) sums.won++
    else sums.drawn++
    sums.scored = roundToThousandths(sums.scored + result.scores[at])
    sums.conceded = roundToThousandths(sums.conceded + result.scores[at === 0 ? 1 : 0])
    for (const [key, value] of Object.entries(result.fields[at]))
      fields[key] = roundToThousandths((fields[key] ?? 0) + value)
  }
  return {
    ...sums,
    points: roundToThousandths(sums.won * points.win + sums.drawn * points.draw + sums.lost * points.loss),
    fields,
  }
}

/**
 * Returns whether the higher or the lower value of a key is better. The place of head-to-head and the lot are
 * numbers from 1.
 */
export const getStandingKeySortOrder = (rules: MatchRules, key: MatchStandingKey): RankingOrder => {
  if (key.of === 'field') return key.order
  if (key.of === 'headToHead' || key.of === 'lot') return 'low'
  return key.of === 'difference' || key.of === 'scored' ? rules.winningScore : 'high'
}

/** Reads the value of a key that follows from the sums of a side alone. */
const readSum = (sums: MatchSums, key: MatchStandingKey | { of: HeadToHeadValue }): number => {
  if (key.of === 'field') return sums.fields[key.field] ?? 0
  if (key.of === 'difference') return roundToThousandths(sums.scored - sums.conceded)
  return key.of === 'wins' ? sums.won : key.of === 'scored' ? sums.scored : sums.points
}

/**
 * The table of the matches between some sides: the sums of each, and its key by the values that head-to-head
 * compares.
 */
type HeadToHeadTable = {
  sides: readonly number[]
  rows: ReadonlyMap<number, MatchSums & { key: RankingKey }>
}

const computeHeadToHeadTable = (
  rules: MatchRules,
  { by }: HeadToHead,
  sides: readonly number[],
  matches: readonly CountedMatch[],
): HeadToHeadTable => {
  const between = matches.filter((match) => match.sides.every((side) => sides.includes(side)))
  const rows = sides.map((side) => {
    const sums = sumMatchesOfSide(rules, side, between)
    return [
      side,
      {
        ...sums,
        key: by.map((of) =>
          encodeRankingKeyNumber(readSum(sums, { of }), getStandingKeySortOrder(rules, { of })),
        ),
      },
    ] as const
  })
  return { sides, rows: new Map(rows) }
}

/**
 * Ranks equal sides by the matches between them, and returns the place of each among them and the table that
 * it has it from. With `restart`, those who are still equal after a table that separated others get a table
 * of their own.
 */
export const computeHeadToHeadPlaces = (
  rules: MatchRules,
  key: HeadToHead,
  sides: readonly number[],
  matches: readonly CountedMatch[],
): Map<number, { place: number; tables: HeadToHeadTable[] }> => {
  const table = computeHeadToHeadTable(rules, key, sides, matches)
  const compare = (a: number, b: number) =>
    compareRankingKeys(table.rows.get(a)?.key ?? [], table.rows.get(b)?.key ?? [])
  const ranked = sortAndRankItems(sides, compare, (a, b) => a - b)
  const places = new Map(ranked.map(({ item, rank }) => [item, { place: rank, tables: [table] }]))
  if (key.apply === 'once') return places
  for (const [rank, equal] of Map.groupBy(ranked, (each) => each.rank)) {
    if (equal.length === 1 || equal.length === sides.length) continue
    const again = computeHeadToHeadPlaces(
      rules,
      key,
      equal.map(({ item }) => item),
      matches,
    )
    for (const [side, { place, tables }] of again)
      places.set(side, { place: rank - 1 + place, tables: [table, ...tables] })
  }
  return places
}

/**
 * What a standing is computed from. `lots` has all sides in the order of their lots; the matches of annulled
 * sides do not count.
 */
type StandingInput = {
  sides: readonly number[]
  matches: readonly CountedMatch[]
  lots: readonly number[]
  annulled: ReadonlySet<number>
}

/** Lists the sides that are equal in all keys before a position. */
const groupEqualSides = (keys: ReadonlyMap<number, readonly number[]>): number[][] => [
  ...Map.groupBy(keys.keys(), (side) => JSON.stringify(keys.get(side))).values(),
]

/** Computes the standing of a group, the best side first. Sides that are equal in all keys share a place. */
export const computeGroupStanding = (
  rules: MatchRules,
  { sides, matches, lots, annulled }: StandingInput,
): StandingRow[] => {
  const counted = matches.filter((match) => !match.sides.some((side) => annulled.has(side)))
  const sums = new Map(sides.map((side) => [side, sumMatchesOfSide(rules, side, counted)]))
  const keys = new Map<number, number[]>(sides.map((side) => [side, []]))
  for (const key of rules.standing) {
    const order = getStandingKeySortOrder(rules, key)
    const values = new Map<number, number>()
    if (key.of === 'headToHead')
      for (const equal of groupEqualSides(keys)) {
        const compared = equal.filter((side) => !annulled.has(side))
        for (const [side, { place }] of computeHeadToHeadPlaces(rules, key, compared, counted))
          values.set(side, place)
      }
    for (const side of sides) {
      const sum = sums.get(side)
      const value =
        key.of === 'lot'
          ? lots.indexOf(side) + 1
          : (values.get(side) ?? (sum && key.of !== 'headToHead' ? readSum(sum, key) : 1))
      keys
        .get(side)
        ?.push(encodeRankingKeyNumber(annulled.has(side) && key.of !== 'lot' ? null : value, order))
    }
  }
  const rows = sides.flatMap((side) => {
    const sum = sums.get(side)
    return sum ? [{ ...sum, side, key: keys.get(side) ?? [], isAnnulled: annulled.has(side) }] : []
  })
  return sortAndRankItems(
    rows,
    (a, b) => compareRankingKeys(a.key, b.key),
    (a, b) => a.side - b.side,
  ).map(({ item, rank }) => ({ ...item, place: rank }))
}

/** Lists the keys that compare sides of different groups: all but head-to-head. */
export const listCrossGroupStandingKeys = ({ standing }: MatchRules): MatchStandingKey[] =>
  standing.filter(({ of }) => of !== 'headToHead')

/**
 * Computes the numbers of a side that compare it with sides of other groups, in the order of
 * `listCrossGroupStandingKeys`.
 */
export const computeCrossGroupRankingKey = (
  rules: MatchRules,
  side: number,
  { matches, lots, annulled }: Omit<StandingInput, 'sides'>,
): RankingKey => {
  const sums = sumMatchesOfSide(
    rules,
    side,
    matches.filter((match) => !match.sides.some((each) => annulled.has(each))),
  )
  return listCrossGroupStandingKeys(rules).map((key) => {
    const value = key.of === 'lot' ? lots.indexOf(side) + 1 : annulled.has(side) ? null : readSum(sums, key)
    return encodeRankingKeyNumber(value, getStandingKeySortOrder(rules, key))
  })
}
