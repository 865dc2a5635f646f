import { LRUCache } from 'lru-cache'
import { AppError } from './app-error.ts'

/** At most `max` attempts of one key in `seconds`. */
type Limit = { max: number; seconds: number }

/**
 * Creates a rate limiter that counts attempts by key in this process, in a window that begins with the first attempt. Each process
 * counts by itself, which the limits take into account. Call `count` before the work, so that concurrent attempts are all counted; it throws `too-many` with
 * `details.retryAfter` in seconds. `check` throws the same without counting.
 */
export const createRateLimiter = ({ max, seconds }: Limit, now: () => number = Date.now) => {
  const attempts = new LRUCache<string, { count: number; until: number }>({ max: 50_000 })
  const getEntry = (key: string) => {
    const time = now()
    const previous = attempts.get(key)
    const entry = previous && previous.until > time ? previous : { count: 0, until: time + seconds * 1000 }
    if (entry.count >= max) throw new AppError('too-many', [], { retryAfter: Math.ceil((entry.until - time) / 1000) })
    return entry
  }
  return {
    count: (key: string): void => {
      const entry = getEntry(key)
      entry.count++
      attempts.set(key, entry)
    },
    check: (key: string): void => void getEntry(key),
  }
}
