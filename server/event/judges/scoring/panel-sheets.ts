import { isDeepStrictEqual } from 'node:util'
import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { JudgeSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import {
  countMissingPanelSheets,
  findRoundIfPanelRound,
  listPanelRounds,
  removeFloatErrorsFromSheetValues,
} from '#contract/event/scoring/rule-set-sheet.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  type listCurrentRecusalsOfEvent,
  markSecondLookAnsweredIfJudgedAfter,
  saveOrDeleteFeedback,
} from '../queries-panels.ts'
import { insertSentSheetsWithScoreLog, setSheetJudgedAtWithScoreLog } from '../queries-sheet-writes.ts'
import { findLastSheetOfAttempt, listTeamAttemptsOfEventOrRun } from '../queries-sheets.ts'
import {
  assertJudgingAcceptsSheets,
  assertRulesUpToDate,
  isSheetUpToDateWithAttempts,
} from '../sheet-checks.ts'
import { buildSheetRow, getImportingUserId, sheetPolicies, toContentAsSent } from '../sheet-sender.ts'
import { writeScoresOfRunSheet } from './run-sheets.ts'
import type { SheetScoring } from './sheet-scoring.ts'

/** Selects the attempts that a judge sees: in the rounds of a panel only the own ones. */
export const omitPanelAttemptsOfOtherJudges = (
  ruleSet: RuleSet | null,
  judgeId: string | null,
  attempts: readonly RecordedAttempt[],
): RecordedAttempt[] =>
  attempts.filter(
    ({ round, values }) => !findRoundIfPanelRound(ruleSet, round) || values?.[judgeKey] === judgeId,
  )

/** Lists the runs of panels that need no sheet of a judge who has sent none, because others have filled in all. */
export const listPanelRunsCompleteWithoutJudge = (
  ruleSet: RuleSet | null,
  judgeId: string,
  attempts: readonly RecordedAttempt[],
  recusals: Awaited<ReturnType<typeof listCurrentRecusalsOfEvent>>,
): { teamId: string; round: number }[] =>
  listPanelRounds(ruleSet).flatMap(({ number: round, panel }) =>
    [
      ...Map.groupBy(
        attempts.filter((attempt) => attempt.round === round),
        ({ teamId }) => teamId,
      ),
    ].flatMap(([teamId, ofTeam]) => {
      const present = ofTeam.map(({ values }) => String(values?.[judgeKey] ?? ''))
      const recusedIds = recusals.flatMap((recusal) => (recusal.teamId === teamId ? recusal.judgeId : []))
      const isComplete =
        !present.includes(judgeId) && countMissingPanelSheets(panel, present, recusedIds) === 0
      return isComplete ? { teamId, round } : []
    }),
  )

/**
 * Tells whether the attempt of a judge was changed after a sheet that does not know it was filled in: by a later
 * sheet, or by an administrator.
 */
const isOutdated = async (
  tx: Db,
  sheet: Pick<JudgeSheet, 'expected' | 'replaces' | 'judgedAt'>,
  own: RecordedAttempt,
): Promise<boolean> => {
  if (isSheetUpToDateWithAttempts(sheet, [own])) return false
  const last = await findLastSheetOfAttempt(tx, own.id)
  const isFromSheet = isDeepStrictEqual(
    removeFloatErrorsFromSheetValues(last?.sheet.values ?? {}),
    own.values,
  )
  const changedAt = last && isFromSheet ? last.judgedAt : new Date(own.version)
  return changedAt > new Date(sheet.judgedAt)
}

/**
 * The scoring of a round with a panel: each judge has a sheet of each team, which never waits and does not conflict
 * with those of the other judges.
 */
export const panelSheetScoring: SheetScoring = {
  check: async () => false,

  /**
   * Records a sheet at once, as the attempt of its judge or as the correction of it. A sheet that arrives after a
   * newer one is stored, but does not change the scores, also when an administrator accepts conflicts. A recorded
   * sheet answers a request for a second look. Throws `rules-changed`, and `sheet-conflict` when an administrator
   * would replace the recorded sheet of the judge by an imported one.
   */
  store: async (tx, event, sender, sheet, attempts) => {
    const { eventId, judgeId, actor, device } = sender
    const { onConflict } = sheetPolicies[sender.role]
    if (onConflict !== 'accept') assertRulesUpToDate(event, sheet)
    const own = attempts.find(({ values }) => values?.[judgeKey] === judgeId)
    if (own && onConflict === 'refuse') throw new AppError('sheet-conflict', [], { attempts: [own] })
    const { teamId, round, feedback, judgedAt } = sheet
    if (own && (await isOutdated(tx, sheet, own))) {
      // an attempt that an organizer typed from paper has no feedback yet
      const isTyped = (await findLastSheetOfAttempt(tx, own.id)) === undefined
      if (judgeId !== null && isTyped && feedback !== '')
        await saveOrDeleteFeedback(tx, { eventId, judgeId, teamId, round, text: feedback })
      const row = buildSheetRow(sender, sheet, toContentAsSent(sheet), null)
      return { kind: 'outdated', sheet: await insertSentSheetsWithScoreLog(tx, event, row), attempts }
    }
    const values = { ...sheet.values, ...(judgeId === null ? {} : { [judgeKey]: judgeId }) }
    const recorded = { ...sheet, values, replaces: own?.id ?? null }
    const { attemptId } = await writeScoresOfRunSheet(tx, event, recorded, { actor, judgeId, device })
    const row = buildSheetRow(sender, recorded, toContentAsSent(recorded), attemptId)
    const sent = await insertSentSheetsWithScoreLog(tx, event, row)
    const after = await listTeamAttemptsOfEventOrRun(tx, eventId, sheet)
    if (judgeId !== null) {
      await saveOrDeleteFeedback(tx, { eventId, judgeId, teamId, round, text: feedback })
      const isCorrected = !isDeepStrictEqual(removeFloatErrorsFromSheetValues(values), own?.values ?? {})
      await markSecondLookAnsweredIfJudgedAfter(tx, { judgeId, teamId, round, judgedAt }, isCorrected)
    }
    return { kind: 'stored', sheet: sent, attempts: after }
  },

  /**
   * Stores the feedback of a sheet that was received before with an earlier text, unless a newer sheet of the judge
   * counts. Throws `judging-closed` and `results-final`.
   */
  storeRepeated: async (tx, event, sender, sheet, { attemptId }) => {
    const { eventId, judgeId, role } = sender
    const { id, teamId, round, feedback } = sheet
    const last = attemptId === null ? undefined : await findLastSheetOfAttempt(tx, attemptId)
    const judgedAt = new Date(sheet.judgedAt)
    if (judgeId === null || last?.id !== id || last.judgeId !== judgeId || last.judgedAt >= judgedAt) return
    assertJudgingAcceptsSheets(event, sheetPolicies[role].isOffice)
    await saveOrDeleteFeedback(tx, { eventId, judgeId, teamId, round, text: feedback })
    await setSheetJudgedAtWithScoreLog(tx, event, id, judgedAt, getImportingUserId(sender))
  },

  // an organizer confirms a sheet that was sent before the round had a panel
  confirm: (tx, event, sheet, _recorded, _canDecide, context) =>
    writeScoresOfRunSheet(tx, event, sheet, context),
}
