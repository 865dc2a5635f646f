import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { downloads } from '#server/db/schema/downloads.ts'
import { messages } from '#server/db/schema/messages.ts'
import { paymentSteps, payments } from '#server/db/schema/payments.ts'
import { seasons, teamPeople, teamScores, teams } from '#server/db/schema/teams.ts'

/** What a record says instead of a name, in both languages. */
const nobody = 'Participant · مشارك'
const noTeam = 'Team · فريق'

export const deleteSent = async (tx: Db, email: string): Promise<void> => {
  await tx.delete(messages).where(eq(messages.email, email))
  await tx.delete(downloads).where(eq(downloads.email, email))
}

/** Teams of somebody, kept from other writers, and which of them have payments. */
export const lockTeamsOf = async (tx: Db, userId: string) => {
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
  const kept = new Set(withPayments.map(({ id }) => id))
  return rows.map((row) => ({ ...row, hasPayments: kept.has(row.id) }))
}

/** The photos of the coaches and members of these teams, of removed people too. */
export const photosOfPeople = async (tx: Db, teamIds: string[]): Promise<string[]> => {
  if (teamIds.length === 0) return []
  const rows = await tx.select({ picture: teamPeople.picture }).from(teamPeople).where(inArray(teamPeople.teamId, teamIds))
  return rows.flatMap(({ picture }) => (picture ? [picture] : []))
}

/** Everything about these teams goes. */
export const deleteTeams = async (tx: Db, teamIds: string[]): Promise<void> => {
  if (teamIds.length > 0) await tx.delete(teams).where(inArray(teams.id, teamIds))
}

/** Deletes the people, results and season records of these teams, and what the team is called; the row stays hidden, because payments refer to it. */
export const emptyTeams = async (tx: Db, teamIds: string[]): Promise<void> => {
  if (teamIds.length === 0) return
  await tx.delete(teamPeople).where(inArray(teamPeople.teamId, teamIds))
  await tx.delete(teamScores).where(inArray(teamScores.teamId, teamIds))
  await tx.delete(seasons).where(inArray(seasons.teamId, teamIds))
  await tx
    .update(teams)
    .set({ name: noTeam, schoolName: '', image: null, userId: null, deletedAt: sql`coalesce(${teams.deletedAt}, now())` })
    .where(inArray(teams.id, teamIds))
}

/** Somebody as one of the people of these teams: by national ID, or by the proven address. The place in the team stays, without who it was. Gives the photos. */
export const forgetPerson = async (
  tx: Db,
  teamIds: string[],
  { nationalIdIndex, email }: { nationalIdIndex: string | null; email: string | null },
): Promise<string[]> => {
  const same: SQL[] = [
    ...(nationalIdIndex ? [eq(teamPeople.nationalIdIndex, nationalIdIndex)] : []),
    ...(email ? [sql`lower(${teamPeople.email}) = ${email}`] : []),
  ]
  if (teamIds.length === 0 || same.length === 0) return []
  const who = and(inArray(teamPeople.teamId, teamIds), or(...same))
  const found = await tx.select({ id: teamPeople.id, picture: teamPeople.picture }).from(teamPeople).where(who).for('update')
  const ids = found.map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .update(teamPeople)
      .set({
        ...{ name: nobody, email: '', phone: '', nationalId: null, nationalIdIndex: null },
        ...{ birthDate: null, gender: null, picture: null, consent: null },
      })
      .where(inArray(teamPeople.id, ids))
  return found.flatMap(({ picture }) => (picture ? [picture] : []))
}

/** Season records of these teams, each as `change` makes it. */
export const changeSeasons = async (tx: Db, teamIds: string[], change: (data: unknown) => unknown): Promise<void> => {
  if (teamIds.length === 0) return
  const rows = await tx.select({ id: seasons.id, data: seasons.data }).from(seasons).where(inArray(seasons.teamId, teamIds))
  for (const { id, data } of rows)
    await tx
      .update(seasons)
      .set({ data: change(data) })
      .where(eq(seasons.id, id))
}

/** What the gateway was told and said about payments of somebody or of these teams, each as `change` makes it. The payments themselves stay. */
export const changePaymentSteps = async (tx: Db, userId: string, teamIds: string[], change: (data: unknown) => unknown): Promise<void> => {
  const whose = or(eq(payments.userId, userId), ...(teamIds.length ? [inArray(payments.teamId, teamIds)] : []))
  const rows = await tx
    .select({ id: paymentSteps.id, data: paymentSteps.data })
    .from(paymentSteps)
    .innerJoin(payments, eq(payments.id, paymentSteps.paymentId))
    .where(whose)
  for (const { id, data } of rows)
    await tx
      .update(paymentSteps)
      .set({ data: change(data) })
      .where(eq(paymentSteps.id, id))
}
