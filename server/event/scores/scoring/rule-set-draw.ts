import type { EventDraw } from '#contract/event/scoring/match-draw.ts'
import { doNewRulesKeepMatches } from '#contract/event/scoring/match-list.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { type ScoreLogChange, toEventScoreLogChange } from '../log/queries-append.ts'
import type { RuleSetEvent } from '../rules/queries-rule-sets.ts'
import { deleteEventDraw, readEventDrawForLog } from './queries-draws.ts'

/** Returns true when a draw has the groups and the sides that a rule set describes. */
export const doesDrawFitRuleSet = (ruleSet: RuleSet | null, { groups, sides }: EventDraw): boolean => {
  const matches = ruleSet?.matches
  return (
    matches !== undefined &&
    groups.length === (matches.groups?.count ?? 0) &&
    sides[0]?.length === matches.teamsPerSide
  )
}

/**
 * Throws `bad-input` for new rules of an event with results after which these results would belong to other
 * matches, or to none.
 */
export const assertNewRulesKeepMatchesOfResults = (
  { entryCount }: Pick<RuleSetEvent, 'entryCount'>,
  draw: EventDraw | null,
  before: RuleSet | null,
  after: RuleSet | null,
): void => {
  if (!draw || entryCount === 0) return
  const areKept =
    after?.matches !== undefined &&
    doesDrawFitRuleSet(after, draw) &&
    (!before?.matches || doNewRulesKeepMatches(before.matches, after.matches, draw))
  if (!areKept) throw new AppError('bad-input', [{ field: 'ruleSet.matches', code: 'has-results' }])
}

/** Deletes a draw that does not fit new rules, and returns the changes for the score log. */
export const deleteUnfittingDrawAndGetLogChanges = async (
  tx: Db,
  eventId: string,
  draw: EventDraw | null,
  ruleSet: RuleSet | null,
): Promise<ScoreLogChange[]> => {
  if (!draw || doesDrawFitRuleSet(ruleSet, draw)) return []
  const change = toEventScoreLogChange({ draw: await readEventDrawForLog(tx, eventId) }, { draw: null })
  await deleteEventDraw(tx, eventId)
  return [change]
}
