import { and, eq, gt, inArray, isNotNull, isNull, lt, max, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Lang } from '#contract/localized.ts'
import { ageOfMajority } from '#contract/rules/age.ts'
import {
  guardianLinkDays,
  guardianReminderDays,
  guardianWithdrawalDays,
} from '#contract/rules/guardian-confirmation.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { guardianConfirmations, guardianLinks, teamPeople, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'

export type PersonRow = typeof teamPeople.$inferSelect
type ConfirmationRow = typeof guardianConfirmations.$inferSelect
export type LinkMethod = (typeof guardianLinks.$inferSelect)['method']

/**
 * Returns an SQL condition on `team_people`: a member who is a minor on the day `today` (YYYY-MM-DD), as in
 * contract/rules/guardian-confirmation.ts.
 */
export const buildMinorMemberCondition = (today: string): SQL =>
  sql`(${teamPeople.kind} = 'member' and ${teamPeople.deletedAt} is null and ${teamPeople.birthDate} > ${today}::date - make_interval(years => ${ageOfMajority}))`

/** Returns an SQL condition on `team_people`: the guardian has answered, in one of these states. */
export const buildGuardianAnswerCondition = (...states: ConfirmationRow['state'][]): SQL =>
  sql`exists (select from ${guardianConfirmations} where ${guardianConfirmations.personId} = ${teamPeople.id} and ${inArray(guardianConfirmations.state, states)})`

/** Returns an SQL condition on `teams`: the guardian of one of its minors has not confirmed, or refuses. */
export const buildTeamMissingConfirmationCondition = (today: string): SQL =>
  sql`exists (select from ${teamPeople} where ${teamPeople.teamId} = ${teams.id} and ${buildMinorMemberCondition(today)} and not ${buildGuardianAnswerCondition('confirmed')})`

/** Returns SQL for a row of `teams`: since when the guardian of one of its minors refuses; null for none. */
export const buildTeamRefusedSince = (today: string): SQL =>
  sql`(select min(${guardianConfirmations.decidedAt}) from ${guardianConfirmations} join ${teamPeople} on ${teamPeople.id} = ${guardianConfirmations.personId}
    where ${teamPeople.teamId} = ${teams.id} and ${guardianConfirmations.state} = 'refused' and ${buildMinorMemberCondition(today)})`

/** Lists the minors of a team on the day `today` whose guardian has not confirmed; `isRefused` for a refusal. */
export const listUnconfirmedMinors = (
  db: Db,
  teamId: string,
  today: string,
): Promise<{ id: string; isRefused: boolean }[]> =>
  db
    .select({
      id: teamPeople.id,
      isRefused: sql<boolean>`coalesce(${guardianConfirmations.state} = 'refused', false)`,
    })
    .from(teamPeople)
    .leftJoin(guardianConfirmations, eq(guardianConfirmations.personId, teamPeople.id))
    .where(
      and(
        eq(teamPeople.teamId, teamId),
        buildMinorMemberCondition(today),
        sql`${guardianConfirmations.state} is distinct from 'confirmed'`,
      ),
    )

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

/** Lists the confirmations of these members with the name of the organizer who recorded the paper. */
export const listConfirmationRows = (db: Db, personIds: readonly string[]) =>
  db
    .select({
      confirmation: guardianConfirmations,
      recordedBy: sql<string | null>`nullif(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
    })
    .from(guardianConfirmations)
    .leftJoin(users, eq(users.id, guardianConfirmations.recordedBy))
    .where(inArray(guardianConfirmations.personId, [...personIds]))

/** Lists when a link was last emailed to the guardians of these members. */
export const listLastGuardianEmailTimes = (db: Db, personIds: readonly string[]) =>
  db
    .select({ personId: guardianLinks.personId, mailedAt: max(guardianLinks.createdAt) })
    .from(guardianLinks)
    .where(and(inArray(guardianLinks.personId, [...personIds]), eq(guardianLinks.method, 'mailed-link')))
    .groupBy(guardianLinks.personId)

/** Finds a link that is valid, with its member, team, competition and answer. */
export const findValidGuardianLink = async (db: Db, tokenHash: string) => {
  const [row] = await db
    .select({
      link: guardianLinks,
      person: teamPeople,
      team: { id: teams.id, name: teams.name, userId: teams.userId },
      competition: { en: competitions.nameEn, ar: competitions.nameAr },
      confirmation: guardianConfirmations,
    })
    .from(guardianLinks)
    .innerJoin(teamPeople, eq(teamPeople.id, guardianLinks.personId))
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(guardianConfirmations, eq(guardianConfirmations.personId, teamPeople.id))
    .where(
      and(
        eq(guardianLinks.tokenHash, tokenHash),
        gt(guardianLinks.expiresAt, sql`now()`),
        isNull(teamPeople.deletedAt),
        isNull(teams.deletedAt),
      ),
    )
  return row
}
export type FoundGuardianLink = NonNullable<Awaited<ReturnType<typeof findValidGuardianLink>>>

/** Finds the language of the account that owns a team; without one, that of the user `userId`. */
export const findAccountLanguage = async (db: Db, teamId: string, userId: string): Promise<Lang> => {
  const [row] = await db
    .select({ lang: users.lang })
    .from(users)
    .leftJoin(teams, and(eq(teams.userId, users.id), eq(teams.id, teamId)))
    .where(or(isNotNull(teams.id), eq(users.id, userId)))
    .orderBy(sql`${teams.id} is null`)
    .limit(1)
  return row?.lang ?? 'en'
}

/** Locks a team and then one of its members, in the order of other writers. Undefined for deleted ones. */
export const lockTeamAndMember = async (
  tx: Db,
  teamId: string,
  personId: string,
): Promise<PersonRow | undefined> => {
  await tx
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNull(teams.deletedAt)))
    .for('update')
  const [person] = await tx
    .select()
    .from(teamPeople)
    .where(
      and(
        eq(teamPeople.id, personId),
        eq(teamPeople.teamId, teamId),
        eq(teamPeople.kind, 'member'),
        isNull(teamPeople.deletedAt),
      ),
    )
    .for('update')
  return person
}

/** Returns whether a team has a place in its competition. */
export const isTeamRegistered = async (tx: Db, teamId: string): Promise<boolean> =>
  (await tx.$count(teams, and(eq(teams.id, teamId), eq(teams.status, 'registered')))) > 0

export const findConfirmation = async (tx: Db, personId: string): Promise<ConfirmationRow | undefined> => {
  const [row] = await tx
    .select()
    .from(guardianConfirmations)
    .where(eq(guardianConfirmations.personId, personId))
  return row
}

/** Stores the answer of a guardian in place of an earlier one. */
export const upsertGuardianAnswer = async (
  tx: Db,
  values: Omit<ConfirmationRow, 'decidedAt'>,
): Promise<void> => {
  const row = { ...values, decidedAt: new Date() }
  await tx
    .insert(guardianConfirmations)
    .values(row)
    .onConflictDoUpdate({ target: guardianConfirmations.personId, set: row })
}

export const deleteConfirmation = async (tx: Db, personId: string): Promise<void> => {
  await tx.delete(guardianConfirmations).where(eq(guardianConfirmations.personId, personId))
}

export const insertGuardianLinkRow = async (
  tx: Db,
  values: { tokenHash: string; personId: string; method: LinkMethod },
): Promise<void> => {
  await tx
    .insert(guardianLinks)
    .values({ ...values, expiresAt: sql`now() + make_interval(days => ${guardianLinkDays})` })
}

/** Keeps a link that was answered, so that the guardian can withdraw the answer with it. */
export const extendLinkForWithdrawal = async (tx: Db, tokenHash: string): Promise<void> => {
  await tx
    .update(guardianLinks)
    .set({ expiresAt: sql`now() + make_interval(days => ${guardianWithdrawalDays})` })
    .where(eq(guardianLinks.tokenHash, tokenHash))
}

/** Deletes the links and the confirmations of these members. */
export const eraseConfirmationsAndLinks = async (tx: Db, personIds: readonly string[]): Promise<void> => {
  if (personIds.length === 0) return
  await tx.delete(guardianLinks).where(inArray(guardianLinks.personId, [...personIds]))
  await tx.delete(guardianConfirmations).where(inArray(guardianConfirmations.personId, [...personIds]))
}

/** Deletes the links that have expired. */
export const deleteExpiredLinks = async (db: Db): Promise<void> => {
  await db.delete(guardianLinks).where(lt(guardianLinks.expiresAt, sql`now()`))
}

/**
 * Stores whether the photo of a member may be shown. A save of an older version of the person is rejected
 * afterwards.
 */
export const setPhotoConsentAndBumpVersion = async (
  tx: Db,
  { id, consent, version }: PersonRow,
  publish: boolean,
): Promise<void> => {
  if (consent && consent.publish !== publish)
    await tx
      .update(teamPeople)
      .set({ consent: { ...consent, publish }, version: version + 1 })
      .where(eq(teamPeople.id, id))
}

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
