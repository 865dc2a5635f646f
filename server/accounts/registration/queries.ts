import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { SignInIdentifierKind } from '#contract/accounts/session.ts'
import type { Db } from '#server/platform/db/open.ts'
import { isUnconfirmedUser, pendingRegistrations, users } from '#server/platform/db/schema/users.ts'
import { deleteNewsConsents } from '#server/site/announcements/service.ts'

/** Makes other registrations and confirmations of this address wait until the transaction ends. */
export const lockEmailAddress = async (tx: Db, email: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`registration ${email}`}, 0))`)
}

/**
 * Deletes the unconfirmed accounts of before version 1.1 with this address or national ID, and their consents to
 * news.
 */
export const deleteUnconfirmedUsersAndConsentsOfPerson = async (
  tx: Db,
  { email, nationalIdIndex }: { email: string; nationalIdIndex: string | null },
): Promise<void> => {
  const hasIdentity = or(
    eq(users.email, email),
    nationalIdIndex === null ? undefined : eq(users.nationalIdIndex, nationalIdIndex),
  )
  const deleted = await tx
    .delete(users)
    .where(and(hasIdentity, isUnconfirmedUser, isNull(users.deletedAt)))
    .returning({ email: users.email })
  await deleteNewsConsents(
    tx,
    deleted.map((user) => user.email),
  )
}

/** Finds the user with this address, except an unconfirmed account of before version 1.1. */
export const findUserByEmailExceptOldUnconfirmed = async (tx: Db, email: string) => {
  const [row] = await tx
    .select({ firstName: users.firstName, lang: users.lang, active: users.active })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt), sql`not ${isUnconfirmedUser}`))
  return row
}

/** Inserts a user and returns its id; undefined when another user has the address or national ID. */
export const insertUserIfNew = async (tx: Db, values: typeof users.$inferInsert) => {
  const [row] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id })
  return row?.id
}

/**
 * Deletes accounts of before version 1.1 that were not confirmed in time, and their consents to news. Returns
 * how many.
 */
const deleteExpiredUsersAndNewsConsents = async (tx: Db): Promise<number> => {
  const deleted = await tx
    .delete(users)
    .where(and(lt(users.confirmUntil, sql`now()`), isUnconfirmedUser))
    .returning({ email: users.email })
  await deleteNewsConsents(
    tx,
    deleted.map(({ email }) => email),
  )
  return deleted.length
}

const hasExpired = lt(pendingRegistrations.expiresAt, sql`now()`)
const isUsable = gt(pendingRegistrations.expiresAt, sql`now()`)

/** Deletes registrations that were not confirmed in time. Returns how many. */
export const deleteExpiredRegistrationsAndOldUsers = async (tx: Db): Promise<number> => {
  const { rowCount } = await tx.delete(pendingRegistrations).where(hasExpired)
  return (rowCount ?? 0) + (await deleteExpiredUsersAndNewsConsents(tx))
}

export const insertPendingRegistration = async (
  tx: Db,
  values: typeof pendingRegistrations.$inferInsert,
): Promise<void> => {
  await tx.insert(pendingRegistrations).values(values)
}

/** Finds the registration of a link that was not used yet. */
export const findUsableRegistrationByToken = async (db: Db, tokenHash: string) => {
  const [found] = await db
    .select()
    .from(pendingRegistrations)
    .where(and(eq(pendingRegistrations.tokenHash, tokenHash), isUsable))
  return found
}
export type PendingRegistrationRow = NonNullable<Awaited<ReturnType<typeof findUsableRegistrationByToken>>>

/** Deletes and returns the registration of a link. Only one of several concurrent requests gets it. */
export const deleteAndReturnPendingRegistration = async (tx: Db, tokenHash: string) => {
  const [deleted] = await tx
    .delete(pendingRegistrations)
    .where(and(eq(pendingRegistrations.tokenHash, tokenHash), isUsable))
    .returning()
  return deleted
}

const identityColumns = {
  email: pendingRegistrations.email,
  national_id: pendingRegistrations.nationalIdIndex,
  phone: pendingRegistrations.phone,
} as const

/**
 * Lists the newest registrations with an email address, phone number or keyed hash of a national ID, all of them
 * or those of one browser.
 */
export const listUsableRegistrationsByIdentifier = (
  db: Db,
  kind: SignInIdentifierKind,
  value: string,
  { limit, browserHash }: { limit: number; browserHash?: string },
): Promise<PendingRegistrationRow[]> =>
  db
    .select()
    .from(pendingRegistrations)
    .where(
      and(
        eq(identityColumns[kind], value),
        isUsable,
        browserHash === undefined ? undefined : eq(pendingRegistrations.browserHash, browserHash),
      ),
    )
    .orderBy(desc(pendingRegistrations.createdAt), desc(pendingRegistrations.id))
    .limit(limit)

/**
 * Replaces the link of a registration, which expires when it did before; for an id that none has, the same
 * statement changes nothing.
 */
export const replaceTokenOfPendingRegistration = async (
  tx: Db,
  id: string,
  tokenHash: string,
): Promise<void> => {
  await tx.update(pendingRegistrations).set({ tokenHash }).where(eq(pendingRegistrations.id, id))
}

/** Deletes the registrations with an address. */
export const deletePendingRegistrationsWithEmail = async (tx: Db, email: string): Promise<void> => {
  await tx.delete(pendingRegistrations).where(eq(pendingRegistrations.email, email))
}

/** Deletes the registrations with the address or the national ID of a person. */
export const deletePendingRegistrationsOfPerson = async (
  tx: Db,
  { email, nationalIdIndex }: { email: string; nationalIdIndex: string | null },
): Promise<void> => {
  await tx
    .delete(pendingRegistrations)
    .where(
      or(
        eq(pendingRegistrations.email, email),
        nationalIdIndex === null ? undefined : eq(pendingRegistrations.nationalIdIndex, nationalIdIndex),
      ),
    )
}
