import type { TotalRule } from '#contract/event.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/rule-set.schema.ts'
import { type CalculationVersion, newestCalculation } from '#contract/rule-set.ts'
import { roundToThousandths } from '#contract/rules/numbers.ts'
import type { RankingKey } from '#contract/rules/ranking-key.ts'
import { createEntryResultCalculator, judgeAttempt, type UnjudgedAttempt } from '#contract/rules/rule-set-result.ts'
import { computeEntryTotal, type EntryTotal } from '#contract/rules/scoring.ts'
import type { Db } from '#server/db/open.ts'
import { AppError, type FieldProblem } from '#server/lib/app-error.ts'
import { findNewestRuleSet } from './queries-rule-sets.ts'

/** The rules of an event: its rule set with the version, or without one the rule for totals, and how results by a rule set are calculated. */
export type EventRules = { totalRule: TotalRule; ruleSet: RuleSet | null; ruleVersion: number | null; calculation: CalculationVersion }

/** Reads the rules of an event. */
export const readEventRules = async (db: Db, event: { id: string; totalRule: TotalRule }): Promise<EventRules> => {
  const newest = await findNewestRuleSet(db, event.id)
  return {
    totalRule: event.totalRule,
    ruleSet: newest?.ruleSet ?? null,
    ruleVersion: newest?.ruleSet ? newest.version : null,
    calculation: newest?.calculation ?? newestCalculation,
  }
}

/** The columns of an attempt that the rules decide. */
export type JudgedColumns = { score: number; timeMs: number; values: ScoreSheetValues | null; ruleVersion: number | null }

/** Judges an attempt by the rules of its event. Problems have the names `mission` and `values.<key of the field>`. */
export const judgeByEventRules = (
  { ruleSet, ruleVersion, calculation }: EventRules,
  attempt: UnjudgedAttempt,
): { columns: JudgedColumns } | { problems: FieldProblem[] } => {
  if (!ruleSet) {
    if (attempt.values) return { problems: [{ field: 'values', code: 'unexpected-field' }] }
    return { columns: { score: roundToThousandths(attempt.score), timeMs: attempt.timeMs, values: null, ruleVersion: null } }
  }
  const judged = judgeAttempt(ruleSet, attempt, calculation)
  return 'problems' in judged ? judged : { columns: { ...judged.sheet, ruleVersion } }
}

/**
 * Judges an attempt that was recorded earlier, perhaps by other rules. The attempt keeps the version of the rules by which it was recorded. Throws `bad-input` with fields that
 * begin with `path` when it does not fit the rules.
 */
export const judgeStoredAttempt = (
  { ruleSet, calculation }: EventRules,
  attempt: UnjudgedAttempt & { ruleVersion?: number | null },
  path: string,
): JudgedColumns => {
  const { values = null, ruleVersion = null, score, timeMs } = attempt
  if (!ruleSet) return { score, timeMs, values, ruleVersion }
  const judged = judgeAttempt(ruleSet, attempt, calculation)
  if ('problems' in judged)
    throw new AppError(
      'bad-input',
      judged.problems.map((problem) => ({ ...problem, field: `${path}.${problem.field}` })),
    )
  return { ...judged.sheet, ruleVersion }
}

/** An attempt of an entry, as the input of its total. */
type AttemptOfEntry = { mission: number; score: number; timeMs: number; at: Date; values: ScoreSheetValues | null }
/** The total of an entry; the ranking key is absent in an event without a rule set. */
export type RuledTotal = EntryTotal & { rankingKey?: RankingKey }

/** Creates the function that computes the total of an entry by the rules of an event; undefined without attempts. */
export const createTotalCalculator = ({
  ruleSet,
  totalRule,
  calculation,
}: EventRules): ((attempts: readonly AttemptOfEntry[]) => RuledTotal | undefined) => {
  if (!ruleSet)
    return (attempts) =>
      computeEntryTotal(
        attempts.map(({ mission, score, timeMs, at }) => ({ mission, score, timeMs, at: at.getTime() })),
        totalRule,
      )
  const compute = createEntryResultCalculator(ruleSet, calculation)
  return (attempts) => compute(attempts.map(({ mission, values, at }) => ({ mission, values: values ?? {}, at: at.getTime() })))
}
