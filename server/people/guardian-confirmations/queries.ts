import { and, asc, eq, gt, inArray, isNull, lt, max, type SQL, sql } from 'drizzle-orm'
import {
  guardianLinkDays,
  guardianNewLinkDays,
  guardianWithdrawalDays,
} from '#contract/people/guardians/guardian-confirmation.ts'
import { ageOfMajority } from '#contract/people/teams/age.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { guardianConfirmations, guardianLinks } from '#server/platform/db/schema/guardians.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'

export type PersonRow = typeof teamPeople.$inferSelect
type ConfirmationRow = typeof guardianConfirmations.$inferSelect
export type LinkMethod = (typeof guardianLinks.$inferSelect)['method']

/**
 * Returns an SQL condition on `team_people`: a member who is a minor on the day `today` (YYYY-MM-DD), as in
 * contract/people/guardians/guardian-confirmation.ts.
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
export const buildTeamRefusedSinceColumn = (today: string): SQL =>
  sql`(select min(${guardianConfirmations.decidedAt}) from ${guardianConfirmations} join ${teamPeople} on ${teamPeople.id} = ${guardianConfirmations.personId}
    where ${teamPeople.teamId} = ${teams.id} and ${guardianConfirmations.state} = 'refused' and ${buildMinorMemberCondition(today)})`

/** Lists the minors of a team on the day `today` whose guardian has not confirmed; `isRefused` for a refusal. */
export const listUnconfirmedMinorsOfTeam = (
  db: Db,
  teamId: string,
  today: string,
): Promise<{ id: string; name: string; isRefused: boolean }[]> =>
  db
    .select({
      id: teamPeople.id,
      name: teamPeople.name,
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
    .orderBy(asc(teamPeople.position), asc(teamPeople.id))

/** Lists the confirmations of these members with the name of the organizer who recorded the paper. */
export const listConfirmationsWithRecorderName = (db: Db, personIds: readonly string[]) =>
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

/**
 * Lists the children that a valid link opens, with their team, competition and answer. A child stays when its
 * team gets another owner, loses its place or is of an earlier season.
 */
export const listChildrenOfValidLink = (db: Db, tokenHash: string) =>
  db
    .select({
      link: guardianLinks,
      person: teamPeople,
      team: { id: teams.id, name: teams.name },
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
    .orderBy(asc(teams.createdAt), asc(teams.id), asc(teamPeople.position), asc(teamPeople.id))
export type LinkedChild = Awaited<ReturnType<typeof listChildrenOfValidLink>>[number]

/** Finds the language of the account that owns a team; without one, that of the user `userId`. */
export const findLanguageOfTeamOwnerOrUser = async (
  db: Db,
  teamId: string,
  userId: string,
): Promise<Lang> => {
  const ownerId = sql`coalesce((select ${teams.userId} from ${teams} where ${teams.id} = ${teamId}), ${userId})`
  const [row] = await db.select({ lang: users.lang }).from(users).where(eq(users.id, ownerId))
  return row?.lang ?? 'en'
}

/** Locks a team and then one of its members, in the order of other writers. Undefined for deleted ones. */
export const lockMemberAfterTeam = async (
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

/** Stores the answer of a guardian in place of an earlier one, given now without `decidedAt`. Returns the time of the answer. */
export const upsertGuardianAnswerAndGetTime = async (
  tx: Db,
  values: Omit<ConfirmationRow, 'decidedAt' | 'replacedRefusal'> & Partial<ConfirmationRow>,
): Promise<Date> => {
  const row = { decidedAt: new Date(), replacedRefusal: null, ...values }
  await tx
    .insert(guardianConfirmations)
    .values(row)
    .onConflictDoUpdate({ target: guardianConfirmations.personId, set: row })
  return row.decidedAt
}

export const deleteConfirmation = async (tx: Db, personId: string): Promise<void> => {
  await tx.delete(guardianConfirmations).where(eq(guardianConfirmations.personId, personId))
}

/** Inserts a link that opens one or several children. */
export const insertGuardianLinkRows = async (
  tx: Db,
  { personIds, ...values }: { tokenHash: string; personIds: readonly string[]; method: LinkMethod },
): Promise<void> => {
  const expiresAt = sql`now() + make_interval(days => ${guardianLinkDays})`
  await tx.insert(guardianLinks).values(personIds.map((personId) => ({ ...values, personId, expiresAt })))
}

/** Keeps a link that was answered for one of its children, so that the guardian can change each answer with it. */
export const extendLinkForWithdrawal = async (tx: Db, tokenHash: string): Promise<void> => {
  await tx
    .update(guardianLinks)
    .set({ expiresAt: sql`now() + make_interval(days => ${guardianWithdrawalDays})` })
    .where(eq(guardianLinks.tokenHash, tokenHash))
}

/** Deletes the links and the answers of these members; with `state` only answers of this state. */
export const eraseConfirmationsAndLinks = async (
  tx: Db,
  personIds: readonly string[],
  state?: ConfirmationRow['state'],
): Promise<void> => {
  if (personIds.length === 0) return
  await tx.delete(guardianLinks).where(inArray(guardianLinks.personId, [...personIds]))
  const isOfState = state && eq(guardianConfirmations.state, state)
  await tx
    .delete(guardianConfirmations)
    .where(and(inArray(guardianConfirmations.personId, [...personIds]), isOfState))
}

/** Deletes the links that have expired, after the days in which a guardian asks for a new one with them. */
export const deleteLongExpiredLinks = async (db: Db): Promise<void> => {
  await db
    .delete(guardianLinks)
    .where(lt(guardianLinks.expiresAt, sql`now() - make_interval(days => ${guardianNewLinkDays})`))
}

/**
 * Stores whether the photo of a member may be shown. A save of an older version of the person is rejected
 * afterwards.
 */
export const setPhotoConsentAndBumpMemberVersion = async (
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
