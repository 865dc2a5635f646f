import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { erasureGraceDays, erasureNoticeDays, unusedUserYears } from '#contract/accounts/retention.ts'
import type { ErasureReason } from '#contract/accounts/user.ts'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/platform/db/schema/users.ts'

export type UserRow = typeof users.$inferSelect
const isPresent = isNull(users.deletedAt)

/** Finds a user who is not deleted. */
export const findUndeletedUser = async (db: Db, id: string): Promise<UserRow | undefined> => {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isPresent))
  return row
}

/** Finds a user and locks it against other writers until the transaction ends. */
export const lockUndeletedUser = async (tx: Db, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isPresent))
    .for('update')
  return row
}

/** Locks the users with these ids, also deleted ones. */
export const lockUsersByIds = (tx: Db, ids: readonly string[]): Promise<UserRow[]> =>
  tx
    .select()
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
    .for('update')

export const setErasureRequestedAt = async (tx: Db, id: string, at: Date | null): Promise<void> => {
  await tx.update(users).set({ erasureRequestedAt: at }).where(eq(users.id, id))
}

/** Returns true when another user has the address of this one; deleted users do not count. */
export const hasOtherUndeletedUserWithEmail = async (
  tx: Db,
  { id, email }: { id: string; email: string },
): Promise<boolean> => {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, id), isPresent))
  return found.length > 0
}

/**
 * Returns true when another user who is not deleted has the phone number of this one, as those of the
 * children of one parent do.
 */
export const hasOtherUndeletedUserWithPhone = async (
  tx: Db,
  { id, phone }: { id: string; phone: string | null },
): Promise<boolean> => {
  if (phone === null) return false
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.phone, phone), ne(users.id, id), isPresent))
    .limit(1)
  return found.length > 0
}

export const deleteUserRow = async (tx: Db, id: string): Promise<void> => {
  await tx.delete(users).where(eq(users.id, id))
}

const lastUse = sql`coalesce(${users.lastSignInAt}, ${users.createdAt})`
/** Students and coaches who have not signed in for `unusedUserYears`. */
const isUnused = and(
  isPresent,
  ne(users.role, 'admin'),
  sql`${lastUse} < now() - make_interval(years => ${unusedUserYears})`,
)

type DueUser = { id: string; reason: ErasureReason }
const notIn = (ids: readonly string[]) => sql`${users.id} <> all(${sql.param(ids)}::uuid[])`

/**
 * Lists users whose erasure is due, without those of `except`: requested `erasureGraceDays` ago, or unused
 * and notified `erasureNoticeDays` ago.
 */
export const listUsersDueForErasure = async (
  db: Db,
  limit: number,
  except: readonly string[],
): Promise<DueUser[]> => {
  const requested = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isPresent,
        ne(users.role, 'admin'),
        sql`${users.erasureRequestedAt} < now() - make_interval(days => ${erasureGraceDays})`,
        notIn(except),
      ),
    )
    .orderBy(asc(users.erasureRequestedAt))
    .limit(limit)
  const notified = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isUnused,
        sql`${users.unusedNoticeAt} < now() - make_interval(days => ${erasureNoticeDays})`,
        notIn(except),
      ),
    )
    .limit(limit)
  return [
    ...requested.map(({ id }) => ({ id, reason: 'asked' as const })),
    ...notified.map(({ id }) => ({ id, reason: 'unused' as const })),
  ]
}

/**
 * Returns true when the erasure of a locked user is still due: the request may have been withdrawn, or the
 * account used.
 */
export const isErasureDue = async (tx: Db, id: string, reason: ErasureReason): Promise<boolean> => {
  const condition =
    reason === 'asked'
      ? sql`${users.erasureRequestedAt} < now() - make_interval(days => ${erasureGraceDays})`
      : and(isUnused, sql`${users.unusedNoticeAt} < now() - make_interval(days => ${erasureNoticeDays})`)
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), condition))
  return found.length > 0
}

/** Lists unused users who have not been notified yet, without those of `except`. */
export const listUnusedUsersToNotify = async (
  db: Db,
  limit: number,
  except: readonly string[],
): Promise<{ id: string }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(isUnused, isNull(users.unusedNoticeAt), notIn(except)))
    .orderBy(asc(users.id))
    .limit(limit)

/**
 * Marks an unused user as notified and returns it. Returns undefined when another process has marked it.
 */
export const markAndReturnUnusedUserNotified = async (tx: Db, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx
    .update(users)
    .set({ unusedNoticeAt: new Date(), updatedAt: users.updatedAt })
    .where(and(eq(users.id, id), isUnused, isNull(users.unusedNoticeAt)))
    .returning()
  return row
}

/** Clears the notice of users who have signed in again. */
export const clearInactivityNoticesOfActiveUsers = async (tx: Db): Promise<void> => {
  await tx
    .update(users)
    .set({ unusedNoticeAt: null, updatedAt: users.updatedAt })
    .where(and(isNotNull(users.unusedNoticeAt), sql`${users.lastSignInAt} > ${users.unusedNoticeAt}`))
}
