import type { Panel, RuleSet } from '#contract/rule-set.schema.ts'
import { findRound, listRounds, type NumberedRound } from './rule-set-sheet.ts'

/** A round in which each judge of a panel fills in a sheet of a team. */
export type PanelRound = NumberedRound & { panel: Panel }

/** Lists the rounds of panels of a rule set; none without a rule set. */
export const listPanelRounds = (ruleSet: Pick<RuleSet, 'groups'> | null): PanelRound[] =>
  ruleSet ? listRounds(ruleSet).flatMap((round) => (round.group.panel ? { ...round, panel: round.group.panel } : [])) : []

/** Finds the round of a panel with a number; undefined for a round in which each attempt is a run of its own. */
export const findPanelRound = (ruleSet: Pick<RuleSet, 'groups'> | null, number: number): PanelRound | undefined => {
  const round = ruleSet ? findRound(ruleSet, number) : undefined
  return round?.group.panel && { ...round, panel: round.group.panel }
}

/**
 * Counts the sheets that a panel still has to fill in for a team: as many as it has judges, without the judges who are left out of the team. The sheet of a judge who was left
 * out later fills no place.
 */
export const countMissingSheets = (panel: Panel, judgeIds: readonly string[], recusedIds: readonly string[]): number => {
  const recused = new Set(recusedIds)
  const present = new Set(judgeIds.filter((id) => !recused.has(id)))
  return Math.max(0, panel.judges - recused.size - present.size)
}
