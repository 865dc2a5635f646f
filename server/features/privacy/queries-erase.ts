import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { downloads } from '#server/db/schema/downloads.ts'
import { messages } from '#server/db/schema/messages.ts'
import { paymentSteps, payments } from '#server/db/schema/payments.ts'
import { seasons, teamPeople, teamScores, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'

/** Replacement of an erased name, in both languages. */
const anonymousName = 'Participant · مشارك'
const anonymousTeamName = 'Team · فريق'

/** Deletes the messages and the registrations for the simulator from an address. */
export const deleteMessagesAndDownloads = async (tx: Db, email: string): Promise<void> => {
  await tx.delete(messages).where(eq(messages.email, email))
  await tx.delete(downloads).where(eq(downloads.email, email))
}

/** Lists the teams of an owner, with whether they have payments, and locks them against other writers. */
export const lockTeamsOfOwner = async (tx: Db, userId: string) => {
  const rows = await tx
    .select({ id: teams.id, paid: teams.paid, image: teams.image })
    .from(teams)
    .where(eq(teams.userId, userId))
    .orderBy(teams.id)
    .for('update')
  const ids = rows.map(({ id }) => id)
  const withPayments = ids.length
    ? await tx.selectDistinct({ id: payments.teamId }).from(payments).where(inArray(payments.teamId, ids))
    : []
  const paidIds = new Set(withPayments.map(({ id }) => id))
  return rows.map((row) => ({ ...row, hasPayments: paidIds.has(row.id) }))
}

/** Lists the pictures of the coaches and members of these teams, also of removed ones. */
export const listTeamPeoplePictures = async (tx: Db, teamIds: string[]): Promise<string[]> => {
  if (teamIds.length === 0) return []
  const rows = await tx.select({ picture: teamPeople.picture }).from(teamPeople).where(inArray(teamPeople.teamId, teamIds))
  return rows.flatMap(({ picture }) => (picture ? [picture] : []))
}

/** Deletes these teams with all their records. */
export const deleteTeams = async (tx: Db, teamIds: string[]): Promise<void> => {
  if (teamIds.length > 0) await tx.delete(teams).where(inArray(teams.id, teamIds))
}

/** Deletes the people, results, season records and names of these teams; their rows stay as deleted ones, because payments refer to them. */
export const anonymizeTeams = async (tx: Db, teamIds: string[]): Promise<void> => {
  if (teamIds.length === 0) return
  await tx.delete(teamPeople).where(inArray(teamPeople.teamId, teamIds))
  await tx.delete(teamScores).where(inArray(teamScores.teamId, teamIds))
  await tx.delete(seasons).where(inArray(seasons.teamId, teamIds))
  await tx
    .update(teams)
    .set({ name: anonymousTeamName, schoolName: '', image: null, userId: null, deletedAt: sql`coalesce(${teams.deletedAt}, now())` })
    .where(inArray(teams.id, teamIds))
}

/** Anonymizes a person, found by national ID or confirmed address, in these teams. Returns the person's pictures. */
export const anonymizeTeamPerson = async (
  tx: Db,
  teamIds: string[],
  { nationalIdIndex, email }: { nationalIdIndex: string | null; email: string | null },
): Promise<string[]> => {
  const conditions: SQL[] = [
    ...(nationalIdIndex ? [eq(teamPeople.nationalIdIndex, nationalIdIndex)] : []),
    ...(email ? [sql`lower(${teamPeople.email}) = ${email}`] : []),
  ]
  if (teamIds.length === 0 || conditions.length === 0) return []
  const isPerson = and(inArray(teamPeople.teamId, teamIds), or(...conditions))
  const found = await tx.select({ id: teamPeople.id, picture: teamPeople.picture }).from(teamPeople).where(isPerson).for('update')
  const ids = found.map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .update(teamPeople)
      .set({
        ...{ name: anonymousName, email: '', phone: '', nationalId: null, nationalIdIndex: null },
        ...{ birthDate: null, gender: null, picture: null, consent: null },
      })
      .where(inArray(teamPeople.id, ids))
  return found.flatMap(({ picture }) => (picture ? [picture] : []))
}

/** Replaces the data of the season records of these teams by what `change` returns. */
export const updateSeasonData = async (tx: Db, teamIds: string[], change: (data: unknown) => unknown): Promise<void> => {
  if (teamIds.length === 0) return
  const rows = await tx.select({ id: seasons.id, data: seasons.data }).from(seasons).where(inArray(seasons.teamId, teamIds))
  for (const { id, data } of rows)
    await tx
      .update(seasons)
      .set({ data: change(data) })
      .where(eq(seasons.id, id))
}

/** Replaces the gateway messages about payments of a user or of these teams by what `change` returns. The payments themselves stay. */
export const updatePaymentStepData = async (
  tx: Db,
  userId: string,
  teamIds: string[],
  change: (data: unknown) => unknown,
): Promise<void> => {
  const isAffected = or(eq(payments.userId, userId), ...(teamIds.length ? [inArray(payments.teamId, teamIds)] : []))
  const rows = await tx
    .select({ id: paymentSteps.id, data: paymentSteps.data })
    .from(paymentSteps)
    .innerJoin(payments, eq(payments.id, paymentSteps.paymentId))
    .where(isAffected)
  for (const { id, data } of rows)
    await tx
      .update(paymentSteps)
      .set({ data: change(data) })
      .where(eq(paymentSteps.id, id))
}

/** Lists and locks the accounts with these ids, also deleted ones. */
export const lockUsersByIds = (tx: Db, ids: readonly string[]) =>
  tx
    .select()
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
    .for('update')

/** Deletes the coaches and members with these ids and returns them. */
export const deleteTeamPeopleByIds = (tx: Db, ids: readonly string[]) =>
  tx
    .delete(teamPeople)
    .where(sql`${teamPeople.id} = any(${sql.param(ids)}::uuid[])`)
    .returning({
      id: teamPeople.id,
      teamId: teamPeople.teamId,
      name: teamPeople.name,
      email: teamPeople.email,
      picture: teamPeople.picture,
    })
