import type { RuleSet } from '#contract/rule-set.schema.ts'
import { type CalculationVersion, newestCalculation } from '#contract/rule-set.ts'
import type { EventDraw } from './match-draw.ts'
import { hasMatches } from './match-result.ts'
import { computeMatchTotals } from './match-totals.ts'
import {
  compareSheets,
  createEntryResultCalculator,
  findBestSheet,
  groupByJudge,
  type RuleSetResult,
  type ScoredSheet,
  type SheetAttempt,
  sumAndDivide,
} from './rule-set-result.ts'
import { computeSheetResult, findRound, listRounds } from './rule-set-sheet.ts'

/** Returns true when the ranking key of an entry depends on the attempts of other entries. */
export const hasDependentResults = ({ groups, matches }: Pick<RuleSet, 'groups' | 'matches'>): boolean =>
  matches !== undefined || groups.some(({ panel }) => panel?.combine === 'sumOfPlaces')

/** Returns the place of each entry that a judge gives in a round. Equal entries share the mean of their places: 1, 2.5, 2.5, 4. */
const computePlaces = (sheets: ReadonlyMap<string, ScoredSheet>): Map<string, number> => {
  const sorted = [...sheets].toSorted(([, a], [, b]) => compareSheets(a, b))
  const places = new Map<string, number>()
  let first = 0
  for (const [at, [, sheet]] of sorted.entries()) {
    const next = sorted[at + 1]
    if (next && compareSheets(sheet, next[1]) === 0) continue
    for (const [id] of sorted.slice(first, at + 1)) places.set(id, (first + at) / 2 + 1)
    first = at + 1
  }
  return places
}

/** Computes the sum of places of each entry in a group with a panel: for each round the mean of its places, times the number of judges. */
const computeSumsOfPlaces = (
  sheetsByEntry: ReadonlyMap<string, ReadonlyMap<number, readonly ScoredSheet[]>>,
  { judges, numbers }: { judges: number; numbers: readonly number[] },
): Map<string, number> => {
  const sums = new Map([...sheetsByEntry.keys()].map((id) => [id, 0]))
  for (const number of numbers) {
    const byJudge = new Map<unknown, Map<string, ScoredSheet>>()
    for (const [id, rounds] of sheetsByEntry)
      for (const [judge, sheets] of groupByJudge(rounds.get(number) ?? [])) {
        const ofJudge = byJudge.get(judge) ?? new Map<string, ScoredSheet>()
        byJudge.set(judge, ofJudge.set(id, findBestSheet(sheets)))
      }
    // a round that nobody has begun decides nothing
    if (byJudge.size === 0) continue
    const places = new Map<string, number[]>()
    for (const sheets of byJudge.values())
      for (const [id, place] of computePlaces(sheets)) places.set(id, [...(places.get(id) ?? []), place * judges])
    for (const [id, sum] of sums) {
      const own = places.get(id)
      if (own) sums.set(id, sumAndDivide([sum, sumAndDivide(own, own.length)]))
      else sums.delete(id)
    }
  }
  return sums
}

/**
 * Creates the function that computes the results of all entries of an event from their attempts, by the ids of the entries. Entries without attempts are left out. Only where
 * `hasDependentResults` is true does a result depend on the attempts of other entries. `draw` is that of an event with matches, null before it.
 */
export const createEventResultsCalculator = (
  ruleSet: RuleSet,
  calculation: CalculationVersion = newestCalculation,
  draw: EventDraw | null = null,
): ((attemptsByEntry: ReadonlyMap<string, readonly SheetAttempt[]>) => Map<string, RuleSetResult>) => {
  if (hasMatches(ruleSet)) return (attemptsByEntry) => computeMatchTotals(ruleSet, draw, attemptsByEntry)
  const compute = createEntryResultCalculator(ruleSet, calculation)
  const panels = ruleSet.groups.flatMap((group) =>
    group.panel?.combine === 'sumOfPlaces'
      ? {
          key: group.key,
          judges: group.panel.judges,
          numbers: listRounds(ruleSet).flatMap((round) => (round.group === group ? round.number : [])),
        }
      : [],
  )
  const scoreSheets = (attempts: readonly SheetAttempt[]) =>
    Map.groupBy(
      attempts.flatMap(({ mission, values, at }) => {
        const group = findRound(ruleSet, mission)?.group
        return group ? { ...computeSheetResult(ruleSet, group, values, calculation), values, at, mission } : []
      }),
      ({ mission }) => mission,
    )

  return (attemptsByEntry: ReadonlyMap<string, readonly SheetAttempt[]>): Map<string, RuleSetResult> => {
    const sheetsByEntry = new Map([...attemptsByEntry].map(([id, attempts]) => [id, panels.length > 0 ? scoreSheets(attempts) : new Map()]))
    const sums = panels.map((panel) => ({ key: panel.key, sums: computeSumsOfPlaces(sheetsByEntry, panel) }))
    const results = new Map<string, RuleSetResult>()
    for (const [id, attempts] of attemptsByEntry) {
      const sumsOfPlaces = new Map(sums.flatMap((group) => (group.sums.has(id) ? [[group.key, group.sums.get(id) as number]] : [])))
      const result = compute(attempts, sumsOfPlaces)
      if (result) results.set(id, result)
    }
    return results
  }
}
