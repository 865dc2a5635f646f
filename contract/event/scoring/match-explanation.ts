import type {
  HeadToHeadValue,
  MatchRules,
  MatchStandingKey,
} from '#contract/event/matches/match-rules.schema.ts'
import type { PairingState, TournamentState } from './match-pairings.ts'
import {
  getTournamentKeySortOrder,
  listTournamentRankingKeys,
  type RankedSide,
  type TournamentRankingKey,
} from './match-ranking.ts'
import {
  type CountedMatch,
  computeHeadToHeadPlaces,
  getStandingKeySortOrder,
  type StandingRow,
} from './match-standing.ts'
import { decodeRankingKeyPart, findDecidingKeyIndex } from './ranking.ts'

/**
 * A match between two sides, with the score of the better one first. `decidedBy` is the field that decided it
 * after a draw, with its values.
 */
export type ExplainedMatch = {
  number: number
  scores: readonly [number, number]
  decidedBy: { field: string; values: readonly [number, number] } | null
}
/** Why a side is ahead of another one. */
export type TournamentExplanation = {
  /** The first key that says how the sides played, with its value, when they are equal in it. */
  same: { key: TournamentRankingKey; value: number | null } | null
  /** The key that decides, with the values of both; null means missing. Null when the sides share a rank. */
  decision: { key: TournamentRankingKey; better: number | null; worse: number | null } | null
  /** The knock-out that the better side has entered, undefined without one. */
  knockOut: number | undefined
  /** Where head-to-head decides: the value of the table that separates them, and the sides in it. */
  headToHead: { of: HeadToHeadValue; better: number; worse: number; sides: readonly number[] } | null
  /**
   * The matches between the two where they decide: head-to-head of two sides, or the pairing of a knock-out
   * that the better one won.
   */
  matches: readonly ExplainedMatch[]
}

const toExplainedMatch = (pairing: PairingState, better: number): ExplainedMatch[] => {
  const [one, other] = pairing.sides[0] === better ? ([0, 1] as const) : ([1, 0] as const)
  return pairing.matches.flatMap(({ number, result, isNeeded }) => {
    if (!result || !isNeeded) return []
    const { scores, fields, decidedBy } = result
    const values =
      decidedBy === null ? null : ([fields[one][decidedBy] ?? 0, fields[other][decidedBy] ?? 0] as const)
    return [
      {
        number,
        scores: [scores[one], scores[other]],
        decidedBy: decidedBy === null || !values ? null : { field: decidedBy, values },
      },
    ]
  })
}

/** Finds the table of the matches between equal sides that separates two of them. */
const explainHeadToHead = (
  rules: MatchRules,
  key: Extract<MatchStandingKey, { of: 'headToHead' }>,
  rows: readonly StandingRow[],
  at: number,
  matches: readonly CountedMatch[],
  [better, worse]: readonly [StandingRow, StandingRow],
): TournamentExplanation['headToHead'] => {
  const equal = rows
    .filter((row) => !row.isAnnulled && row.key.slice(0, at).every((part, nth) => part === better.key[nth]))
    .map(({ side }) => side)
  const tables = computeHeadToHeadPlaces(rules, key, equal, matches).get(better.side)?.tables ?? []
  const table = tables.findLast(({ sides }) => sides.includes(worse.side))
  const [one, other] = [table?.rows.get(better.side)?.key ?? [], table?.rows.get(worse.side)?.key ?? []]
  const nth = findDecidingKeyIndex(one, other) ?? 0
  const of = key.by[nth]
  if (!table || !of) return null
  const read = (part: number | undefined) =>
    decodeRankingKeyPart(part ?? Number.POSITIVE_INFINITY, getStandingKeySortOrder(rules, { of })) ?? 0
  return { of, better: read(one[nth]), worse: read(other[nth]), sides: table.sides }
}

/**
 * Explains the order of two sides of one group from the comparison of their keys in its standing. The first
 * of `pair` is not below the second.
 */
export const explainOrderOfTwoGroupSides = (
  { input, groups, pairings }: TournamentState,
  group: number,
  pair: readonly [StandingRow, StandingRow],
): TournamentExplanation => {
  const rules = input.ruleSet.matches
  const [better, worse] = pair
  const at = findDecidingKeyIndex(better.key, worse.key)
  const key = at === undefined ? undefined : rules.standing[at]
  const readValue = (row: StandingRow, of: MatchStandingKey, nth: number) =>
    decodeRankingKeyPart(row.key[nth] ?? Number.POSITIVE_INFINITY, getStandingKeySortOrder(rules, of))
  const [first] = rules.standing
  const { rows = [], matches = [] } = groups[group] ?? {}
  const counted = matches.filter(
    ({ sides }) => !rows.some(({ side, isAnnulled }) => isAnnulled && sides.includes(side)),
  )
  const headToHead =
    key?.of === 'headToHead' && at !== undefined
      ? explainHeadToHead(rules, key, rows, at, counted, pair)
      : null
  const between = pairings.filter(
    ({ part, sides }) => part.of === 'group' && sides.includes(better.side) && sides.includes(worse.side),
  )
  return {
    same: first && at !== 0 ? { key: first, value: readValue(better, first, 0) } : null,
    decision:
      key && at !== undefined
        ? { key, better: readValue(better, key, at), worse: readValue(worse, key, at) }
        : null,
    knockOut: undefined,
    headToHead,
    matches:
      headToHead?.sides.length === 2
        ? between.flatMap((pairing) => toExplainedMatch(pairing, better.side))
        : [],
  }
}

/**
 * Explains the order of two sides of a tournament from the comparison of their ranking keys. `better` is not
 * below `worse`.
 */
export const explainOrderOfTwoTournamentSides = (
  state: TournamentState,
  better: RankedSide,
  worse: RankedSide,
): TournamentExplanation => {
  const { groups, pairings } = state
  const rules = state.input.ruleSet.matches
  const keys = listTournamentRankingKeys(rules)
  const at = findDecidingKeyIndex(better.key, worse.key)
  const key = at === undefined ? undefined : keys[at]
  const isStandingKey = key && key.of !== 'knockOut' && key.of !== 'knockOutPlace'
  const group = groups.findIndex(({ rows }) =>
    [better, worse].every(({ side }) => rows.some((row) => row.side === side)),
  )
  if (group >= 0 && (isStandingKey || keys === rules.standing)) {
    const [one, other] = [better, worse].map(({ side }) =>
      groups[group]?.rows.find((row) => row.side === side),
    )
    if (one && other) return explainOrderOfTwoGroupSides(state, group, [one, other])
  }
  const readValue = ({ key: parts }: RankedSide, of: TournamentRankingKey, nth: number) =>
    decodeRankingKeyPart(parts[nth] ?? Number.POSITIVE_INFINITY, getTournamentKeySortOrder(rules, of))
  const firstAt = keys.findIndex(({ of }) => of !== 'knockOut' && of !== 'knockOutPlace')
  const first = keys[firstAt]
  const won = pairings.find(
    ({ part, winner, loser }) => part.of === 'knockOut' && winner === better.side && loser === worse.side,
  )
  return {
    same:
      first && at !== undefined && at > firstAt
        ? { key: first, value: readValue(better, first, firstAt) }
        : null,
    decision:
      key && at !== undefined
        ? { key, better: readValue(better, key, at), worse: readValue(worse, key, at) }
        : null,
    knockOut: keys[0]?.of === 'knockOut' ? better.key[0] : undefined,
    headToHead: null,
    matches: key?.of === 'knockOutPlace' && won ? toExplainedMatch(won, better.side) : [],
  }
}
