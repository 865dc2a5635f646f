import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { SignInIdentifierKind } from '#contract/accounts/session.ts'
import type { SessionSettings } from '#contract/platform/settings.ts'
import type { Db } from '#server/platform/db/open.ts'
import { settings } from '#server/platform/db/schema/content.ts'
import {
  isUnconfirmedUser,
  oneTimeTokens,
  recoveryCodes,
  sessions,
  users,
} from '#server/platform/db/schema/users.ts'
import { deletePasskeysOfUser } from './queries-passkeys.ts'

const userColumns = {
  id: users.id,
  role: users.role,
  permissions: users.permissions,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phone: users.phone,
  nationalIdIndex: users.nationalIdIndex,
  lang: users.lang,
  active: users.active,
  passwordHash: users.passwordHash,
  totpSecret: users.totpSecret,
  totpStep: users.totpStep,
  confirmUntil: users.confirmUntil,
  isUnconfirmed: sql<boolean>`${isUnconfirmedUser}`,
}
const isPresent = isNull(users.deletedAt)

const identityColumns = {
  email: users.email,
  national_id: users.nationalIdIndex,
  phone: users.phone,
} as const

/** The most users with one phone number among which the password decides at the sign-in. */
export const maxUsersOfPhone = 3

/**
 * Lists the users with an email address, the keyed hash of a national ID, or a phone number (E.164),
 * which several people may share: at most one more than `maxUsersOfPhone`, confirmed and active ones
 * first, so that registrations of strangers do not displace them.
 */
export const listUsersByIdentifier = (db: Db, kind: SignInIdentifierKind, value: string) =>
  db
    .select(userColumns)
    .from(users)
    .where(and(eq(identityColumns[kind], value), isPresent))
    .orderBy(desc(sql`${users.active} and ${users.confirmUntil} is null`), desc(users.id))
    .limit(maxUsersOfPhone + 1)
export type SessionUserRow = Awaited<ReturnType<typeof listUsersByIdentifier>>[number]

/** Finds the user with an email address. */
export const findSessionUserByEmail = async (db: Db, email: string): Promise<SessionUserRow | undefined> =>
  (await listUsersByIdentifier(db, 'email', email))[0]

export const findSessionUserById = async (db: Db, userId: string) => {
  const [found] = await db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, userId), isPresent))
  return found
}

/**
 * The user whom a session is opened for, as the sign-in has checked them: `passwordHash` and `totpSecret` are there
 * when the sign-in depends on them.
 */
export type SignedInUser = Pick<SessionUserRow, 'id' | 'role'> &
  Partial<Pick<SessionUserRow, 'passwordHash' | 'totpSecret'>>

/**
 * Stores the present time as the last sign-in of a user, and locks the user until the transaction ends. Returns false
 * when the user has changed since the sign-in was checked, or is inactive or deleted.
 */
export const setLastSignInIfUnchanged = async (
  tx: Db,
  { id, role, passwordHash, totpSecret }: SignedInUser,
): Promise<boolean> => {
  const updated = await tx
    .update(users)
    .set({ lastSignInAt: new Date(), updatedAt: users.updatedAt })
    .where(
      and(
        eq(users.id, id),
        eq(users.role, role),
        eq(users.active, true),
        isPresent,
        passwordHash === undefined
          ? undefined
          : sql`${users.passwordHash} is not distinct from ${passwordHash}::text`,
        totpSecret === undefined
          ? undefined
          : sql`${users.totpSecret} is not distinct from ${totpSecret}::text`,
      ),
    )
    .returning({ id: users.id })
  return updated.length > 0
}

export const insertSession = async (db: Db, row: typeof sessions.$inferInsert): Promise<void> => {
  // the clock of this process, as for all later uses of the session: that of the database may differ
  await db.insert(sessions).values({ ...row, lastSeenAt: new Date() })
}

/** Deletes expired sessions and one-time tokens, at most 200 of each so that a sign-in stays fast. */
export const deleteExpiredSessionsAndTokens = async (db: Db) => {
  const isExpired = (table: typeof sessions | typeof oneTimeTokens) =>
    sql`ctid in (select ctid from ${table} where expires_at < now() limit 200)`
  await db.delete(sessions).where(isExpired(sessions))
  await db.delete(oneTimeTokens).where(isExpired(oneTimeTokens))
}

/** Selects the settings of sessions; null if none were saved. */
const selectSessionSettings = (siteName: string) =>
  sql<SessionSettings | null>`(select ${settings.value}->'sessions' from ${settings} where ${settings.siteName} = ${siteName})`

/** Finds the settings of sessions; undefined if none were saved. */
export const findSiteSessionSettings = async (
  db: Db,
  siteName: string,
): Promise<SessionSettings | undefined> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.siteName, siteName))
  return row?.value.sessions
}

/** Finds an unexpired session with its user, unless the user is inactive or deleted. */
export const findUnexpiredSessionWithActiveUser = async (db: Db, tokenHash: string, siteName: string) => {
  const [found] = await db
    .select({
      sessionId: sessions.id,
      userId: users.id,
      role: users.role,
      permissions: users.permissions,
      regionLimit: users.regionIds,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      lang: users.lang,
      lastSeenAt: sessions.lastSeenAt,
      confirmedAt: sessions.confirmedAt,
      linkUsedAt: sessions.linkUsedAt,
      expiresAt: sessions.expiresAt,
      hasSecondFactor: sql<boolean>`${users.totpSecret} is not null`,
      hasProviderSecondFactor: sessions.hasProviderSecondFactor,
      settings: selectSessionSettings(siteName),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, new Date()),
        eq(users.active, true),
        isPresent,
      ),
    )
  return found
}

export const setSessionLastSeen = async (db: Db, sessionId: string) => {
  await db.update(sessions).set({ lastSeenAt: new Date() }).where(eq(sessions.id, sessionId))
}

/**
 * Marks a sign-in link as used, and returns when its session ends. The token of a link is that of a session, whose
 * hash is `tokenHash`. Returns undefined when the link was used before, or when the session has ended.
 */
export const markSignInLinkUsedAndGetExpiry = async (
  db: Db,
  tokenHash: string,
): Promise<Date | undefined> => {
  const [marked] = await db
    .update(sessions)
    .set({ linkUsedAt: new Date() })
    .where(
      and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, new Date()), isNull(sessions.linkUsedAt)),
    )
    .returning({ expiresAt: sessions.expiresAt })
  return marked?.expiresAt
}

export const setSessionConfirmed = async (db: Db, sessionId: string) => {
  await db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.id, sessionId))
}

export const deleteSessionByTokenHash = async (db: Db, tokenHash: string) => {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export const deleteSessionsOfUser = async (db: Db, userId: string, exceptSessionId?: string) => {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptSessionId ? ne(sessions.id, exceptSessionId) : undefined))
}

/** Marks the user's address as confirmed. */
export const markEmailConfirmed = async (db: Db, userId: string) => {
  await db
    .update(users)
    .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())`, confirmUntil: null })
    .where(eq(users.id, userId))
}

/** Sets another, confirmed address of a user. The address of another user is a unique violation. */
export const replaceUserEmailWithConfirmed = async (db: Db, userId: string, email: string) => {
  await db
    .update(users)
    .set({ email, emailConfirmedAt: new Date(), confirmUntil: null, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), isPresent))
}

export const setPasswordHash = async (db: Db, userId: string, passwordHash: string) => {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId))
}

/** Replaces the stored hash of a password, unless the password was changed meanwhile. */
export const replacePasswordHashIfUnchanged = async (
  db: Db,
  userId: string,
  before: string,
  after: string,
): Promise<void> => {
  await db
    .update(users)
    .set({ passwordHash: after })
    .where(and(eq(users.id, userId), eq(users.passwordHash, before)))
}

/** Stores the time step of a used code; false when that step or a later one was used before. */
export const updateTotpStepIfNewer = async (db: Db, userId: string, step: number) => {
  const updated = await db
    .update(users)
    .set({ totpStep: step })
    .where(
      and(
        eq(users.id, userId),
        isNotNull(users.totpSecret),
        or(isNull(users.totpStep), lt(users.totpStep, step)),
      ),
    )
    .returning({ id: users.id })
  return updated.length === 1
}

/**
 * Marks a recovery code as used; false when the user has no such unused code. `codeHashes` are the hashes with which
 * the code may be stored.
 */
export const markRecoveryCodeUsedIfUnused = async (db: Db, userId: string, codeHashes: readonly string[]) => {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        inArray(recoveryCodes.codeHash, codeHashes),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId })
  return used.length === 1
}

/**
 * Enables the second factor of a user with an encrypted secret and new recovery codes. With null, disables it and
 * deletes the passkeys of the user. `step` is the time step of the first code of the authenticator app; null for a user
 * who has only passkeys.
 */
export const replaceSecondFactorOrDeleteAll = async (
  db: Db,
  userId: string,
  settings: { encryptedSecret: string; step: number | null; codeHashes: string[] } | null,
) => {
  await db
    .update(users)
    .set({ totpSecret: settings?.encryptedSecret ?? null, totpStep: settings?.step ?? null })
    .where(eq(users.id, userId))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  if (!settings) await deletePasskeysOfUser(db, userId)
  else await db.insert(recoveryCodes).values(settings.codeHashes.map((codeHash) => ({ codeHash, userId })))
}
