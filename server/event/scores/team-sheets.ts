import type { RuleSet, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { computePanelResult } from '#contract/event/scoring/rule-set-result.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import type { TeamScore } from '#contract/people/teams/team.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { listNewestVisibleRuleSetEntryPerTeam, type TeamSheetAttempt } from './ranking/queries-entries.ts'
import { mapNewestRuleSetsByEvent } from './rules/queries-rule-sets.ts'

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
  listRoundsOrPossibleMatches(ruleSet).flatMap(({ number, round, group }) => {
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
export const loadNewestVisibleSheetByTeam = async (
  db: Db,
  teamIds: readonly string[],
): Promise<Map<string, DerivedSheet>> => {
  const entries = [
    ...(await listNewestVisibleRuleSetEntryPerTeam(db, teamIds, 'current')),
    ...(await listNewestVisibleRuleSetEntryPerTeam(db, teamIds, 'frozen')),
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
        roundKeys: listRoundsOrPossibleMatches(ruleSet).map(({ round }) => round.key),
      })
  }
  return sheets
}
