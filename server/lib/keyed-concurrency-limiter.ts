/** Creates a function that runs at most `max` pieces of work of one key at once in this process. Others wait in order. */
export const createKeyedConcurrencyLimiter = (max: number) => {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running >= max) await new Promise<void>((resolve) => queue.waiting.push(resolve))
    else queue.running++
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      // the next one takes the place of this one
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
