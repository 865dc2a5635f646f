import { scoreFields } from '#contract/event/scores/score.ts'
import type {
  RoundGroup,
  RuleRankingKey,
  RuleSet,
  ScoreSheetField,
  ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import {
  type CalculationVersion,
  disqualifiedKey,
  judgeKey,
  newestCalculation,
} from '#contract/event/scoring/rule-set.ts'
import { roundToThousandths } from '#contract/platform/numbers.ts'
import type { EntryTotal } from './entry-total.ts'
import { encodeRankingKeyNumber, type RankingKey } from './ranking.ts'
import {
  buildPrescribedSheetResult,
  computeSheetPointsAndTime,
  findFieldValueAsNumber,
  findRound,
  hasTimedRounds,
  listRoundsOrPossibleMatches,
  listSheetValueProblems,
  omitValuesWithUnmetCondition,
  removeFloatErrorsFromSheetValues,
  type SheetProblem,
  type SheetResult,
} from './rule-set-sheet.ts'

/**
 * An attempt before it is judged by a rule set: with the values of its score sheet, or with points and a time
 * only. `mission` is the number of its round.
 */
export type UnscoredAttempt = {
  mission: number
  score: number
  timeMs: number
  values?: ScoreSheetValues | null | undefined
}
/** The score sheet of an attempt with its result; a time that does not exist is 0. */
type JudgedSheet = { values: ScoreSheetValues; score: number; timeMs: number }

/**
 * Returns the values of a score sheet for an attempt that has only points and a time: the fields `points` and
 * `time` of its round. A time of 0 is a missing one where the sheet may leave it empty, but not in the first
 * version of the calculation. Undefined when the sheet has other required fields.
 */
export const buildSheetValuesFromPointsAndTime = (
  group: RoundGroup,
  { score, timeMs }: { score: number; timeMs: number },
  calculation: CalculationVersion = newestCalculation,
): ScoreSheetValues | undefined => {
  const isPlain = group.fields.every(
    (field) =>
      ((field.kind === 'count' || field.kind === 'measure') &&
        field.key === 'points' &&
        field.pointsPerUnit === 1) ||
      (field.kind === 'time' && field.key === 'time') ||
      (field.kind !== 'yesNo' && !field.isRequired),
  )
  const findField = (key: string) => group.fields.find((field) => field.key === key)
  if (!isPlain || !findField('points')) return undefined
  const timeField = findField('time')
  const mayBeEmpty = timeField?.kind === 'time' && !timeField.isRequired && calculation !== 1
  return { points: score, ...(timeField && !(mayBeEmpty && timeMs === 0) ? { time: timeMs } : {}) }
}

/**
 * Judges an attempt by a rule set, and rounds its values to three decimals. Problems have the names `mission`
 * and `values.<key of the field>`.
 */
export const validateAndScoreAttempt = (
  ruleSet: RuleSet,
  attempt: UnscoredAttempt,
  calculation: CalculationVersion = newestCalculation,
): { sheet: JudgedSheet } | { problems: SheetProblem[] } => {
  const group = findRound(ruleSet, attempt.mission)?.group
  if (!group) return { problems: [{ field: 'mission', code: 'unknown-value' }] }
  const given = attempt.values ?? buildSheetValuesFromPointsAndTime(group, attempt, calculation)
  if (!given) return { problems: [{ field: 'values', code: 'required' }] }
  const problems = listSheetValueProblems(group, given)
  if (problems.length > 0)
    return { problems: problems.map((problem) => ({ ...problem, field: `values.${problem.field}` })) }
  const values = removeFloatErrorsFromSheetValues(given)
  const { points, timeMs } = computeSheetPointsAndTime(ruleSet, group, values, calculation)
  if (Math.abs(points) > scoreFields.score.max)
    return { problems: [{ field: 'values', code: 'too-large', values: { limit: scoreFields.score.max } }] }
  if ((timeMs ?? 0) > scoreFields.timeMs.max)
    return { problems: [{ field: 'values', code: 'too-large', values: { limit: scoreFields.timeMs.max } }] }
  return { sheet: { values, score: points, timeMs: timeMs ?? 0 } }
}

/**
 * An attempt as the input of a result. `mission` is the number of its round, `at` is in milliseconds since
 * 1970.
 */
export type SheetAttempt = { mission: number; values: ScoreSheetValues; at: number }
/** The result of an entry by a rule set, and its ranking key. */
export type RuleSetResult = EntryTotal & { rankingKey: RankingKey }

/** An attempt with its result. */
export type ScoredSheet = SheetResult & { values: ScoreSheetValues; at: number }
/** The result of a group. `points` is null when a round is missing that the result needs. */
type GroupResult = { points: number | null; timeMs: number | null; isTimeOmitted?: true }

const orLast = (timeMs: number | null) => timeMs ?? Number.POSITIVE_INFINITY
/** The order of rounds and attempts: more points first, then less time. */
export const compareByPointsThenTime = (a: GroupResult, b: GroupResult): number => {
  if (a.points !== b.points)
    return (b.points ?? Number.NEGATIVE_INFINITY) - (a.points ?? Number.NEGATIVE_INFINITY)
  const [timeA, timeB] = [orLast(a.timeMs), orLast(b.timeMs)]
  return timeA < timeB ? -1 : timeA > timeB ? 1 : 0
}
/** Adds numbers as integer thousandths, without the errors of binary fractions, and divides the sum. */
export const sumAndDivideToThousandths = (numbers: readonly number[], divisor = 1) =>
  (Math.round(numbers.reduce((sum, number) => sum + Math.round(number * 1000), 0) / divisor) + 0) / 1000
const sumPoints = (results: readonly GroupResult[], divisor = 1): number | null => {
  const points = results.flatMap((result) => result.points ?? [])
  return points.length < results.length ? null : sumAndDivideToThousandths(points, divisor)
}
const sumTimes = (results: readonly GroupResult[]): number | null =>
  results.reduce<number | null>(
    (sum, { timeMs }) => (sum === null || timeMs === null ? null : sum + timeMs),
    0,
  )
/** Adds up results. Results whose time a condition leaves out add their points and no time. */
const sumResults = (results: readonly GroupResult[]): GroupResult => {
  const timed = results.filter(({ isTimeOmitted }) => !isTimeOmitted)
  const points = sumPoints(results)
  return timed.length === 0 && results.length > 0
    ? { points, timeMs: null, isTimeOmitted: true }
    : { points, timeMs: sumTimes(timed) }
}

/** Returns the mean of results, at least one. */
const averageResults = (group: RoundGroup, results: readonly GroupResult[]): GroupResult => {
  const timeMs = hasTimedRounds(group) ? sumTimes(results) : null
  return {
    points: sumPoints(results, results.length),
    timeMs: timeMs === null ? null : Math.round(timeMs / results.length),
  }
}

/**
 * Returns the mean of results, at least one. Results whose time a condition leaves out count with their points
 * only.
 */
const averageTimedResults = (group: RoundGroup, results: readonly GroupResult[]): GroupResult => {
  const timed = results.filter(({ isTimeOmitted }) => !isTimeOmitted)
  return {
    ...averageResults(group, results),
    ...(timed.length === 0
      ? { timeMs: null, isTimeOmitted: true as const }
      : { timeMs: averageResults(group, timed).timeMs }),
  }
}

/** The attempts of a group by round; rounds without attempts are left out. */
type GroupAttempts = { group: RoundGroup; rounds: ScoredSheet[][] }

/** Returns the best attempt of a round, of equal ones the earliest. */
export const getBestSheetByPointsThenTime = (attempts: readonly ScoredSheet[]): ScoredSheet =>
  attempts.reduce((best, attempt) => {
    const order = compareByPointsThenTime(attempt, best)
    return order < 0 || (order === 0 && attempt.at < best.at) ? attempt : best
  })

/** Groups the sheets of a round by their judge. */
export const groupSheetsByJudge = <T extends { values: ScoreSheetValues }>(
  sheets: readonly T[],
): Map<ScoreSheetValues[string] | undefined, T[]> => Map.groupBy(sheets, ({ values }) => values[judgeKey])

/**
 * Returns the result of a round with the time at which it was reached: of the best attempt, or of all sheets
 * of a panel. Of several sheets of a judge the best counts. The time of a panel is the mean of the sheets whose
 * time no condition leaves out.
 */
const computeRoundResult = (
  group: RoundGroup,
  attempts: readonly ScoredSheet[],
): GroupResult & { at: number } => {
  if (!group.panel) return getBestSheetByPointsThenTime(attempts)
  const sheets = [...groupSheetsByJudge(attempts).values()]
    .map(getBestSheetByPointsThenTime)
    .toSorted(compareByPointsThenTime)
  const isTrimmed = group.panel.combine === 'trimmedMean' && sheets.length > 2
  const counted = isTrimmed ? sheets.slice(1, -1) : sheets
  return { ...averageTimedResults(group, counted), at: Math.max(...sheets.map(({ at }) => at)) }
}

/** Combines the sheets of a panel for an entry in a round. Points and a time that do not exist are 0. */
export const computePanelResult = (
  ruleSet: RuleSet,
  group: RoundGroup,
  sheets: readonly { values: ScoreSheetValues | null }[],
): { score: number; timeMs: number } => {
  const scored = sheets.map(({ values }) => ({
    ...computeSheetPointsAndTime(ruleSet, group, values ?? {}),
    values: values ?? {},
    at: 0,
  }))
  const { points, timeMs } = computeRoundResult(group, scored)
  return { score: points ?? 0, timeMs: timeMs ?? 0 }
}

/** The result of a round without an attempt where such a round has no result. */
const noResult: GroupResult = { points: null, timeMs: null }

const selectCountedRounds = (
  { combine, countedRounds }: RoundGroup,
  sorted: readonly GroupResult[],
): readonly GroupResult[] => {
  const count = sorted.length
  if (combine === 'best') return sorted.slice(0, 1)
  if (combine === 'trimmedMean') return sorted.slice(1, -1)
  if (combine === 'median') return sorted.slice(Math.floor((count - 1) / 2), Math.floor(count / 2) + 1)
  return sorted.slice(0, countedRounds)
}

/** Combines the rounds of a group, the best first; undefined without rounds. */
const combineRounds = (
  group: RoundGroup,
  sorted: readonly GroupResult[],
  calculation: CalculationVersion,
): GroupResult | undefined => {
  if (sorted.length === 0) return undefined
  if (group.combine === 'best') return sorted.includes(noResult) ? noResult : sorted[0]
  const counted = selectCountedRounds(group, sorted)
  if (counted.length === 0) return noResult
  if (group.combine !== 'sum')
    // before version 4, a time that a condition leaves out made the mean of the times missing
    return calculation < 4 ? averageResults(group, counted) : averageTimedResults(group, counted)
  return hasTimedRounds(group) ? sumResults(counted) : { points: sumPoints(counted), timeMs: null }
}

/**
 * Returns the value of a field in a round: of several attempts the best in the order of the key, in a panel
 * the mean of those of the judges. Disqualified attempts have none.
 */
const readRoundField = (
  { panel }: RoundGroup,
  field: ScoreSheetField,
  attempts: readonly ScoredSheet[],
  order: 'high' | 'low',
  calculation: CalculationVersion,
): number | undefined => {
  if (!panel) return readBestField(field, attempts, order, calculation)
  const numbers = [...groupSheetsByJudge(attempts).values()].flatMap(
    (sheets) => readBestField(field, sheets, order, calculation) ?? [],
  )
  if (numbers.length === 0) return undefined
  return field.kind === 'time'
    ? Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length)
    : sumAndDivideToThousandths(numbers, numbers.length)
}

/** Returns the best value of a field in attempts, in the order of a key. */
const readBestField = (
  field: ScoreSheetField,
  attempts: readonly ScoredSheet[],
  order: 'high' | 'low',
  calculation: CalculationVersion,
): number | undefined => {
  const numbers = attempts.flatMap(({ values }) => {
    const number =
      values[disqualifiedKey] === true ? undefined : findFieldValueAsNumber(field, values[field.key])
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
    .flatMap((attempts) => readRoundField(group, field, attempts, key.order, calculation) ?? [])
    .sort((a, b) => ((key.order === 'high') === (key.from === undefined) ? b - a : a - b))
  if (numbers.length === 0) return null
  if (key.nth === null && group.combine === 'sum')
    return group.missingRound?.countsAs === 'missing' && numbers.length < group.rounds.length
      ? null
      : sumAndDivideToThousandths(numbers)
  return numbers[(key.nth ?? 1) - 1] ?? null
}

/**
 * The sums of places of an entry by the key of the group, which depend on the attempts of all entries of an
 * event.
 */
type SumsOfPlaces = ReadonlyMap<string, number>

/**
 * Creates the function that computes the result of an entry from its attempts, in any order; undefined
 * without attempts. Of several attempts in one round the best counts, or in a panel the sheets of the judges
 * together. `reachedAt` is the time of the last attempt that counts, `score` and `timeMs` are those of the
 * last attempt. Totals and times that do not exist are 0 there, and missing in the ranking key.
 */
export const createEntryResultCalculator = (
  ruleSet: RuleSet,
  calculation: CalculationVersion = newestCalculation,
) => {
  const rounds = listRoundsOrPossibleMatches(ruleSet)
  const groupRounds = ruleSet.groups.map((group) => ({
    group,
    numbers: rounds.filter((round) => round.group === group).map(({ number }) => number),
  }))

  return (attempts: readonly SheetAttempt[], sumsOfPlaces?: SumsOfPlaces): RuleSetResult | undefined => {
    const byRound = new Map<number, ScoredSheet[]>()
    let last: ScoredSheet | undefined
    for (const { mission, values, at } of attempts) {
      const group = rounds[mission - 1]?.group
      if (!group) continue
      const sheet = {
        ...computeSheetPointsAndTime(ruleSet, group, values, calculation),
        values: omitValuesWithUnmetCondition(group, values),
        at,
      }
      const others = byRound.get(mission)
      if (others) others.push(sheet)
      else byRound.set(mission, [sheet])
      if (!last || at > last.at || (at === last.at && compareByPointsThenTime(sheet, last) < 0)) last = sheet
    }
    if (!last) return undefined

    let reachedAt = Number.NEGATIVE_INFINITY
    const groups = new Map<
      string,
      GroupAttempts & { sorted: GroupResult[]; result: GroupResult | undefined }
    >()
    for (const { group, numbers } of groupRounds) {
      const attempted = numbers.flatMap((number) => {
        const sheets = byRound.get(number)
        return sheets ? [sheets] : []
      })
      const best = attempted.map((sheets) => computeRoundResult(group, sheets))
      for (const { at } of best) reachedAt = Math.max(reachedAt, at)
      const { missingRound } = group
      const kind = missingRound?.countsAs ?? 'zero'
      const fixed =
        missingRound?.countsAs === 'value'
          ? buildPrescribedSheetResult(group, missingRound)
          : kind === 'missing'
            ? noResult
            : undefined
      const missing = fixed ? Array.from({ length: numbers.length - best.length }, () => fixed) : []
      const sorted = [...best, ...missing].toSorted(compareByPointsThenTime)
      groups.set(group.key, {
        group,
        rounds: attempted,
        sorted,
        result: combineRounds(group, sorted, calculation),
      })
    }
    const results = [...groups.values()].flatMap(({ group, result }) =>
      result ? [{ ...result, hasTime: hasTimedRounds(group) }] : [],
    )
    const timed = results.filter((result) => result.hasTime)
    const total: GroupResult = {
      points: sumPoints(results),
      timeMs: timed.length > 0 ? sumResults(timed).timeMs : null,
    }

    const readKey = (key: RuleRankingKey): number | null => {
      if (key.of === 'total') return key.value === 'points' ? total.points : total.timeMs
      const attempted = groups.get(key.group)
      if (!attempted) return null
      if (key.of === 'field') return readFieldKey(attempted, key, calculation)
      if (key.value === 'places') return sumsOfPlaces?.get(key.group) ?? null
      const result = key.nth === null ? attempted.result : attempted.sorted[key.nth - 1]
      return result ? (key.value === 'points' ? result.points : result.timeMs) : null
    }
    return {
      score: last.points,
      timeMs: last.timeMs ?? 0,
      totalScore: total.points ?? 0,
      totalTimeMs: total.timeMs ?? 0,
      reachedAt,
      rankingKey: ruleSet.rankingKeys.map((key) => encodeRankingKeyNumber(readKey(key), key.order)),
    }
  }
}
