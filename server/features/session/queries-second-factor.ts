import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { secondFactorFailures } from '#server/db/schema/users.ts'

const { userId: account, count, expiresAt } = secondFactorFailures
const isExpired = sql`${expiresAt} <= now()`

/**
 * Counts a code of an account as failed before it is checked, so that concurrent codes are all counted. The window begins with the first one.
 * Returns how many codes the window counted or, when it has `max`, in how many seconds it ends.
 */
export const incrementFailedCodes = async (
  db: Db,
  userId: string,
  { max, minutes }: { max: number; minutes: number },
): Promise<{ failures: number } | { retryAfter: number }> => {
  const [counted] = await db
    .insert(secondFactorFailures)
    .values({ userId, count: 1, expiresAt: sql`now() + make_interval(mins => ${minutes})` })
    .onConflictDoUpdate({
      target: account,
      set: {
        count: sql`case when ${isExpired} then 1 else ${count} + 1 end`,
        expiresAt: sql`case when ${isExpired} then excluded.expires_at else ${expiresAt} end`,
      },
      setWhere: sql`${isExpired} or ${count} < ${max}`,
    })
    .returning({ failures: count })
  if (counted) return counted
  const [limited] = await db
    .select({ retryAfter: sql`ceil(extract(epoch from ${expiresAt} - now()))`.mapWith(Number) })
    .from(secondFactorFailures)
    .where(eq(account, userId))
  return { retryAfter: Math.max(1, limited?.retryAfter ?? 1) }
}

/** Uncounts one code, because it was right. */
export const decrementFailedCodes = async (db: Db, userId: string): Promise<void> => {
  await db
    .update(secondFactorFailures)
    .set({ count: sql`greatest(${count} - 1, 0)` })
    .where(eq(account, userId))
}
