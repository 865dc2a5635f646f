import type { AccountScore } from '#contract/account.schema.ts'
import type { RankExplanations } from '#contract/rank-explanation.schema.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/rule-set.schema.ts'
import { judgeKey } from '#contract/rule-set.ts'
import { getRestoreDeadline } from '#contract/rules/retention.ts'
import type { AdminScoreEntry, AdminScorePage, Attempt, RemovedScore } from '#contract/score.schema.ts'
import { orderEntryNames } from '#contract/score.ts'
import type { ExplanationTexts } from '#contract/scoring/rule-set-explanation.ts'
import { computePanelResult } from '#contract/scoring/rule-set-result.ts'
import { findRoundLabel, listRounds } from '#contract/scoring/rule-set-sheet.ts'
import type { TeamScore } from '#contract/team.schema.ts'
import type { TeamRank } from '#contract/team-progress.schema.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import { hashParticipantAndTeam, lockAndAppendScoreLog, type SaltedEntry } from './log/queries-append.ts'
import {
  findEntryWithAttempts,
  findRankingEvent,
  findVisibleRankingEvent,
  type RankingEventWithFreeze,
  type RankingQuery,
  readRankingPage,
  readRanksByEntry,
} from './ranking/queries.ts'
import {
  listEntriesByOwner,
  listNewestVisibleEntryPerTeam,
  listUserEntriesWithAttempts,
  listVisibleTeamEntriesWithNeighbours,
  type ScoreOwner,
  type TeamSheetAttempt,
  type UserEntrySelection,
  type VisibleEntry,
} from './ranking/queries-entries.ts'
import type { RankingSource } from './ranking/queries-freeze.ts'
import { loadAndMarkShownLevels } from './ranking/queries-levels.ts'
import { shortenNamesOfMinors } from './ranking/queries-public-names.ts'
import { readRankExplanationsByEntry } from './ranking/rank-explanations.ts'
import { readVisibleEntriesOfEvents } from './ranking/visible-ranking.ts'
import { mapNewestRuleSetsByEvent } from './rules/queries-rule-sets.ts'
import { loadAndMarkProvisionalEntries } from './scoring/queries-provisional.ts'
import { listAttemptsOfEntry, listRemovedScoresOfEvent, toAttempt } from './write/queries-attempts.ts'
import { mapJudgeNamesByAttempt, mapJudgesOfEventById } from './write/queries-judges.ts'
import { anonymizeEntriesAndDeleteRemovedScores, type EntryErasure } from './write/queries-participants.ts'

/** Returns the matches of a game, whose counts are the fields `m1_fbs`, `m1_obs` and so on. */
const toMatches = (values: ScoreSheetValues | null): TeamScore['matches'] => {
  const counts = Object.entries(values ?? {}).flatMap(([key, value]) => {
    const [, match, name] = /^m(\d+)_(fbs|obs)$/.exec(key) ?? []
    return match && typeof value === 'number' ? [{ match: Number(match), name, value }] : []
  })
  return [...Map.groupBy(counts, ({ match }) => match)]
    .toSorted(([a], [b]) => a - b)
    .map(([, pair]) => ({
      fbs: pair.find(({ name }) => name === 'fbs')?.value ?? 0,
      obs: pair.find(({ name }) => name === 'obs')?.value ?? 0,
      youtubeLink: '',
    }))
}

/**
 * Returns the score sheet of a team: the best attempt of each round, or the sheets of a panel together, with
 * the key of the round.
 */
const toTeamScores = (ruleSet: RuleSet, attempts: readonly TeamSheetAttempt[]): TeamScore[] =>
  listRounds(ruleSet).flatMap(({ number, round, group }) => {
    const ofRound = attempts.filter(({ mission }) => mission === number)
    const [best] = ofRound.toSorted((a, b) => b.score - a.score || a.timeMs - b.timeMs)
    if (!best) return []
    const { values, correctedAt } = best
    const { score, timeMs } = group.panel ? computePanelResult(ruleSet, group, ofRound) : best
    const sheet = {
      key: round.key,
      score,
      timeMs,
      youtubeLink: '',
      file: '',
      github: '',
      matches: toMatches(values),
    }
    return [correctedAt ? { ...sheet, correctedAt } : sheet]
  })

/** A score sheet with the total and the total time by the rule set, and the keys of all its rounds. */
export type DerivedSheet = { scores: TeamScore[]; total: number; totalTimeMs: number; roundKeys: string[] }

/**
 * Computes the score sheets of teams, by team, from the attempts of their newest entries that visitors see.
 * Teams without an entry in an event with a rule set are left out.
 */
export const loadVisibleScoreSheetsByTeam = async (
  db: Db,
  teamIds: readonly string[],
): Promise<Map<string, DerivedSheet>> => {
  const entries = [
    ...(await listNewestVisibleEntryPerTeam(db, teamIds, 'current')),
    ...(await listNewestVisibleEntryPerTeam(db, teamIds, 'frozen')),
  ]
  const ruleSets = await mapNewestRuleSetsByEvent(
    db,
    entries.map(({ eventId }) => eventId),
  )
  const sheets = new Map<string, DerivedSheet>()
  for (const { teamId, eventId, attempts, totalScore, totalTimeMs } of entries.toSorted(
    (a, b) => a.reachedAt.getTime() - b.reachedAt.getTime(),
  )) {
    const ruleSet = ruleSets.get(eventId)
    if (ruleSet)
      sheets.set(teamId, {
        scores: toTeamScores(ruleSet, attempts),
        total: totalScore,
        totalTimeMs,
        roundKeys: listRounds(ruleSet).map(({ round }) => round.key),
      })
  }
  return sheets
}

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
  changePublishedResultsInTransaction,
  createRankingFreezer,
  readFromVisibleRanking,
} from './ranking/visible-ranking.ts'
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

/** Returns the event of a ranking, active or not. Throws `not-found`. */
export const getRankingEvent = async (db: Db, id: string): Promise<RankingEventWithFreeze> => {
  const event = await findRankingEvent(db, id)
  if (!event) throw new AppError('not-found')
  return event
}

export {
  checkAndScoreAttemptByRules,
  createResultsCalculator,
  type EventRules,
  type RuledTotal,
  readEventRules,
  recalculatePendingResults,
} from './rules/event-rules.ts'
/** Finds an entry of the standing ranking with its attempts and their judges. */
export const findEntryWithJudges = async (
  db: Db,
  eventId: string,
  entryId: string,
): Promise<AdminScoreEntry | undefined> => {
  const entry = await findEntryWithAttempts(db, eventId, entryId)
  if (!entry) return undefined
  const judges = await mapJudgeNamesByAttempt(
    db,
    entry.attempts.map(({ id }) => id),
  )
  // an administrator may have entered the sheet of a judge of a panel
  const namedJudges = entry.attempts.some(({ values }) => values?.[judgeKey])
    ? await mapJudgesOfEventById(db, eventId)
    : undefined
  return {
    ...entry,
    attempts: entry.attempts.map((attempt) => {
      const judgeName = namedJudges?.get(String(attempt.values?.[judgeKey]))?.name ?? ''
      return { ...attempt, ...(judges.get(attempt.id) ?? { judgeName, reviewerName: '' }) }
    }),
  }
}

/**
 * Creates the service with which administrators read the scores of an event, active or not, from the primary
 * database. All functions throw `not-found`.
 */
export const createAdminScoreReader = ({ db }: Core['database']) => {
  const getEvent = (id: string): Promise<RankingEventWithFreeze> => getRankingEvent(db, id)
  return {
    getEvent,
    getPage: async (eventId: string, query: RankingQuery): Promise<AdminScorePage> => {
      const { entryCount, freeze, ruleSet, areResultsFinal, ...event } = await getEvent(eventId)
      const { rows, total } = await readRankingPage(db, { id: eventId, entryCount }, query)
      const marked = await loadAndMarkProvisionalEntries(
        db,
        { id: eventId, ruleSet, areResultsFinal },
        rows,
        'current',
      )
      const { entries: scores, levels } = await loadAndMarkShownLevels(db, {
        eventId,
        entries: marked,
        isWholeRanking: true,
      })
      return {
        event,
        scores,
        ...(levels.length > 1 ? { levels } : {}),
        entryCount,
        freeze,
        currentPage: query.page,
        totalItems: total,
        per_page: query.perPage,
      }
    },
    getEntry: async (eventId: string, entryId: string): Promise<AdminScoreEntry> => {
      await getEvent(eventId)
      const entry = await findEntryWithJudges(db, eventId, entryId)
      if (!entry) throw new AppError('not-found')
      return entry
    },
    /** Entries and attempts that can be restored, the newest removal first, at most 100. */
    listRemoved: async (eventId: string): Promise<RemovedScore[]> => {
      await getEvent(eventId)
      return (await listRemovedScoresOfEvent(db, eventId)).map(
        ({ id, removedAt, removedBy, record: { entry, attempts } }) => ({
          id,
          removedAt: removedAt.toISOString(),
          removedBy,
          restorableUntil: getRestoreDeadline(removedAt).toISOString(),
          playerName: entry.playerName,
          teamName: entry.teamName,
          attemptCount: attempts.length,
        }),
      )
    },
  }
}

const withProvisionalMark = (isProvisional: boolean) =>
  isProvisional ? { isProvisional: true as const } : {}
const withExplanation = (explanation: RankExplanations | undefined) => (explanation ? { explanation } : {})

/** Lists the ids of the entries that are provisional in the rankings that visitors see. */
const listProvisionalEntryIds = async (
  tx: Db,
  entries: readonly { id: string; eventId: string }[],
  source: RankingSource,
): Promise<Set<string>> => {
  const ids = new Set<string>()
  const ruleSets = await mapNewestRuleSetsByEvent(
    tx,
    entries.map(({ eventId }) => eventId),
  )
  for (const [eventId, ruleSet] of ruleSets) {
    const event = await findVisibleRankingEvent(tx, eventId)
    if (!event) continue
    const { frozenAt, results } = event
    const marked = await loadAndMarkProvisionalEntries(
      tx,
      { id: eventId, ruleSet, frozenAt, areResultsFinal: results?.status === 'final' },
      entries.filter((entry) => entry.eventId === eventId),
      source,
    )
    for (const { id, isProvisional } of marked) if (isProvisional) ids.add(id)
  }
  return ids
}

/**
 * Lists the entries of an owner in the rankings that visitors see, the newest first. Other participants have
 * the names that visitors see on the day `today`.
 */
export const listVisibleScoresByOwner = async (
  db: Db,
  owner: ScoreOwner,
  shown: { texts: ExplanationTexts; today: string },
): Promise<AccountScore[]> =>
  readVisibleEntriesOfEvents(db, async (tx, source) => {
    const visible = (await listEntriesByOwner(tx, owner, source)).filter(({ event }) => event.isVisible)
    const ids = visible.map(({ entry }) => entry.id)
    const ranks = await readRanksByEntry(tx, ids, source)
    const explanations = await readRankExplanationsByEntry(tx, ids, source, shown)
    const provisionalIds = await listProvisionalEntryIds(
      tx,
      visible.map(({ event, entry }) => ({ id: entry.id, eventId: event.id })),
      source,
    )
    return visible.map(({ event: { id, slug, titleEn, titleAr, entryCount }, entry }) => ({
      reachedAt: entry.reachedAt,
      item: {
        event: { id, slug, title: { en: titleEn, ar: titleAr } },
        score: {
          ...entry,
          rank: ranks.get(entry.id) ?? 0,
          ...withProvisionalMark(provisionalIds.has(entry.id)),
        },
        totalScores: entryCount,
        ...withExplanation(explanations.get(entry.id)),
      },
    }))
  })

/**
 * Yields the entries of an owner with their attempts, one after the other. Entries of frozen rankings are as
 * visitors see them.
 */
export const iterateEntriesWithAttemptsByOwner = async function* (db: Db, owner: ScoreOwner) {
  const entries = await readVisibleEntriesOfEvents(db, async (tx, source) => {
    const owned = await listEntriesByOwner(tx, owner, source)
    const withAttempts = []
    for (const { event, entry } of owned) {
      const attempts: Attempt[] = (await listAttemptsOfEntry(tx, entry.id, source)).map(toAttempt)
      const title = { en: event.titleEn, ar: event.titleAr }
      withAttempts.push({
        reachedAt: entry.reachedAt,
        item: { event: { id: event.id, slug: event.slug, title }, entry, attempts },
      })
    }
    return withAttempts
  })
  yield* entries
}

/**
 * Removes the personal data from the scores of an owner. Returns the changed entries for
 * `appendErasuresToScoreLogs`, and the cache tags to invalidate after the transaction.
 */
export const anonymizeScoresAndDeleteRemoved = async (
  tx: Db,
  owner: ScoreOwner,
): Promise<{ erasures: EntryErasure[]; tags: string[] }> => {
  const erasures = await anonymizeEntriesAndDeleteRemovedScores(tx, owner)
  return { erasures, tags: [...new Set(erasures.map(({ eventId }) => `scores:${eventId}`))] }
}

/**
 * Adds erasures to the score logs of their events. Call it last in a transaction, because writers of these
 * events then wait until it ends.
 */
export const appendErasuresToScoreLogs = async (tx: Db, erasures: readonly EntryErasure[]): Promise<void> => {
  const toHashes = (entry: SaltedEntry | null) =>
    entry && hashParticipantAndTeam(entry.participantSalt, entry)
  const byEvent = Map.groupBy(erasures, ({ eventId }) => eventId)
  // in the same order in all transactions
  for (const eventId of [...byEvent.keys()].sort())
    await lockAndAppendScoreLog(
      tx,
      { eventId, kind: 'erase', actorId: null, source: 'system' },
      (byEvent.get(eventId) ?? []).map(({ id, current, frozen }) => ({
        entryId: id,
        attemptId: null,
        before: null,
        after: { standing: toHashes(current), frozen: toHashes(frozen) },
      })),
    )
}

/**
 * Lists the ranks of teams in the rankings that visitors see, the newest first, with the entries before and
 * after them, which have the names that visitors see on the day `today`.
 */
export const listVisibleRanksOfTeams = async (
  db: Db,
  teamIds: readonly string[],
  shown: { texts: ExplanationTexts; today: string },
): Promise<TeamRank[]> => {
  if (teamIds.length === 0) return []
  return readVisibleEntriesOfEvents(db, async (tx, source) => {
    const rows = await listVisibleTeamEntriesWithNeighbours(tx, teamIds, source)
    const ids = rows.flatMap((row) => [row.id, row.above_id, row.below_id].filter((id) => id !== null))
    const ranks = await readRanksByEntry(tx, ids, source)
    const explanations = await readRankExplanationsByEntry(
      tx,
      rows.map(({ id }) => id),
      source,
      shown,
    )
    const provisionalIds = await listProvisionalEntryIds(
      tx,
      rows.map(({ id, event_id: eventId }) => ({ id, eventId })),
      source,
    )
    const neighbours = rows.flatMap((row) => [
      { id: row.above_id, teamName: row.above_team, playerName: row.above_player },
      { id: row.below_id, teamName: row.below_team, playerName: row.below_player },
    ])
    const named = await shortenNamesOfMinors(
      tx,
      neighbours.flatMap(({ id, ...names }) => (id === null ? [] : [{ id, ...names }])),
      source,
      shown.today,
    )
    const names = new Map(named.map((neighbour) => [neighbour.id, orderEntryNames(neighbour).first]))
    const toNeighbour = (id: string | null, score: string | null) =>
      id === null ? null : { name: names.get(id) ?? '', rank: ranks.get(id) ?? 0, totalScore: Number(score) }
    return rows.map((row) => ({
      reachedAt: new Date(row.reached_at).toISOString(),
      item: {
        teamId: row.team_id,
        event: { id: row.event_id, slug: row.slug, title: { en: row.title_en, ar: row.title_ar } },
        rank: ranks.get(row.id) ?? 0,
        totalScores: row.entry_count,
        totalScore: Number(row.total_score),
        totalTimeMs: Number(row.total_time_ms),
        ...withProvisionalMark(provisionalIds.has(row.id)),
        above: toNeighbour(row.above_id, row.above_score),
        below: toNeighbour(row.below_id, row.below_score),
        ...withExplanation(explanations.get(row.id)),
      },
    }))
  })
}

/**
 * Lists the entries of a user and of teams in the given events with the attempts that visitors see, the
 * newest entry first. In an event with a rule set an attempt has the name of its round.
 */
export const listVisibleEntriesWithAttempts = async (
  db: Db,
  selection: UserEntrySelection,
): Promise<VisibleEntry[]> => {
  if (selection.eventIds.length === 0) return []
  return readVisibleEntriesOfEvents(db, async (tx, source) => {
    const found = await listUserEntriesWithAttempts(tx, selection, source)
    const ruleSets = await mapNewestRuleSetsByEvent(
      tx,
      found.map(({ event }) => event.id),
    )
    return found.map(({ reachedAt, ...entry }) => {
      const ruleSet = ruleSets.get(entry.event.id)
      const attempts = entry.attempts.map((attempt) => {
        const round = findRoundLabel(ruleSet, attempt.mission)
        return round ? { ...attempt, round } : attempt
      })
      return { reachedAt, item: { ...entry, attempts } }
    })
  })
}
