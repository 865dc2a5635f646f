import { and, asc, count, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { passkeyChallenges, passkeys } from '#server/platform/db/schema/passkeys.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
type Challenge = Omit<typeof passkeyChallenges.$inferSelect, 'expiresAt'>

/** Inserts a challenge, and deletes expired ones, at most 200 so that a sign-in stays fast. */
export const insertChallengeAndDeleteExpired = async (
  db: Db,
  { minutes, ...row }: Challenge & { minutes: number },
): Promise<void> => {
  await db
    .delete(passkeyChallenges)
    .where(sql`ctid in (select ctid from ${passkeyChallenges} where expires_at < now() limit 200)`)
  await db
    .insert(passkeyChallenges)
    .values({ ...row, expiresAt: sql`now() + make_interval(mins => ${minutes})` })
}

/** Deletes an unexpired challenge; false when there is none. Only one of several concurrent requests uses it. */
export const deleteChallengeIfUsable = async (
  db: Db,
  { challengeHash, purpose, userId, boundTo }: Challenge,
): Promise<boolean> => {
  const used = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, challengeHash),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.userId, userId),
        eq(passkeyChallenges.boundTo, boundTo),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ userId: passkeyChallenges.userId })
  return used.length > 0
}

export const listPasskeysOfUser = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))

export const countPasskeysOfUser = async (db: Db, userId: string): Promise<number> => {
  const [row] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  return row?.count ?? 0
}

/** Inserts a passkey; false when it is stored already, for this user or another. */
export const insertPasskeyIfNew = async (
  db: Db,
  row: Omit<PasskeyRow, 'id' | 'createdAt' | 'lastUsedAt'>,
): Promise<boolean> => {
  const inserted = await db.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
  return inserted.length > 0
}

/**
 * Stores the counter and the time of use of a passkey; false when that counter or a higher one was used before, as it
 * is with a copy of a passkey. Passkeys without a counter always send 0.
 */
export const recordPasskeyUseIfCounterNewer = async (
  db: Db,
  id: string,
  counter: number,
): Promise<boolean> => {
  const isWithoutCounter = and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`)
  const updated = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: new Date() })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), isWithoutCounter)))
    .returning({ id: passkeys.id })
  return updated.length > 0
}

/** Deletes a passkey of a user; false when the user has no such passkey. */
export const deletePasskeyOfUserIfExists = async (
  db: Db,
  userId: string,
  passkeyId: string,
): Promise<boolean> => {
  const deleted = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, passkeyId)))
    .returning({ id: passkeys.id })
  return deleted.length > 0
}

export const deletePasskeysOfUser = async (db: Db, userId: string): Promise<void> => {
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
}
