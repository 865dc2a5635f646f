import type { Localized } from '#contract/platform/localized.ts'
import { secondsPerMinute } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { allTags } from '#server/platform/lib/cache-invalidation.ts'
import { getReadOnlyMode } from './service.ts'

/**
 * Follows in this process whether the site is read-only. `assertSiteWritable` throws `read-only` with the message
 * for visitors while it is. While the database is away, the last known mode counts.
 */
export const followReadOnlyMode = async (
  core: Pick<Core, 'config' | 'database' | 'invalidator'>,
  log: { warn: (details: object, text: string) => void },
) => {
  let message: Localized | null = null
  const read = async () => {
    const mode = await getReadOnlyMode(core)
    message = mode.isOn ? mode.message : null
  }
  const readOrWarn = () =>
    read().catch((error: unknown) => log.warn({ err: error }, 'the read-only mode could not be followed'))
  await read()
  let reading = Promise.resolve()
  const unsubscribe = core.invalidator.subscribe((tags) => {
    if (tags.includes('settings')) reading = reading.then(readOrWarn)
    // requests do not wait for this: the database may be unavailable
    else if (tags.includes(allTags)) void readOrWarn()
  })
  return {
    unsubscribe,
    assertSiteWritable: async (): Promise<void> => {
      await reading
      if (message) throw new AppError('read-only', [], { message, retryAfter: secondsPerMinute })
    },
  }
}
