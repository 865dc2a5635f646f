import {
  getMatchRulesProblemTextKey,
  listMatchRulesProblems,
} from '#contract/event/scoring/match-rules-problems.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { Texts } from '#web/shared/texts.ts'

/**
 * Creates a function that returns the error of a part of the rules of matches (`points.win`), undefined
 * without one. A contradiction has a sentence of its own instead of the general message of the server.
 */
export const createMatchRulesErrorLookup = (
  { t, exists }: Pick<Texts, 't' | 'exists'>,
  ruleSet: RuleSet,
  errors: Record<string, string | undefined>,
) => {
  const problems = listMatchRulesProblems(ruleSet)
  return (path: string): string | undefined => {
    const error = errors[`matches.${path}`]
    const problem =
      error === undefined ? undefined : problems.find((each) => each.path.join('.') === `matches.${path}`)
    if (!problem) return error
    const key = `adminMatchRules.problems.${getMatchRulesProblemTextKey(problem.path.slice(1), problem.code)}`
    return exists(key) ? t(key as 'adminMatchRules.problems.knockOuts-required', problem.values ?? {}) : error
  }
}
