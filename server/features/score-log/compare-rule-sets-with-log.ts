import type { ScoreLogProblem } from '#contract/score-log-check.ts'
import type { Db } from '#server/db/open.ts'
import { hashRuleSet } from '#server/db/score-log/hash-row.ts'
import { listRuleSetVersions } from '#server/features/scores/service.ts'
import type { LoggedRuleSet } from './check-chain.ts'

/** Compares the rule sets of an event with the hashes that its log has of them. */
export const compareRuleSetsWithLog = async (
  db: Db,
  eventId: string,
  logged: readonly LoggedRuleSet[],
  report: (problem: ScoreLogProblem) => void,
): Promise<void> => {
  const stored = new Map((await listRuleSetVersions(db, eventId)).map(({ version, ruleSet }) => [version, ruleSet]))
  for (const { sequence, version, hash } of logged) {
    const ruleSet = stored.get(version)
    if (!ruleSet || hashRuleSet(ruleSet) !== hash) report({ code: 'rule-set-differs', sequence })
  }
}
