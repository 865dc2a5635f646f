import { eq, sql } from 'drizzle-orm'
import { computeTournamentStateOfEntries } from '#contract/event/scoring/event-results.ts'
import type { PairingState, TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { hasMatchRules } from '#contract/event/scoring/match-result.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { drawnEntries, matchDraws } from '#server/platform/db/schema/rule-sets.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import {
  buildAliasedEntryTableSql,
  getAttemptTableSql,
  type RankingSource,
} from '../ranking/queries-freeze.ts'
import { drawColumns } from './queries-draws.ts'

/** A team of a draw. A deleted team has no name. */
type DrawnTeam = { id: string | null; teamNo: number; name: string; schoolName: string }
/** The tournament of an event, with the teams by the ids of their entries. */
type EventTournament = {
  state: TournamentState
  drawnAt: Date
  teamsByEntryId: ReadonlyMap<string, DrawnTeam>
}

const listMatchAttempts = async (db: Db, eventId: string, source: RankingSource) => {
  const { rows } = await db.execute<{
    entry_id: string
    mission: number
    values: ScoreSheetValues | null
    at: Date
  }>(sql`
    select score_attempts.entry_id, score_attempts.mission, score_attempts."values", score_attempts.at
    from ${sql.raw(getAttemptTableSql(source))} join ${buildAliasedEntryTableSql(source, 'e')} on e.id = score_attempts.entry_id
    where e.event_id = ${eventId}`)
  return rows.map(({ entry_id: entryId, mission, values, at }) => ({
    entryId,
    mission,
    values: values ?? {},
    at: new Date(at).getTime(),
  }))
}

/**
 * Computes the tournament of an event as visitors or administrators see it, from its draw and the attempts of
 * a ranking. Undefined before the draw, and in an event without matches. The draw never changes while the
 * ranking is frozen.
 */
export const computeEventTournament = async (
  db: Db,
  { id: eventId, ruleSet }: { id: string; ruleSet: RuleSet | null },
  source: RankingSource,
): Promise<EventTournament | undefined> => {
  if (!ruleSet || !hasMatchRules(ruleSet)) return undefined
  const [drawn] = await db
    .select({ draw: drawColumns, at: matchDraws.drawnAt })
    .from(matchDraws)
    .where(eq(matchDraws.eventId, eventId))
  if (!drawn) return undefined
  const { draw, at: drawnAt } = drawn
  const rows = await db
    .select({
      entryId: drawnEntries.entryId,
      team: { id: teams.id, teamNo: teams.teamNo, name: teams.name, schoolName: teams.schoolName },
    })
    .from(drawnEntries)
    .leftJoin(teams, eq(teams.id, drawnEntries.teamId))
    .where(eq(drawnEntries.eventId, eventId))
  const attempts = Map.groupBy(await listMatchAttempts(db, eventId, source), ({ entryId }) => entryId)
  return {
    state: computeTournamentStateOfEntries(ruleSet, draw, attempts),
    drawnAt,
    teamsByEntryId: new Map(
      rows.map(({ entryId, team }) => [entryId, team ?? { id: null, teamNo: 0, name: '', schoolName: '' }]),
    ),
  }
}

/**
 * The matches of an event. `sides` has the ids of the teams of each side, `unplayed` the numbers of the
 * matches that are not played: a side has withdrawn before, or their pairing is decided.
 */
export type DrawnMatches = {
  groupCount: number
  pairings: readonly PairingState[]
  sides: readonly (readonly string[])[]
  unplayed: ReadonlySet<number>
}

/**
 * Reads the matches of an event with the ids of their teams; none before the draw. A deleted team is left out. Null in
 * an event that is not played in matches.
 */
export const readDrawnMatches = async (
  db: Db,
  event: { id: string; ruleSet: RuleSet | null },
  source: RankingSource,
): Promise<DrawnMatches | null> => {
  if (!event.ruleSet || !hasMatchRules(event.ruleSet)) return null
  const tournament = await computeEventTournament(db, event, source)
  if (!tournament) return { groupCount: 0, pairings: [], sides: [], unplayed: new Set() }
  const { state, teamsByEntryId } = tournament
  const sides = state.input.draw.sides.map((entryIds) =>
    entryIds.flatMap((entryId) => teamsByEntryId.get(entryId)?.id ?? []),
  )
  const unplayed = state.pairings.flatMap(({ matches }) =>
    matches.flatMap(({ number, result, isNeeded }) =>
      !isNeeded || (result && !state.sheets.has(number)) ? number : [],
    ),
  )
  return {
    groupCount: state.groups.length,
    pairings: state.pairings,
    sides,
    unplayed: new Set(unplayed),
  }
}

/**
 * Lists the ids of the teams of each match whose sides are both known, by its number, without matches that
 * are not played.
 */
export const toTeamIdsByPlayableMatch = ({
  pairings,
  sides,
  unplayed,
}: DrawnMatches): Map<number, string[]> =>
  new Map(
    pairings.flatMap((pairing) => {
      const known = pairing.sides.flatMap((side) => (typeof side === 'number' ? [sides[side] ?? []] : []))
      const played = pairing.numbers.filter((number) => !unplayed.has(number))
      return known.length < 2 ? [] : played.map((number) => [number, known.flat()] as const)
    }),
  )
