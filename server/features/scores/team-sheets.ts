import type { RuleSet, ScoreSheetValues } from '#contract/rule-set.ts'
import { listRounds } from '#contract/rules/rule-set-sheet.ts'
import type { TeamScore } from '#contract/team.ts'
import type { Db } from '#server/db/open.ts'
import { findNewestRuleSet } from './queries-rule-sets.ts'
import { listEntriesForTeamSheets, type TeamSheetAttempt } from './queries-team-sheets.ts'

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

/** Returns the score sheet of a team: the best attempt of each round, with the key of the round. */
const toTeamScores = (ruleSet: RuleSet, attempts: readonly TeamSheetAttempt[]): TeamScore[] =>
  listRounds(ruleSet).flatMap(({ number, round }) => {
    const [best] = attempts.filter(({ mission }) => mission === number).toSorted((a, b) => b.score - a.score || a.timeMs - b.timeMs)
    if (!best) return []
    const { score, timeMs, values, correctedAt } = best
    const sheet = { key: round.key, score, timeMs, youtubeLink: '', file: '', github: '', matches: toMatches(values) }
    return [correctedAt ? { ...sheet, correctedAt } : sheet]
  })

/** A score sheet with the total and the total time by the rule set. */
export type DerivedSheet = { scores: TeamScore[]; total: number; totalTimeMs: number }

/**
 * Computes the score sheets of teams, by team, from the attempts of their newest entries that visitors see. Teams without an entry in an event with a rule
 * set are left out.
 */
export const loadVisibleScoreSheetsByTeam = async (db: Db, teamIds: readonly string[]): Promise<Map<string, DerivedSheet>> => {
  const entries = [...(await listEntriesForTeamSheets(db, teamIds, 'standing')), ...(await listEntriesForTeamSheets(db, teamIds, 'frozen'))]
  const ruleSets = new Map<string, RuleSet | null>()
  for (const eventId of new Set(entries.map((entry) => entry.eventId)))
    ruleSets.set(eventId, (await findNewestRuleSet(db, eventId))?.ruleSet ?? null)
  const sheets = new Map<string, DerivedSheet>()
  for (const { teamId, eventId, attempts, totalScore, totalTimeMs } of entries.toSorted(
    (a, b) => a.reachedAt.getTime() - b.reachedAt.getTime(),
  )) {
    const ruleSet = ruleSets.get(eventId)
    if (ruleSet) sheets.set(teamId, { scores: toTeamScores(ruleSet, attempts), total: totalScore, totalTimeMs })
  }
  return sheets
}
