import { and, count, desc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import {
  oneTimeTokens,
  recoveryCodes,
  secondFactorFailures,
  sessions,
  signInAddresses,
  users,
} from '#server/platform/db/schema/users.ts'
import { maxSignInAddresses } from './rate-limiters.ts'

const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phone: users.phone,
  lang: users.lang,
  role: users.role,
  school: users.school,
  birthDate: users.birthDate,
  gender: users.gender,
  nationalId: users.nationalId,
  guardian: users.guardian,
  emailConfirmedAt: users.emailConfirmedAt,
  erasureRequestedAt: users.erasureRequestedAt,
  totpSecret: users.totpSecret,
  totpStep: users.totpStep,
  version: users.version,
}
/** The columns of a user that the user reads and updates. */
export type OwnUserRow = Pick<typeof users.$inferSelect, keyof typeof columns>
/** Tells whether an app has the secret of the second factor: its first code stored a time step. */
export const hasAuthenticatorApp = ({ totpSecret, totpStep }: Pick<OwnUserRow, 'totpSecret' | 'totpStep'>) =>
  totpSecret !== null && totpStep !== null

const isAccount = (userId: string) => and(eq(users.id, userId), isNull(users.deletedAt))

export const findOwnUserRow = async (db: Db, userId: string): Promise<OwnUserRow | undefined> => {
  const [row] = await db.select(columns).from(users).where(isAccount(userId))
  return row
}

/**
 * Finds a user and locks it against other writers until the transaction ends. A transaction that changes more of an
 * account, such as its sessions, tokens and links, locks the user first, so that two of them never wait for each other.
 */
export const lockOwnUserRow = async (tx: Db, userId: string): Promise<OwnUserRow | undefined> => {
  // rows that refer to the user, such as entries of the audit log, can still be inserted
  const [row] = await tx.select(columns).from(users).where(isAccount(userId)).for('no key update')
  return row
}

export const updateOwnUserRow = async (
  tx: Db,
  userId: string,
  values: Partial<typeof users.$inferInsert>,
): Promise<OwnUserRow> => {
  const [row] = await tx.update(users).set(values).where(eq(users.id, userId)).returning(columns)
  return row as OwnUserRow
}

/** Lists the events in whose rankings a user has an entry, frozen ones included. */
export const listEventIdsOfUserEntries = async (db: Db, userId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ event_id: string }>(sql`
    select event_id from score_entries where user_id = ${userId} union select event_id from frozen_score_entries where user_id = ${userId}`)
  return rows.map(({ event_id: eventId }) => eventId)
}

/** Returns true when a user has this address. */
export const hasUndeletedUserWithEmail = async (db: Db, email: string): Promise<boolean> => {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return found.length > 0
}

/** Finds the new address of a user whose confirmation link has not been opened yet. */
export const findPendingEmail = async (db: Db, userId: string, email: string): Promise<string | null> => {
  const [row] = await db
    .select({ email: oneTimeTokens.email })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.kind, 'confirm-email'),
        gt(oneTimeTokens.expiresAt, new Date()),
        isNotNull(oneTimeTokens.email),
        ne(oneTimeTokens.email, email),
      ),
    )
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(1)
  return row?.email ?? null
}

export const countUnusedRecoveryCodes = async (db: Db, userId: string): Promise<number> => {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return row?.left ?? 0
}

/** Lists the unexpired sessions of a user, the last used one first. */
export const listUnexpiredSessionsOfUser = (db: Db, userId: string) =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(200)

/** Deletes one session of a user; false when the user has no such session. */
export const deleteSessionOfUserIfExists = async (
  db: Db,
  userId: string,
  sessionId: string,
): Promise<boolean> => {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return deleted.length > 0
}

/** Deletes all sessions of a user but one. Returns how many. */
export const deleteAndCountOtherSessions = async (
  db: Db,
  userId: string,
  sessionId: string,
): Promise<number> => {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return deleted.length
}

/**
 * Returns true when one of the users signed in from this address before. `addressHashes` are the hashes of
 * the address with every key.
 */
export const hasSignedInFromAddress = async (
  db: Db,
  userIds: readonly string[],
  addressHashes: readonly string[],
): Promise<boolean> => {
  const rows = await db
    .select({ hash: signInAddresses.addressHash })
    .from(signInAddresses)
    .where(and(inArray(signInAddresses.userId, userIds), inArray(signInAddresses.addressHash, addressHashes)))
  return rows.length > 0
}

/** Saves the address of a successful sign-in and deletes the oldest ones above the limit. */
export const saveSignInAddressAndDeleteOldest = async (
  db: Db,
  userId: string,
  addressHash: string,
): Promise<void> => {
  await db
    .insert(signInAddresses)
    .values({ userId, addressHash })
    .onConflictDoUpdate({
      target: [signInAddresses.userId, signInAddresses.addressHash],
      set: { lastUsedAt: sql`now()` },
    })
  const newest = db
    .select({ hash: signInAddresses.addressHash })
    .from(signInAddresses)
    .where(eq(signInAddresses.userId, userId))
    .orderBy(desc(signInAddresses.lastUsedAt))
    .limit(maxSignInAddresses)
  await db
    .delete(signInAddresses)
    .where(and(eq(signInAddresses.userId, userId), notInArray(signInAddresses.addressHash, newest)))
}

const isFailureWindowOver = sql`${secondFactorFailures.expiresAt} <= now()`

/**
 * Counts a code of a user as failed before it is checked, so that concurrent codes are all counted. The
 * window begins with the first one. Returns the number of failed codes in the window. At `max` it counts
 * nothing and returns the seconds until the window ends.
 */
export const incrementCodeFailuresOrGetRetryAfter = async (
  db: Db,
  userId: string,
  { max, minutes }: { max: number; minutes: number },
): Promise<{ failures: number } | { retryAfter: number }> => {
  const [counted] = await db
    .insert(secondFactorFailures)
    .values({ userId, count: 1, expiresAt: sql`now() + make_interval(mins => ${minutes})` })
    .onConflictDoUpdate({
      target: secondFactorFailures.userId,
      set: {
        count: sql`case when ${isFailureWindowOver} then 1 else ${secondFactorFailures.count} + 1 end`,
        expiresAt: sql`case when ${isFailureWindowOver} then excluded.expires_at else ${secondFactorFailures.expiresAt} end`,
      },
      setWhere: sql`${isFailureWindowOver} or ${secondFactorFailures.count} < ${max}`,
    })
    .returning({ failures: secondFactorFailures.count })
  if (counted) return counted
  const [limited] = await db
    .select({
      retryAfter: sql`ceil(extract(epoch from ${secondFactorFailures.expiresAt} - now()))`.mapWith(Number),
    })
    .from(secondFactorFailures)
    .where(eq(secondFactorFailures.userId, userId))
  return { retryAfter: Math.max(1, limited?.retryAfter ?? 1) }
}

/** Uncounts one code, because it was right. */
export const decrementSecondFactorFailures = async (db: Db, userId: string): Promise<void> => {
  await db
    .update(secondFactorFailures)
    .set({ count: sql`greatest(${secondFactorFailures.count} - 1, 0)` })
    .where(eq(secondFactorFailures.userId, userId))
}
