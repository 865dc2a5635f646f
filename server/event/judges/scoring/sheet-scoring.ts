import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { JudgeSheet, SentSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getSheetTraitsOfRound } from '#contract/event/scoring/scoring-kinds.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { ScoredEvent, WriteContext } from '../../scores/write/score-write.ts'
import type { SheetOfOtherTeam } from '../queries-sheet-writes.ts'
import type { ReceivedSheetResult, SheetSender } from '../sheet-sender.ts'
import { matchSheetScoring } from './match-sheets.ts'
import { panelSheetScoring } from './panel-sheets.ts'
import { runSheetScoring } from './run-sheets.ts'

/** The part of a sheet that becomes scores. */
export type CountingSheet = Pick<
  JudgeSheet,
  'teamId' | 'round' | 'values' | 'score' | 'timeMs' | 'judgedAt' | 'replaces' | 'opponent' | 'ruleVersion'
>

/** What a sheet became in the scores. */
export type RecordedSheet = {
  /** The attempt of its team. */
  attemptId: string | null
  /** The sheets of the other teams of its match. */
  others: SheetOfOtherTeam[]
}

/** Where a score comes from, for a sheet always a judge. */
export type SheetWriteContext = Omit<WriteContext, 'source'>

/**
 * How the sheets of a round are checked and recorded. There is one for each kind of round: runs, runs that a panel of
 * judges scores, and matches. All functions run in the transaction that has the lock of the sheet.
 */
export type SheetScoring = {
  /**
   * Checks a sheet against the results that its judge knew. Returns true when it waits for the decision of a head
   * judge or an administrator. `recorded` are the attempts of the team in the round, for a match those of all
   * matches. Throws `rules-changed` with the new rules, `sheet-conflict` with the attempts, and `bad-input`.
   */
  check: (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSender,
    sheet: JudgeSheet,
    recorded: readonly RecordedAttempt[],
  ) => Promise<boolean>
  /**
   * Stores a sheet, and records it in the scores unless it waits: for a decision (`isUndecided`), or for the second
   * judge of the event. `attempts` are those of its team and round, or of its match.
   */
  store: (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSender,
    sheet: JudgeSheet,
    attempts: readonly RecordedAttempt[],
    isUndecided: boolean,
  ) => Promise<ReceivedSheetResult>
  /** Stores what a sheet brings that was received before. */
  storeRepeated: (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSender,
    sheet: JudgeSheet,
    receipt: SentSheet,
  ) => Promise<void>
  /**
   * Records a sheet that waited. Unless the reviewer decides conflicts (`canDecide`), throws `sheet-conflict` when
   * results that came since have other sides play its match.
   */
  confirm: (
    tx: Db,
    event: ScoredEvent,
    sheet: CountingSheet,
    recorded: readonly RecordedAttempt[],
    canDecide: boolean,
    context: SheetWriteContext,
  ) => Promise<RecordedSheet>
}

const sheetScorings = { run: runSheetScoring, panel: panelSheetScoring, match: matchSheetScoring }

/** Returns how the sheets of a round are checked and recorded. */
export const getSheetCheckAndStoreFunctions = (ruleSet: RuleSet | null, round: number): SheetScoring =>
  sheetScorings[getSheetTraitsOfRound(ruleSet, round).kind]
