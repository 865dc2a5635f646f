export { anonymizeScoresAndDeleteRemoved, appendErasuresToScoreLogs } from './log/erasures.ts'
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
  insertOrLockScoreLogHead,
  lockAndAppendScoreLog,
  lockAndAppendScoreLogRows,
  lockScoreLogHeads,
  mergeLoggedRule,
  readScoreLogHead,
  type ScoreLogRows,
  toEventChange,
} from './log/queries-append.ts'
export {
  appendDemoRemovalsToScoreLogs,
  appendEventPurgeToScoreLog,
  appendMissingScoreLogRows,
  listLoggableEventIds,
  startMissingScoreLogs,
  startScoreLog,
} from './log/queries-event-logs.ts'
export { findEntryWithJudges, getRankingEvent } from './ranking/admin-rankings.ts'
export { findVisibleRankingEvent, listTopEntries } from './ranking/queries.ts'
export {
  findEventIdOfEntry,
  listEntriesWithRanks,
  mapEntryIdsByAttempt,
  type VisibleEntry,
} from './ranking/queries-entries.ts'
export {
  buildPublicAwardsCondition,
  deletePublishedResults,
  findPublishedResults,
  findRankingFreeze,
  lockRankingExclusive,
  type RankingFreeze,
  upsertPublishedResults,
} from './ranking/queries-freeze.ts'
export { listRankingTagsOfTeam } from './ranking/queries-levels.ts'
export { shortenNamesOfMinors } from './ranking/queries-public-names.ts'
export {
  iterateEntriesWithAttemptsByOwner,
  listVisibleEntriesWithAttempts,
  listVisibleRanksOfTeams,
  listVisibleScoresByOwner,
} from './ranking/visible-entries.ts'
export {
  changePublishedResultsInTransaction,
  createRankingFreezer,
  readFromVisibleRanking,
} from './ranking/visible-ranking.ts'
export {
  checkAndScoreAttemptByRules,
  createResultsCalculator,
  type EventRules,
  type RuledTotal,
  readEventRules,
  recalculatePendingResults,
} from './rules/event-rules.ts'
export { findNewestRuleSet, listRuleSetVersions } from './rules/queries-rule-sets.ts'
export { loadOrderExplainer } from './scoring/explain-order.ts'
export { buildMatchChanges, listMatchProblems } from './scoring/match-changes.ts'
export {
  findEventDraw,
  listDrawnEntries,
  readDrawnTeams,
  readEventDrawForLog,
  upsertDrawAndReplaceEntries,
} from './scoring/queries-draws.ts'
export {
  lockAndUpdateMatchTeamSlots,
  lockSchedule,
  updateTeamSlotsOfMatches,
} from './scoring/queries-match-slots.ts'
export { loadAndMarkProvisionalEntries } from './scoring/queries-provisional.ts'
export {
  type DrawnMatches,
  findEventTournament,
  mapKnownTeamIdsByMatch,
  readDrawnMatches,
} from './scoring/queries-tournament.ts'
export { type DerivedSheet, loadVisibleScoreSheetsByTeam } from './team-sheets.ts'
export { toGuestForm } from './write/guest-keys.ts'
export { isNameOfTeam } from './write/participant-meanings.ts'
export {
  listAttemptsOfEntries,
  listRemovedScoresOfEvent,
  toAttempt,
} from './write/queries-attempts.ts'
export {
  clearAttemptNotesOfTeams,
  countGuestsBeforeFirstTeam,
  listCandidateTeamsOfEvent,
  readGuestRules,
} from './write/queries-participants.ts'
