import { and, count, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { recoveryCodes, sessions, tickets, users } from '#server/db/schema/users.ts'

const own = {
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
export type OwnRow = Pick<typeof users.$inferSelect, keyof typeof own>
const that = (userId: string) => and(eq(users.id, userId), isNull(users.deletedAt))

export const ownRow = async (db: Db, userId: string): Promise<OwnRow | undefined> => {
  const [row] = await db.select(own).from(users).where(that(userId))
  return row
}

/** The same, kept from other writers until the transaction ends. */
export const lockOwnRow = async (tx: Db, userId: string): Promise<OwnRow | undefined> => {
  const [row] = await tx.select(own).from(users).where(that(userId)).for('update')
  return row
}

export const updateOwnRow = async (tx: Db, userId: string, values: Partial<typeof users.$inferInsert>): Promise<OwnRow> => {
  const [row] = await tx.update(users).set(values).where(eq(users.id, userId)).returning(own)
  return row as OwnRow
}

/** Whether an account has this address. */
export const emailTaken = async (db: Db, email: string): Promise<boolean> => {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return found.length > 0
}

/** The address that waits for its link, other than the account's own. */
export const newEmailOf = async (db: Db, userId: string, email: string): Promise<string | null> => {
  const [row] = await db
    .select({ email: tickets.email })
    .from(tickets)
    .where(
      and(
        eq(tickets.userId, userId),
        eq(tickets.kind, 'confirm-email'),
        gt(tickets.expiresAt, new Date()),
        isNotNull(tickets.email),
        ne(tickets.email, email),
      ),
    )
    .orderBy(desc(tickets.createdAt))
    .limit(1)
  return row?.email ?? null
}

export const recoveryCodesLeft = async (db: Db, userId: string): Promise<number> => {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return row?.left ?? 0
}

/** The sessions of somebody that still count, the one that was used last first. */
export const sessionsOf = (db: Db, userId: string) =>
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

/** Ends one session of somebody; false when they have no such session. */
export const deleteSessionOf = async (db: Db, userId: string, sessionId: string): Promise<boolean> => {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return gone.length > 0
}

/** Ends all sessions of somebody but one; gives how many. */
export const deleteOtherSessions = async (db: Db, userId: string, sessionId: string): Promise<number> => {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return gone.length
}
