import type { JudgeSheetContent, RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { JudgeSheet, SentSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import type { Actor } from '#server/platform/audit/service.ts'

/** Who sends a sheet: a judge on a device, or a user of the back office for a judge. */
type SheetRole = 'judge' | 'headJudge' | 'office' | 'decidingOffice'

/** What the checks of a sheet do for a role. */
export type SheetPolicy = {
  /** The sheet may be that of another judge, and is accepted until the results are final. */
  isOffice: boolean
  /**
   * What happens to a sheet whose round has other results than its judge knew: it waits for a decision, its sender
   * is asked, it is refused also where it would replace a result, or it counts, because a person has decided.
   */
  onConflict: 'wait' | 'ask' | 'refuse' | 'accept'
}
export const sheetPolicies: Record<SheetRole, SheetPolicy> = {
  judge: { isOffice: false, onConflict: 'wait' },
  headJudge: { isOffice: false, onConflict: 'ask' },
  office: { isOffice: true, onConflict: 'refuse' },
  decidingOffice: { isOffice: true, onConflict: 'accept' },
}

export type SheetSender = {
  eventId: string
  judgeId: string | null
  /** Empty for all tables or all days. */
  tables: readonly string[]
  days: readonly string[]
  device: string
  /**
   * When the device was signed in, for a user of the back office when the judge was created; null for an
   * unknown judge, who counts as signed in when the event was created.
   */
  signedInAt: Date | null
  role: SheetRole
  actor: Actor
}
/** Returns the user of the back office who takes a sheet in. */
export const getImportingUserId = ({ role, actor }: SheetSender): string | null =>
  sheetPolicies[role].isOffice ? actor.userId : null

/**
 * The sender of a score sheet, and the time and time zone that decide on its day: the time of the sheet, or
 * the present one when the clock of the device is wrong.
 */
export type SheetSenderInTimeZone = SheetSender & { assignedAt: string; timeZone: string }

/**
 * What became of a sheet: it is stored, and counts unless it is discarded; it waits for a second judge or a decision;
 * it came after a newer one of its judge; or it was received before. `attempts` are those of its team and round, or
 * of its match, after it.
 */
export type ReceivedSheetResult = {
  kind: 'stored' | 'waits' | 'outdated' | 'repeated'
  sheet: SentSheet
  attempts: readonly RecordedAttempt[]
}

/** Returns the row of a sheet in `judge_sheets`; `attemptId` is the attempt that it became. */
export const buildSheetRow = (
  sender: SheetSender,
  sheet: JudgeSheet,
  { values, score, timeMs, ruleVersion, opponent }: JudgeSheetContent,
  attemptId: string | null,
) => ({
  id: sheet.id,
  eventId: sender.eventId,
  teamId: sheet.teamId,
  judgeId: sender.judgeId,
  attemptId,
  round: sheet.round,
  sheet: { values, score, timeMs, ruleVersion, ...(opponent ? { opponent } : {}) },
  isDiscarded: sheet.isDiscarded,
  device: sender.device,
  judgedAt: new Date(sheet.judgedAt),
  confirmedAt: sheet.confirmedAt === null ? null : new Date(sheet.confirmedAt),
  importedBy: getImportingUserId(sender),
})

/** Returns a sheet as it was sent. */
export const toContentAsSent = ({ opponent, ...sheet }: JudgeSheet): JudgeSheetContent => ({
  ...sheet,
  opponent: opponent && { ...opponent, score: 0, timeMs: 0 },
})
