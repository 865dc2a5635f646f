import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { erasureGraceDays, erasureNoticeDays, unusedAccountYears } from '#contract/rules/retention.ts'
import type { Db } from '#server/db/open.ts'
import { users } from '#server/db/schema/users.ts'

export type PersonRow = typeof users.$inferSelect
const there = isNull(users.deletedAt)

/** An account that is there. */
export const personOf = async (db: Db, id: string): Promise<PersonRow | undefined> => {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), there))
  return row
}

/** The same, kept from other writers until the transaction ends. */
export const lockPerson = async (tx: Db, id: string): Promise<PersonRow | undefined> => {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), there))
    .for('update')
  return row
}

export const setErasure = async (tx: Db, id: string, at: Date | null): Promise<void> => {
  await tx.update(users).set({ erasureRequestedAt: at }).where(eq(users.id, id))
}

export const deletePerson = async (tx: Db, id: string): Promise<void> => {
  await tx.delete(users).where(eq(users.id, id))
}

const lastUse = sql`coalesce(${users.lastSignInAt}, ${users.createdAt})`
/** Of a student or coach, and not used for years. */
const unused = and(there, ne(users.role, 'admin'), sql`${lastUse} < now() - make_interval(years => ${unusedAccountYears})`)

type DueAccount = { id: string; why: 'asked' | 'unused' }
const notIn = (ids: readonly string[]) => sql`${users.id} <> all(${sql.param(ids)}::uuid[])`

/** Accounts whose erasure is due, without those of `except`: requested a week ago, or warned a month ago that nobody uses them. */
export const dueForErasure = async (db: Db, limit: number, except: readonly string[]): Promise<DueAccount[]> => {
  const requested = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        there,
        ne(users.role, 'admin'),
        sql`${users.erasureRequestedAt} < now() - make_interval(days => ${erasureGraceDays})`,
        notIn(except),
      ),
    )
    .orderBy(asc(users.erasureRequestedAt))
    .limit(limit)
  const warned = await db
    .select({ id: users.id })
    .from(users)
    .where(and(unused, sql`${users.unusedNoticeAt} < now() - make_interval(days => ${erasureNoticeDays})`, notIn(except)))
    .limit(limit)
  return [...requested.map(({ id }) => ({ id, why: 'asked' as const })), ...warned.map(({ id }) => ({ id, why: 'unused' as const }))]
}

/** Whether it still is, under the lock: it may have been withdrawn, or the account used. */
export const isDue = async (tx: Db, id: string, why: 'asked' | 'unused'): Promise<boolean> => {
  const condition =
    why === 'asked'
      ? sql`${users.erasureRequestedAt} < now() - make_interval(days => ${erasureGraceDays})`
      : and(unused, sql`${users.unusedNoticeAt} < now() - make_interval(days => ${erasureNoticeDays})`)
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), condition))
  return found.length > 0
}

/** Accounts that nobody used for years and whose owners have no notice of it yet, without those of `except`. */
export const unusedWithoutNotice = async (db: Db, limit: number, except: readonly string[]): Promise<{ id: string }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(unused, isNull(users.unusedNoticeAt), notIn(except)))
    .orderBy(asc(users.id))
    .limit(limit)

/** Marks such an account as noticed and returns it; of several processes one gets it. */
export const setUnusedNotice = async (tx: Db, id: string): Promise<PersonRow | undefined> => {
  const [row] = await tx
    .update(users)
    .set({ unusedNoticeAt: new Date(), updatedAt: users.updatedAt })
    .where(and(eq(users.id, id), unused, isNull(users.unusedNoticeAt)))
    .returning()
  return row
}

/** Takes the mark from those that are used again. */
export const forgetNotices = async (tx: Db): Promise<void> => {
  await tx
    .update(users)
    .set({ unusedNoticeAt: null, updatedAt: users.updatedAt })
    .where(and(isNotNull(users.unusedNoticeAt), sql`${users.lastSignInAt} > ${users.unusedNoticeAt}`))
}
