import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { users } from '#server/db/schema/users.ts'

/** Registrations with one address come one after the other until the transaction ends. */
export const holdAddress = async (tx: Db, email: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`registration ${email}`}, 0))`)
}

/** Forgets an earlier registration with that address that nobody has confirmed. */
export const deleteUnconfirmed = async (tx: Db, email: string): Promise<void> => {
  await tx
    .delete(users)
    .where(and(eq(users.email, email), isNotNull(users.confirmUntil), isNull(users.lastSignInAt), isNull(users.deletedAt)))
}

/** Whose the address is. */
export const ownerOf = async (tx: Db, email: string) => {
  const [row] = await tx
    .select({ id: users.id, firstName: users.firstName, lang: users.lang, active: users.active })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return row
}

/** Makes the account unless its address, phone number or national ID is somebody's: then undefined. */
export const insertAccount = async (tx: Db, values: typeof users.$inferInsert) => {
  const [row] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id })
  return row?.id
}

/** Whether a phone number or national ID is in an account. */
export const identityThere = async (tx: Db, phone: string, nationalIdIndex: string): Promise<boolean> => {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(or(eq(users.phone, phone), eq(users.nationalIdIndex, nationalIdIndex)), isNull(users.deletedAt)))
    .limit(1)
  return found.length > 0
}

/** Takes away registrations that nobody confirmed in time. Gives how many. */
export const deleteLapsed = async (tx: Db): Promise<number> => {
  const gone = await tx
    .delete(users)
    .where(and(sql`${users.confirmUntil} < now()`, isNull(users.lastSignInAt)))
    .returning({ id: users.id })
  return gone.length
}
