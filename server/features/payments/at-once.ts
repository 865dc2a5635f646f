/** Does something with each of a list, with at most `most` under way at a time. Ends when all are done; the first failure ends it after those under way. */
export const atOnce = async <T>(most: number, list: readonly T[], each: (one: T) => Promise<unknown>): Promise<void> => {
  const left = [...list]
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await each(one)
  }
  await Promise.all(Array.from({ length: Math.min(most, list.length) }, worker))
}
