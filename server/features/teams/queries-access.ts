import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { normalizeEmail } from '#contract/rules/identity.ts'
import type { AccountTeamRole } from '#contract/team.fields.ts'
import type { Db } from '#server/db/open.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { getConfirmedEmail } from '#server/lib/confirmed-email.ts'
import type { TeamDbRow } from './rows.ts'

/** Finds the confirmed address of an account; null without one and for a deleted account. */
const findConfirmedEmail = async (db: Db, userId: string): Promise<string | null> => {
  const [row] = await db
    .select({ email: users.email, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  const email = row && getConfirmedEmail(row)
  return email ? normalizeEmail(email) : null
}

/** SQL condition: the team names a coach with this address. */
const hasCoachWithEmail = (email: string): SQL =>
  sql`exists (select from ${teamPeople} c where c.team_id = ${teams.id} and c.kind = 'coach' and c.deleted_at is null and c.email <> '' and lower(c.email) = ${email})`

/** Returns the SQL condition: the account registered the team, or the team names its confirmed address as a coach's. */
export const loadAccountTeamCondition = async (db: Db, userId: string): Promise<SQL | undefined> => {
  const email = await findConfirmedEmail(db, userId)
  return or(eq(teams.userId, userId), ...(email === null ? [] : [hasCoachWithEmail(email)]))
}

/** Lists the ids of the teams that are not deleted and that an account registered or coaches. */
export const listTeamIdsOfAccount = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .select({ id: teams.id })
      .from(teams)
      .where(and(await loadAccountTeamCondition(db, userId), isNull(teams.deletedAt)))
  ).map(({ id }) => id)

/** Finds what an account is in a team; undefined for an account that may not see it. */
export const findAccountTeamRole = async (
  db: Db,
  team: Pick<TeamDbRow, 'id' | 'userId'>,
  userId: string,
): Promise<AccountTeamRole | undefined> => {
  if (team.userId === userId) return 'owner'
  const email = await findConfirmedEmail(db, userId)
  if (email === null) return undefined
  const found = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.id, team.id), hasCoachWithEmail(email)))
  return found.length > 0 ? 'coach' : undefined
}
