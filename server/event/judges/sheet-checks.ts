import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import { findSheetTableOrDayProblem, type JudgeAssignment } from '#contract/event/judging/judge-assignment.ts'
import type { JudgeSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import { msPerDay, msPerMinute } from '#contract/platform/time.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  findEventTeamByIdOrBadgeCodes,
  findTeamSlotOrAnyOfEvent,
  isJudgingClosed,
  listMatchSlotsWithEmptyTeamId,
} from '../schedule/service.ts'
import { findPublishedResultsOfEvent } from '../scores/service.ts'
import type { ScoredEvent } from '../scores/write/score-write.ts'
import { hasSameAttemptVersions } from './queries-sheets.ts'

/** Returns true when judges can no longer send sheets: judging is closed, or the results are final. */
export const isEventClosedForJudges = async (db: Db, eventId: string): Promise<boolean> =>
  (await isJudgingClosed(db, eventId)) || (await findPublishedResultsOfEvent(db, eventId))?.status === 'final'

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
export const clampSheetTimes = (
  { judgedAt, confirmedAt }: SheetTimes,
  signedInAt: Date,
  now = new Date(),
): SheetTimes => {
  const earliest = signedInAt.getTime() - maxAgeAtSignInMs
  const limit = (time: string) =>
    new Date(Math.min(Math.max(Date.parse(time), earliest), now.getTime() + maxClockLeadMs)).toISOString()
  return { judgedAt: limit(judgedAt), confirmedAt: confirmedAt === null ? null : limit(confirmedAt) }
}

/** Returns when the attempt of a sheet was made: a device with a fast clock must not be the first to reach a total. */
export const clampJudgedTimeToNow = ({ judgedAt }: Pick<JudgeSheet, 'judgedAt'>): string =>
  new Date(Math.min(Date.parse(judgedAt), Date.now())).toISOString()

/**
 * Throws `judge-not-assigned` when a judge may not judge on the day of a sheet or at the table that the
 * schedule has for it.
 */
export const assertJudgeAssignedToDayAndTable = async (
  tx: Db,
  { eventId, timeZone, ...assignment }: JudgeAssignment & { eventId: string; timeZone: string },
  sheet: Pick<JudgeSheet, 'teamId' | 'round' | 'judgedAt'> & { opponent: { teamId: string } | null },
): Promise<void> => {
  const findSlots = async () => {
    if (sheet.opponent) return listMatchSlotsWithEmptyTeamId(tx, eventId)
    return [(await findTeamSlotOrAnyOfEvent(tx, eventId, sheet)) ?? []].flat()
  }
  const slots = assignment.tables.length === 0 ? [] : await findSlots()
  if (findSheetTableOrDayProblem(assignment, slots, sheet, timeZone)) throw new AppError('judge-not-assigned')
}

/** Throws `bad-input` for a team that the event does not have. */
export const assertTeamInEvent = async (tx: Db, eventId: string, teamId: string): Promise<void> => {
  if (!(await findEventTeamByIdOrBadgeCodes(tx, eventId, { teamId })))
    throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
}

/** Tells whether a sheet was filled in for these attempts, and replaces one of them if any. */
export const isSheetUpToDateWithAttempts = (
  { expected, replaces }: Pick<JudgeSheet, 'expected' | 'replaces'>,
  attempts: readonly RecordedAttempt[],
): boolean =>
  hasSameAttemptVersions(attempts, expected) &&
  (replaces === null || attempts.some(({ id }) => id === replaces))

/** Throws `rules-changed` with the new rules when a sheet was filled in for others. */
export const assertRulesUpToDate = (
  { rules: { ruleSet, ruleVersion } }: ScoredEvent,
  sheet: Pick<JudgeSheet, 'ruleVersion'>,
): void => {
  if (ruleVersion !== sheet.ruleVersion) throw new AppError('rules-changed', [], { ruleSet, ruleVersion })
}

/**
 * Throws `rules-changed` with the new rules, and `sheet-conflict` with the attempts of the team in the round,
 * when they differ from those that the judge knew.
 */
export const assertRulesAndAttemptsUpToDate = (
  event: ScoredEvent,
  sheet: Pick<JudgeSheet, 'ruleVersion' | 'expected' | 'replaces'>,
  attempts: readonly RecordedAttempt[],
): void => {
  assertRulesUpToDate(event, sheet)
  if (!isSheetUpToDateWithAttempts(sheet, attempts)) throw new AppError('sheet-conflict', [], { attempts })
}
