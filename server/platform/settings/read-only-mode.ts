import type { Localized } from '#contract/platform/localized.ts'
import type { setReadOnlyModeRequest } from '#contract/platform/settings.schema.ts'
import { defaultReadOnlyMode, type ReadOnlyMode } from '#contract/platform/settings.ts'
import { secondsPerMinute } from '#contract/platform/time.ts'
import type { z } from '#contract/platform/z.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { allTags } from '#server/platform/lib/cache-invalidation.ts'
import { findSettings } from './queries.ts'
import { changeSettingsWithAudit, toSettingsWithDefaults } from './service.ts'

/**
 * Returns whether the site is read-only, and its message. It reads the primary database, because a replica may not
 * know yet.
 */
export const getReadOnlyMode = async ({
  config,
  database,
}: {
  config: Pick<Core['config'], 'SITE_NAME'>
  database: Pick<Core['database'], 'db'>
}): Promise<ReadOnlyMode> => {
  const found = await findSettings(database.db, config.SITE_NAME)
  return found ? toSettingsWithDefaults(found).readOnlyMode : defaultReadOnlyMode
}

/** Makes the site read-only or writable in all processes. Throws `bad-input` without a message. */
export const setReadOnlyModeWithAudit = async (
  { config, database, invalidator }: Pick<Core, 'config' | 'database' | 'invalidator'>,
  { isOn, message }: z.output<typeof setReadOnlyModeRequest>,
  actor: Actor,
): Promise<void> => {
  await inTransaction(database.db, (tx) =>
    changeSettingsWithAudit(
      tx,
      config.SITE_NAME,
      (settings) => {
        const readOnlyMode = { isOn, message: message ?? settings.readOnlyMode.message }
        if (isOn && readOnlyMode.message.en === '')
          throw new AppError('bad-input', [{ field: 'message.en', code: 'required' }])
        return { ...settings, readOnlyMode }
      },
      actor,
    ),
  )
  await invalidator.invalidate('settings')
}

/**
 * Keeps in this process whether the site is read-only, up to date with every change. `assertSiteWritable` throws
 * `read-only` with the message for visitors while it is. After a failed reading it reads again. While the database is
 * away, the last known mode counts.
 */
export const createReadOnlyModeGuard = async (
  core: Pick<Core, 'config' | 'database' | 'invalidator'>,
  log: { warn: (details: object, text: string) => void },
) => {
  let count = 0
  /** What the newest reading that has ended found, by the number of the reading. */
  let known = { number: 0, message: null as Localized | null, hasFailed: false }
  const read = async () => {
    const number = ++count
    const keepIfNewest = (message: Localized | null, hasFailed: boolean) => {
      if (number > known.number) known = { number, message, hasFailed }
    }
    try {
      const { isOn, message } = await getReadOnlyMode(core)
      keepIfNewest(isOn ? message : null, false)
    } catch (error) {
      keepIfNewest(known.message, true)
      throw error
    }
  }
  const readOrWarn = () =>
    read().catch((error: unknown) => log.warn({ err: error }, 'the read-only mode could not be followed'))
  let changed = Promise.resolve()
  const unsubscribe = core.invalidator.subscribe((tags) => {
    if (tags.includes('settings')) changed = readOrWarn()
    // requests do not wait for this: the database may be unavailable
    else if (tags.includes(allTags)) void readOrWarn()
  })
  // after the subscription, so that no change is missed
  await read()
  return {
    unsubscribe,
    assertSiteWritable: async (): Promise<void> => {
      await changed
      if (known.hasFailed) await readOrWarn()
      const { message } = known
      if (message) throw new AppError('read-only', [], { message, retryAfter: secondsPerMinute })
    },
  }
}
