import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { signInAddresses } from '#server/db/schema/users.ts'
import { maxSignInAddresses } from './rate-limiters.ts'

const { userId: account, addressHash: hash, lastUsedAt } = signInAddresses

/** Returns true when one of the accounts signed in from this address before. `addressHashes` are the hashes of the address with every key. */
export const hasSignInAddress = async (db: Db, userIds: readonly string[], addressHashes: readonly string[]): Promise<boolean> => {
  const rows = await db
    .select({ hash })
    .from(signInAddresses)
    .where(and(inArray(account, userIds), inArray(hash, addressHashes)))
  return rows.length > 0
}

/** Saves the address of a successful sign-in and deletes the oldest ones above the limit. */
export const saveSignInAddressAndDeleteOld = async (db: Db, userId: string, addressHash: string): Promise<void> => {
  await db
    .insert(signInAddresses)
    .values({ userId, addressHash })
    .onConflictDoUpdate({ target: [account, hash], set: { lastUsedAt: sql`now()` } })
  const newest = db.select({ hash }).from(signInAddresses).where(eq(account, userId)).orderBy(desc(lastUsedAt)).limit(maxSignInAddresses)
  await db.delete(signInAddresses).where(and(eq(account, userId), notInArray(hash, newest)))
}
