import { hash } from 'node:crypto'
import type { RuleSet } from '#contract/rule-set.ts'
import { toCanonicalJson } from '#contract/rules/canonical-json.ts'
import type { ScoreLogContent } from '#contract/score-log.ts'

/** Returns the SHA-256 of the canonical JSON of a row, in hexadecimal digits. */
export const hashScoreLogRow = (content: ScoreLogContent): string => hash('sha256', toCanonicalJson(content), 'hex')

/** Returns the SHA-256 of the canonical JSON of a rule set, in hexadecimal digits. */
export const hashRuleSet = (ruleSet: RuleSet): string => hash('sha256', toCanonicalJson(ruleSet), 'hex')
