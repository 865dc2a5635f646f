/** Runs `run` for each item, at most `limit` at a time. The first failure rejects. */
export const runConcurrently = async <T>(limit: number, items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> => {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
