import type { MatchRules, MatchStandingKey } from '#contract/event/matches/match-rules.schema.ts'
import type { RankingOrder } from '#contract/event/scoring/rule-set.ts'
import type { PairingState, TournamentState } from './match-pairings.ts'
import { getStandingKeySortOrder, listCrossGroupStandingKeys } from './match-standing.ts'
import { compareRankingKeys, type RankingKey, sortAndRankItems } from './ranking.ts'

/**
 * A key of the ranking of a tournament: the position of the knock-out that a side has entered, the place that
 * it has there, the place in its group, or a key of the standing. In all of the first three the lower number
 * is better.
 */
export type TournamentRankingKey =
  | { of: 'knockOut' }
  | { of: 'knockOutPlace' }
  | { of: 'groupPlace' }
  | MatchStandingKey

/**
 * Lists the keys of the ranking of a tournament, in order. A single group without a knock-out is ranked by
 * the keys of its standing.
 */
export const listTournamentRankingKeys = (rules: MatchRules): TournamentRankingKey[] => {
  const { groups, knockOuts, standing } = rules
  if (groups?.count === 1 && knockOuts.length === 0) return standing
  const ofKnockOuts: TournamentRankingKey[] =
    knockOuts.length > 0 ? [{ of: 'knockOut' }, { of: 'knockOutPlace' }] : []
  return groups ? [...ofKnockOuts, { of: 'groupPlace' }, ...listCrossGroupStandingKeys(rules)] : ofKnockOuts
}

/** Returns whether the higher or the lower value of a key of the ranking of a tournament is better. */
export const getTournamentKeySortOrder = (rules: MatchRules, key: TournamentRankingKey): RankingOrder =>
  key.of === 'knockOut' || key.of === 'knockOutPlace' || key.of === 'groupPlace'
    ? 'low'
    : getStandingKeySortOrder(rules, key)

type KnockOutPosition = { knockOut: number; place: number; isFinal: boolean }

/**
 * Returns the place of a side that loses in a round, or is still in it. Those who lose in the same round
 * share the place.
 */
const getLosersPlace = (
  { round, roundCount }: { round: number; roundCount: number },
  hasThirdPlace: boolean,
): number => {
  if (hasThirdPlace && round === roundCount - 1) return 4
  return 2 ** (roundCount - round) + 1
}

/**
 * Finds how far a side has come in a knock-out, from the last pairing that it is in. Undefined when it is in
 * none.
 */
const findKnockOutPosition = (
  rules: MatchRules,
  pairings: readonly PairingState[],
  side: number,
): KnockOutPosition | undefined => {
  const last = pairings.findLast(({ part, sides }) => part.of === 'knockOut' && sides.includes(side))
  if (last?.part.of !== 'knockOut') return undefined
  const { knockOut, round, roundCount, isForThirdPlace } = last.part
  const hasThirdPlace = rules.knockOuts[knockOut]?.thirdPlace ?? false
  const isDecided = last.winner !== undefined
  const hasWon = last.winner === side
  if (isForThirdPlace) return { knockOut, place: hasWon ? 3 : 4, isFinal: isDecided }
  if (round === roundCount) return { knockOut, place: hasWon ? 1 : 2, isFinal: isDecided }
  // the next pairing of a winner was played by others, or its sides are not known yet
  if (hasWon)
    return {
      knockOut,
      place: getLosersPlace({ round: round + 1, roundCount }, hasThirdPlace),
      isFinal: false,
    }
  const isAwaitingThirdPlace = hasThirdPlace && round === roundCount - 1 && last.loser === side
  return {
    knockOut,
    place: getLosersPlace({ round, roundCount }, hasThirdPlace),
    isFinal: isDecided && !isAwaitingThirdPlace,
  }
}

/**
 * A side in the ranking of a tournament. It is provisional while matches are missing that can change its
 * place.
 */
export type RankedSide = { side: number; rank: number; key: RankingKey; isProvisional: boolean }

/** Ranks the sides of a tournament. Sides with equal keys share a rank and are in the order of the draw. */
export const rankTournamentSides = ({
  input,
  pairings,
  groups,
  commonKeys,
}: TournamentState): RankedSide[] => {
  const { ruleSet, draw } = input
  const rules = ruleSet.matches
  const keys = listTournamentRankingKeys(rules)
  const rowBySide = new Map(groups.flatMap(({ rows }) => rows.map((row) => [row.side, row] as const)))
  const areGroupsComplete = groups.every(({ isComplete }) => isComplete)
  const rankSide = (side: number) => {
    const row = rowBySide.get(side)
    if (keys === rules.standing) return { side, key: row?.key ?? [], isProvisional: !areGroupsComplete }
    const position = findKnockOutPosition(rules, pairings, side)
    const isShared =
      position !== undefined && (rules.knockOuts[position.knockOut]?.losers ?? 'share') === 'share'
    const [onGroup, common] = isShared ? [0, []] : [row?.place ?? 0, commonKeys.get(side) ?? []]
    let nth = 0
    const key = keys.map((each): number => {
      if (each.of === 'knockOut') return position?.knockOut ?? rules.knockOuts.length
      if (each.of === 'knockOutPlace') return position?.place ?? 0
      return each.of === 'groupPlace' ? onGroup : (common[nth++] ?? 0)
    })
    return {
      side,
      key,
      isProvisional: position ? !position.isFinal || !areGroupsComplete : !areGroupsComplete,
    }
  }
  const sides = draw.sides.map((_, side) => rankSide(side))
  return sortAndRankItems(
    sides,
    (a, b) => compareRankingKeys(a.key, b.key),
    (a, b) => a.side - b.side,
  ).map(({ item, rank }) => ({ ...item, rank }))
}
