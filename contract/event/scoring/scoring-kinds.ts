import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { findRoundIfPanelRound, listRoundsOrPossibleMatches } from './rule-set-sheet.ts'

/** How an event is scored, for pages and calls that show its parts. */
type EventKind = {
  /** Whether a draw decides which teams play a match, and results decide who plays the next ones. */
  areTeamsDrawn: boolean
  /** Whether rounds give a result of each team, which ranking keys order. */
  hasRankingKeys: boolean
  /** Whether the times of attempts add up to a total. */
  hasTotalTimes: boolean
}

const eventKinds = {
  points: { areTeamsDrawn: false, hasRankingKeys: false, hasTotalTimes: true },
  rounds: { areTeamsDrawn: false, hasRankingKeys: true, hasTotalTimes: true },
  matches: { areTeamsDrawn: true, hasRankingKeys: false, hasTotalTimes: false },
} as const satisfies Record<string, EventKind>

/** Returns how an event is scored: by points and time without a rule set, by rounds, or by matches. */
export const getEventScoringTraits = (ruleSet: Pick<RuleSet, 'matches'> | null): EventKind => {
  if (!ruleSet) return eventKinds.points
  return ruleSet.matches ? eventKinds.matches : eventKinds.rounds
}

/** Returns how many teams a side of an event has: more than one only in matches between alliances. */
export const getTeamsPerSide = (ruleSet: Pick<RuleSet, 'matches'> | null): number =>
  ruleSet?.matches?.teamsPerSide ?? 1

/** What a sheet of a judge is about. */
export type SheetKind = {
  kind: 'run' | 'panel' | 'match'
  /** Whether a sheet has two teams. */
  hasOpponent: boolean
  /** Whether a team can have further attempts in the round, each allowed by a head judge. */
  hasFurtherAttempts: boolean
  /** Whether judges see the sheets of each other, and confirm them. */
  hasSharedSheets: boolean
}

const sheetKinds = {
  run: { kind: 'run', hasOpponent: false, hasFurtherAttempts: true, hasSharedSheets: true },
  panel: { kind: 'panel', hasOpponent: false, hasFurtherAttempts: false, hasSharedSheets: false },
  match: { kind: 'match', hasOpponent: true, hasFurtherAttempts: false, hasSharedSheets: true },
} as const satisfies Record<SheetKind['kind'], SheetKind>

/** Returns what the sheets of a round are about: a run of a team, its run as one judge of a panel saw it, or a match. */
export const getSheetTraitsOfRound = (
  ruleSet: Pick<RuleSet, 'groups' | 'matches'> | null,
  round: number,
): SheetKind => {
  if (ruleSet?.matches) return sheetKinds.match
  return findRoundIfPanelRound(ruleSet, round) ? sheetKinds.panel : sheetKinds.run
}

/** Whether head judges can allow further attempts in any round of an event. */
export const canHeadJudgeAllowAttempts = (ruleSet: RuleSet | null): boolean =>
  !ruleSet ||
  listRoundsOrPossibleMatches(ruleSet).some(
    ({ number }) => getSheetTraitsOfRound(ruleSet, number).hasFurtherAttempts,
  )
