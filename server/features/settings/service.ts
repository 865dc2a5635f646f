import { isDeepStrictEqual } from 'node:util'
import { defaultTimeZone } from '#contract/rules/time-zone.ts'
import { defaultSessionSettings, type SessionSettings, type Settings, type SettingsRecord } from '#contract/settings.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { assertConfirmed } from '#server/lib/assert-confirmed.ts'
import { assertPermission } from '#server/lib/assert-permission.ts'
import { assertVersion } from '#server/lib/assert-version.ts'
import { findSettings, lockSettings, type SettingsRow, updateSettings } from './queries.ts'

const getTimeZone = ({ value }: SettingsRow) => value.timeZone ?? defaultTimeZone
const getSessionSettings = ({ value }: SettingsRow) => value.sessions ?? defaultSessionSettings

const toRecord = (row: SettingsRow): SettingsRecord => ({
  ...row.value,
  sessions: getSessionSettings(row),
  timeZone: getTimeZone(row),
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})

/** Returns the settings of a site. Throws `not-found` when the installation has no settings for that site name. */
export const getSiteSettings = async (db: Db, siteName: string): Promise<Settings> => {
  const found = await findSettings(db, siteName)
  if (!found) throw new AppError('not-found')
  return found.value
}

/** Returns the time zone in which the site shows times and reads typed times. */
export const getSiteTimeZone = async ({
  config,
  database,
}: {
  config: Pick<Core['config'], 'SITE_NAME'>
  database: Pick<Core['database'], 'readDb'>
}): Promise<string> => {
  const found = await findSettings(database.readDb, config.SITE_NAME)
  return found ? getTimeZone(found) : defaultTimeZone
}

/** Changes video or poster of the promo video. Returns the values before. The version of the settings stays, because the settings form leaves out both. */
export const updateStoryMedia = async (
  tx: Db,
  siteName: string,
  change: Partial<Pick<Settings['story'], 'video' | 'poster'>>,
  actor: Actor,
): Promise<Settings['story']> => {
  const before = await lockSettings(tx, siteName)
  if (!before) throw new AppError('not-found')
  const value = {
    ...before.value,
    sessions: getSessionSettings(before),
    timeZone: getTimeZone(before),
    story: { ...before.value.story, ...change },
  }
  const after = await updateSettings(tx, siteName, value, before.version)
  await writeAudit(tx, { actor, action: 'update', entity: 'settings', entityId: siteName, before: before.value, after: after.value })
  return before.value.story
}

/** What the settings form saves. Undefined settings stay as they are. */
type SaveSettings = Omit<Settings, 'story'> & {
  story: Omit<Settings['story'], 'video' | 'poster'> & { video?: string | null | undefined; poster?: string | null | undefined }
  sessions?: SessionSettings | undefined
  timeZone?: string | undefined
}

/** Creates the service with which the back office reads and saves the settings of the site. */
export const createSettingsService = ({ config, database, invalidator }: Pick<Core, 'config' | 'database' | 'invalidator'>) => ({
  read: async (): Promise<SettingsRecord> => {
    const found = await findSettings(database.db, config.SITE_NAME)
    if (!found) throw new AppError('not-found')
    return toRecord(found)
  },
  /** Replaces all settings but undefined ones. Throws `no-permission` when a user without `administration` changes those of sessions,
   * `confirmation_required` when these change, `stale-version` with `details.current` when another user has saved since `version` was read. */
  save: async (settings: SaveSettings, version: number | undefined, actor: Actor): Promise<SettingsRecord> => {
    const saved = await inTransaction(database.db, async (tx) => {
      const before = await lockSettings(tx, config.SITE_NAME)
      if (!before) throw new AppError('not-found')
      await assertVersion(version, before, () => toRecord(before))
      const sessions = settings.sessions ?? getSessionSettings(before)
      if (!isDeepStrictEqual(sessions, getSessionSettings(before))) {
        assertPermission(actor, 'administration')
        assertConfirmed(actor)
      }
      const timeZone = settings.timeZone ?? getTimeZone(before)
      const { video = before.value.story.video, poster = before.value.story.poster } = settings.story
      const value = { ...settings, sessions, timeZone, story: { ...settings.story, video, poster } }
      const after = await updateSettings(tx, config.SITE_NAME, value, before.version + 1)
      await writeAudit(tx, {
        actor,
        action: 'update',
        entity: 'settings',
        entityId: config.SITE_NAME,
        before: before.value,
        after: after.value,
      })
      return after
    })
    await invalidator.invalidate('settings')
    return toRecord(saved)
  },
})
