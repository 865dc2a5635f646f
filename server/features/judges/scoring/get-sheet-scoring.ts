import type { RuleSet } from '#contract/rule-set.schema.ts'
import { findPanelRound } from '#contract/rules/rule-set-sheet.ts'
import { matchSheetScoring } from './match-sheets.ts'
import { panelSheetScoring } from './panel-sheets.ts'
import { runSheetScoring } from './run-sheets.ts'
import type { SheetScoring } from './sheet-scoring.ts'

/** Returns how the sheets of a round are checked and recorded. */
export const getSheetScoring = (ruleSet: RuleSet | null, round: number): SheetScoring => {
  if (ruleSet?.matches) return matchSheetScoring
  return findPanelRound(ruleSet, round) ? panelSheetScoring : runSheetScoring
}
