import { and, eq, exists, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { newsConsents } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/users.ts'
import { deleteNewsConsents } from '#server/features/announcements/service.ts'

/** Makes other registrations with this address wait until the transaction ends. */
export const lockEmailAddress = async (tx: Db, email: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`registration ${email}`}, 0))`)
}

/** Deletes an earlier registration with this address that is not confirmed yet, and its consent to news. */
export const deleteUnconfirmedUserAndNewsConsent = async (tx: Db, email: string): Promise<void> => {
  const isUnconfirmed = and(
    eq(users.email, email),
    isNotNull(users.confirmUntil),
    isNull(users.lastSignInAt),
    isNull(users.deletedAt),
  )
  // both statements run in every case, so that the work reveals nothing
  await tx
    .delete(newsConsents)
    .where(and(eq(newsConsents.email, email), exists(tx.select().from(users).where(isUnconfirmed))))
  await tx.delete(users).where(isUnconfirmed)
}

/** Finds the user with this address. */
export const findUserByEmail = async (tx: Db, email: string) => {
  const [row] = await tx
    .select({ id: users.id, firstName: users.firstName, lang: users.lang, active: users.active })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return row
}

/** Inserts a user and returns its id; undefined when another user has the address or national ID. */
export const insertUserIfNew = async (tx: Db, values: typeof users.$inferInsert) => {
  const [row] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id })
  return row?.id
}

/** Returns true when a user has this national ID. */
export const isNationalIdTaken = async (tx: Db, nationalIdIndex: string): Promise<boolean> => {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.nationalIdIndex, nationalIdIndex), isNull(users.deletedAt)))
    .limit(1)
  return found.length > 0
}

/** Deletes registrations that were not confirmed in time, and their consents to news. Returns how many. */
export const deleteExpiredRegistrationsAndNewsConsents = async (tx: Db): Promise<number> => {
  const deleted = await tx
    .delete(users)
    .where(and(sql`${users.confirmUntil} < now()`, isNull(users.lastSignInAt)))
    .returning({ email: users.email })
  await deleteNewsConsents(
    tx,
    deleted.map(({ email }) => email),
  )
  return deleted.length
}
