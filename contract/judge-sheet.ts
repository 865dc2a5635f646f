import type {
  allowAttemptRequest,
  importedSheetResult,
  judgeEventResponse,
  judgeEventTeam,
  judgeSheetRequest,
  sentSheet,
} from './judge-sheet.schema.ts'
import type { ScoreSheetValues } from './rule-set.ts'
import type { recordedAttempt } from './sheet-review.schema.ts'
import type { z } from './z.ts'

/** Maximum numbers of sheets that one file can have, of attempts in one round that a device knows, and of unsent sheets that it reports. */
export const judgeSheetLimits = { sheetsPerFile: 500, expectedAttempts: 100, unsentSheets: 10_000 } as const

/** The device that the score log names for a sheet that the back office imported. */
export const importedSheetDevice = 'file'

/** A score sheet as the judge filled it in: the values of the rule set with its version, or points and time without a rule set. */
export type JudgeSheetContent = { values: ScoreSheetValues | null; score: number; timeMs: number; ruleVersion: number | null }
/** A sheet as a device sends it. */
export type JudgeSheet = z.infer<typeof judgeSheetRequest>
/** What a device knows of an event, so that it can work without a connection. */
export type JudgeEventData = Omit<z.infer<typeof judgeEventResponse>, 'success'>
export type JudgeEventTeam = z.infer<typeof judgeEventTeam>
export type AllowAttemptRequest = z.infer<typeof allowAttemptRequest>
/** An attempt of a team as judges see it; `version` changes with every change of the attempt. */
export type RecordedAttempt = z.infer<typeof recordedAttempt>
/** A sheet that the server has received. */
export type SentSheet = z.infer<typeof sentSheet>
/** The outcome of a sheet in an imported file. */
export type ImportedSheetResult = z.infer<typeof importedSheetResult>
