import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { type CalculationVersion, newestCalculation } from '#contract/event/scoring/rule-set.ts'
import type { EventDraw } from './match-draw.ts'
import { computeTournamentState, type TournamentState } from './match-pairings.ts'
import { listTiedKnockOutMatchNumbers } from './match-problems.ts'
import {
  getTournamentKeySortOrder,
  listTournamentRankingKeys,
  type RankedSide,
  rankTournamentSides,
} from './match-ranking.ts'
import { getKnockOutTieRequirement, hasMatchRules, type MatchRuleSet } from './match-result.ts'
import { sumMatchesOfSide } from './match-standing.ts'
import { encodeRankingKeyNumber } from './ranking.ts'
import {
  compareByPointsThenTime,
  createEntryResultCalculator,
  getBestSheetByPointsThenTime,
  groupSheetsByJudge,
  type RuleSetResult,
  type ScoredSheet,
  type SheetAttempt,
  sumAndDivideToThousandths,
} from './rule-set-result.ts'
import { computeSheetPointsAndTime, findRound, listRoundsOrPossibleMatches } from './rule-set-sheet.ts'

/** The results of the entries of an event. */
export type EventResults = {
  /** By the ids of the entries; entries without attempts are left out. */
  totals: Map<string, RuleSetResult>
  /** What is missing in the sheets of each drawn match of a knock-out. */
  drawnMatches: readonly (ReturnType<typeof getKnockOutTieRequirement> & { match: number })[]
}

/** Returns true when the ranking key of an entry depends on the attempts of other entries. */
export const areResultsInterdependent = (ruleSet: Pick<RuleSet, 'groups' | 'matches'> | null): boolean =>
  ruleSet !== null &&
  (ruleSet.matches !== undefined || ruleSet.groups.some(({ panel }) => panel?.combine === 'sumOfPlaces'))

/**
 * Returns the place of each entry that a judge gives in a round. Equal entries share the mean of their
 * places: 1, 2.5, 2.5, 4. The places are scaled to the number of teams in the round, so that the middle place
 * of a judge who has placed fewer of them is the middle of all teams.
 */
const computePlaces = (sheets: ReadonlyMap<string, ScoredSheet>, teamCount: number): Map<string, number> => {
  const scale = teamCount / sheets.size
  const sorted = [...sheets].toSorted(([, a], [, b]) => compareByPointsThenTime(a, b))
  const places = new Map<string, number>()
  let first = 0
  for (const [at, [, sheet]] of sorted.entries()) {
    const next = sorted[at + 1]
    if (next && compareByPointsThenTime(sheet, next[1]) === 0) continue
    for (const [id] of sorted.slice(first, at + 1)) places.set(id, ((first + at + 1) * scale + 1) / 2)
    first = at + 1
  }
  return places
}

/**
 * Computes the sum of places of each entry in a group with a panel: for each round the mean of its places,
 * times the number of judges.
 */
const computeSumsOfPlaces = (
  sheetsByEntry: ReadonlyMap<string, ReadonlyMap<number, readonly ScoredSheet[]>>,
  { judges, numbers }: { judges: number; numbers: readonly number[] },
  calculation: CalculationVersion,
): Map<string, number> => {
  const sums = new Map([...sheetsByEntry.keys()].map((id) => [id, 0]))
  for (const number of numbers) {
    const byJudge = new Map<unknown, Map<string, ScoredSheet>>()
    for (const [id, rounds] of sheetsByEntry)
      for (const [judge, sheets] of groupSheetsByJudge(rounds.get(number) ?? [])) {
        const ofJudge = byJudge.get(judge) ?? new Map<string, ScoredSheet>()
        byJudge.set(judge, ofJudge.set(id, getBestSheetByPointsThenTime(sheets)))
      }
    // a round that nobody has begun decides nothing
    if (byJudge.size === 0) continue
    const teamCount = new Set([...byJudge.values()].flatMap((sheets) => [...sheets.keys()])).size
    const places = new Map<string, number[]>()
    for (const sheets of byJudge.values())
      for (const [id, place] of computePlaces(sheets, calculation < 3 ? sheets.size : teamCount))
        places.set(id, [...(places.get(id) ?? []), place * judges])
    for (const [id, sum] of sums) {
      const own = places.get(id)
      if (own) sums.set(id, sumAndDivideToThousandths([sum, sumAndDivideToThousandths(own, own.length)]))
      else sums.delete(id)
    }
  }
  return sums
}

/** Computes a tournament from the attempts of its entries. */
export const computeTournamentStateOfEntries = (
  ruleSet: MatchRuleSet,
  draw: EventDraw,
  attemptsByEntry: ReadonlyMap<string, readonly SheetAttempt[]>,
): TournamentState =>
  computeTournamentState({
    ruleSet,
    draw,
    attempts: [...attemptsByEntry].flatMap(([entryId, attempts]) =>
      attempts.map((attempt) => ({ ...attempt, entryId })),
    ),
    withdrawn: new Set(draw.withdrawn),
  })

/** Returns the points of each side: in the groups, or in all matches where there are none. */
const computePointsBySide = ({ input, groups, pairings }: TournamentState): Map<number, number> => {
  if (groups.length > 0)
    return new Map(groups.flatMap(({ rows }) => rows.map(({ side, points }) => [side, points])))
  const counted = pairings.flatMap(({ sides: [one, other], matches }) =>
    typeof one === 'number' && typeof other === 'number'
      ? matches.flatMap(({ result, isNeeded }) =>
          result && isNeeded ? { sides: [one, other] as const, result } : [],
        )
      : [],
  )
  return new Map(
    input.draw.sides.map((_, side) => [side, sumMatchesOfSide(input.ruleSet.matches, side, counted).points]),
  )
}

/**
 * Computes the results of the entries of an event with matches: the total is the points of the side, the
 * ranking key that of the tournament. Of the teams of an alliance, ranks count the first one with attempts
 * (before version 3 of the calculation, all). Before the draw, and for entries that are in no side, all
 * values of the key are missing.
 */
const computeMatchResults = (
  ruleSet: MatchRuleSet,
  calculation: CalculationVersion,
  draw: EventDraw | null,
  attemptsByEntry: ReadonlyMap<string, readonly SheetAttempt[]>,
): EventResults => {
  const keys = listTournamentRankingKeys(ruleSet.matches)
  const missing = keys.map((key) =>
    encodeRankingKeyNumber(null, getTournamentKeySortOrder(ruleSet.matches, key)),
  )
  const state = draw && computeTournamentStateOfEntries(ruleSet, draw, attemptsByEntry)
  const ranked = new Map<number, RankedSide>(
    (state ? rankTournamentSides(state) : []).map((each) => [each.side, each]),
  )
  const points = state ? computePointsBySide(state) : new Map<number, number>()
  const sideByEntry = new Map(
    (draw?.sides ?? []).flatMap((ids, side) => ids.map((id) => [id, side] as const)),
  )
  const uncounted = new Set(
    calculation < 3
      ? []
      : (draw?.sides ?? []).flatMap((ids) => ids.filter((id) => attemptsByEntry.get(id)?.length).slice(1)),
  )
  const totals = new Map<string, RuleSetResult>()
  for (const [id, attempts] of attemptsByEntry) {
    const [first, ...others] = attempts
    if (!first) continue
    const last = others.reduce((newest, attempt) => (attempt.at >= newest.at ? attempt : newest), first)
    const group = findRound(ruleSet, last.mission)?.group
    const sheet = group ? computeSheetPointsAndTime(ruleSet, group, last.values) : { points: 0, timeMs: null }
    const side = sideByEntry.get(id)
    totals.set(id, {
      score: sheet.points,
      timeMs: sheet.timeMs ?? 0,
      totalScore: side === undefined ? 0 : (points.get(side) ?? 0),
      totalTimeMs: 0,
      reachedAt: last.at,
      rankingKey: (side === undefined ? undefined : ranked.get(side)?.key) ?? missing,
      ...(uncounted.has(id) ? { hasRankOfAlliance: true } : {}),
    })
  }
  const drawnMatches = state
    ? listTiedKnockOutMatchNumbers(state).map((match) => ({ match, ...getKnockOutTieRequirement(ruleSet) }))
    : []
  return { totals, drawnMatches }
}

/**
 * Creates the function that computes the results of all entries of an event from their attempts. Only where `areResultsInterdependent` is true does a
 * result depend on the attempts of other entries. `draw` is that of an event with matches, null before it.
 */
export const createEventResultsCalculator = (
  ruleSet: RuleSet,
  calculation: CalculationVersion = newestCalculation,
  draw: EventDraw | null = null,
): ((attemptsByEntry: ReadonlyMap<string, readonly SheetAttempt[]>) => EventResults) => {
  if (hasMatchRules(ruleSet))
    return (attemptsByEntry) => computeMatchResults(ruleSet, calculation, draw, attemptsByEntry)
  const compute = createEntryResultCalculator(ruleSet, calculation)
  const panels = ruleSet.groups.flatMap((group) =>
    group.panel?.combine === 'sumOfPlaces'
      ? {
          key: group.key,
          judges: group.panel.judges,
          numbers: listRoundsOrPossibleMatches(ruleSet).flatMap((round) =>
            round.group === group ? round.number : [],
          ),
        }
      : [],
  )
  const scoreSheets = (attempts: readonly SheetAttempt[]) =>
    Map.groupBy(
      attempts.flatMap(({ mission, values, at }) => {
        const group = findRound(ruleSet, mission)?.group
        return group
          ? { ...computeSheetPointsAndTime(ruleSet, group, values, calculation), values, at, mission }
          : []
      }),
      ({ mission }) => mission,
    )

  return (attemptsByEntry) => {
    const sheetsByEntry = new Map(
      [...attemptsByEntry].map(([id, attempts]) => [
        id,
        panels.length > 0 ? scoreSheets(attempts) : new Map(),
      ]),
    )
    const sums = panels.map((panel) => ({
      key: panel.key,
      sums: computeSumsOfPlaces(sheetsByEntry, panel, calculation),
    }))
    const totals = new Map<string, RuleSetResult>()
    for (const [id, attempts] of attemptsByEntry) {
      const sumsOfPlaces = new Map(
        sums.flatMap((group) => (group.sums.has(id) ? [[group.key, group.sums.get(id) as number]] : [])),
      )
      const result = compute(attempts, sumsOfPlaces)
      if (result) totals.set(id, result)
    }
    return { totals, drawnMatches: [] }
  }
}
