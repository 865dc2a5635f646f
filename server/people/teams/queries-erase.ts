import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { anonymousNames } from '#contract/people/teams/person-name.ts'
import { cleanText } from '#contract/platform/text.ts'
import type { Db } from '#server/platform/db/open.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { awards } from '#server/platform/db/schema/results.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { teamMatches, teamPeople, teamScores, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { buildPastRestorePeriodCondition } from '#server/platform/db/soft-delete.ts'
import type { TeamDbRow } from './rows.ts'

const toIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** A coach or member whose row is deleted. */
export type RemovedTeamPerson = {
  id: string
  teamId: string
  name: string
  email: string
  picture: string | null
}
const removedPersonColumns = {
  id: teamPeople.id,
  teamId: teamPeople.teamId,
  name: teamPeople.name,
  email: teamPeople.email,
  picture: teamPeople.picture,
}

const hasPaymentsCondition = sql`exists (select from ${payments} where ${payments.teamId} = ${teams.id})`

/** Returns true when there are payments for a team. */
export const hasTeamPayments = async (tx: Db, teamId: string): Promise<boolean> =>
  (await tx.$count(teams, and(eq(teams.id, teamId), hasPaymentsCondition))) > 0

/** Erases why teams withdrew from events: the reason may name a person. */
const eraseWithdrawalReasonsOfTeams = async (tx: Db, teamIds: string[]): Promise<void> => {
  await tx
    .update(eventTeams)
    .set({ withdrawalReason: '' })
    .where(and(inArray(eventTeams.teamId, teamIds), ne(eventTeams.withdrawalReason, '')))
}

type RemovedAward = typeof awards.$inferSelect
type ErasedTeams = {
  /** Teams that are deleted. */
  deletedIds: string[]
  /** Teams of which an empty, deleted row stays, because payments refer to them. */
  hiddenIds: string[]
  /** Paid teams, which stay with their people. */
  paidIds: string[]
  removedPeople: { id: string; picture: string | null }[]
  /** The awards of deleted and hidden teams. */
  removedAwards: RemovedAward[]
  images: string[]
}

/**
 * Deletes the unpaid teams of an owner with their people, clears the links to videos, files and code in the
 * results of the paid ones, and erases why the teams withdrew from events.
 */
export const eraseUnpaidTeamsAndClearPaidLinks = async (tx: Db, userId: string): Promise<ErasedTeams> => {
  const owned = await tx
    .select({ id: teams.id, paid: teams.paid, image: teams.image })
    .from(teams)
    .where(eq(teams.userId, userId))
    .orderBy(teams.id)
    .for('update')
  const unpaid = owned.filter(({ paid }) => !paid)
  const unpaidIds = toIds(unpaid)
  const paidIds = toIds(owned.filter(({ paid }) => paid))
  const hiddenIds = toIds(
    await tx
      .select({ id: teams.id })
      .from(teams)
      .where(and(inArray(teams.id, unpaidIds), hasPaymentsCondition)),
  )
  const deletedIds = unpaidIds.filter((id) => !hiddenIds.includes(id))
  const removedPeople = await tx
    .delete(teamPeople)
    .where(inArray(teamPeople.teamId, unpaidIds))
    .returning({ id: teamPeople.id, picture: teamPeople.picture })
  const removedAwards = await tx.delete(awards).where(inArray(awards.teamId, unpaidIds)).returning()
  await tx.delete(teams).where(inArray(teams.id, deletedIds))
  await tx.delete(teamScores).where(inArray(teamScores.teamId, hiddenIds))
  await tx
    .update(teams)
    .set({
      name: anonymousNames.team,
      schoolName: '',
      image: null,
      userId: null,
      deletedAt: sql`coalesce(${teams.deletedAt}, now())`,
    })
    .where(inArray(teams.id, hiddenIds))
  const cleared = await tx
    .update(teamScores)
    .set({ youtubeLink: '', file: '', github: '' })
    .where(inArray(teamScores.teamId, paidIds))
    .returning({ id: teamScores.id })
  await tx
    .update(teamMatches)
    .set({ youtubeLink: '' })
    .where(inArray(teamMatches.scoreId, toIds(cleared)))
  await eraseWithdrawalReasonsOfTeams(tx, toIds(owned))
  const images = unpaid.flatMap(({ image }) => image ?? [])
  return { deletedIds, hiddenIds, paidIds, removedPeople, removedAwards, images }
}

/** The person of a user; `email` is the confirmed address. */
type ErasedPerson = {
  name: string
  email: string | null
  phone: string | null
  nationalIdIndex: string | null
}

/**
 * Anonymizes a person in the own teams, found by national ID or confirmed address, and in the teams of
 * others, found by confirmed address alone, because nobody checks national IDs. Another person with the same
 * address, such as a child that a coach registered with the coach's address, only loses the address. The
 * reasons for withdrawals of these teams are erased, and saves of an older version of them are rejected.
 * Returns the anonymized people.
 */
export const anonymizePersonAndClearAddressInTeams = async (
  tx: Db,
  ownTeamIds: string[],
  { name, email, phone, nationalIdIndex }: ErasedPerson,
): Promise<{ id: string; teamId: string; picture: string | null }[]> => {
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
  const toKey = (text: string) => cleanText(text, 'name').replace(/\s+/g, ' ').toLowerCase()
  const isPerson = (row: (typeof found)[number]) => {
    if (toKey(row.name) === toKey(name)) return true
    if (nationalIdIndex !== null && row.nationalIdIndex !== null)
      return row.nationalIdIndex === nationalIdIndex
    return found.filter(({ teamId }) => teamId === row.teamId).length === 1
  }
  const [people, others] = [found.filter(isPerson), found.filter((row) => !isPerson(row))]
  await tx
    .update(teamPeople)
    .set({
      name: anonymousNames.person,
      email: '',
      phone: '',
      nationalId: null,
      nationalIdIndex: null,
      birthDate: null,
      gender: null,
      picture: null,
      consent: null,
    })
    .where(inArray(teamPeople.id, toIds(people)))
  await tx
    .update(teamPeople)
    .set({
      email: '',
      ...(phone === null
        ? {}
        : { phone: sql`case when ${teamPeople.phone} = ${phone} then '' else ${teamPeople.phone} end` }),
    })
    .where(inArray(teamPeople.id, toIds(others)))
  const teamIds = found.map(({ teamId }) => teamId)
  await eraseWithdrawalReasonsOfTeams(tx, teamIds)
  await tx
    .update(teams)
    .set({ version: sql`${teams.version} + 1` })
    .where(inArray(teams.id, teamIds))
  return people
}

/**
 * Lists those of these teams that have an owner other than `userId`, with the owner. Deleted teams and owners
 * are left out.
 */
export const listTeamsWithOwnersOtherThanUser = (tx: Db, teamIds: string[], userId: string) =>
  tx
    .select({
      name: teams.name,
      teamNo: teams.teamNo,
      owner: { firstName: users.firstName, email: users.email, lang: users.lang },
    })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.userId))
    .where(
      and(inArray(teams.id, teamIds), ne(users.id, userId), isNull(teams.deletedAt), isNull(users.deletedAt)),
    )
    .orderBy(teams.id)

/** Locks the coaches and members with these ids. Returns the ids that exist. */
export const lockAndListTeamPersonIds = (tx: Db, ids: readonly string[]) =>
  tx
    .select({ id: teamPeople.id })
    .from(teamPeople)
    .where(sql`${teamPeople.id} = any(${sql.param(ids)}::uuid[])`)
    .for('update')

/** Deletes the coaches and members with these ids and returns them. */
export const deleteTeamPeopleByIds = (tx: Db, ids: readonly string[]): Promise<RemovedTeamPerson[]> =>
  tx
    .delete(teamPeople)
    .where(sql`${teamPeople.id} = any(${sql.param(ids)}::uuid[])`)
    .returning(removedPersonColumns)

type PurgedTeams = {
  lockedIds: string[]
  teams: TeamDbRow[]
  awards: RemovedAward[]
  images: string[]
  people: RemovedTeamPerson[]
}

const eraseLockedTeams = async (
  tx: Db,
  locked: readonly { id: string; image: string | null }[],
  isExpiredPerson?: SQL,
): Promise<PurgedTeams> => {
  const lockedIds = toIds(locked)
  const people = await tx
    .delete(teamPeople)
    .where(or(inArray(teamPeople.teamId, lockedIds), isExpiredPerson))
    .returning(removedPersonColumns)
  const isDeleted = and(inArray(teams.id, lockedIds), sql`not ${hasPaymentsCondition}`)
  const removedAwards = await tx
    .delete(awards)
    .where(inArray(awards.teamId, tx.select({ id: teams.id }).from(teams).where(isDeleted)))
    .returning()
  const deleted = await tx.delete(teams).where(isDeleted).returning()
  await tx
    .update(teams)
    .set({ image: null })
    .where(and(inArray(teams.id, lockedIds), isNotNull(teams.image)))
  await eraseWithdrawalReasonsOfTeams(tx, lockedIds)
  const images = locked.flatMap(({ image }) => image ?? [])
  return { lockedIds, teams: deleted, awards: removedAwards, images, people }
}

/** Deletes a locked, deleted team permanently with its people and image. */
export const purgePeopleAndPaymentlessLockedTeam = (tx: Db, team: TeamDbRow): Promise<PurgedTeams> =>
  eraseLockedTeams(tx, [team])

/**
 * Deletes the teams that were deleted more than 30 days ago permanently with their people and images, and the
 * people of other teams that were deleted so long ago. A team with payments stays without them. Returns the
 * deleted teams, the names of the images, and all deleted coaches and members.
 */
export const purgeExpiredPeopleAndPaymentlessTeams = async (tx: Db): Promise<PurgedTeams> => {
  const expired = await tx
    .select({ id: teams.id, image: teams.image })
    .from(teams)
    .where(buildPastRestorePeriodCondition(teams.deletedAt))
    .for('update')
  return eraseLockedTeams(tx, expired, buildPastRestorePeriodCondition(teamPeople.deletedAt))
}
