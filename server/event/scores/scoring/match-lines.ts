import type { AttemptInput } from '#contract/event/scores/score.schema.ts'
import { scoreFields } from '#contract/event/scores/score.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import {
  findKnockOutAndRankChanges,
  listTiedKnockOutMatchNumbers,
} from '#contract/event/scoring/match-problems.ts'
import {
  getKnockOutTieRequirement,
  hasMatchRules,
  type MatchAttempt,
} from '#contract/event/scoring/match-result.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { CsvRowProblem, CsvWarning } from '#server/platform/lib/csv-problems.ts'
import type { EventRules } from '../rules/event-rules.ts'
import { findMatchAttemptProblem } from './match-writes.ts'
import { computeEventTournament } from './queries-tournament.ts'

/** A line of a file for an event with matches, with the team that it is about. */
export type MatchLine = { line: number; teamId: string | null; attempt: AttemptInput }
type CheckedLines = { problems: CsvRowProblem[]; warnings: CsvWarning[] }

/** At most so many matches are named in a warning. */
const namedMatches = 20

const warnOfMatches = (code: CsvWarning['code'], numbers: readonly number[]): CsvWarning[] => {
  const distinct = [...new Set(numbers)].sort((a, b) => a - b)
  if (distinct.length === 0) return []
  const named = distinct.slice(0, namedMatches).join(', ')
  const matches = distinct.length > namedMatches ? `${named} …` : named
  return [{ code, values: { count: distinct.length, matches } }]
}

/** Lists the matches whose sides were known, or that were played, and that would have others. */
const listMatchesWithOtherSides = (before: TournamentState, after: TournamentState): number[] =>
  findKnockOutAndRankChanges(before, after).matches.flatMap(({ match, before: sides }) =>
    sides.every((side) => typeof side === 'number') ? [match] : [],
  )

/**
 * Checks the lines of a file for an event with matches as its import does: their teams are drawn and play
 * their matches, and each match of a knock-out has a winner. Warns of matches that have a result and of those
 * that would have other sides.
 */
export const listMatchImportProblemsAndWarnings = async (
  db: Db,
  eventId: string,
  rules: EventRules,
  drawn: ReadonlyMap<string | null, string>,
  lines: readonly MatchLine[],
): Promise<CheckedLines> => {
  const { ruleSet } = rules
  const now = Date.now()
  const found = await computeEventTournament(db, { id: eventId, ruleSet }, 'current')
  const problems = lines.flatMap(({ line, teamId, attempt: { mission } }): CsvRowProblem[] => {
    const problem = findMatchAttemptProblem(rules, drawn, teamId, mission)
    if (!problem) return []
    const field = problem.field === 'teamId' ? scoreFields.teamNo.column : 'round'
    return [{ line, problem: { ...problem, field } }]
  })
  if (problems.length > 0 || !found || !ruleSet || !hasMatchRules(ruleSet)) return { problems, warnings: [] }
  const before = found.state
  const added = lines.map(
    ({ teamId, attempt: { mission, values, at } }): MatchAttempt => ({
      entryId: drawn.get(teamId) ?? '',
      mission,
      values: values ?? {},
      at: at === undefined ? now : Date.parse(at),
    }),
  )
  const after = computeTournamentState({ ...before.input, attempts: [...before.input.attempts, ...added] })
  const lastLines = new Map(lines.map(({ line, attempt: { mission } }) => [mission, line]))
  const ofDrawnMatches = listTiedKnockOutMatchNumbers(after).flatMap((match): CsvRowProblem[] => {
    const line = lastLines.get(match)
    return line === undefined ? [] : [{ line, problem: getKnockOutTieRequirement(ruleSet) }]
  })
  const sideByEntry = new Map(
    before.input.draw.sides.flatMap((entryIds, side) => entryIds.map((id) => [id, side] as const)),
  )
  const recorded = added.filter(({ entryId, mission }) =>
    before.sheets.get(mission)?.has(sideByEntry.get(entryId) ?? -1),
  )
  return {
    problems: ofDrawnMatches,
    warnings: [
      ...warnOfMatches(
        'matches-have-results',
        recorded.map(({ mission }) => mission),
      ),
      ...warnOfMatches('match-sides-change', listMatchesWithOtherSides(before, after)),
    ],
  }
}
