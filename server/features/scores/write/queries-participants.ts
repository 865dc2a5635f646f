import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { maskEmail } from '#contract/rules/mask.ts'
import type { ParticipantOption } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { getConfirmedEmail } from '#server/lib/confirmed-email.ts'
import { buildSearchConditions, orderBySearchMatch } from '#server/lib/search.ts'

const limit = 10

/** The names and the school of an account in the column `search`, without address and phone. */
const namesAndSchool = sql`split_part(${users.search}, E'\\n', 1) || E'\\n' || split_part(${users.search}, E'\\n', 4)`

/**
 * Finds accounts and teams that match a search, at most ten of each; none for an empty search. With `maskEmails` the e-mail addresses of the accounts are masked, and
 * neither they nor phones are searched, because each part that is found would tell more of them.
 */
export const searchParticipants = async (db: Db, search: string, { maskEmails }: { maskEmails: boolean }): Promise<ParticipantOption[]> => {
  if (buildSearchConditions(users.search, search).length === 0) return []
  const [people, groups] = await Promise.all([
    db
      .select({ id: users.id, first: users.firstName, last: users.lastName, email: users.email })
      .from(users)
      .where(
        and(
          isNull(users.deletedAt),
          ...buildSearchConditions(users.search, search),
          ...(maskEmails ? buildSearchConditions(namesAndSchool, search) : []),
        ),
      )
      .orderBy(
        ...orderBySearchMatch(maskEmails ? namesAndSchool : users.search, search),
        asc(users.firstName),
        asc(users.lastName),
        asc(users.id),
      )
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
    ...people.map(({ id, first, last, email }) => ({
      kind: 'user' as const,
      id,
      name: `${first} ${last}`.trim(),
      detail: maskEmails ? maskEmail(email) : email,
    })),
    ...groups.map(({ id, name, teamNo, schoolName, competition }) => ({
      kind: 'team' as const,
      id,
      name,
      detail: [`#${teamNo}`, schoolName, competition].filter(Boolean).join(' · '),
    })),
  ]
}

const userColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  emailConfirmedAt: users.emailConfirmedAt,
  schoolName: users.school,
  missionType: users.missionType,
}

/** Accounts by id or by confirmed e-mail. An e-mail that its account has not confirmed finds no account. */
export const listUsersByIdOrConfirmedEmail = async (db: Db, column: 'id' | 'email', values: string[]) => {
  if (values.length === 0) return []
  const found = await db
    .select(userColumns)
    .from(users)
    .where(and(sql`${users[column]} = any(${sql.param(values)})`, isNull(users.deletedAt)))
  return column === 'id' ? found : found.filter((user) => getConfirmedEmail(user) !== null)
}

/** Lists those of these teams that are not deleted. */
export const listPresentTeamsByIds = async (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: teams.id, teamNo: teams.teamNo, name: teams.name, schoolName: teams.schoolName })
        .from(teams)
        .where(and(inArray(teams.id, ids), isNull(teams.deletedAt)))
