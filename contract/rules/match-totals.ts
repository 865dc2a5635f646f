import type { EventDraw } from './match-draw.ts'
import { computeTournament, type TournamentState } from './match-pairings.ts'
import { getTournamentKeyOrder, listTournamentKeys, type RankedSide, rankTournament } from './match-ranking.ts'
import type { MatchRuleSet } from './match-result.ts'
import { sumMatches } from './match-standing.ts'
import { encodeRankingKeyPart } from './ranking-key.ts'
import type { RuleSetResult, SheetAttempt } from './rule-set-result.ts'
import { computeSheetResult, findRound } from './rule-set-sheet.ts'

/** Computes a tournament from the attempts of its entries. */
export const computeTournamentOfEntries = (
  ruleSet: MatchRuleSet,
  draw: EventDraw,
  attemptsByEntry: ReadonlyMap<string, readonly SheetAttempt[]>,
): TournamentState =>
  computeTournament({
    ruleSet,
    draw,
    attempts: [...attemptsByEntry].flatMap(([entryId, attempts]) => attempts.map((attempt) => ({ ...attempt, entryId }))),
    withdrawn: new Set(draw.withdrawn),
  })

/** Returns the points of each side: in the groups, or in all matches where there are none. */
const computePointsBySide = ({ input, groups, pairings }: TournamentState): Map<number, number> => {
  if (groups.length > 0) return new Map(groups.flatMap(({ rows }) => rows.map(({ side, points }) => [side, points])))
  const counted = pairings.flatMap(({ sides: [one, other], matches }) =>
    typeof one === 'number' && typeof other === 'number'
      ? matches.flatMap(({ result, isNeeded }) => (result && isNeeded ? { sides: [one, other] as const, result } : []))
      : [],
  )
  return new Map(input.draw.sides.map((_, side) => [side, sumMatches(input.ruleSet.matches, side, counted).points]))
}

/**
 * Computes the results of the entries of an event with matches: the total is the points of the side, the ranking key that of the tournament. Before the draw, and for
 * entries that are in no side, all values of the key are missing.
 */
export const computeMatchTotals = (
  ruleSet: MatchRuleSet,
  draw: EventDraw | null,
  attemptsByEntry: ReadonlyMap<string, readonly SheetAttempt[]>,
): Map<string, RuleSetResult> => {
  const keys = listTournamentKeys(ruleSet.matches)
  const missing = keys.map((key) => encodeRankingKeyPart(null, getTournamentKeyOrder(ruleSet.matches, key)))
  const state = draw && computeTournamentOfEntries(ruleSet, draw, attemptsByEntry)
  const ranked = new Map<number, RankedSide>((state ? rankTournament(state) : []).map((each) => [each.side, each]))
  const points = state ? computePointsBySide(state) : new Map<number, number>()
  const sideByEntry = new Map((draw?.sides ?? []).flatMap((ids, side) => ids.map((id) => [id, side] as const)))
  const totals = new Map<string, RuleSetResult>()
  for (const [id, attempts] of attemptsByEntry) {
    const [first, ...others] = attempts
    if (!first) continue
    const last = others.reduce((newest, attempt) => (attempt.at >= newest.at ? attempt : newest), first)
    const group = findRound(ruleSet, last.mission)?.group
    const sheet = group ? computeSheetResult(ruleSet, group, last.values) : { points: 0, timeMs: null }
    const side = sideByEntry.get(id)
    totals.set(id, {
      score: sheet.points,
      timeMs: sheet.timeMs ?? 0,
      totalScore: side === undefined ? 0 : (points.get(side) ?? 0),
      totalTimeMs: 0,
      reachedAt: last.at,
      rankingKey: (side === undefined ? undefined : ranked.get(side)?.key) ?? missing,
    })
  }
  return totals
}
