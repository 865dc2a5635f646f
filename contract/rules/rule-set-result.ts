import {
  type CalculationVersion,
  disqualifiedKey,
  newestCalculation,
  type RoundGroup,
  type RuleRankingKey,
  type RuleSet,
  type ScoreSheetField,
  type ScoreSheetValues,
} from '#contract/rule-set.ts'
import { roundToThousandths } from './numbers.ts'
import { encodeRankingKeyPart, type RankingKey } from './ranking-key.ts'
import { computeSheetResult, hasRoundTime, listRounds, type SheetResult, toFieldNumber, toFixedResult } from './rule-set-sheet.ts'
import type { EntryTotal } from './scoring.ts'

/** An attempt as the input of a result. `mission` is the number of its round, `at` is in milliseconds since 1970. */
export type SheetAttempt = { mission: number; values: ScoreSheetValues; at: number }
/** The result of an entry by a rule set, and its ranking key. */
export type RuleSetResult = EntryTotal & { rankingKey: RankingKey }

type ScoredSheet = SheetResult & { values: ScoreSheetValues; at: number }
/** The result of a group. `points` is null when a round is missing that the result needs. */
type GroupResult = { points: number | null; timeMs: number | null }

const orLast = (timeMs: number | null) => timeMs ?? Number.POSITIVE_INFINITY
/** The order of rounds and attempts: more points first, then less time. */
const compareSheets = (a: SheetResult, b: SheetResult): number => {
  if (a.points !== b.points) return b.points - a.points
  const [timeA, timeB] = [orLast(a.timeMs), orLast(b.timeMs)]
  return timeA < timeB ? -1 : timeA > timeB ? 1 : 0
}
/** Adds numbers as integer thousandths, without the errors of binary fractions. */
const sumThousandths = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + Math.round(number * 1000), 0) / 1000
const sumPoints = (results: readonly GroupResult[]): number | null => {
  const points = results.flatMap((result) => result.points ?? [])
  return points.length < results.length ? null : sumThousandths(points)
}
const sumTimes = (results: readonly GroupResult[]): number | null =>
  results.reduce<number | null>((sum, { timeMs }) => (sum === null || timeMs === null ? null : sum + timeMs), 0)

/** The attempts of a group by round; rounds without attempts are left out. */
type GroupAttempts = { group: RoundGroup; rounds: ScoredSheet[][] }

/** Returns the best attempt of a round, of equal ones the earliest. */
const findBestSheet = (attempts: readonly ScoredSheet[]): ScoredSheet =>
  attempts.reduce((best, attempt) => {
    const order = compareSheets(attempt, best)
    return order < 0 || (order === 0 && attempt.at < best.at) ? attempt : best
  })

/** Combines the rounds of a group, undefined without rounds that count. */
const combineRounds = (group: RoundGroup, sorted: readonly SheetResult[]): GroupResult | undefined => {
  if (group.missingRound?.countsAs === 'missing' && sorted.length < group.rounds.length) return { points: null, timeMs: null }
  return sorted.length === 0 || group.combine === 'best'
    ? sorted[0]
    : { points: sumPoints(sorted), timeMs: hasRoundTime(group) ? sumTimes(sorted) : null }
}

/** Returns the value of a field in a round: of several attempts the best in the order of the key. Disqualified attempts have none. */
const readRoundField = (
  field: ScoreSheetField,
  attempts: readonly ScoredSheet[],
  order: 'high' | 'low',
  calculation: CalculationVersion,
): number | undefined => {
  const numbers = attempts.flatMap(({ values }) => {
    const number = values[disqualifiedKey] === true ? undefined : toFieldNumber(field, values[field.key])
    return number === undefined ? [] : [calculation === 1 ? number : roundToThousandths(number)]
  })
  return numbers.length === 0 ? undefined : order === 'high' ? Math.max(...numbers) : Math.min(...numbers)
}

const readFieldKey = (
  { group, rounds }: GroupAttempts,
  key: RuleRankingKey & { of: 'field' },
  calculation: CalculationVersion,
): number | null => {
  const field = group.fields.find((each) => each.key === key.field)
  if (!field) return null
  const numbers = rounds
    .flatMap((attempts) => readRoundField(field, attempts, key.order, calculation) ?? [])
    .sort((a, b) => (key.order === 'high' ? b - a : a - b))
  if (numbers.length === 0) return null
  if (key.nth === null && group.combine === 'sum')
    return group.missingRound?.countsAs === 'missing' && numbers.length < group.rounds.length ? null : sumThousandths(numbers)
  return numbers[(key.nth ?? 1) - 1] ?? null
}

/**
 * Creates the function that computes the result of an entry from its attempts, in any order; undefined without attempts. Of several attempts in one round the best
 * counts. `reachedAt` is the time of the last attempt that counts, `score` and `timeMs` are those of the last attempt. Totals and times that do not exist are 0
 * there, and missing in the ranking key.
 */
export const createEntryResultCalculator = (ruleSet: RuleSet, calculation: CalculationVersion = newestCalculation) => {
  const rounds = listRounds(ruleSet)
  const groupRounds = ruleSet.groups.map((group) => ({
    group,
    numbers: rounds.filter((round) => round.group === group).map(({ number }) => number),
  }))

  return (attempts: readonly SheetAttempt[]): RuleSetResult | undefined => {
    const byRound = new Map<number, ScoredSheet[]>()
    let last: ScoredSheet | undefined
    for (const { mission, values, at } of attempts) {
      const group = rounds[mission - 1]?.group
      if (!group) continue
      const sheet = { ...computeSheetResult(ruleSet, group, values, calculation), values, at }
      const others = byRound.get(mission)
      if (others) others.push(sheet)
      else byRound.set(mission, [sheet])
      if (!last || at > last.at || (at === last.at && compareSheets(sheet, last) < 0)) last = sheet
    }
    if (!last) return undefined

    let reachedAt = Number.NEGATIVE_INFINITY
    const groups = new Map<string, GroupAttempts & { sorted: SheetResult[]; result: GroupResult | undefined }>()
    for (const { group, numbers } of groupRounds) {
      const attempted = numbers.flatMap((number) => {
        const sheets = byRound.get(number)
        return sheets ? [sheets] : []
      })
      const best = attempted.map(findBestSheet)
      for (const { at } of best) reachedAt = Math.max(reachedAt, at)
      const { missingRound } = group
      const fixed = missingRound?.countsAs === 'value' ? toFixedResult(group, missingRound) : undefined
      const missing = fixed ? Array.from({ length: numbers.length - best.length }, () => fixed) : []
      const sorted = [...best, ...missing].toSorted(compareSheets)
      groups.set(group.key, { group, rounds: attempted, sorted, result: combineRounds(group, sorted) })
    }
    const results = [...groups.values()].flatMap(({ group, result }) => (result ? [{ ...result, hasTime: hasRoundTime(group) }] : []))
    const timed = results.filter((result) => result.hasTime)
    const total: GroupResult = { points: sumPoints(results), timeMs: timed.length > 0 ? sumTimes(timed) : null }

    const readKey = (key: RuleRankingKey): number | null => {
      if (key.of === 'total') return key.value === 'points' ? total.points : total.timeMs
      const attempted = groups.get(key.group)
      if (!attempted) return null
      if (key.of === 'field') return readFieldKey(attempted, key, calculation)
      const result = key.nth === null ? attempted.result : attempted.sorted[key.nth - 1]
      return result ? (key.value === 'points' ? result.points : result.timeMs) : null
    }
    return {
      score: last.points,
      timeMs: last.timeMs ?? 0,
      totalScore: total.points ?? 0,
      totalTimeMs: total.timeMs ?? 0,
      reachedAt,
      rankingKey: ruleSet.rankingKeys.map((key) => encodeRankingKeyPart(readKey(key), key.order)),
    }
  }
}
