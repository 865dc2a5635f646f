import { isDeepStrictEqual } from 'node:util'
import type { JudgeSheet, RecordedAttempt } from '#contract/judge-sheet.ts'
import { findAssignmentProblem, type JudgeAssignment } from '#contract/rules/judge-assignment.ts'
import { roundSheetValues } from '#contract/rules/rule-set-sheet.ts'
import { msPerDay } from '#contract/rules/time.ts'
import type { Db } from '#server/db/open.ts'
import { isJudgingClosed, listEventTeams, listSlotsOfEvent } from '#server/features/schedule/service.ts'
import { assertResultsNotFinal, findPublishedResults, getRankingEvent, readEventRules } from '#server/features/scores/service.ts'
import type { ScoreWrite } from '#server/features/scores/write/score-write.ts'
import { AppError } from '#server/lib/app-error.ts'
import { findReceivedSheet, listTeamAttemptsOfEvent, type ReceivedSheet } from './queries-sheets.ts'

/** Returns true when judges can no longer send sheets: judging is closed, or the results are final. */
export const isClosedForJudges = async (db: Db, eventId: string): Promise<boolean> =>
  (await isJudgingClosed(db, eventId)) || (await findPublishedResults(db, eventId))?.status === 'final'

/** Throws `judging-closed` for a judge when judging is closed or the results are final, and `results-final` for an organizer. */
export const assertJudgingOpen = async (tx: Db, eventId: string, isOrganizer: boolean): Promise<void> => {
  if (isOrganizer) return assertResultsNotFinal(tx, eventId)
  if (await isClosedForJudges(tx, eventId)) throw new AppError('judging-closed')
}

/** How far the clock of a device may be ahead, in milliseconds. */
const maxClockLeadMs = 5 * 60_000
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
  const slots = assignment.tables.length === 0 ? [] : await listSlotsOfEvent(tx, eventId)
  if (findAssignmentProblem(assignment, slots, sheet, timeZone)) throw new AppError('judge-not-assigned')
}

/** Throws `bad-input` for a team that the event does not have. */
export const assertTeamInEvent = async (tx: Db, eventId: string, teamId: string): Promise<void> => {
  if (!(await listEventTeams(tx, eventId)).some(({ id }) => id === teamId))
    throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
}

const omitEntryId = ({ entryId: _, ...attempt }: RecordedAttempt & { entryId: string }): RecordedAttempt => attempt

/** Lists the attempts of the teams of an event as judges see them, those of one team with `teamId`. */
export const listAttemptsForJudges = async (db: Db, eventId: string, teamId?: string): Promise<RecordedAttempt[]> =>
  (await listTeamAttemptsOfEvent(db, eventId, teamId)).map(omitEntryId)

/** Lists the attempts of a team in a round. */
export const listTeamAttemptsInRound = async (db: Db, eventId: string, { teamId, round }: { teamId: string; round: number }) =>
  (await listAttemptsForJudges(db, eventId, teamId)).filter((attempt) => attempt.round === round)

/** Throws `rules-changed` with the new rules, and `sheet-conflict` with the attempts of the team in the round, when they differ from those that the judge knew. */
export const assertSheetUpToDate = async (
  tx: Db,
  eventId: string,
  sheet: Pick<JudgeSheet, 'teamId' | 'round' | 'ruleVersion' | 'expected' | 'replaces'>,
): Promise<void> => {
  const { ruleSet, ruleVersion } = await readEventRules(tx, await getRankingEvent(tx, eventId))
  if (ruleVersion !== sheet.ruleVersion) throw new AppError('rules-changed', [], { ruleSet, ruleVersion })
  const attempts = await listTeamAttemptsInRound(tx, eventId, sheet)
  const isKnown = ({ id, version }: RecordedAttempt) => sheet.expected.some((each) => each.id === id && each.version === version)
  const isSame = attempts.length === sheet.expected.length && attempts.every(isKnown)
  const hasReplaced = sheet.replaces === null || attempts.some(({ id }) => id === sheet.replaces)
  if (!isSame || !hasReplaced) throw new AppError('sheet-conflict', [], { attempts })
}

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
    ? isDeepStrictEqual(roundSheetValues(received.sheet.values ?? {}), roundSheetValues(values))
    : received.sheet.score === score && received.sheet.timeMs === timeMs)

/**
 * Returns whether a sheet was received before. Throws `sheet-conflict` (with `isReceived`) when the one with its id has other content, for example because an
 * organizer took it in from a file before the judge changed it, and `bad-input` when another event has the id.
 */
export const wasSheetReceived = async (tx: Db, eventId: string, sheet: JudgeSheet): Promise<boolean> => {
  const received = await findReceivedSheet(tx, sheet.id)
  if (!received) return false
  if (received.eventId !== eventId) throw new AppError('bad-input', [{ field: 'id', code: 'taken' }])
  if (!isSameSheet(received, sheet))
    throw new AppError('sheet-conflict', [], { attempts: await listTeamAttemptsInRound(tx, eventId, sheet), isReceived: true })
  return true
}

/** Returns the write that records a sheet as a new attempt, or as the correction of the attempt that it replaces. */
export const buildScoreWriteFromSheet = async (
  db: Db,
  eventId: string,
  sheet: Pick<JudgeSheet, 'teamId' | 'round' | 'values' | 'score' | 'timeMs' | 'judgedAt' | 'replaces'>,
): Promise<ScoreWrite> => {
  const { teamId, round, values, score, timeMs, judgedAt, replaces } = sheet
  const attempt = { mission: round, score, timeMs, ...(values ? { values } : {}) }
  const replaced = replaces === null ? undefined : (await listTeamAttemptsOfEvent(db, eventId, teamId)).find(({ id }) => id === replaces)
  if (replaced) return { kind: 'correct', entryId: replaced.entryId, attemptId: replaced.id, attempt }
  // a device with a fast clock must not be the first to have reached a total
  const at = new Date(Math.min(Date.parse(judgedAt), Date.now())).toISOString()
  return { kind: 'add', attempts: [{ participant: { teamId }, attempt: { ...attempt, at } }] }
}
