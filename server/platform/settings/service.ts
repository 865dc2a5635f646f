import { isDeepStrictEqual } from 'node:util'
import type { CertificateSigner } from '#contract/event/certificate.schema.ts'
import { defaultEventListRegion } from '#contract/event/event.ts'
import { type PausableEmailClass, pausableEmailClasses } from '#contract/platform/email-queue.ts'
import {
  type AdminSettings,
  type Brand,
  defaultBrand,
  defaultCertificateSigner,
  defaultEmailSendingSettings,
  defaultLegalSettings,
  defaultPhoneCountry,
  defaultReadOnlyMode,
  defaultReceiptIssuer,
  defaultSessionSettings,
  type EmailSendingSettings,
  type SessionSettings,
  type Settings,
} from '#contract/platform/settings.ts'
import { addDays, defaultTimeZone, getStartOfDay, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { findSettings, lockSettings, type SettingsRow, updateSettings } from './queries.ts'

/** Returns all settings of a row; those that no user has saved yet have their default values. */
export const toSettingsWithDefaults = ({ value }: SettingsRow): AdminSettings => ({
  ...value,
  sessions: { ...defaultSessionSettings, ...value.sessions },
  timeZone: value.timeZone ?? defaultTimeZone,
  brand: value.brand ?? defaultBrand,
  showCounters: value.showCounters ?? true,
  eventListRegion: value.eventListRegion === undefined ? defaultEventListRegion : value.eventListRegion,
  phoneCountry: value.phoneCountry ?? defaultPhoneCountry,
  receiptIssuer: value.receiptIssuer ?? defaultReceiptIssuer,
  certificateSigner: value.certificateSigner ?? defaultCertificateSigner,
  legal: value.legal ?? defaultLegalSettings,
  scoreLogEmail: value.scoreLogEmail ?? '',
  // other programs may need what an installation from before this setting has published
  publishFullNamesOfMinors: value.publishFullNamesOfMinors ?? true,
  emailsPerMinute: value.emailsPerMinute ?? defaultEmailSendingSettings.emailsPerMinute,
  pausedEmailClasses: value.pausedEmailClasses ?? defaultEmailSendingSettings.pausedEmailClasses,
  readOnlyMode: value.readOnlyMode ?? defaultReadOnlyMode,
})

type ReadCore = { config: Pick<Core['config'], 'SITE_NAME'>; database: Pick<Core['database'], 'readDb'> }

/**
 * Returns the settings of a site. Throws `not-found` when the installation has no settings for that site
 * name.
 */
export const getAllSettingsOrThrow = async (db: Db, siteName: string): Promise<AdminSettings> => {
  const found = await findSettings(db, siteName)
  if (!found) throw new AppError('not-found')
  return toSettingsWithDefaults(found)
}

/** Returns the time zone in which the site shows times and interprets times that users enter. */
export const getSiteTimeZone = async ({ config, database }: ReadCore): Promise<string> =>
  (await findSettings(database.readDb, config.SITE_NAME))?.value.timeZone ?? defaultTimeZone

/** Returns the calendar date of an instant in the time zone of the site. Ages are counted on it. */
export const getSiteDate = async (core: ReadCore, instant = new Date()): Promise<string> =>
  toDateInTimeZone(instant, await getSiteTimeZone(core))

/** Returns the current calendar date in the time zone of the site, and when it ends. */
export const getSiteDateAndDayEnd = async (core: ReadCore): Promise<{ today: string; endsAt: Date }> => {
  const timeZone = await getSiteTimeZone(core)
  const today = toDateInTimeZone(new Date(), timeZone)
  return { today, endsAt: getStartOfDay(addDays(today, 1), timeZone) }
}

/** Tells whether published replies have the full names of minors. Pages never have them. */
export const shouldApiPublishMinorsFullNames = async ({ config, database }: ReadCore): Promise<boolean> => {
  const found = await findSettings(database.readDb, config.SITE_NAME)
  return found !== undefined && toSettingsWithDefaults(found).publishFullNamesOfMinors
}

/** Returns the settings of sessions and confirmations. */
export const getSessionSettings = async ({ config, database }: ReadCore): Promise<SessionSettings> => ({
  ...defaultSessionSettings,
  ...(await findSettings(database.readDb, config.SITE_NAME))?.value.sessions,
})

/** Returns how the site presents itself: its name, logo, accent colour and texts. */
export const getSiteBrand = async ({ config, database }: ReadCore): Promise<Brand> =>
  (await findSettings(database.readDb, config.SITE_NAME))?.value.brand ?? defaultBrand

/**
 * Returns what the queue of emails needs of the settings. It reads the primary database, because a replica may not
 * know yet that a class of emails is paused.
 */
export const getEmailSettings = async ({
  config,
  database,
}: {
  config: ReadCore['config']
  database: Pick<Core['database'], 'db'>
}): Promise<Pick<Brand, 'name' | 'accentColor'> & EmailSendingSettings> => {
  const found = await findSettings(database.db, config.SITE_NAME)
  const { brand, emailsPerMinute, pausedEmailClasses } = found
    ? toSettingsWithDefaults(found)
    : { brand: defaultBrand, ...defaultEmailSendingSettings }
  return { name: brand.name, accentColor: brand.accentColor, emailsPerMinute, pausedEmailClasses }
}

/**
 * Changes settings that the settings form leaves out, so their version stays. Does nothing when `change` changes
 * nothing. Invalidate the tag `settings` after the commit, so that all processes apply the change.
 */
export const changeSettingsWithAudit = async (
  tx: Db,
  siteName: string,
  change: (settings: AdminSettings) => AdminSettings,
  actor: Actor,
): Promise<void> => {
  const row = await lockSettings(tx, siteName)
  if (!row) throw new AppError('not-found')
  const before = toSettingsWithDefaults(row)
  const value = change(before)
  if (isDeepStrictEqual(value, before)) return
  const after = await updateSettings(tx, siteName, value, row.version)
  const changed = Object.entries(before).filter(
    ([name, part]) => !isDeepStrictEqual(part, value[name as keyof AdminSettings]),
  )
  await writeAudit(tx, {
    actor,
    action: 'update',
    entity: 'settings',
    entityId: siteName,
    // settings that nobody has saved yet have their default values in the entry
    before: { ...row.value, ...Object.fromEntries(changed) },
    after: after.value,
  })
}

/** Pauses or resumes a class of emails. Invalidate the tag `settings` after the commit. */
export const pauseOrResumeEmailClassWithAudit = (
  tx: Db,
  siteName: string,
  { emailClass, isPaused }: { emailClass: PausableEmailClass; isPaused: boolean },
  actor: Actor,
): Promise<void> =>
  changeSettingsWithAudit(
    tx,
    siteName,
    (settings) => ({
      ...settings,
      pausedEmailClasses: pausableEmailClasses.filter((each) =>
        each === emailClass ? isPaused : settings.pausedEmailClasses.includes(each),
      ),
    }),
    actor,
  )

/** Returns the country of phone numbers without a country code. */
export const getSitePhoneCountry = async ({ config, database }: ReadCore): Promise<string> =>
  (await findSettings(database.readDb, config.SITE_NAME))?.value.phoneCountry ?? defaultPhoneCountry

/** What every page needs of the settings. */
export type PageSettings = Pick<
  AdminSettings,
  'timeZone' | 'brand' | 'showCounters' | 'eventListRegion' | 'phoneCountry' | 'readOnlyMode'
> & {
  isRegistrationEnabled: boolean
}
export const defaultPageSettings: PageSettings = {
  timeZone: defaultTimeZone,
  brand: defaultBrand,
  showCounters: true,
  eventListRegion: defaultEventListRegion,
  phoneCountry: defaultPhoneCountry,
  readOnlyMode: defaultReadOnlyMode,
  isRegistrationEnabled: true,
}

/** Returns what every page needs of the settings. */
export const getPageSettings = async ({ config, database }: ReadCore): Promise<PageSettings> => {
  const found = await findSettings(database.readDb, config.SITE_NAME)
  if (!found) return defaultPageSettings
  const { timeZone, brand, showCounters, eventListRegion, phoneCountry, readOnlyMode, features } =
    toSettingsWithDefaults(found)
  return {
    timeZone,
    brand,
    showCounters,
    eventListRegion,
    phoneCountry,
    readOnlyMode,
    isRegistrationEnabled: features.registration,
  }
}

/** The files that settings refer to, as paths on this site. */
export type SiteFiles = Pick<Settings['story'], 'video' | 'poster'> &
  Pick<Brand, 'logo'> &
  Pick<CertificateSigner, 'signature' | 'seal'>

/**
 * Changes video or poster of the promo video, the logo, or signature or seal of certificates. Returns the
 * values before. The version of the settings stays, because the settings form leaves them out.
 */
export const replaceSettingsFilePathsWithAudit = async (
  tx: Db,
  siteName: string,
  change: Partial<SiteFiles>,
  actor: Actor,
): Promise<SiteFiles> => {
  const before = await lockSettings(tx, siteName)
  if (!before) throw new AppError('not-found')
  const settings = toSettingsWithDefaults(before)
  const { video, poster } = settings.story
  const { signature, seal } = settings.certificateSigner
  const files: SiteFiles = { video, poster, logo: settings.brand.logo, signature, seal }
  const changed = { ...files, ...change }
  const value = {
    ...settings,
    story: { ...settings.story, video: changed.video, poster: changed.poster },
    brand: { ...settings.brand, logo: changed.logo },
    certificateSigner: { ...settings.certificateSigner, signature: changed.signature, seal: changed.seal },
  }
  const after = await updateSettings(tx, siteName, value, before.version)
  await writeAudit(tx, {
    actor,
    action: 'update',
    entity: 'settings',
    entityId: siteName,
    before: before.value,
    after: after.value,
  })
  return files
}
