import { and, asc, eq, isNull } from 'drizzle-orm'
import type { ParticipantOption } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { buildSearchConditions, orderBySearchMatch } from '#server/lib/search.ts'

const limit = 10

/** Finds accounts and teams that match a search, at most ten of each; none for an empty search. */
export const searchParticipants = async (db: Db, search: string): Promise<ParticipantOption[]> => {
  if (buildSearchConditions(users.search, search).length === 0) return []
  const [people, groups] = await Promise.all([
    db
      .select({ id: users.id, first: users.firstName, last: users.lastName, email: users.email })
      .from(users)
      .where(and(isNull(users.deletedAt), ...buildSearchConditions(users.search, search)))
      .orderBy(...orderBySearchMatch(users.search, search), asc(users.firstName), asc(users.lastName), asc(users.id))
      .limit(limit),
    db
      .select({ id: teams.id, name: teams.name, teamNo: teams.teamNo, schoolName: teams.schoolName, competition: competitions.nameEn })
      .from(teams)
      .innerJoin(competitions, eq(competitions.id, teams.competitionId))
      .where(and(isNull(teams.deletedAt), ...buildSearchConditions(teams.search, search)))
      .orderBy(...orderBySearchMatch(teams.search, search), asc(teams.name), asc(teams.id))
      .limit(limit),
  ])
  return [
    ...people.map(({ id, first, last, email }) => ({ kind: 'user' as const, id, name: `${first} ${last}`.trim(), detail: email })),
    ...groups.map(({ id, name, teamNo, schoolName, competition }) => ({
      kind: 'team' as const,
      id,
      name,
      detail: [`#${teamNo}`, schoolName, competition].filter(Boolean).join(' · '),
    })),
  ]
}
