import { isIPv6 } from 'node:net'
import { eq, lt, sql } from 'drizzle-orm'
import { secondsPerDay } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { rateLimits } from '#server/platform/db/schema/installation.ts'
import { AppError } from './app-error.ts'

/**
 * How many calls of a key run at once. When `waiting` others wait, or one has waited for `waitMs`, it is
 * rejected; without these, all wait.
 */
type Limit = { running: number; waiting?: number; waitMs?: number }

/**
 * Creates a function that runs at most `running` calls of one key at once in this process, all calls together
 * without a key. Others wait in order. It throws `overloaded` for a call that may not wait.
 */
export const createConcurrencyLimiter = ({ running, waiting = Number.POSITIVE_INFINITY, waitMs }: Limit) => {
  const callsByKey = new Map<string, { runningCount: number; queue: (() => void)[] }>()

  const waitForTurn = (queue: (() => void)[]) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const stopWaiting = () => {
        queue.splice(queue.indexOf(start), 1)
        reject(new AppError('overloaded'))
      }
      const timer = waitMs === undefined ? undefined : setTimeout(stopWaiting, waitMs)
      queue.push(start)
    })

  return async <T>(work: () => Promise<T>, key = ''): Promise<T> => {
    const calls = callsByKey.get(key) ?? { runningCount: 0, queue: [] }
    callsByKey.set(key, calls)
    if (calls.runningCount < running) calls.runningCount++
    else if (calls.queue.length < waiting) await waitForTurn(calls.queue)
    else throw new AppError('overloaded')
    try {
      return await work()
    } finally {
      const next = calls.queue.shift()
      // the next call takes the place of this one
      if (next) next()
      else if (--calls.runningCount === 0) callsByKey.delete(key)
    }
  }
}

/** At most `max` attempts of one key in `seconds`. `name` keeps the keys of different limits apart. */
type SharedLimit = { name: string; max: number; seconds: number }
/**
 * What every limiter of an installation needs; `hashKey` hides addresses and identities from readers of the
 * table.
 */
type RateLimitStore = { db: Db; hashKey: (text: string) => string }

const { key: keyColumn, count, expiresAt } = rateLimits
const isExpired = sql`${expiresAt} <= now()`

/**
 * Creates a rate limiter that counts attempts by key in the database, for all processes together, in a window
 * that begins with the first attempt. Call `count` before the work and outside of its transaction, so that
 * concurrent and failed attempts are all counted; it throws `too-many` with `details.retryAfter` in seconds.
 */
export const createSharedRateLimiter = (
  { db, hashKey }: RateLimitStore,
  { name, max, seconds }: SharedLimit,
) => {
  const toRowKey = (key: string) => hashKey(`rate limit ${name} ${key}`)
  const createLimitError = (retryAfter = 1) =>
    new AppError('too-many', [], { retryAfter: Math.max(1, retryAfter) })
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
    /**
     * Throws `too-many` when the limit is reached, without counting. For work that counts only when it fails.
     */
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
  }
}

/**
 * Returns the key of the /48 network of the key of an address (`getAddressRateLimitKey`), which for IPv6 is the
 * start of its /64 network; undefined for IPv4.
 */
const findNetworkKey = (addressKey: string): string | undefined => {
  if (!isIPv6(addressKey)) return undefined
  const groups = addressKey.replace(/::$/, '').split(':')
  return [0, 1, 2].map((at) => groups[at] || '0').join(':')
}

/** The limit of one address, and that of all addresses of an IPv6 network (/48) together. */
type AddressLimit = SharedLimit & { network: { max: number; seconds?: number } }

/**
 * Creates a rate limiter of attempts by the address of a client (`getAddressRateLimitKey`), of one `subject`
 * where it is given. An IPv6 client may use many addresses of its network, so these count together, too.
 */
export const createAddressRateLimiter = (store: RateLimitStore, { network, ...limit }: AddressLimit) => {
  const addresses = createSharedRateLimiter(store, limit)
  const networks = createSharedRateLimiter(store, { ...limit, ...network, name: `${limit.name}, network` })
  const inNetwork = async (addressKey: string, subject: string, use: (key: string) => Promise<void>) => {
    const networkKey = findNetworkKey(addressKey)
    if (networkKey !== undefined) await use(`${subject} ${networkKey}`)
  }
  const countAddress = (addressKey: string, subject = '') => addresses.count(`${subject} ${addressKey}`)
  const countNetwork = (addressKey: string, subject = '') => inNetwork(addressKey, subject, networks.count)
  return {
    /** Counts an attempt in the limit of its address, and in that of its network. */
    count: async (addressKey: string, subject?: string): Promise<void> => {
      await countAddress(addressKey, subject)
      await countNetwork(addressKey, subject)
    },
    countAddress,
    countNetwork,
    /** Uncounts one attempt in both limits, because it succeeded. */
    forgive: async (addressKey: string, subject = ''): Promise<void> => {
      await addresses.forgive(`${subject} ${addressKey}`)
      await inNetwork(addressKey, subject, networks.forgive)
    },
  }
}

/** Deletes the windows that have ended. Returns how many. */
export const purgeAndCountEndedRateLimits = async (db: Db): Promise<number> =>
  (await db.delete(rateLimits).where(lt(expiresAt, sql`now()`))).rowCount ?? 0

type ConflictHandling = {
  isConflict: (error: unknown) => boolean
  /** Notifies the organizers and returns the error that the user gets. */
  refuse: (conflict: unknown) => Promise<Error>
}

/**
 * Creates the limit of national ID conflicts: a user may enter ten IDs of other people a day, in team
 * forms and in its own account together. Each call is counted before the work and uncounted when it had no
 * conflict, so that concurrent calls cannot try more IDs. Few calls of a user run at once, and others
 * wait, so that calls without a conflict do not reach the limit.
 */
export const createNationalIdConflictRunner = ({ database: { db }, encryption }: Core) => {
  const conflicts = createSharedRateLimiter(
    { db, hashKey: encryption.keyedHash },
    { name: 'national ID conflict', max: 10, seconds: secondsPerDay },
  )

  const runSomeAtOnce = createConcurrencyLimiter({ running: 4 })

  /**
   * Runs `work` for a user. Throws `too-many` when the limit is reached, and what `refuse` returns for a
   * conflict.
   */
  return <T>(userId: string, work: () => Promise<T>, { isConflict, refuse }: ConflictHandling): Promise<T> =>
    runSomeAtOnce(async () => {
      await conflicts.count(userId)
      let hasConflict = false
      try {
        return await work()
      } catch (error) {
        hasConflict = isConflict(error)
        throw hasConflict ? await refuse(error) : error
      } finally {
        if (!hasConflict) await conflicts.forgive(userId)
      }
    }, userId)
}
