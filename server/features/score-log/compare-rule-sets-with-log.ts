import type { TotalRule } from '#contract/event.ts'
import type { CalculationVersion } from '#contract/rule-set.ts'
import type { LoggedRule, ScoreLogProblem } from '#contract/score-log.schema.ts'
import type { Db } from '#server/db/open.ts'
import { type EventRules, hashRuleSet, listRuleSetVersions } from '#server/features/scores/service.ts'
import type { LoggedRuleSet } from './check-chain.ts'
import { findRuleSetByVersion } from './queries-time-machine.ts'

/** Compares the rule sets of an event with the hashes that its log has of them, and the newest version with the last one that the log names. */
export const compareRuleSetsWithLog = async (
  db: Db,
  eventId: string,
  logged: readonly LoggedRuleSet[],
  report: (problem: ScoreLogProblem) => void,
): Promise<void> => {
  const versions = await listRuleSetVersions(db, eventId)
  const stored = new Map(versions.map(({ version, ruleSet }) => [version, ruleSet]))
  for (const { sequence, version, hash } of logged) {
    const ruleSet = stored.get(version)
    if (ruleSet === undefined || (ruleSet && hashRuleSet(ruleSet)) !== hash) report({ code: 'rule-set-differs', sequence })
  }
  const last = logged.at(-1)
  const newest = versions.at(-1)
  // a version that is missing is reported above
  if (newest && newest.version > (last?.version ?? 0))
    report({ code: 'rule-set-differs', ...(last ? { sequence: last.sequence } : {}), field: String(newest.version) })
}

/** Returns the version of the calculation that a log names, 1 when it names none. */
export const getLoggedCalculation = (rule: LoggedRule | null): CalculationVersion => (rule?.calculation === 2 ? 2 : 1)

/** Returns the rules that a log names. A log without a row about them means the default ranking with the best attempt of each mission. */
export const readLoggedEventRules = async (db: Db, eventId: string, rule: LoggedRule | null): Promise<EventRules> => {
  const version = rule?.ruleSetVersion ?? null
  const ruleSet = version === null ? null : await findRuleSetByVersion(db, eventId, version)
  return {
    totalRule: (rule?.totalRule ?? 'sum-of-best') as TotalRule,
    ruleSet,
    ruleVersion: ruleSet ? version : null,
    calculation: getLoggedCalculation(rule),
  }
}
