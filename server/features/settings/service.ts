import { isDeepStrictEqual } from 'node:util'
import { defaultEventListRegion } from '#contract/event.ts'
import { defaultTimeZone, toDateInTimeZone } from '#contract/rules/time-zone.ts'
import {
  type AdminSettings,
  type Brand,
  defaultBrand,
  defaultLegalSettings,
  defaultPhoneCountry,
  defaultReceiptIssuer,
  defaultSessionSettings,
  type LegalSettings,
  type ReceiptIssuer,
  type SessionSettings,
  type Settings,
  type SettingsRecord,
} from '#contract/settings.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { hasRegionSlug } from '#server/features/regions/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { assertConfirmed } from '#server/lib/assert-confirmed.ts'
import { assertPermission } from '#server/lib/assert-permission.ts'
import { assertVersion } from '#server/lib/assert-version.ts'
import { isWebhookUrl } from '#server/lib/webhook.ts'
import { findSettings, lockSettings, type SettingsRow, updateSettings } from './queries.ts'

/** Returns all settings of a row; those that no user has saved yet have their default values. */
const getAllSettings = ({ value }: SettingsRow): AdminSettings => ({
  ...value,
  sessions: value.sessions ?? defaultSessionSettings,
  timeZone: value.timeZone ?? defaultTimeZone,
  brand: value.brand ?? defaultBrand,
  showCounters: value.showCounters ?? true,
  eventListRegion: value.eventListRegion === undefined ? defaultEventListRegion : value.eventListRegion,
  phoneCountry: value.phoneCountry ?? defaultPhoneCountry,
  receiptIssuer: value.receiptIssuer ?? defaultReceiptIssuer,
  legal: value.legal ?? defaultLegalSettings,
  scoreLogEmail: value.scoreLogEmail ?? '',
  scoreLogWebhook: value.scoreLogWebhook ?? '',
})

const toRecord = (row: SettingsRow): SettingsRecord => ({
  ...getAllSettings(row),
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})

type ReadCore = { config: Pick<Core['config'], 'SITE_NAME'>; database: Pick<Core['database'], 'readDb'> }

/** Returns the settings of a site. Throws `not-found` when the installation has no settings for that site name. */
export const requireSiteSettings = async (db: Db, siteName: string): Promise<AdminSettings> => {
  const found = await findSettings(db, siteName)
  if (!found) throw new AppError('not-found')
  return getAllSettings(found)
}

/** Returns the time zone in which the site shows times and interprets times that users enter. */
export const getSiteTimeZone = async ({ config, database }: ReadCore): Promise<string> =>
  (await findSettings(database.readDb, config.SITE_NAME))?.value.timeZone ?? defaultTimeZone

/** Returns the calendar date of an instant in the time zone of the site. Ages are counted on it. */
export const getSiteDate = async (core: ReadCore, instant = new Date()): Promise<string> =>
  toDateInTimeZone(instant, await getSiteTimeZone(core))

/** Returns how the site presents itself: its name, logo, accent colour and texts. */
export const getSiteBrand = async ({ config, database }: ReadCore): Promise<Brand> =>
  (await findSettings(database.readDb, config.SITE_NAME))?.value.brand ?? defaultBrand

/** What every page needs of the settings. */
export type PageSettings = Pick<AdminSettings, 'timeZone' | 'brand' | 'showCounters' | 'eventListRegion' | 'phoneCountry'>
export const defaultPageSettings: PageSettings = {
  timeZone: defaultTimeZone,
  brand: defaultBrand,
  showCounters: true,
  eventListRegion: defaultEventListRegion,
  phoneCountry: defaultPhoneCountry,
}

/** Returns what every page needs of the settings. */
export const getPageSettings = async ({ config, database }: ReadCore): Promise<PageSettings> => {
  const found = await findSettings(database.readDb, config.SITE_NAME)
  if (!found) return defaultPageSettings
  const { timeZone, brand, showCounters, eventListRegion, phoneCountry } = getAllSettings(found)
  return { timeZone, brand, showCounters, eventListRegion, phoneCountry }
}

/** The files that settings refer to, as paths on this site. */
export type SiteFiles = Pick<Settings['story'], 'video' | 'poster'> & Pick<Brand, 'logo'>

/** Changes video or poster of the promo video, or the logo. Returns the values before. The version of the settings stays, because the settings form leaves them out. */
export const updateSiteFiles = async (tx: Db, siteName: string, change: Partial<SiteFiles>, actor: Actor): Promise<SiteFiles> => {
  const before = await lockSettings(tx, siteName)
  if (!before) throw new AppError('not-found')
  const settings = getAllSettings(before)
  const { video, poster } = settings.story
  const files: SiteFiles = { video, poster, logo: settings.brand.logo }
  const changed = { ...files, ...change }
  const value = {
    ...settings,
    story: { ...settings.story, video: changed.video, poster: changed.poster },
    brand: { ...settings.brand, logo: changed.logo },
  }
  const after = await updateSettings(tx, siteName, value, before.version)
  await writeAudit(tx, { actor, action: 'update', entity: 'settings', entityId: siteName, before: before.value, after: after.value })
  return files
}

/** What the settings form saves. Undefined settings stay as they are. */
type SaveSettings = Omit<Settings, 'story'> & {
  story: Omit<Settings['story'], 'video' | 'poster'> & { video?: string | null | undefined; poster?: string | null | undefined }
  sessions?: SessionSettings | undefined
  timeZone?: string | undefined
  brand?: Omit<Brand, 'logo'> | undefined
  showCounters?: boolean | undefined
  eventListRegion?: string | null | undefined
  phoneCountry?: string | undefined
  receiptIssuer?: ReceiptIssuer | undefined
  legal?: LegalSettings | undefined
  scoreLogEmail?: string | undefined
  scoreLogWebhook?: string | undefined
}

/** Creates the service with which the back office reads and saves the settings of the site. */
export const createSettingsService = ({ config, database, invalidator }: Pick<Core, 'config' | 'database' | 'invalidator'>) => ({
  read: async (): Promise<SettingsRecord> => {
    const found = await findSettings(database.db, config.SITE_NAME)
    if (!found) throw new AppError('not-found')
    return toRecord(found)
  },
  /** Replaces all settings but undefined ones. Throws `no-permission` when a user without `administration` changes those of sessions,
   * `confirmation_required` when these change, `bad-input` for an unknown region and a webhook that is not allowed, `stale-version` with `details.current` when another user has saved since `version` was read. */
  save: async (settings: SaveSettings, version: number | undefined, actor: Actor): Promise<SettingsRecord> => {
    const saved = await inTransaction(database.db, async (tx) => {
      const before = await lockSettings(tx, config.SITE_NAME)
      if (!before) throw new AppError('not-found')
      await assertVersion(version, before, () => toRecord(before))
      const current = getAllSettings(before)
      const sessions = settings.sessions ?? current.sessions
      if (!isDeepStrictEqual(sessions, current.sessions)) {
        assertPermission(actor, 'administration')
        assertConfirmed(actor)
      }
      const { eventListRegion = current.eventListRegion } = settings
      if (eventListRegion !== null && eventListRegion !== current.eventListRegion && !(await hasRegionSlug(tx, eventListRegion)))
        throw new AppError('bad-input', [{ field: 'eventListRegion', code: 'unknown-value' }])
      const { scoreLogWebhook = current.scoreLogWebhook } = settings
      const isNewWebhook = scoreLogWebhook !== '' && scoreLogWebhook !== current.scoreLogWebhook
      if (isNewWebhook && !isWebhookUrl(scoreLogWebhook, config.WEBHOOK_PRIVATE_NETWORKS))
        throw new AppError('bad-input', [{ field: 'scoreLogWebhook', code: 'bad-webhook' }])
      const { video = current.story.video, poster = current.story.poster } = settings.story
      const value = {
        ...current,
        ...settings,
        sessions,
        timeZone: settings.timeZone ?? current.timeZone,
        brand: { ...(settings.brand ?? current.brand), logo: current.brand.logo },
        showCounters: settings.showCounters ?? current.showCounters,
        eventListRegion,
        phoneCountry: settings.phoneCountry ?? current.phoneCountry,
        receiptIssuer: settings.receiptIssuer ?? current.receiptIssuer,
        legal: settings.legal ?? current.legal,
        scoreLogEmail: settings.scoreLogEmail ?? current.scoreLogEmail,
        scoreLogWebhook,
        story: { ...settings.story, video, poster },
      }
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
