import type { AccountScore } from '#contract/accounts/account.schema.ts'
import type { Attempt } from '#contract/event/scores/score.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import type { RankExplanations } from '#contract/event/scoring/rank-explanation.schema.ts'
import type { ExplanationTexts } from '#contract/event/scoring/rule-set-explanation.ts'
import { findRoundLabel } from '#contract/event/scoring/rule-set-sheet.ts'
import type { TeamRank } from '#contract/people/teams/team-progress.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { mapNewestRuleSetsByEvent } from '../rules/queries-rule-sets.ts'
import { loadAndMarkProvisionalEntries } from '../scoring/queries-provisional.ts'
import { listAttemptsOfEntry, toAttempt } from '../write/queries-attempts.ts'
import { findVisibleRankingEvent, readRanksByEntry } from './queries.ts'
import {
  listOwnVisibleEntriesOfSource,
  listUserEntriesWithEvents,
  listVisibleTeamEntriesWithNeighbours,
  type ScoreOwner,
  type UserEntrySelection,
  type VisibleEntry,
} from './queries-entries.ts'
import type { RankingSource } from './queries-freeze.ts'
import { shortenPlayerNamesExceptAdults } from './queries-public-names.ts'
import { readRankExplanationsByEntry } from './rank-explanations.ts'
import { runOnBothRankingSourcesAndMerge } from './visible-ranking.ts'

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
export const listVisibleScoresOfUser = async (
  db: Db,
  owner: ScoreOwner,
  shown: { texts: ExplanationTexts; today: string },
): Promise<AccountScore[]> =>
  runOnBothRankingSourcesAndMerge(db, async (tx, source) => {
    const visible = (await listUserEntriesWithEvents(tx, owner, source)).filter(
      ({ event }) => event.isVisible,
    )
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
  const entries = await runOnBothRankingSourcesAndMerge(db, async (tx, source) => {
    const owned = await listUserEntriesWithEvents(tx, owner, source)
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
 * Lists the ranks of teams in the rankings that visitors see, the newest first, with the entries before and
 * after them, which have the names that visitors see on the day `today`.
 */
export const listVisibleRanksOfTeams = async (
  db: Db,
  teamIds: readonly string[],
  shown: { texts: ExplanationTexts; today: string },
): Promise<TeamRank[]> => {
  if (teamIds.length === 0) return []
  return runOnBothRankingSourcesAndMerge(db, async (tx, source) => {
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
    const named = await shortenPlayerNamesExceptAdults(
      tx,
      neighbours.flatMap(({ id, ...names }) => (id === null ? [] : [{ id, ...names }])),
      source,
      shown.today,
    )
    const names = new Map(named.map((neighbour) => [neighbour.id, getEntryDisplayNames(neighbour).first]))
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
export const listVisibleEntriesOfUserAndTeams = async (
  db: Db,
  selection: UserEntrySelection,
): Promise<VisibleEntry[]> => {
  if (selection.eventIds.length === 0) return []
  return runOnBothRankingSourcesAndMerge(db, async (tx, source) => {
    const found = await listOwnVisibleEntriesOfSource(tx, selection, source)
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
