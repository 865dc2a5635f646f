import { isDeepStrictEqual } from 'node:util'
import type { AdminMatches, MatchChanges } from '#contract/event/matches/match.schema.ts'
import type { PairedSide, TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { computeTournamentState } from '#contract/event/scoring/match-pairings.ts'
import {
  findKnockOutAndRankChanges,
  listDrawAndMatchProblems,
  type MatchProblem,
} from '#contract/event/scoring/match-problems.ts'
import { hasMatchRules } from '#contract/event/scoring/match-result.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { computeEventTournament } from './queries-tournament.ts'

/** The teams of a draw by the ids of their entries; a deleted team has no id. */
type TeamsByEntryId = ReadonlyMap<string, { id: string | null }>

/** Names the teams of problems instead of their entries, which clients do not know. */
const nameTeams = (
  problems: readonly MatchProblem[],
  teamsByEntryId: TeamsByEntryId,
): AdminMatches['problems'] => {
  const toTeamId = (entryId: string) => teamsByEntryId.get(entryId)?.id ?? ''
  return problems.map((problem) => {
    if ('entryId' in problem) {
      const { entryId, ...others } = problem
      return { ...others, teamId: toTeamId(entryId) }
    }
    if (problem.code !== 'teams-missing') return problem
    const { entryIds, ...others } = problem
    return { ...others, teamIds: entryIds.map(toTeamId) }
  })
}

/** Lists the problems of a tournament as a reply has them. */
export const listMatchProblemsWithTeamIds = (
  state: TournamentState,
  teamsByEntryId: TeamsByEntryId,
): AdminMatches['problems'] => nameTeams(listDrawAndMatchProblems(state), teamsByEntryId)

const toPair = (sides: readonly [PairedSide, PairedSide]): [number | null, number | null] => [
  sides[0] ?? null,
  sides[1] ?? null,
]

/** Compares a tournament before and after a change, with the problems that are new. */
export const buildChangesBetweenTournamentStates = (
  before: TournamentState,
  after: TournamentState,
  teamsByEntryId: TeamsByEntryId,
): MatchChanges => {
  const changes = findKnockOutAndRankChanges(before, after)
  const known = listDrawAndMatchProblems(before)
  return {
    changedMatches: changes.matches.map((each) => ({
      ...each,
      before: toPair(each.before),
      expected: toPair(each.expected),
    })),
    changedRanks: changes.ranks,
    problems: nameTeams(
      listDrawAndMatchProblems(after).filter(
        (problem) => !known.some((each) => isDeepStrictEqual(each, problem)),
      ),
      teamsByEntryId,
    ),
  }
}

/** Computes what other rules change in the matches of an event; null without matches that were drawn. */
export const previewMatchChangesByOtherRules = async (
  db: Db,
  eventId: string,
  saved: RuleSet | null,
  ruleSet: RuleSet | null,
): Promise<MatchChanges | null> => {
  const found = await computeEventTournament(db, { id: eventId, ruleSet: saved }, 'current')
  if (!found || !ruleSet || !hasMatchRules(ruleSet)) return null
  const { state, teamsByEntryId } = found
  return buildChangesBetweenTournamentStates(
    state,
    computeTournamentState({ ...state.input, ruleSet }),
    teamsByEntryId,
  )
}
