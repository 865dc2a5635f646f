import type { JudgeSheetContent, RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { JudgeSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import type { ScoredEvent } from '../../scores/write/score-write.ts'
import { insertPendingSheetReview } from '../queries-reviews.ts'
import { insertSentSheetsWithScoreLog } from '../queries-sheet-writes.ts'
import { listTeamAttemptsOfEventOrRun, pickAttemptsOfSheet } from '../queries-sheets.ts'
import {
  assertRulesAndAttemptsUpToDate,
  assertRulesUpToDate,
  isSheetUpToDateWithAttempts,
} from '../sheet-checks.ts'
import { buildSheetRow, type SheetPolicy, type SheetSender, sheetPolicies } from '../sheet-sender.ts'
import type { CountingSheet, RecordedSheet, SheetScoring, SheetWriteContext } from './sheet-scoring.ts'

/** What runs and matches do differently. */
type SharedSheetKind = Pick<SheetScoring, 'confirm'> & {
  /**
   * Returns true when only a head judge or an administrator may decide about the sheet of an ordinary judge, who knew
   * the recorded attempts. Uses up the permission for a further attempt.
   */
  isDecisionNeededOrUsePermission: (
    tx: Db,
    event: ScoredEvent,
    sheet: JudgeSheet,
    judgeId: string | null,
    recorded: readonly RecordedAttempt[],
  ) => Promise<boolean>
  /** Throws `sheet-conflict` for a sheet whose sender is asked or refused. */
  assertNoConflict: (
    event: ScoredEvent,
    onConflict: SheetPolicy['onConflict'],
    sheet: JudgeSheet,
    recorded: readonly RecordedAttempt[],
  ) => void
  /** Returns a sheet with its points and time by the rules. Throws `bad-input` for values that do not fit them. */
  score: (event: ScoredEvent, sheet: JudgeSheet) => JudgeSheetContent
  /** Returns what is stored of a sheet that counts at once. */
  getCountingContent: (event: ScoredEvent, sheet: JudgeSheet) => JudgeSheetContent
  record: (
    tx: Db,
    event: ScoredEvent,
    sheet: CountingSheet,
    context: SheetWriteContext,
  ) => Promise<RecordedSheet>
}

/** Creates the scoring of a round whose sheets all judges share: each sees those of the others. */
export const createSharedSheetScoring = (kind: SharedSheetKind): SheetScoring => {
  const check: SheetScoring['check'] = async (tx, event, sender, sheet, recorded) => {
    const { onConflict } = sheetPolicies[sender.role]
    if (onConflict === 'accept') return false
    const attempts = pickAttemptsOfSheet(recorded, sheet)
    if (onConflict === 'wait') {
      assertRulesUpToDate(event, sheet)
      if (!isSheetUpToDateWithAttempts(sheet, attempts)) return true
      return kind.isDecisionNeededOrUsePermission(tx, event, sheet, sender.judgeId, recorded)
    }
    assertRulesAndAttemptsUpToDate(event, sheet, attempts)
    kind.assertNoConflict(event, onConflict, sheet, recorded)
    // an administrator changes a recorded result on the page of scores, with a reason
    if (onConflict === 'refuse' && sheet.replaces !== null)
      throw new AppError('sheet-conflict', [], { attempts })
    return false
  }

  /** Stores a sheet that waits. When conflicts are accepted, it is a further attempt by the rules of today. */
  const storeWaiting = async (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSender,
    sheet: JudgeSheet,
    attempts: readonly RecordedAttempt[],
    isUndecided: boolean,
  ) => {
    const isAccepted = sheetPolicies[sender.role].onConflict === 'accept'
    const known = isAccepted ? attempts : sheet.expected
    const sent = await insertSentSheetsWithScoreLog(
      tx,
      event,
      buildSheetRow(sender, sheet, kind.score(event, sheet), null),
    )
    await insertPendingSheetReview(tx, {
      sheetId: sheet.id,
      expected: known.map(({ id, version }) => ({ id, version })),
      replaces: isAccepted ? null : sheet.replaces,
      needsDecision: isUndecided,
    })
    // a run whose sheet waits is no longer next
    if (!event.isFrozen) event.changedTags.add(getScheduleCacheTag(event.id))
    return sent
  }

  const store: SheetScoring['store'] = async (tx, event, sender, sheet, attempts, isUndecided) => {
    if (isUndecided || event.needsSecondJudge) {
      const waiting = await storeWaiting(tx, event, sender, sheet, attempts, isUndecided)
      return { kind: 'waits', sheet: waiting, attempts }
    }
    const { eventId, judgeId, actor, device, role } = sender
    const content = kind.getCountingContent(event, sheet)
    const counting = sheetPolicies[role].onConflict === 'accept' ? { ...sheet, replaces: null } : sheet
    const { attemptId, others } = await kind.record(tx, event, counting, { actor, judgeId, device })
    return {
      kind: 'stored',
      sheet: await insertSentSheetsWithScoreLog(
        tx,
        event,
        buildSheetRow(sender, sheet, content, attemptId),
        others,
      ),
      attempts: await listTeamAttemptsOfEventOrRun(tx, eventId, sheet),
    }
  }

  return { check, store, storeRepeated: async () => {}, confirm: kind.confirm }
}
