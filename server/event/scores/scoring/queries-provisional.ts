import { sql } from 'drizzle-orm'
import { rankTournamentSides } from '#contract/event/scoring/match-ranking.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { countMissingPanelSheets, listPanelRounds } from '#contract/event/scoring/rule-set-sheet.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  buildAliasedEntryTableSql,
  getAttemptTableSql,
  type RankingSource,
} from '../ranking/queries-freeze.ts'
import { computeEventTournament } from './queries-tournament.ts'

type PanelEvent = { id: string; ruleSet: RuleSet | null; frozenAt?: Date | null; areResultsFinal: boolean }

/** Lists the judges who are left out of teams of an event, now or at a given time. */
const listRecusalsAt = async (db: Db, eventId: string, at: Date | null) =>
  (
    await db.execute<{ team_id: string; judge_id: string }>(sql`
      select team_id, judge_id from judge_recusals where event_id = ${eventId}
        and recused_at <= coalesce(${at}::timestamptz, 'infinity') and coalesce(taken_back_at, 'infinity') >= coalesce(${at}::timestamptz, 'infinity')`)
  ).rows

/** Lists the teams that have withdrawn from an event, now or at a given time; they need no more sheets. */
const listWithdrawnTeamsAt = async (
  db: Db,
  eventId: string,
  at: Date | null,
): Promise<Set<string | null>> => {
  const { rows } = await db.execute<{ team_id: string }>(sql`
    select team_id from event_teams where event_id = ${eventId} and withdrawn_at <= coalesce(${at}::timestamptz, 'infinity')`)
  return new Set(rows.map(({ team_id: teamId }) => teamId))
}

/** Marks the entries whose place can change with matches that are missing. */
const markEntriesOfOpenMatches = async <E extends { id: string }>(
  db: Db,
  event: PanelEvent,
  entries: readonly E[],
  source: RankingSource,
) => {
  const tournament = await computeEventTournament(db, event, source)
  if (!tournament) return [...entries]
  const { state } = tournament
  const open = new Set(
    rankTournamentSides(state).flatMap(({ side, isProvisional }) =>
      isProvisional ? (state.input.draw.sides[side] ?? []) : [],
    ),
  )
  return entries.map((entry) => (open.has(entry.id) ? { ...entry, isProvisional: true as const } : entry))
}

/**
 * Marks the entries for which a judge of a panel has not sent a sheet, in rounds for which another judge has,
 * and those whose place can change with missing matches; none in final results. Where a panel ranks by a sum
 * of places, a missing sheet for one entry marks all of its round. Reads nothing in an event without panels
 * and matches. A frozen ranking has the marks of the time of its freeze. A team that has withdrawn needs no
 * more sheets.
 */
export const loadAndMarkProvisionalEntries = async <E extends { id: string }>(
  db: Db,
  event: PanelEvent,
  entries: readonly E[],
  source: RankingSource,
): Promise<(E & { isProvisional?: true })[]> => {
  if (event.ruleSet?.matches && !event.areResultsFinal && entries.length > 0)
    return markEntriesOfOpenMatches(db, event, entries, source)
  const rounds = new Map(listPanelRounds(event.ruleSet).map((round) => [round.number, round.panel]))
  if (rounds.size === 0 || entries.length === 0 || event.areResultsFinal) return [...entries]
  const isSumOfPlaces = (mission: number) => rounds.get(mission)?.combine === 'sumOfPlaces'
  const isEachEntryAffected = [...rounds.keys()].some(isSumOfPlaces)
  const { rows } = await db.execute<{
    id: string
    mission: number
    team_id: string | null
    judges: string[]
  }>(sql`
    select e.id, score_attempts.mission, e.team_id, array_agg(distinct score_attempts."values" ->> 'judge') as judges
    from ${sql.raw(getAttemptTableSql(source))} join ${buildAliasedEntryTableSql(source, 'e')} on e.id = score_attempts.entry_id
    where e.event_id = ${event.id} and (${isEachEntryAffected} or e.id = any(${sql.param(entries.map(({ id }) => id))}::uuid[])) and score_attempts.mission = any(${sql.param([...rounds.keys()])}::int[])
    group by e.id, score_attempts.mission, e.team_id`)
  const at = source === 'frozen' ? (event.frozenAt ?? null) : null
  const recusals = await listRecusalsAt(db, event.id, at)
  const withdrawn = await listWithdrawnTeamsAt(db, event.id, at)
  const incomplete = rows.filter(({ mission, team_id: teamId, judges }) => {
    const panel = rounds.get(mission)
    const recusedIds = recusals.flatMap((recusal) => (recusal.team_id === teamId ? recusal.judge_id : []))
    return panel && !withdrawn.has(teamId) && countMissingPanelSheets(panel, judges, recusedIds) > 0
  })
  const incompleteRounds = new Set(incomplete.map(({ mission }) => mission).filter(isSumOfPlaces))
  const provisional = new Set(
    rows.flatMap((row) => (incomplete.includes(row) || incompleteRounds.has(row.mission) ? row.id : [])),
  )
  return entries.map((entry) => (provisional.has(entry.id) ? { ...entry, isProvisional: true } : entry))
}
