import { isDeepStrictEqual } from 'node:util'
import type { RecordedAttempt } from '#contract/judge.ts'
import type { JudgeSheet } from '#contract/judge-sheet.schema.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/rule-set.schema.ts'
import { judgeKey } from '#contract/rule-set.ts'
import { findSheetAssignmentProblem, type JudgeAssignment } from '#contract/rules/judge-assignment.ts'
import { findPanelRound, roundSheetValuesToThousandths } from '#contract/rules/rule-set-sheet.ts'
import { msPerDay, msPerMinute } from '#contract/rules/time.ts'
import type { Db } from '#server/db/open.ts'
import {
  findEventTeam,
  findTeamSlotOrAnySlot,
  isJudgingClosed,
  listMatchSlotsHidingTeams,
} from '#server/features/schedule/service.ts'
import { findPublishedResults } from '#server/features/scores/service.ts'
import type { ScoredEvent, ScoreWrite, WriteContext } from '#server/features/scores/write/score-write.ts'
import { writeScores } from '#server/features/scores/write/score-writer.ts'
import { AppError } from '#server/lib/app-error.ts'
import { buildScoreWriteFromMatchSheet, hasMatchSideConflict, isMatchSheet } from './match-sheets.ts'
import type { SheetOfOtherTeam } from './queries-sheet-writes.ts'
import {
  deleteAttemptPermissionIfExists,
  findEntryIdOfTeamAttempt,
  findLastSheetOfAttempt,
  hasSameAttemptVersions,
  isLastSheetFromJudge,
  type ReceivedSheet,
  type SheetContext,
  selectAttemptsOfSheet,
} from './queries-sheets.ts'

/** Returns true when judges can no longer send sheets: judging is closed, or the results are final. */
export const isEventClosedForJudges = async (db: Db, eventId: string): Promise<boolean> =>
  (await isJudgingClosed(db, eventId)) || (await findPublishedResults(db, eventId))?.status === 'final'

/**
 * Throws `judging-closed` for a judge when judging is closed or the results are final, and `results-final`
 * for an administrator.
 */
export const assertJudgingAcceptsSheets = (
  { areResultsFinal, isJudgingClosed: isClosed }: ScoredEvent,
  isAdministrator: boolean,
): void => {
  if (areResultsFinal) throw new AppError(isAdministrator ? 'results-final' : 'judging-closed')
  if (!isAdministrator && isClosed) throw new AppError('judging-closed')
}

/** How far the clock of a device may be ahead, in milliseconds. */
const maxClockLeadMs = 5 * msPerMinute
/**
 * How long before its sign-in a device may have judged, in milliseconds: it may have signed in again since.
 */
const maxAgeAtSignInMs = msPerDay

/** The times that a device gave a sheet. */
type SheetTimes = Pick<JudgeSheet, 'judgedAt' | 'confirmedAt'>

/**
 * Returns the times of a sheet within the limits that the device can have meant: from a day before its
 * sign-in until five minutes from now, because the clock of a tablet may be wrong. All times that are stored
 * or compared are these.
 */
export const limitSheetTimes = (
  { judgedAt, confirmedAt }: SheetTimes,
  signedInAt: Date,
  now = new Date(),
): SheetTimes => {
  const earliest = signedInAt.getTime() - maxAgeAtSignInMs
  const limit = (time: string) =>
    new Date(Math.min(Math.max(Date.parse(time), earliest), now.getTime() + maxClockLeadMs)).toISOString()
  return { judgedAt: limit(judgedAt), confirmedAt: confirmedAt === null ? null : limit(confirmedAt) }
}

/**
 * Throws `judge-not-assigned` when a judge may not judge on the day of a sheet or at the table that the
 * schedule has for it.
 */
export const assertJudgeAssigned = async (
  tx: Db,
  { eventId, timeZone, ...assignment }: JudgeAssignment & { eventId: string; timeZone: string },
  sheet: Pick<JudgeSheet, 'teamId' | 'round' | 'judgedAt'> & { opponent: { teamId: string } | null },
): Promise<void> => {
  const findSlots = async () => {
    if (sheet.opponent) return listMatchSlotsHidingTeams(tx, eventId)
    return [(await findTeamSlotOrAnySlot(tx, eventId, sheet)) ?? []].flat()
  }
  const slots = assignment.tables.length === 0 ? [] : await findSlots()
  if (findSheetAssignmentProblem(assignment, slots, sheet, timeZone)) throw new AppError('judge-not-assigned')
}

/** Selects the attempts that a judge sees: in the rounds of a panel only the own ones. */
export const selectAttemptsForJudge = (
  ruleSet: RuleSet | null,
  judgeId: string | null,
  attempts: readonly RecordedAttempt[],
): RecordedAttempt[] =>
  attempts.filter(({ round, values }) => !findPanelRound(ruleSet, round) || values?.[judgeKey] === judgeId)

/** Throws `bad-input` for a team that the event does not have. */
export const assertTeamInEvent = async (tx: Db, eventId: string, teamId: string): Promise<void> => {
  if (!(await findEventTeam(tx, eventId, { teamId })))
    throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
}

/** Tells whether a sheet was filled in for these attempts, and replaces one of them if any. */
const fitsAttempts = (
  { expected, replaces }: Pick<JudgeSheet, 'expected' | 'replaces'>,
  attempts: readonly RecordedAttempt[],
): boolean =>
  hasSameAttemptVersions(attempts, expected) &&
  (replaces === null || attempts.some(({ id }) => id === replaces))

/**
 * Tells whether the attempt of a judge in a panel was changed after a sheet that does not know it was filled
 * in: by a later sheet, or by an administrator.
 */
export const isPanelSheetOutdated = async (
  tx: Db,
  sheet: Pick<JudgeSheet, 'expected' | 'replaces' | 'judgedAt'>,
  own: RecordedAttempt,
): Promise<boolean> => {
  if (fitsAttempts(sheet, [own])) return false
  const last = await findLastSheetOfAttempt(tx, own.id)
  const isFromSheet = isDeepStrictEqual(roundSheetValuesToThousandths(last?.sheet.values ?? {}), own.values)
  const changedAt = last && isFromSheet ? last.judgedAt : new Date(own.version)
  return changedAt > new Date(sheet.judgedAt)
}

/**
 * Throws `rules-changed` with the new rules, and `sheet-conflict` with the attempts of the team in the round,
 * when they differ from those that the judge knew.
 */
export const assertSheetUpToDate = (
  { rules: { ruleSet, ruleVersion } }: ScoredEvent,
  sheet: Pick<JudgeSheet, 'ruleVersion' | 'expected' | 'replaces'>,
  attempts: readonly RecordedAttempt[],
): void => {
  if (ruleVersion !== sheet.ruleVersion) throw new AppError('rules-changed', [], { ruleSet, ruleVersion })
  if (!fitsAttempts(sheet, attempts)) throw new AppError('sheet-conflict', [], { attempts })
}

/**
 * Returns true when only a head judge or an administrator may decide about a sheet of an ordinary judge: the
 * round has other attempts than the judge knew, or the sheet would replace the result of another judge, be a
 * further attempt that nobody allowed, or change who plays a match. Uses up the permission for a further
 * attempt. `recorded` are the attempts of the round, for a match those of all matches. Throws `rules-changed` with
 * the new rules.
 */
export const checkDecisionAndUsePermission = async (
  tx: Db,
  event: ScoredEvent,
  sheet: Pick<
    JudgeSheet,
    'teamId' | 'round' | 'values' | 'ruleVersion' | 'expected' | 'replaces' | 'opponent'
  >,
  judgeId: string | null,
  recorded: readonly RecordedAttempt[],
): Promise<boolean> => {
  const { id: eventId } = event
  const { ruleSet, ruleVersion } = event.rules
  if (ruleVersion !== sheet.ruleVersion) throw new AppError('rules-changed', [], { ruleSet, ruleVersion })
  const attempts = selectAttemptsOfSheet(recorded, sheet)
  if (!fitsAttempts(sheet, attempts)) return true
  if (isMatchSheet(sheet))
    return hasMatchSideConflict(event, sheet, recorded) || !(await areAttemptsOfJudge(tx, attempts, judgeId))
  if (sheet.replaces !== null)
    return judgeId === null || !(await isLastSheetFromJudge(tx, sheet.replaces, judgeId))
  return attempts.length > 0 && !(await deleteAttemptPermissionIfExists(tx, eventId, sheet))
}

const areAttemptsOfJudge = async (
  tx: Db,
  attempts: readonly RecordedAttempt[],
  judgeId: string | null,
): Promise<boolean> => {
  for (const { id } of attempts)
    if (judgeId === null || !(await isLastSheetFromJudge(tx, id, judgeId))) return false
  return true
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
    opponent,
  }: Pick<JudgeSheet, 'teamId' | 'round' | 'values' | 'score' | 'timeMs' | 'isDiscarded' | 'opponent'>,
): boolean =>
  received.teamId === teamId &&
  received.round === round &&
  received.isDiscarded === isDiscarded &&
  received.sheet.opponent?.teamId === opponent?.teamId &&
  isDeepStrictEqual(
    roundSheetValuesToThousandths(received.sheet.opponent?.values ?? {}),
    roundSheetValuesToThousandths(opponent?.values ?? {}),
  ) &&
  // the stored values are rounded when the sheet waits for a second judge
  (values
    ? isDeepStrictEqual(
        roundSheetValuesToThousandths(omitJudge(received.sheet.values ?? {})),
        roundSheetValuesToThousandths(omitJudge(values)),
      )
    : received.sheet.score === score && received.sheet.timeMs === timeMs)

/**
 * Returns whether a sheet of a judge was received before. Throws `sheet-conflict` (with `isReceived`) when
 * the one with its id has other content, for example because an administrator took it in from a file before
 * the judge changed it, and `bad-input` when another event has the id.
 */
export const isRepeatedSheetOrThrow = (
  { id: eventId, rules }: ScoredEvent,
  sheet: JudgeSheet,
  judgeId: string | null,
  { received, attempts }: Pick<SheetContext, 'received' | 'attempts'>,
): boolean => {
  if (!received) return false
  if (received.eventId !== eventId) throw new AppError('bad-input', [{ field: 'id', code: 'taken' }])
  if (isSameSheet(received, sheet)) return true
  const known = selectAttemptsForJudge(rules.ruleSet, judgeId, selectAttemptsOfSheet(attempts, sheet))
  throw new AppError('sheet-conflict', [], { attempts: known, isReceived: true })
}

/**
 * Returns the write that records a sheet as a new attempt, or as the correction of the attempt that it
 * replaces; of a match for all teams of both sides.
 */
export const buildScoreWriteFromSheet = async (
  db: Db,
  event: ScoredEvent,
  sheet: Pick<
    JudgeSheet,
    'teamId' | 'round' | 'values' | 'score' | 'timeMs' | 'judgedAt' | 'replaces' | 'opponent'
  >,
): Promise<ScoreWrite> => {
  const { teamId, round, values, score, timeMs, judgedAt, replaces } = sheet
  if (isMatchSheet(sheet)) return buildScoreWriteFromMatchSheet(db, event, sheet)
  const attempt = { mission: round, score, timeMs, ...(values ? { values } : {}) }
  const entryId =
    replaces === null
      ? undefined
      : await findEntryIdOfTeamAttempt(db, { eventId: event.id, teamId, attemptId: replaces })
  if (replaces !== null && entryId !== undefined)
    return { kind: 'correct', entryId, attemptId: replaces, attempt }
  // a device with a fast clock must not be the first to have reached a total
  const at = new Date(Math.min(Date.parse(judgedAt), Date.now())).toISOString()
  return { kind: 'add', attempts: [{ participant: { teamId }, attempt: { ...attempt, at } }] }
}

/** What a sheet became in the scores. */
type RecordedSheet = {
  /** The attempt of its team. */
  attemptId: string | null
  /** The sheets of the other teams of its match. */
  others: SheetOfOtherTeam[]
}

/** Records a sheet in the scores, that of a match for all teams of both sides. */
export const recordSheetInScores = async (
  tx: Db,
  event: ScoredEvent,
  sheet: Parameters<typeof buildScoreWriteFromSheet>[2] & Pick<JudgeSheet, 'ruleVersion'>,
  context: Omit<WriteContext, 'source'>,
): Promise<RecordedSheet> => {
  const write = await buildScoreWriteFromSheet(tx, event, sheet)
  const written = await writeScores(tx, event, write, { ...context, source: 'judge' })
  const { attemptId = sheet.replaces, attempts = [] } = written
  if (!isMatchSheet(sheet)) return { attemptId, others: [] }
  const ofTeams = attempts.map((attempt) => ({ ...attempt, teamId: event.drawnTeams.get(attempt.entryId) }))
  const others = ofTeams.flatMap(({ id, teamId, values, score, timeMs }): SheetOfOtherTeam[] =>
    teamId && teamId !== sheet.teamId
      ? [{ teamId, attemptId: id, sheet: { values, score, timeMs, ruleVersion: sheet.ruleVersion } }]
      : [],
  )
  return { attemptId: ofTeams.find(({ teamId }) => teamId === sheet.teamId)?.id ?? null, others }
}
