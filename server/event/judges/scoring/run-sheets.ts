import type { JudgeSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { scoreAttemptOrListProblems } from '../../scores/service.ts'
import type { ScoredEvent, ScoreWrite } from '../../scores/write/score-write.ts'
import { writeScores } from '../../scores/write/score-writer.ts'
import {
  areLastSheetsOfAttemptsFromJudge,
  deleteAttemptPermissionIfExists,
  findEntryIdOfTeamAttempt,
  pickAttemptsOfSheet,
} from '../queries-sheets.ts'
import { clampJudgedTimeToNow } from '../sheet-checks.ts'
import { toContentAsSent } from '../sheet-sender.ts'
import { createSharedSheetScoring } from './shared-sheets.ts'
import type { CountingSheet, RecordedSheet, SheetWriteContext } from './sheet-scoring.ts'

/** Throws `bad-input` for a sheet of a match in a round without matches. */
const assertNoOpponent = ({ opponent }: Pick<JudgeSheet, 'opponent'>): void => {
  if (opponent) throw new AppError('bad-input', [{ field: 'opponent', code: 'unexpected-field' }])
}

/** Returns the write that records a sheet as a new attempt, or as the correction of the one that it replaces. */
const buildScoreWrite = async (tx: Db, event: ScoredEvent, sheet: CountingSheet): Promise<ScoreWrite> => {
  const { teamId, round, values, score, timeMs, replaces } = sheet
  const attempt = { mission: round, score, timeMs, ...(values ? { values } : {}) }
  const entryId =
    replaces === null
      ? undefined
      : await findEntryIdOfTeamAttempt(tx, { eventId: event.id, teamId, attemptId: replaces })
  if (replaces !== null && entryId !== undefined)
    return { kind: 'correct', entryId, attemptId: replaces, attempt }
  const at = clampJudgedTimeToNow(sheet)
  return { kind: 'add', attempts: [{ participant: { teamId }, attempt: { ...attempt, at } }] }
}

/** Records a sheet of a run in the scores. */
export const writeScoresOfRunSheet = async (
  tx: Db,
  event: ScoredEvent,
  sheet: CountingSheet,
  context: SheetWriteContext,
): Promise<RecordedSheet> => {
  assertNoOpponent(sheet)
  const write = await buildScoreWrite(tx, event, sheet)
  const { attemptId = sheet.replaces } = await writeScores(tx, event, write, { ...context, source: 'judge' })
  return { attemptId, others: [] }
}

/** The scoring of runs without a panel. */
export const runSheetScoring = createSharedSheetScoring({
  isDecisionNeededOrUsePermission: async (tx, event, sheet, judgeId, recorded) => {
    assertNoOpponent(sheet)
    if (sheet.replaces !== null)
      return !(await areLastSheetsOfAttemptsFromJudge(tx, [sheet.replaces], judgeId))
    const attempts = pickAttemptsOfSheet(recorded, sheet)
    return attempts.length > 0 && !(await deleteAttemptPermissionIfExists(tx, event.id, sheet))
  },

  assertNoConflict: (_event, _onConflict, sheet) => assertNoOpponent(sheet),

  score: ({ rules }, sheet) => {
    assertNoOpponent(sheet)
    const { round, score, timeMs, values } = sheet
    const computed = scoreAttemptOrListProblems(rules, {
      mission: round,
      score,
      timeMs,
      values: values ?? undefined,
    })
    if ('problems' in computed) throw new AppError('bad-input', computed.problems)
    return computed.columns
  },

  getCountingContent: (_event, sheet) => toContentAsSent(sheet),
  record: writeScoresOfRunSheet,
  confirm: (tx, event, sheet, _recorded, _canDecide, context) =>
    writeScoresOfRunSheet(tx, event, sheet, context),
})
