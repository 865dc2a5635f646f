import { LRUCache } from 'lru-cache'
import { AppError } from '#server/lib/app-error.ts'

/** At most `max` tries of one key in `seconds`. */
type Limit = { max: number; seconds: number }

/**
 * Counts tries by key in this process, in a window that begins with the first one. Several processes each allow as many: the limits leave room for
 * that. `count` comes before the work, so that tries side by side are all seen; it throws `too-many` with `details.retryAfter` in seconds.
 */
export const createAttempts = ({ max, seconds }: Limit, now: () => number = Date.now) => {
  const tries = new LRUCache<string, { count: number; until: number }>({ max: 50_000 })
  return {
    count: (key: string) => {
      const at = now()
      const known = tries.get(key)
      const entry = known && known.until > at ? known : { count: 0, until: at + seconds * 1000 }
      if (entry.count >= max) throw new AppError('too-many', [], { retryAfter: Math.ceil((entry.until - at) / 1000) })
      entry.count++
      tries.set(key, entry)
    },
    /** Takes one counted try back: it was a good one. */
    forgive: (key: string) => {
      const entry = tries.get(key)
      if (entry && entry.count > 0) entry.count--
    },
    clear: (key: string) => {
      tries.delete(key)
    },
  }
}
