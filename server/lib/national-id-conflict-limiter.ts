import { secondsPerDay } from '#contract/rules/time.ts'
import type { Core } from '#server/deps.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import { createSharedRateLimiter } from './shared-rate-limiter.ts'

type ConflictHandling = {
  isConflict: (error: unknown) => boolean
  /** Notifies the organizers and returns the error that the account gets. */
  refuse: (conflict: unknown) => Promise<Error>
}

/**
 * Creates the limit of national ID conflicts: an account may enter ten IDs of other people a day, in team forms and in its own account together. Each call is
 * counted before the work and uncounted when it had no conflict, so that concurrent calls cannot try more IDs. Few calls of an account run at once, and others wait,
 * so that calls without a conflict do not reach the limit.
 */
export const createNationalIdConflictLimiter = ({ database: { db }, encryption }: Core) => {
  const conflicts = createSharedRateLimiter(
    { db, hashKey: encryption.keyedHash },
    { name: 'national ID conflict', max: 10, seconds: secondsPerDay },
  )

  const runSomeAtOnce = createConcurrencyLimiter({ running: 4 })

  /** Runs `work` for an account. Throws `too-many` when the limit is reached, and what `refuse` returns for a conflict. */
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
