import { and, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { normalizeEmail } from '#contract/accounts/identity.ts'
import { guardianReminderDays } from '#contract/people/guardians/guardian-confirmation.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { guardianLinks } from '#server/platform/db/schema/guardians.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { buildGuardianAnswerCondition, buildMinorMemberCondition } from './queries.ts'

/** The account that owns the team. Administrators register teams of other coaches. */
const isOwner = and(
  eq(users.id, teams.userId),
  isNull(users.deletedAt),
  eq(users.active, true),
  ne(users.role, 'admin'),
)
const columns = {
  person: teamPeople,
  team: { id: teams.id, teamNo: teams.teamNo, name: teams.name, userId: teams.userId },
  competition: { en: competitions.nameEn, ar: competitions.nameAr },
  scopeId: sql<string>`coalesce(${users.id}, ${teams.id})`,
}
export type GuardianEmailRow = {
  person: typeof teamPeople.$inferSelect
  team: { id: string; teamNo: number; name: string; userId: string | null }
  competition: { en: string; ar: string }
  /** Whose teams count as those of one coach: the id of the account that owns them, else of the team alone. */
  scopeId: string
}

/**
 * Minors of present teams of the active season that have a place. The guardians of a waiting team are asked
 * when it has a place. The demo content gets no emails.
 */
const isAsked = (today: string) =>
  and(
    buildMinorMemberCondition(today),
    isNull(teams.deletedAt),
    eq(teams.demo, false),
    eq(teams.status, 'registered'),
    sql`${teams.seasonYearId} = active_season_year()`,
  )
const isUnanswered = sql`not ${buildGuardianAnswerCondition('confirmed', 'refused')}`
const hasEmail = sql`${teamPeople.consent} ->> 'contact' like '%@%'`
const hasEmailedLink = sql`exists (select from ${guardianLinks} where ${guardianLinks.personId} = ${teamPeople.id} and ${guardianLinks.method} = 'mailed-link')`

const listMembers = (db: Db, where: SQL | undefined): Promise<GuardianEmailRow[]> =>
  db
    .select(columns)
    .from(teamPeople)
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(users, isOwner)
    .where(where)
    .orderBy(teams.createdAt, teams.id, teamPeople.position, teamPeople.id)

/**
 * Lists the members whose guardian has an email address and got no link. Members who were not saved for two
 * days, in teams that did not get their place in these days, are left out: they are from before an update of
 * the installation, or its jobs did not run for days.
 */
export const listMembersForFirstGuardianEmail = (db: Db, today: string): Promise<GuardianEmailRow[]> =>
  listMembers(
    db,
    and(
      isAsked(today),
      isUnanswered,
      hasEmail,
      sql`greatest(${teamPeople.updatedAt}, ${teams.statusAt}) > now() - interval '2 days'`,
      sql`not ${hasEmailedLink}`,
    ),
  )

/** Lists the members without an answer, whose guardian has an email address, in all teams of these scopes. */
export const listUnansweredMembersByOwnerOrTeam = async (
  db: Db,
  scopeIds: readonly string[],
  today: string,
): Promise<GuardianEmailRow[]> => {
  if (scopeIds.length === 0) return []
  const isInScope = or(inArray(teams.userId, [...scopeIds]), inArray(teams.id, [...scopeIds]))
  return listMembers(db, and(isAsked(today), isUnanswered, hasEmail, isInScope))
}

/** Lists the addresses of the coaches of these scopes, and of the accounts that own the teams. */
export const mapCoachAndOwnerEmailsByOwnerOrTeam = async (
  db: Db,
  scopeIds: readonly string[],
): Promise<Map<string, Set<string>>> => {
  const addresses = new Map(scopeIds.map((id) => [id, new Set<string>()]))
  if (scopeIds.length === 0) return addresses
  const coaches = await db
    .selectDistinct({ scopeId: columns.scopeId, email: teamPeople.email })
    .from(teamPeople)
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .leftJoin(users, isOwner)
    .where(
      and(
        or(inArray(teams.userId, [...scopeIds]), inArray(teams.id, [...scopeIds])),
        eq(teamPeople.kind, 'coach'),
        isNull(teamPeople.deletedAt),
      ),
    )
  const owners = await db
    .select({ scopeId: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...scopeIds]))
  for (const { scopeId, email } of [...coaches, ...owners]) addresses.get(scopeId)?.add(normalizeEmail(email))
  return addresses
}

/** Finds a member of a team with what an email to the guardian needs. Undefined for a deleted one. */
export const findMemberForGuardianEmail = async (
  db: Db,
  teamId: string,
  personId: string,
): Promise<GuardianEmailRow | undefined> => {
  const isMember = and(eq(teamPeople.id, personId), eq(teamPeople.teamId, teamId))
  const [row] = await listMembers(db, and(isMember, isNull(teamPeople.deletedAt), isNull(teams.deletedAt)))
  return row
}

/** Lists the members whom a link opens, also an expired one, and whose guardian is asked now. */
export const listAskedMembersOfGuardianLink = (
  db: Db,
  tokenHash: string,
  today: string,
): Promise<GuardianEmailRow[]> =>
  listMembers(
    db,
    and(
      isAsked(today),
      sql`exists (select from ${guardianLinks} where ${guardianLinks.personId} = ${teamPeople.id} and ${guardianLinks.tokenHash} = ${tokenHash})`,
    ),
  )

/** Lists those of these locked members whose guardian has not answered, and tells who got a link. */
export const listUnansweredMembersByIds = async (
  tx: Db,
  personIds: readonly string[],
): Promise<{ id: string; hasEmailedLink: boolean }[]> =>
  tx
    .select({ id: teamPeople.id, hasEmailedLink: sql<boolean>`${hasEmailedLink}` })
    .from(teamPeople)
    .where(and(inArray(teamPeople.id, [...personIds]), isUnanswered))

/**
 * Lists the members without an answer in teams whose registration closes soon. Teams registered after the day
 * of the reminder are left out: their owners have just seen what is missing.
 */
export const listMembersForGuardianReminder = (db: Db, today: string) => {
  const reminderAt = sql`${competitions.closesAt} - make_interval(days => ${guardianReminderDays})`
  return db
    .select({
      ...columns,
      closesAt: competitions.closesAt,
      owner: { email: users.email, firstName: users.firstName, lang: users.lang },
    })
    .from(teamPeople)
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(users, isOwner)
    .where(
      and(
        isAsked(today),
        isUnanswered,
        eq(competitions.active, true),
        isNull(competitions.deletedAt),
        gt(competitions.closesAt, sql`now()`),
        sql`${reminderAt} <= now()`,
        sql`${teams.createdAt} < ${reminderAt}`,
      ),
    )
    .orderBy(teams.id, teamPeople.position, teamPeople.id)
}

/** Finds a team with its competition and the addresses of its coaches; undefined for a deleted or demo team. */
export const findTeamCompetitionAndCoachEmails = async (tx: Db, teamId: string) => {
  const [row] = await tx
    .select({ team: teams, competition: competitions })
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .where(and(eq(teams.id, teamId), isNull(teams.deletedAt), eq(teams.demo, false)))
  if (!row) return undefined
  const coaches = await tx
    .selectDistinct({ email: teamPeople.email })
    .from(teamPeople)
    .where(
      and(
        eq(teamPeople.teamId, teamId),
        eq(teamPeople.kind, 'coach'),
        isNull(teamPeople.deletedAt),
        ne(teamPeople.email, ''),
      ),
    )
  return { ...row, addresses: coaches.map(({ email }) => email) }
}
