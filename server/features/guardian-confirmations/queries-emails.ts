import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { guardianReminderDays } from '#contract/rules/guardian-confirmation.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { guardianLinks, teamPeople, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { buildGuardianAnswerCondition, buildMinorMemberCondition } from './queries.ts'

const columns = {
  person: teamPeople,
  team: { id: teams.id, teamNo: teams.teamNo, name: teams.name, userId: teams.userId },
  competition: { en: competitions.nameEn, ar: competitions.nameAr },
}
export type GuardianEmailRow = {
  person: typeof teamPeople.$inferSelect
  team: { id: string; teamNo: number; name: string; userId: string | null }
  competition: { en: string; ar: string }
}

/**
 * Members of present teams of the active season that have a place, whose guardian has not answered. The
 * guardians of a waiting team are asked when it has a place. The demo content gets no emails.
 */
const isUnanswered = (today: string) =>
  and(
    buildMinorMemberCondition(today),
    sql`not ${buildGuardianAnswerCondition('confirmed', 'refused')}`,
    isNull(teams.deletedAt),
    eq(teams.demo, false),
    eq(teams.status, 'registered'),
    sql`${teams.seasonYearId} = active_season_year()`,
  )
const hasEmailedLink = sql`exists (select from ${guardianLinks} where ${guardianLinks.personId} = ${teamPeople.id} and ${guardianLinks.method} = 'mailed-link')`

const selectMembers = (db: Db) =>
  db
    .select(columns)
    .from(teamPeople)
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))

/**
 * Lists the members whose guardian has an email address and got no link. Members who were not saved for two
 * days, in teams that did not get their place in these days, are left out: they are from before an update of
 * the installation, or its jobs did not run for days.
 */
export const listMembersForFirstGuardianEmail = (db: Db, today: string): Promise<GuardianEmailRow[]> =>
  selectMembers(db)
    .where(
      and(
        isUnanswered(today),
        sql`${teamPeople.consent} ->> 'contact' like '%@%'`,
        sql`greatest(${teamPeople.updatedAt}, ${teams.statusAt}) > now() - interval '2 days'`,
        sql`not ${hasEmailedLink}`,
      ),
    )
    .orderBy(teamPeople.id)

/** Returns true while the guardian of a locked member got no link and has not answered. */
export const isFirstGuardianEmailDue = async (tx: Db, personId: string): Promise<boolean> =>
  (await tx.$count(
    teamPeople,
    and(
      eq(teamPeople.id, personId),
      sql`not ${hasEmailedLink}`,
      sql`not ${buildGuardianAnswerCondition('confirmed', 'refused')}`,
    ),
  )) > 0

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
    .leftJoin(
      users,
      and(
        eq(users.id, teams.userId),
        isNull(users.deletedAt),
        eq(users.active, true),
        ne(users.role, 'admin'),
      ),
    )
    .where(
      and(
        isUnanswered(today),
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
export const findTeamWithCoachAddresses = async (tx: Db, teamId: string) => {
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
