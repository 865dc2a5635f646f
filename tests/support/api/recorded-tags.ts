import type { TestApp } from '../services/app.ts'

/** Lists the tags that a write invalidates, sorted and each once. */
export const recordTags = async (
  { invalidator }: Pick<TestApp, 'invalidator'>,
  write: () => Promise<unknown>,
): Promise<string[]> => {
  const tags = new Set<string>()
  const stop = invalidator.subscribe((changed) => {
    for (const tag of changed) tags.add(tag)
  })
  try {
    await write()
    return [...tags].toSorted()
  } finally {
    stop()
  }
}
