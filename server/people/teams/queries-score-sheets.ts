import { asc, inArray } from 'drizzle-orm'
import type { ScoreSheetContents } from '#contract/event/scoring/score-sheet.ts'
import type { TeamScore } from '#contract/people/teams/team.schema.ts'
import { loadNewestVisibleSheetByTeam } from '#server/event/scores/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { teamMatches, teamScores } from '#server/platform/db/schema/teams.ts'
import { type TeamScoreSheet, toTeamScore } from './rows.ts'

/** Loads the scores that the back office entered for teams, by team. */
const loadOwnScoresByTeam = async (db: Db, teamIds: readonly string[]): Promise<Map<string, TeamScore[]>> => {
  const scores = await db
    .select()
    .from(teamScores)
    .where(inArray(teamScores.teamId, [...teamIds]))
    .orderBy(asc(teamScores.position), asc(teamScores.id))
  const ids = scores.map(({ id }) => id)
  const matches =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(teamMatches)
          .where(inArray(teamMatches.scoreId, ids))
          .orderBy(asc(teamMatches.position), asc(teamMatches.id))
  const matchesByScore = Map.groupBy(matches, ({ scoreId }) => scoreId)
  const byTeam = Map.groupBy(scores, ({ teamId }) => teamId)
  return new Map(
    [...byTeam].map(([teamId, own]) => [
      teamId,
      own.map((score) => toTeamScore(score, matchesByScore.get(score.id) ?? [])),
    ]),
  )
}

/** Loads the score sheets of teams, by team. */
export const loadScoreSheetsByTeam = async (
  db: Db,
  teamIds: readonly string[],
): Promise<Map<string, TeamScoreSheet>> => {
  if (teamIds.length === 0) return new Map()
  // one after the other, because `db` may be a transaction
  const own = await loadOwnScoresByTeam(db, teamIds)
  const derived = await loadNewestVisibleSheetByTeam(db, teamIds)
  return new Map(teamIds.map((id) => [id, derived.get(id) ?? { scores: own.get(id) ?? [] }]))
}

/** The number of teams whose score sheets are in memory at once. */
const batchSize = 500

/**
 * Reads which entries the score sheets of teams have, in the order of their rounds, and the greatest number of
 * matches of a team.
 */
export const readScoreSheetEntriesAndMaxMatches = async (
  db: Db,
  teamIds: readonly string[],
): Promise<ScoreSheetContents> => {
  const keys = new Set<string>()
  const hasTime = new Map<string, boolean>()
  let matches = 0
  for (let from = 0; from < teamIds.length; from += batchSize) {
    const batch = await loadScoreSheetsByTeam(db, teamIds.slice(from, from + batchSize))
    for (const sheet of batch.values()) {
      for (const key of 'roundKeys' in sheet ? sheet.roundKeys : sheet.scores.map((score) => score.key))
        keys.add(key)
      for (const { key, timeMs } of sheet.scores) hasTime.set(key, hasTime.get(key) || timeMs > 0)
      matches = Math.max(matches, sheet.scores.flatMap((score) => score.matches).length)
    }
  }
  const entries = [...keys].flatMap((key) => {
    const time = hasTime.get(key)
    return time === undefined ? [] : [{ key, score: true, time }]
  })
  return { entries, matches }
}
