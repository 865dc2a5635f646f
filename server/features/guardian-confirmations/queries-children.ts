import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { guardianConfirmations, teamPeople, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { buildMinorMemberCondition, type FoundGuardianLink } from './queries.ts'

/** A child with what its guardian sees of it. */
export type GuardianChild = Omit<FoundGuardianLink, 'link'>

/** Lists the minors with a place in teams of an owner in the active season, on the day `today`. */
export const listMinorsOfOwner = (db: Db, ownerId: string, today: string): Promise<GuardianChild[]> =>
  db
    .select({
      person: teamPeople,
      team: { id: teams.id, name: teams.name, userId: teams.userId },
      competition: { en: competitions.nameEn, ar: competitions.nameAr },
      confirmation: guardianConfirmations,
    })
    .from(teamPeople)
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(guardianConfirmations, eq(guardianConfirmations.personId, teamPeople.id))
    .where(
      and(
        eq(teams.userId, ownerId),
        buildMinorMemberCondition(today),
        isNull(teams.deletedAt),
        eq(teams.status, 'registered'),
        sql`${teams.seasonYearId} = active_season_year()`,
      ),
    )
    .orderBy(asc(teams.createdAt), asc(teams.id), asc(teamPeople.position), asc(teamPeople.id))

/** Lists the addresses of the owner and of the coaches of the owner's teams. */
export const listCoachAddresses = async (db: Db, ownerId: string): Promise<string[]> => {
  const owner = await db.select({ email: users.email }).from(users).where(eq(users.id, ownerId))
  const coaches = await db
    .selectDistinct({ email: teamPeople.email })
    .from(teamPeople)
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .where(and(eq(teams.userId, ownerId), eq(teamPeople.kind, 'coach'), isNull(teamPeople.deletedAt)))
  return [...owner, ...coaches].map(({ email }) => email)
}
