import type { ScoreSheetValues } from './rule-set.ts'

/** A score sheet as the judge filled it in: the values of the rule set with its version, or points and time without a rule set. */
export type JudgedSheet = { values: ScoreSheetValues | null; score: number; timeMs: number; ruleVersion: number | null }
