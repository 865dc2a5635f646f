import type { Team, TeamScore } from '#contract/team.schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError, type FieldProblem } from '#server/lib/app-error.ts'
import { assertVersion } from '#server/lib/assert-version.ts'
import { replaceTeamScores, updateTeam } from './queries-write.ts'
import { createTeamReadContext, hideTeamPeople } from './rows.ts'
import { lockTeamAtVersion, readTeam } from './service.ts'

const isLink = (text: string) => {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/** Finds the links that are not web addresses, and the keys that occur twice. */
const findScoreProblems = (scores: readonly TeamScore[]): FieldProblem[] => {
  const problems: FieldProblem[] = []
  const link = (field: string, text: string) => {
    if (text !== '' && !isLink(text)) problems.push({ field, code: 'bad-format' })
  }
  for (const [at, score] of scores.entries()) {
    for (const field of ['youtubeLink', 'file', 'github'] as const) link(`scores.${at}.${field}`, score[field])
    for (const [nth, match] of score.matches.entries()) link(`scores.${at}.matches.${nth}.youtubeLink`, match.youtubeLink)
    if (score.key !== '' && scores.findIndex(({ key }) => key === score.key) !== at)
      problems.push({ field: `scores.${at}.key`, code: 'twice' })
  }
  return problems
}

/** Creates the service that saves the scores of a team. */
export const createTeamScoreService = ({ database, encryption, invalidator }: Core) => {
  const readers = createTeamReadContext(encryption)
  return {
    /** Replaces all scores of a team. Throws `not-found`, `bad-input` with fields such as `scores.0.youtubeLink`, `stale-version` with `details.current`, `scores-from-event`. */
    save: async (teamId: string, scores: readonly TeamScore[], version: number, actor: Actor): Promise<Team> => {
      const problems = findScoreProblems(scores)
      if (problems.length > 0) throw new AppError('bad-input', problems)
      await inTransaction(database.db, async (tx) => {
        const team = await lockTeamAtVersion(tx, teamId, undefined, readers)
        await assertVersion(version, team, async () => hideTeamPeople(await readTeam(tx, teamId, readers), actor))
        const { scores: before, hasDerivedScores } = await readTeam(tx, teamId, readers)
        if (hasDerivedScores) throw new AppError('scores-from-event')
        await replaceTeamScores(tx, teamId, scores)
        await updateTeam(tx, teamId, { version: team.version + 1 })
        const { name, teamNo } = team
        const after = { name, teamNo, scores: (await readTeam(tx, teamId, readers)).scores }
        await writeAudit(tx, { actor, action: 'update', entity: 'team', entityId: teamId, before: { name, teamNo, scores: before }, after })
      })
      await invalidator.invalidate('teams')
      return hideTeamPeople(await readTeam(database.db, teamId, readers), actor)
    },
  }
}
