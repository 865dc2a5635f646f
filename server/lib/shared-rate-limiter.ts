import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { rateLimits } from '#server/db/schema/installation.ts'
import { AppError } from './app-error.ts'

/** At most `max` attempts of one key in `seconds`. `name` keeps the keys of different limits apart. */
type SharedLimit = { name: string; max: number; seconds: number }
/** What every limiter of an installation needs; `hashKey` hides addresses and identities from readers of the table. */
type RateLimitStore = { db: Db; hashKey: (text: string) => string }

const { key: keyColumn, count, expiresAt } = rateLimits
const isExpired = sql`${expiresAt} <= now()`

/**
 * Creates a rate limiter that counts attempts by key in the database, for all processes together, in a window that begins with the first attempt. Call `count`
 * before the work and outside of its transaction, so that concurrent and failed attempts are all counted; it throws `too-many` with `details.retryAfter` in seconds.
 */
export const createSharedRateLimiter = ({ db, hashKey }: RateLimitStore, { name, max, seconds }: SharedLimit) => {
  const toRowKey = (key: string) => hashKey(`rate limit ${name} ${key}`)
  const createLimitError = (retryAfter = 1) => new AppError('too-many', [], { retryAfter: Math.max(1, retryAfter) })
  const findWindow = async (rowKey: string) => {
    const [window] = await db
      .select({ count, retryAfter: sql`ceil(extract(epoch from ${expiresAt} - now()))`.mapWith(Number) })
      .from(rateLimits)
      .where(eq(keyColumn, rowKey))
    return window
  }
  return {
    count: async (key: string): Promise<void> => {
      const rowKey = toRowKey(key)
      const [counted] = await db
        .insert(rateLimits)
        .values({ key: rowKey, count: 1, expiresAt: sql`now() + make_interval(secs => ${seconds})` })
        .onConflictDoUpdate({
          target: keyColumn,
          set: {
            count: sql`case when ${isExpired} then 1 else ${count} + 1 end`,
            expiresAt: sql`case when ${isExpired} then excluded.expires_at else ${expiresAt} end`,
          },
          setWhere: sql`${isExpired} or ${count} < ${max}`,
        })
        .returning({ count })
      if (counted) return
      throw createLimitError((await findWindow(rowKey))?.retryAfter)
    },
    /** Throws `too-many` when the limit is reached, without counting. For work that counts only when it fails. */
    check: async (key: string): Promise<void> => {
      const window = await findWindow(toRowKey(key))
      if (window && window.count >= max && window.retryAfter > 0) throw createLimitError(window.retryAfter)
    },
    /** Uncounts one attempt, because it succeeded. */
    forgive: async (key: string): Promise<void> => {
      await db
        .update(rateLimits)
        .set({ count: sql`greatest(${count} - 1, 0)` })
        .where(eq(keyColumn, toRowKey(key)))
    },
    /** Deletes all attempts of a key. */
    reset: async (key: string): Promise<void> => {
      await db.delete(rateLimits).where(eq(keyColumn, toRowKey(key)))
    },
  }
}

/** Deletes the windows that have ended. Returns how many. */
export const purgeEndedRateLimits = async (db: Db): Promise<number> =>
  (await db.delete(rateLimits).where(lt(expiresAt, sql`now()`))).rowCount ?? 0
