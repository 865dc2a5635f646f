import { isDeepStrictEqual } from 'node:util'
import type { RecordedAttempt } from '#contract/judge.ts'
import type { JudgeSheet } from '#contract/judge-sheet.schema.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/rule-set.schema.ts'
import { judgeKey } from '#contract/rule-set.ts'
import { findAssignmentProblem, type JudgeAssignment } from '#contract/rules/judge-assignment.ts'
import { findPanelRound } from '#contract/rules/panel.ts'
import { roundSheetValues } from '#contract/rules/rule-set-sheet.ts'
import { msPerDay, msPerMinute } from '#contract/rules/time.ts'
import type { Db } from '#server/db/open.ts'
import { findEventTeam, findSlotOfTeamOrEvent, isJudgingClosed } from '#server/features/schedule/service.ts'
import { findPublishedResults } from '#server/features/scores/service.ts'
import type { ScoredEvent, ScoreWrite } from '#server/features/scores/write/score-write.ts'
import { AppError } from '#server/lib/app-error.ts'
import {
  areAttemptsKnown,
  findEntryIdOfTeamAttempt,
  findReceivedSheet,
  isAttemptOfJudge,
  listTeamAttemptsOfEvent,
  type ReceivedSheet,
  takeAdditionalAttempt,
} from './queries-sheets.ts'

/** Returns true when judges can no longer send sheets: judging is closed, or the results are final. */
export const isClosedForJudges = async (db: Db, eventId: string): Promise<boolean> =>
  (await isJudgingClosed(db, eventId)) || (await findPublishedResults(db, eventId))?.status === 'final'

/** Throws `judging-closed` for a judge when judging is closed or the results are final, and `results-final` for an organizer. */
export const assertJudgingOpen = async (tx: Db, { id, areResultsFinal }: ScoredEvent, isOrganizer: boolean): Promise<void> => {
  if (areResultsFinal) throw new AppError(isOrganizer ? 'results-final' : 'judging-closed')
  if (!isOrganizer && (await isJudgingClosed(tx, id))) throw new AppError('judging-closed')
}

/** How far the clock of a device may be ahead, in milliseconds. */
const maxClockLeadMs = 5 * msPerMinute
/** How long before its sign-in a device may have judged, in milliseconds: it may have signed in again since. */
const maxAgeAtSignInMs = msPerDay

/** The times that a device gave a sheet. */
type SheetTimes = Pick<JudgeSheet, 'judgedAt' | 'confirmedAt'>

/**
 * Returns the times of a sheet within the limits that the device can have meant: from a day before its sign-in until five minutes from now, because the clock
 * of a tablet may be wrong. All times that are stored or compared are these.
 */
export const limitSheetTimes = ({ judgedAt, confirmedAt }: SheetTimes, signedInAt: Date, now = new Date()): SheetTimes => {
  const earliest = signedInAt.getTime() - maxAgeAtSignInMs
  const limit = (time: string) => new Date(Math.min(Math.max(Date.parse(time), earliest), now.getTime() + maxClockLeadMs)).toISOString()
  return { judgedAt: limit(judgedAt), confirmedAt: confirmedAt === null ? null : limit(confirmedAt) }
}

/** Throws `judge-not-assigned` when a judge may not judge on the day of a sheet or at the table that the schedule has for it. */
export const assertJudgeAssigned = async (
  tx: Db,
  { eventId, timeZone, ...assignment }: JudgeAssignment & { eventId: string; timeZone: string },
  sheet: Pick<JudgeSheet, 'teamId' | 'round' | 'judgedAt'>,
): Promise<void> => {
  const slot = assignment.tables.length === 0 ? undefined : await findSlotOfTeamOrEvent(tx, eventId, sheet)
  if (findAssignmentProblem(assignment, slot ? [slot] : [], sheet, timeZone)) throw new AppError('judge-not-assigned')
}

/** Selects the attempts that a judge sees: in the rounds of a panel only the own ones. */
export const selectAttemptsForJudge = (
  ruleSet: RuleSet | null,
  judgeId: string | null,
  attempts: readonly RecordedAttempt[],
): RecordedAttempt[] => attempts.filter(({ round, values }) => !findPanelRound(ruleSet, round) || values?.[judgeKey] === judgeId)

/** Throws `bad-input` for a team that the event does not have. */
export const assertTeamInEvent = async (tx: Db, eventId: string, teamId: string): Promise<void> => {
  if (!(await findEventTeam(tx, eventId, { teamId }))) throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
}

/** Tells whether a sheet was filled in for these attempts, and replaces one of them if any. */
const fitsAttempts = ({ expected, replaces }: Pick<JudgeSheet, 'expected' | 'replaces'>, attempts: readonly RecordedAttempt[]): boolean =>
  areAttemptsKnown(attempts, expected) && (replaces === null || attempts.some(({ id }) => id === replaces))

/** Throws `rules-changed` with the new rules, and `sheet-conflict` with the attempts of the team in the round, when they differ from those that the judge knew. */
export const assertSheetUpToDate = async (
  tx: Db,
  { id: eventId, rules: { ruleSet, ruleVersion } }: ScoredEvent,
  sheet: Pick<JudgeSheet, 'teamId' | 'round' | 'ruleVersion' | 'expected' | 'replaces'>,
): Promise<void> => {
  if (ruleVersion !== sheet.ruleVersion) throw new AppError('rules-changed', [], { ruleSet, ruleVersion })
  const attempts = await listTeamAttemptsOfEvent(tx, eventId, sheet)
  if (!fitsAttempts(sheet, attempts)) throw new AppError('sheet-conflict', [], { attempts })
}

/**
 * Returns true when only a head judge or an organizer may decide about a sheet of an ordinary judge: the round has other attempts than the judge knew, or the sheet
 * would replace the result of another judge, or be a further attempt that nobody allowed. Takes the leave for a further attempt. Throws `rules-changed` with the new rules.
 */
export const needsDecision = async (
  tx: Db,
  { id: eventId, rules: { ruleSet, ruleVersion } }: ScoredEvent,
  sheet: Pick<JudgeSheet, 'teamId' | 'round' | 'ruleVersion' | 'expected' | 'replaces'>,
  judgeId: string | null,
): Promise<boolean> => {
  if (ruleVersion !== sheet.ruleVersion) throw new AppError('rules-changed', [], { ruleSet, ruleVersion })
  const attempts = await listTeamAttemptsOfEvent(tx, eventId, sheet)
  if (!fitsAttempts(sheet, attempts)) return true
  if (sheet.replaces !== null) return judgeId === null || !(await isAttemptOfJudge(tx, sheet.replaces, judgeId))
  return attempts.length > 0 && !(await takeAdditionalAttempt(tx, eventId, sheet))
}

/** Returns the values of a sheet without its judge, whom the server adds. */
const omitJudge = ({ [judgeKey]: _, ...values }: ScoreSheetValues): ScoreSheetValues => values

/** Tells whether a sheet that is sent has the content of the one that was received with its id. */
const isSameSheet = (
  received: ReceivedSheet,
  {
    teamId,
    round,
    values,
    score,
    timeMs,
    isDiscarded,
  }: Pick<JudgeSheet, 'teamId' | 'round' | 'values' | 'score' | 'timeMs' | 'isDiscarded'>,
): boolean =>
  received.teamId === teamId &&
  received.round === round &&
  received.isDiscarded === isDiscarded &&
  // the stored values are rounded when the sheet waits for a second judge
  (values
    ? isDeepStrictEqual(roundSheetValues(omitJudge(received.sheet.values ?? {})), roundSheetValues(omitJudge(values)))
    : received.sheet.score === score && received.sheet.timeMs === timeMs)

/**
 * Returns whether a sheet of a judge was received before. Throws `sheet-conflict` (with `isReceived`) when the one with its id has other content, for example because an
 * organizer took it in from a file before the judge changed it, and `bad-input` when another event has the id.
 */
export const wasSheetReceived = async (
  tx: Db,
  { id: eventId, rules }: ScoredEvent,
  sheet: JudgeSheet,
  judgeId: string | null,
): Promise<boolean> => {
  const received = await findReceivedSheet(tx, sheet.id)
  if (!received) return false
  if (received.eventId !== eventId) throw new AppError('bad-input', [{ field: 'id', code: 'taken' }])
  if (isSameSheet(received, sheet)) return true
  const attempts = selectAttemptsForJudge(rules.ruleSet, judgeId, await listTeamAttemptsOfEvent(tx, eventId, sheet))
  throw new AppError('sheet-conflict', [], { attempts, isReceived: true })
}

/** Returns the write that records a sheet as a new attempt, or as the correction of the attempt that it replaces. */
export const buildScoreWriteFromSheet = async (
  db: Db,
  eventId: string,
  sheet: Pick<JudgeSheet, 'teamId' | 'round' | 'values' | 'score' | 'timeMs' | 'judgedAt' | 'replaces'>,
): Promise<ScoreWrite> => {
  const { teamId, round, values, score, timeMs, judgedAt, replaces } = sheet
  const attempt = { mission: round, score, timeMs, ...(values ? { values } : {}) }
  const entryId = replaces === null ? undefined : await findEntryIdOfTeamAttempt(db, { eventId, teamId, attemptId: replaces })
  if (replaces !== null && entryId !== undefined) return { kind: 'correct', entryId, attemptId: replaces, attempt }
  // a device with a fast clock must not be the first to have reached a total
  const at = new Date(Math.min(Date.parse(judgedAt), Date.now())).toISOString()
  return { kind: 'add', attempts: [{ participant: { teamId }, attempt: { ...attempt, at } }] }
}
