import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/**
 * Creates a function that lets the process answer other requests when it has not done so for 10 ms. Returns true
 * when it did.
 */
const createPause = () => {
  let resumedAt = performance.now()
  return async () => {
    if (performance.now() - resumedAt < 10) return false
    await yieldToEventLoop()
    resumedAt = performance.now()
    return true
  }
}

/**
 * Maps items with `work`, and returns to the event loop at least every 10 ms, so that the process answers
 * other requests. `reportDone` gets the number of items that are done.
 */
export const transformItemsInSlices = async <T, R>(
  items: readonly T[],
  work: (item: T) => R,
  reportDone?: (count: number) => Promise<void>,
): Promise<R[]> => {
  const results: R[] = []
  const pause = createPause()
  for (const item of items) {
    if (await pause()) await reportDone?.(results.length)
    results.push(work(item))
  }
  return results
}
