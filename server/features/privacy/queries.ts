import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { erasureDays, noticeDays, unusedYears } from '#contract/rules/retention.ts'
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
const unused = and(there, ne(users.role, 'admin'), sql`${lastUse} < now() - make_interval(years => ${unusedYears})`)

/** Accounts whose erasure is due: asked for a week ago, or told a month ago that nobody uses them. */
export const dueForErasure = async (db: Db, limit: number): Promise<{ id: string; why: 'asked' | 'unused' }[]> => {
  const asked = await db
    .select({ id: users.id })
    .from(users)
    .where(and(there, ne(users.role, 'admin'), sql`${users.erasureRequestedAt} < now() - make_interval(days => ${erasureDays})`))
    .orderBy(asc(users.erasureRequestedAt))
    .limit(limit)
  const told = await db
    .select({ id: users.id })
    .from(users)
    .where(and(unused, sql`${users.unusedNoticeAt} < now() - make_interval(days => ${noticeDays})`))
    .limit(limit)
  return [...asked.map(({ id }) => ({ id, why: 'asked' as const })), ...told.map(({ id }) => ({ id, why: 'unused' as const }))]
}

/** Whether it still is, under the lock: it may have been withdrawn, or the account used. */
export const isDue = async (tx: Db, id: string, why: 'asked' | 'unused'): Promise<boolean> => {
  const condition =
    why === 'asked'
      ? sql`${users.erasureRequestedAt} < now() - make_interval(days => ${erasureDays})`
      : and(unused, sql`${users.unusedNoticeAt} < now() - make_interval(days => ${noticeDays})`)
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), condition))
  return found.length > 0
}

/** Marks up to `limit` accounts that nobody used for years as told, and gives them; of several processes one gets each. */
export const tellUnused = async (tx: Db, limit: number): Promise<PersonRow[]> =>
  tx
    .update(users)
    .set({ unusedNoticeAt: new Date(), updatedAt: users.updatedAt })
    .where(
      sql`id in (select id from users where ${and(unused, isNull(users.unusedNoticeAt))} order by id limit ${limit} for update skip locked)`,
    )
    .returning()

/** Takes the mark from those that are used again. */
export const forgetNotices = async (tx: Db): Promise<void> => {
  await tx
    .update(users)
    .set({ unusedNoticeAt: null, updatedAt: users.updatedAt })
    .where(and(isNotNull(users.unusedNoticeAt), sql`${users.lastSignInAt} > ${users.unusedNoticeAt}`))
}
