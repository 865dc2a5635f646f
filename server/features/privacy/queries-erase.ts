import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { anonymousNames } from '#contract/rules/certificate-name.ts'
import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/schema/audit-log.ts'
import { downloads } from '#server/db/schema/downloads.ts'
import { imports } from '#server/db/schema/imports.ts'
import { messages } from '#server/db/schema/messages.ts'
import { paymentSteps, payments, reconciliations } from '#server/db/schema/payments.ts'
import { protests } from '#server/db/schema/protests.ts'
import { seasons, teamMatches, teamPeople, teamScores, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { deleteConfirmationsAndLinks } from '#server/features/guardian-confirmations/service.ts'

/** Replacement of an erased name, in both languages. */
const anonymousTeamName = 'Team · فريق'

const toIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Deletes the messages and the registrations for the simulator from an address. */
export const deleteMessagesAndSimulatorRegistrations = async (tx: Db, email: string): Promise<void> => {
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

/** Lists the coaches and members of these teams, also removed ones. */
export const listPicturesOfTeamPeople = async (tx: Db, teamIds: string[]): Promise<{ id: string; picture: string | null }[]> =>
  teamIds.length === 0
    ? []
    : tx.select({ id: teamPeople.id, picture: teamPeople.picture }).from(teamPeople).where(inArray(teamPeople.teamId, teamIds))

/** Deletes these teams with all their records. */
export const deleteTeamsPermanently = async (tx: Db, teamIds: string[]): Promise<void> => {
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

/** The person of an account; `email` is the confirmed address. */
export type ErasedPerson = { name: string; email: string | null; phone: string | null; nationalIdIndex: string | null }
type AnonymizedPerson = { id: string; teamId: string; picture: string | null }

/**
 * Anonymizes a person in the own teams, found by national ID or confirmed address, and in the teams of others, found by confirmed address alone, because nobody
 * checks national IDs. Another person with the same address, such as a child that a coach registered with the coach's address, only loses the address. Saves of an
 * older version of these teams are rejected. Returns the anonymized people.
 */
export const anonymizePersonInTeams = async (
  tx: Db,
  ownTeamIds: string[],
  { name, email, phone, nationalIdIndex }: ErasedPerson,
): Promise<AnonymizedPerson[]> => {
  const hasAddress = email === null ? undefined : sql`lower(${teamPeople.email}) = ${email.toLowerCase()}`
  const hasNationalId =
    nationalIdIndex === null || ownTeamIds.length === 0
      ? undefined
      : and(inArray(teamPeople.teamId, ownTeamIds), eq(teamPeople.nationalIdIndex, nationalIdIndex))
  if (!hasAddress && !hasNationalId) return []
  const found = await tx
    .select({
      id: teamPeople.id,
      teamId: teamPeople.teamId,
      name: teamPeople.name,
      nationalIdIndex: teamPeople.nationalIdIndex,
      picture: teamPeople.picture,
    })
    .from(teamPeople)
    .where(or(hasAddress, hasNationalId))
    .for('update')
  const toKey = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  const isPerson = (row: (typeof found)[number]) => {
    if (toKey(row.name) === toKey(name)) return true
    if (nationalIdIndex !== null && row.nationalIdIndex !== null) return row.nationalIdIndex === nationalIdIndex
    return found.filter(({ teamId }) => teamId === row.teamId).length === 1
  }
  const [people, others] = [found.filter(isPerson), found.filter((row) => !isPerson(row))]
  await deleteConfirmationsAndLinks(tx, toIds(people))
  if (people.length > 0)
    await tx
      .update(teamPeople)
      .set({
        ...{ name: anonymousNames.person, email: '', phone: '', nationalId: null, nationalIdIndex: null },
        ...{ birthDate: null, gender: null, picture: null, consent: null },
      })
      .where(inArray(teamPeople.id, toIds(people)))
  if (others.length > 0)
    await tx
      .update(teamPeople)
      .set({
        email: '',
        ...(phone === null ? {} : { phone: sql`case when ${teamPeople.phone} = ${phone} then '' else ${teamPeople.phone} end` }),
      })
      .where(inArray(teamPeople.id, toIds(others)))
  const teamIds = [...new Set(found.map(({ teamId }) => teamId))]
  if (teamIds.length > 0)
    await tx
      .update(teams)
      .set({ version: sql`${teams.version} + 1` })
      .where(inArray(teams.id, teamIds))
  return people
}

/** Lists those of these teams that have an owner other than `userId`, with the owner. Deleted teams and owners are left out. */
export const listTeamsOfOtherOwners = async (tx: Db, teamIds: string[], userId: string) => {
  if (teamIds.length === 0) return []
  return tx
    .select({ name: teams.name, teamNo: teams.teamNo, owner: { firstName: users.firstName, email: users.email, lang: users.lang } })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.userId))
    .where(and(inArray(teams.id, teamIds), ne(users.id, userId), isNull(teams.deletedAt), isNull(users.deletedAt)))
    .orderBy(teams.id)
}

/** Replaces the data of the season records of these teams by what `change` returns. */
export const replaceSeasonRecordDataOfTeams = async (tx: Db, teamIds: string[], change: (data: unknown) => unknown): Promise<void> => {
  if (teamIds.length === 0) return
  const rows = await tx.select({ id: seasons.id, data: seasons.data }).from(seasons).where(inArray(seasons.teamId, teamIds))
  for (const { id, data } of rows)
    await tx
      .update(seasons)
      .set({ data: change(data) })
      .where(eq(seasons.id, id))
}

/** Clears type and reference of the season records of these teams that people wrote, because both are free texts. Those of a move to another season stay. */
export const clearTextsOfSeasonRecords = async (tx: Db, teamIds: string[]): Promise<void> => {
  if (teamIds.length === 0) return
  await tx
    .update(seasons)
    .set({ type: '', ref: '' })
    .where(and(inArray(seasons.teamId, teamIds), isNull(seasons.moveId)))
}

/** Clears the links to videos, files and code in the results of these teams; the results stay. */
export const clearLinksOfTeamScores = async (tx: Db, teamIds: string[]): Promise<void> => {
  if (teamIds.length === 0) return
  const cleared = await tx
    .update(teamScores)
    .set({ youtubeLink: '', file: '', github: '' })
    .where(inArray(teamScores.teamId, teamIds))
    .returning({ id: teamScores.id })
  if (cleared.length > 0)
    await tx
      .update(teamMatches)
      .set({ youtubeLink: '' })
      .where(inArray(teamMatches.scoreId, toIds(cleared)))
}

/** Replaces the names of deleted teams in the stored reports about differences between payments and teams. */
export const replaceTeamNamesInReconciliations = async (tx: Db, teamIds: string[]): Promise<void> => {
  if (teamIds.length === 0) return
  const rows = await tx
    .select({ id: reconciliations.id, report: reconciliations.report })
    .from(reconciliations)
    .where(sql`${reconciliations.report}::text ~ ${teamIds.join('|')}`)
  for (const { id, report } of rows) {
    const differences = report.differences.map((difference) =>
      teamIds.includes(difference.team.id) ? { ...difference, team: { ...difference.team, name: anonymousTeamName } } : difference,
    )
    await tx
      .update(reconciliations)
      .set({ report: { ...report, differences } })
      .where(eq(reconciliations.id, id))
  }
}

/** Clears the names of imported files and of those in the audit log: each may name a person, and nothing tells whom. */
export const clearFileNamesOfImports = async (tx: Db): Promise<void> => {
  await tx.update(imports).set({ fileName: '' }).where(ne(imports.fileName, ''))
  await tx
    .update(auditLog)
    .set({ before: sql`${auditLog.before} - 'fileName'` })
    .where(and(eq(auditLog.entity, 'import'), sql`${auditLog.before} ? 'fileName'`))
}

/**
 * Removes the reasons and order pages of the payments of a user or of these teams, and replaces the data of their logs by what `change` returns. The payments themselves stay.
 * Returns their ids.
 */
export const redactPaymentsOfPerson = async (
  tx: Db,
  { userId, teamIds }: { userId: string | null; teamIds: string[] },
  change: (data: unknown) => unknown,
): Promise<string[]> => {
  const conditions = [...(userId ? [eq(payments.userId, userId)] : []), ...(teamIds.length ? [inArray(payments.teamId, teamIds)] : [])]
  if (conditions.length === 0) return []
  const ids = toIds(
    await tx
      .update(payments)
      .set({ reason: '', orderUrl: null })
      .where(or(...conditions))
      .returning({ id: payments.id }),
  )
  if (ids.length === 0) return []
  const steps = await tx
    .select({ id: paymentSteps.id, data: paymentSteps.data })
    .from(paymentSteps)
    .where(inArray(paymentSteps.paymentId, ids))
  for (const { id, data } of steps)
    await tx
      .update(paymentSteps)
      .set({ data: change(data) })
      .where(eq(paymentSteps.id, id))
  return ids
}

/** Removes the texts of the protests that a user sent and of those of these teams. The protests themselves stay. */
export const redactProtestsOfPerson = async (tx: Db, { userId, teamIds }: { userId: string | null; teamIds: string[] }): Promise<void> => {
  const conditions = [...(userId ? [eq(protests.createdBy, userId)] : []), ...(teamIds.length ? [inArray(protests.teamId, teamIds)] : [])]
  if (conditions.length === 0) return
  await tx
    .update(protests)
    .set({ reason: '', answer: '' })
    .where(or(...conditions))
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

/** Locks the coaches and members with these ids. Returns the ids that exist. */
export const lockTeamPeopleByIds = (tx: Db, ids: readonly string[]) =>
  tx
    .select({ id: teamPeople.id })
    .from(teamPeople)
    .where(sql`${teamPeople.id} = any(${sql.param(ids)}::uuid[])`)
    .for('update')
