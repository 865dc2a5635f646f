import { msPerMinute } from '../../platform/time.ts'
import type { z } from '../../platform/z.ts'
import type { ScoreSheetValues } from '../scoring/rule-set.schema.ts'
import type { recordedAttempt } from './judge-sheet.schema.ts'

/**
 * Maximum numbers of judges that one call creates, of tables and days of a judge, and of characters of names.
 */
export const judgeLimits = { judgesPerCall: 100, tables: 50, days: 31, name: 100, tableName: 40 } as const

/**
 * Which judges a list has: those who are signed in on a device, those who are not, those with a tablet that
 * has a problem, and those whose code is revoked, also because they have left. The first three have a valid code.
 */
export const judgeStates = ['signedIn', 'notSignedIn', 'problem', 'revoked'] as const
export type JudgeState = (typeof judgeStates)[number]

/**
 * After this many milliseconds without contact a tablet has a problem. A tablet contacts the server every ten
 * seconds; the server stores the time to the minute.
 */
export const silentTabletMs = 3 * msPerMinute
/** How many tablets with a problem the overview of an event names. */
export const namedTablets = 50

/**
 * Maximum numbers of sheets that one file can have, of attempts in one round that a device knows, and of
 * unsent sheets that it reports.
 */
export const judgeSheetLimits = { sheetsPerFile: 500, expectedAttempts: 100, unsentSheets: 10_000 } as const

/** The device that the score log names for a sheet that the back office imported. */
export const importedSheetDevice = 'file'

/**
 * A score sheet as the judge filled it in: the values of the rule set with its version, or points and time
 * without a rule set. `opponent` is the sheet of the other side of a match.
 */
export type JudgeSheetContent = {
  values: ScoreSheetValues | null
  score: number
  timeMs: number
  ruleVersion: number | null
  opponent?: { teamId: string; values: ScoreSheetValues; score: number; timeMs: number } | null
}
/** An attempt of a team as judges see it; `version` changes with every change of the attempt. */
export type RecordedAttempt = z.infer<typeof recordedAttempt>

/** The states of a sheet that needs a second judge or a decision: it counts once it is confirmed. */
export const sheetReviewStatuses = ['waiting', 'confirmed', 'rejected'] as const
export type SheetReviewStatus = (typeof sheetReviewStatuses)[number]
export const sheetDecisions = ['confirm', 'reject'] as const
/** Maximum number of characters of a reason. */
export const sheetReviewLimits = { reason: 500 } as const
/** Why a judge is left out of a team: a conflict of interest, or the judge has left the event. */
const recusalKinds = ['conflict', 'left'] as const
export type RecusalKind = (typeof recusalKinds)[number]
/**
 * Maximum numbers of characters of the reason why a judge is left out, of the note of a request for a second
 * look, and of the feedback on a sheet.
 */
export const panelLimits = { reason: 500, note: 500, feedback: 2000, teamsPerPage: 50 } as const
