import { sql } from 'drizzle-orm'
import type { CalculationVersion, RuleSet } from '#contract/rule-set.ts'
import type { LoggedRule } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import { hashRuleSet } from './hash-row.ts'

/** Returns the current rules of an event, as a row of its score log has them. */
export const readLoggedRule = async (db: Db, eventId: string): Promise<LoggedRule> => {
  const { rows } = await db.execute<{
    total_rule: string
    calculation: CalculationVersion
    version: number | null
    document: RuleSet | null
  }>(sql`
    select e.total_rule, e.calculation_version as calculation, r.version, r.document from events e left join event_rule_sets r on r.event_id = e.id
    where e.id = ${eventId} order by r.version desc limit 1`)
  const [row] = rows
  if (!row) throw new Error('the event of a score log does not exist')
  const { total_rule: totalRule, calculation, version, document } = row
  const ruleSet = version === null ? {} : { ruleSetVersion: version, ruleSetHash: document && hashRuleSet(document) }
  return { totalRule, ...ruleSet, calculation }
}

/** Returns the rules after a row of a score log. A version without a hash does not have the one of an earlier version. */
export const mergeLoggedRule = (rule: Partial<LoggedRule> | null, next: Partial<LoggedRule>): Partial<LoggedRule> => {
  const { ruleSetHash, ...earlier } = rule ?? {}
  return next.ruleSetVersion === undefined ? { ...rule, ...next } : { ...earlier, ...next }
}
