import { and, count, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { oneTimeTokens, recoveryCodes, sessions, users } from '#server/db/schema/users.ts'

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
  version: users.version,
}
/** The columns of an account that its owner reads and updates. */
export type AccountRow = Pick<typeof users.$inferSelect, keyof typeof columns>
const isAccount = (userId: string) => and(eq(users.id, userId), isNull(users.deletedAt))

export const findAccountRow = async (db: Db, userId: string): Promise<AccountRow | undefined> => {
  const [row] = await db.select(columns).from(users).where(isAccount(userId))
  return row
}

/** Finds an account and locks it against other writers until the transaction ends. */
export const lockAccountRow = async (tx: Db, userId: string): Promise<AccountRow | undefined> => {
  const [row] = await tx.select(columns).from(users).where(isAccount(userId)).for('update')
  return row
}

export const updateAccountRow = async (tx: Db, userId: string, values: Partial<typeof users.$inferInsert>): Promise<AccountRow> => {
  const [row] = await tx.update(users).set(values).where(eq(users.id, userId)).returning(columns)
  return row as AccountRow
}

/** Returns true when an account has this address. */
export const isEmailTaken = async (db: Db, email: string): Promise<boolean> => {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return found.length > 0
}

/** Finds the new address of an account whose confirmation link has not been opened yet. */
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

/** Lists the unexpired sessions of an account, the last used one first. */
export const listUnexpiredSessions = (db: Db, userId: string) =>
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

/** Deletes one session of an account; false when the account has no such session. */
export const deleteSessionOfAccount = async (db: Db, userId: string, sessionId: string): Promise<boolean> => {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return deleted.length > 0
}

/** Deletes all sessions of an account but one. Returns how many. */
export const deleteOtherSessions = async (db: Db, userId: string, sessionId: string): Promise<number> => {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return deleted.length
}
