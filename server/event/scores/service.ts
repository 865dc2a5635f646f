export { anonymizeScoresAndGetErasures, appendErasuresToScoreLogs } from './log/erasures.ts'
export {
  type SaltedSheet,
  toLoggedAdvancement,
  toLoggedAward,
  toLoggedFreeze,
  toLoggedSheet,
  toSheetChange,
} from './log/logged-records.ts'
export {
  generateSalt,
  type HashedParticipant,
  hashParticipantAndTeam,
  hashRuleSet,
  hashScoreLogRow,
  hashTeamOfEntry,
  insertAndLockScoreLogHeadsInOrder,
  insertOrLockScoreLogHead,
  lockAndAppendScoreLog,
  lockAndAppendScoreLogRows,
  mergeLoggedRuleChange,
  readScoreLogHeadOrEmpty,
  type ScoreLogRows,
  toEventScoreLogChange,
} from './log/queries-append.ts'
export {
  appendEventPurgeToScoreLog,
  appendMissingRowsExceptAttempts,
  listLoggableEventIds,
  logRemovalOfDemoAttempts,
  startMissingLogsOfEventsWithAttempts,
  startScoreLogWithExistingRecords,
} from './log/queries-event-logs.ts'
export { findEntryWithJudges, getRankingEvent } from './ranking/admin-rankings.ts'
export { findVisibleRankingEvent, listTopEntriesOfRanking } from './ranking/queries.ts'
export {
  findEventIdOfEntry,
  listEntriesWithRanks,
  mapEntryIdsByAttempt,
  type VisibleEntry,
} from './ranking/queries-entries.ts'
export {
  buildPublicAwardsCondition,
  deletePublishedResultsOfEvent,
  findEventRankingFreeze,
  findPublishedResultsOfEvent,
  lockEventRankingExclusive,
  type RankingFreeze,
  upsertPublishedResults,
} from './ranking/queries-freeze.ts'
export { listRankingCacheTagsOfTeam } from './ranking/queries-levels.ts'
export { shortenPlayerNamesExceptAdults } from './ranking/queries-public-names.ts'
export {
  iterateEntriesWithAttemptsByOwner,
  listVisibleEntriesOfUserAndTeams,
  listVisibleRanksOfTeams,
  listVisibleScoresOfUser,
} from './ranking/visible-entries.ts'
export {
  createRankingFreezeService,
  runOnVisibleRankingSource,
  runPublicationOrThrowIfFrozen,
} from './ranking/visible-ranking.ts'
export {
  createResultsCalculator,
  type EventRules,
  type RuledTotal,
  readEventRules,
  recalculateAfterSoftwareUpdate,
  scoreAttemptOrListProblems,
} from './rules/event-rules.ts'
export { findNewestRuleSetOfEvent, listRuleSetVersionsOfEvent } from './rules/queries-rule-sets.ts'
export { loadOrderExplainer } from './scoring/explain-order.ts'
export { buildChangesBetweenTournamentStates, listMatchProblemsWithTeamIds } from './scoring/match-changes.ts'
export {
  findEventDraw,
  listDrawnEntriesOfEvent,
  mapTeamIdByDrawnEntry,
  readEventDrawForLog,
  upsertDrawAndReplaceEntries,
} from './scoring/queries-draws.ts'
export {
  lockAndSyncMatchTeamSlots,
  lockScheduleOfEvent,
  syncTeamSlotsOfMatches,
} from './scoring/queries-match-slots.ts'
export { loadAndMarkProvisionalEntries } from './scoring/queries-provisional.ts'
export {
  computeEventTournament,
  type DrawnMatches,
  readDrawnMatches,
  toTeamIdsByPlayableMatch,
} from './scoring/queries-tournament.ts'
export { type DerivedSheet, loadNewestVisibleSheetByTeam } from './team-sheets.ts'
export { extractNormalGuestIdentity } from './write/guest-keys.ts'
export { isNameOfTeam } from './write/participant-meanings.ts'
export { listAttemptsOfEntries, toAttempt } from './write/queries-attempts.ts'
export {
  clearAttemptNotesOfTeams,
  countGuestsIfEventHasNoTeams,
  listTeamsOfEventOrDrawOrResults,
  readGuestRulesOfEvent,
} from './write/queries-participants.ts'
export { listNewestRestorableScoresOfEvent } from './write/queries-removed-scores.ts'
