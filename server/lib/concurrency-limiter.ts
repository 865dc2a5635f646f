import { AppError } from './app-error.ts'

/** How many calls of a key run at once. When `waiting` others wait, or one has waited for `waitMs`, it is rejected; without these, all wait. */
type Limit = { running: number; waiting?: number; waitMs?: number }

/**
 * Creates a function that runs at most `running` calls of one key at once in this process, all calls together without a key. Others wait in order. It throws
 * `overloaded` for a call that may not wait.
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
