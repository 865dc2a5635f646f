import { type CalculationVersion, newestCalculation, type RoundGroup, type RuleSet, type ScoreSheetValues } from '#contract/rule-set.ts'
import { scoreFields } from '#contract/score.ts'
import { computeSheetResult, findRound, findSheetValueProblems, roundSheetValues, type SheetProblem } from './rule-set-sheet.ts'

/** An attempt before it is judged by a rule set: with the values of its score sheet, or with points and a time only. `mission` is the number of its round. */
export type UnjudgedAttempt = { mission: number; score: number; timeMs: number; values?: ScoreSheetValues | null | undefined }
/** The score sheet of an attempt with its result; a time that does not exist is 0. */
export type JudgedSheet = { values: ScoreSheetValues; score: number; timeMs: number }

/**
 * Returns the values of a score sheet for an attempt that has only points and a time: the fields `points` and `time` of its round. A time of 0 is a missing one
 * where the sheet may leave it empty, but not in the first version of the calculation. Undefined when the sheet has other required fields.
 */
export const toPlainSheetValues = (
  group: RoundGroup,
  { score, timeMs }: { score: number; timeMs: number },
  calculation: CalculationVersion = newestCalculation,
): ScoreSheetValues | undefined => {
  const isPlain = group.fields.every(
    (field) =>
      ((field.kind === 'count' || field.kind === 'measure') && field.key === 'points' && field.pointsPerUnit === 1) ||
      (field.kind === 'time' && field.key === 'time') ||
      (field.kind !== 'yesNo' && !field.isRequired),
  )
  const findField = (key: string) => group.fields.find((field) => field.key === key)
  if (!isPlain || !findField('points')) return undefined
  const timeField = findField('time')
  const mayBeEmpty = timeField?.kind === 'time' && !timeField.isRequired && calculation !== 1
  return { points: score, ...(timeField && !(mayBeEmpty && timeMs === 0) ? { time: timeMs } : {}) }
}

/** Judges an attempt by a rule set, and rounds its values to three decimals. Problems have the names `mission` and `values.<key of the field>`. */
export const judgeAttempt = (
  ruleSet: RuleSet,
  attempt: UnjudgedAttempt,
  calculation: CalculationVersion = newestCalculation,
): { sheet: JudgedSheet } | { problems: SheetProblem[] } => {
  const group = findRound(ruleSet, attempt.mission)?.group
  if (!group) return { problems: [{ field: 'mission', code: 'unknown-value' }] }
  const given = attempt.values ?? toPlainSheetValues(group, attempt, calculation)
  if (!given) return { problems: [{ field: 'values', code: 'required' }] }
  const problems = findSheetValueProblems(group, given)
  if (problems.length > 0) return { problems: problems.map((problem) => ({ ...problem, field: `values.${problem.field}` })) }
  const values = roundSheetValues(given)
  const { points, timeMs } = computeSheetResult(ruleSet, group, values, calculation)
  if (Math.abs(points) > scoreFields.score.max)
    return { problems: [{ field: 'values', code: 'too-large', values: { limit: scoreFields.score.max } }] }
  if ((timeMs ?? 0) > scoreFields.timeMs.max)
    return { problems: [{ field: 'values', code: 'too-large', values: { limit: scoreFields.timeMs.max } }] }
  return { sheet: { values, score: points, timeMs: timeMs ?? 0 } }
}
