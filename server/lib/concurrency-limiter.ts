import { AppError } from './app-error.ts'

/**
 * Creates a function that runs at most `running` calls at once in this process. Others wait in order. It throws `overloaded` when `waiting` calls
 * already wait, and when a call has waited for `waitMs`.
 */
export const createConcurrencyLimiter = ({ running, waiting, waitMs }: { running: number; waiting: number; waitMs: number }) => {
  let runningCount = 0
  const queue: (() => void)[] = []

  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1)
        reject(new AppError('overloaded'))
      }, waitMs)
      queue.push(start)
    })

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (runningCount < running) runningCount++
    else if (queue.length < waiting) await waitForTurn()
    else throw new AppError('overloaded')
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // the next call takes the place of this one
      if (next) next()
      else runningCount--
    }
  }
}
