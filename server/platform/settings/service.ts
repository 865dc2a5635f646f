import { isDeepStrictEqual } from 'node:util'
import { hasPermission } from '#contract/accounts/permissions.ts'
import type { CertificateSigner } from '#contract/event/certificate.schema.ts'
import { defaultEventListRegion } from '#contract/event/event.ts'
import type { RevertedField } from '#contract/platform/audit-revert.ts'
import { type PausableEmailClass, pausableEmailClasses } from '#contract/platform/email-queue.ts'
import { saveSettingsRequest, type setReadOnlyModeRequest } from '#contract/platform/settings.schema.ts'
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
  type LegalSettings,
  type ReadOnlyMode,
  type ReceiptIssuer,
  type SessionSettings,
  type Settings,
  type SettingsRecord,
} from '#contract/platform/settings.ts'
import { addDays, defaultTimeZone, getStartOfDay, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import type { z } from '#contract/platform/z.ts'
import type { Core } from '#server/deps.ts'
import { assertRevertedFieldsUnchanged } from '#server/platform/audit/revert.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale } from '#server/platform/lib/app-error.ts'
import { assertSessionRecentlyConfirmed } from '#server/platform/lib/authenticated-user.ts'
import { toInternationalPhone } from '#server/platform/lib/identity.ts'
import { omitUndefined } from '#server/platform/lib/omit-undefined.ts'
import {
  findSettings,
  hasUndeletedRegionWithSlug,
  lockSettings,
  type SettingsRow,
  updateSettings,
} from './queries.ts'

/** Returns all settings of a row; those that no user has saved yet have their default values. */
const getAllSettings = ({ value }: SettingsRow): AdminSettings => ({
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

const toRecord = (row: SettingsRow): SettingsRecord => ({
  ...getAllSettings(row),
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})

type ReadCore = { config: Pick<Core['config'], 'SITE_NAME'>; database: Pick<Core['database'], 'readDb'> }

/**
 * Returns the settings of a site. Throws `not-found` when the installation has no settings for that site
 * name.
 */
export const getSiteSettings = async (db: Db, siteName: string): Promise<AdminSettings> => {
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

/** Returns the current calendar date in the time zone of the site, and when it ends. */
export const getSiteDateAndDayEnd = async (core: ReadCore): Promise<{ today: string; endsAt: Date }> => {
  const timeZone = await getSiteTimeZone(core)
  const today = toDateInTimeZone(new Date(), timeZone)
  return { today, endsAt: getStartOfDay(addDays(today, 1), timeZone) }
}

/** Tells whether published replies have the full names of minors. Pages never have them. */
export const shouldPublishFullNamesOfMinors = async ({ config, database }: ReadCore): Promise<boolean> => {
  const found = await findSettings(database.readDb, config.SITE_NAME)
  return found !== undefined && getAllSettings(found).publishFullNamesOfMinors
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
    ? getAllSettings(found)
    : { brand: defaultBrand, ...defaultEmailSendingSettings }
  return { name: brand.name, accentColor: brand.accentColor, emailsPerMinute, pausedEmailClasses }
}

/**
 * Changes settings that the settings form leaves out, so their version stays. Does nothing when `change` changes
 * nothing. Invalidate the tag `settings` after the commit, so that all processes apply the change.
 */
const changeSettingsWithAudit = async (
  tx: Db,
  siteName: string,
  change: (settings: AdminSettings) => AdminSettings,
  actor: Actor,
): Promise<void> => {
  const row = await lockSettings(tx, siteName)
  if (!row) throw new AppError('not-found')
  const before = getAllSettings(row)
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

/**
 * Returns whether the site is read-only, and its message. It reads the primary database, because a replica may not
 * know yet.
 */
export const getReadOnlyMode = async ({
  config,
  database,
}: {
  config: ReadCore['config']
  database: Pick<Core['database'], 'db'>
}): Promise<ReadOnlyMode> => {
  const found = await findSettings(database.db, config.SITE_NAME)
  return found ? getAllSettings(found).readOnlyMode : defaultReadOnlyMode
}

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
    getAllSettings(found)
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
  const settings = getAllSettings(before)
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

/** What the settings form saves. Undefined settings stay as they are. */
type SaveSettings = Omit<Settings, 'story'> & {
  story: Omit<Settings['story'], 'video' | 'poster'> & {
    video?: string | null | undefined
    poster?: string | null | undefined
  }
  sessions?: z.output<typeof saveSettingsRequest>['sessions']
  timeZone?: string | undefined
  brand?: Omit<Brand, 'logo'> | undefined
  showCounters?: boolean | undefined
  eventListRegion?: string | null | undefined
  phoneCountry?: string | undefined
  receiptIssuer?: ReceiptIssuer | undefined
  certificateSigner?: Pick<CertificateSigner, 'name' | 'title'> | undefined
  legal?: LegalSettings | undefined
  scoreLogEmail?: string | undefined
  publishFullNamesOfMinors?: boolean | undefined
  emailsPerMinute?: number | undefined
  pausedEmailClasses?: PausableEmailClass[] | undefined
}

type ProtectedSetting = {
  permission: 'administration' | 'finance'
  needsConfirmation?: boolean
  read: (settings: AdminSettings) => unknown
}
/**
 * The settings that need another permission than the form: those of security, of money, the names of minors,
 * and the time zone, which decides on days and deadlines.
 */
const protectedSettings: Record<string, ProtectedSetting> = {
  sessions: { permission: 'administration', needsConfirmation: true, read: ({ sessions }) => sessions },
  scoreLogEmail: {
    permission: 'administration',
    needsConfirmation: true,
    read: ({ scoreLogEmail }) => scoreLogEmail,
  },
  timeZone: { permission: 'administration', read: ({ timeZone }) => timeZone },
  publishFullNamesOfMinors: {
    permission: 'administration',
    read: ({ publishFullNamesOfMinors }) => publishFullNamesOfMinors,
  },
  emailsPerMinute: { permission: 'administration', read: ({ emailsPerMinute }) => emailsPerMinute },
  pausedEmailClasses: { permission: 'administration', read: ({ pausedEmailClasses }) => pausedEmailClasses },
  receiptIssuer: { permission: 'finance', read: ({ receiptIssuer }) => receiptIssuer },
  'features.payment': { permission: 'finance', read: ({ features }) => features.payment },
}

/**
 * Throws `no-permission` with the settings that a user without their permission changes, and
 * `confirmation_required` when one changes that needs it.
 */
const assertMayChange = (actor: Actor, before: AdminSettings, after: AdminSettings): void => {
  const changed = Object.entries(protectedSettings).filter(
    ([, { read }]) => !isDeepStrictEqual(read(before), read(after)),
  )
  const forbidden = changed.filter(
    ([, { permission }]) => !hasPermission(actor.permissions ?? [], permission),
  )
  if (forbidden.length > 0)
    throw new AppError(
      'no-permission',
      forbidden.map(([field, { permission }]) => ({ field, code: `${permission}-only` as const })),
    )
  if (changed.some(([, { needsConfirmation }]) => needsConfirmation)) assertSessionRecentlyConfirmed(actor)
}

/** Creates the service with which the back office reads and saves the settings of the site. */
export const createSettingsService = ({ config, database, invalidator, emails }: Core) => ({
  read: async (): Promise<SettingsRecord> => {
    const found = await findSettings(database.db, config.SITE_NAME)
    if (!found) throw new AppError('not-found')
    return toRecord(found)
  },
  /** Makes the site read-only or writable in all processes. Throws `bad-input` without a message. */
  setReadOnlyMode: async (
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
  },
  /**
   * Replaces all settings but undefined ones, and emails the former address of the score log when it changes.
   * Throws `no-permission` when a user changes settings whose permission is missing, `confirmation_required`
   * when those of sessions or that address change, `bad-input` for an unknown region, `stale-version` with
   * `details.current` when another user has saved since `version` was read.
   */
  save: async (
    settings: SaveSettings,
    version: number | undefined,
    actor: Actor,
  ): Promise<SettingsRecord> => {
    const saved = await inTransaction(database.db, async (tx) => {
      const before = await lockSettings(tx, config.SITE_NAME)
      if (!before) throw new AppError('not-found')
      await assertVersionNotStale(version, before, () => toRecord(before))
      const current = getAllSettings(before)
      const { eventListRegion = current.eventListRegion } = settings
      if (
        eventListRegion !== null &&
        eventListRegion !== current.eventListRegion &&
        !(await hasUndeletedRegionWithSlug(tx, eventListRegion))
      )
        throw new AppError('bad-input', [{ field: 'eventListRegion', code: 'unknown-value' }])
      const { phoneCountry = current.phoneCountry, contact } = settings
      const signerFiles = {
        signature: current.certificateSigner.signature,
        seal: current.certificateSigner.seal,
      }
      const { video = current.story.video, poster = current.story.poster } = settings.story
      const value = {
        ...current,
        ...settings,
        sessions: { ...current.sessions, ...omitUndefined(settings.sessions ?? {}) },
        timeZone: settings.timeZone ?? current.timeZone,
        brand: { ...(settings.brand ?? current.brand), logo: current.brand.logo },
        showCounters: settings.showCounters ?? current.showCounters,
        eventListRegion,
        phoneCountry,
        contact: { ...contact, phone: toInternationalPhone(contact.phone, [phoneCountry, 'SA']) },
        receiptIssuer: settings.receiptIssuer ?? current.receiptIssuer,
        certificateSigner: { ...(settings.certificateSigner ?? current.certificateSigner), ...signerFiles },
        legal: settings.legal ?? current.legal,
        scoreLogEmail: settings.scoreLogEmail ?? current.scoreLogEmail,
        publishFullNamesOfMinors: settings.publishFullNamesOfMinors ?? current.publishFullNamesOfMinors,
        emailsPerMinute: settings.emailsPerMinute ?? current.emailsPerMinute,
        pausedEmailClasses: settings.pausedEmailClasses ?? current.pausedEmailClasses,
        readOnlyMode: current.readOnlyMode,
        story: { ...settings.story, video, poster },
      }
      assertMayChange(actor, current, value)
      const after = await updateSettings(tx, config.SITE_NAME, value, before.version + 1)
      if (current.scoreLogEmail !== '' && value.scoreLogEmail !== current.scoreLogEmail) {
        // the language of the recipient is not known
        await emails.send(
          {
            template: 'scoreLogAddressChanged',
            to: current.scoreLogEmail,
            language: 'both',
            values: { name: '' },
          },
          tx,
        )
      }
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

/**
 * Sets settings back with the save of the settings form; files stay as they are. Throws `revert-changed`,
 * `bad-input`, and what the save throws.
 */
export const revertSettingsIfUnchanged = async (
  service: Pick<ReturnType<typeof createSettingsService>, 'read' | 'save'>,
  fields: readonly RevertedField[],
  actor: Actor,
): Promise<void> => {
  const { version, updatedAt: _updatedAt, ...current } = await service.read()
  assertRevertedFieldsUnchanged(current, fields)
  const values: Record<string, unknown> = { ...current }
  for (const { field, restored } of fields) {
    const isGroup = typeof restored === 'object' && restored !== null && !Array.isArray(restored)
    values[field] = isGroup ? { ...(values[field] as object), ...restored } : restored
  }
  const parsed = saveSettingsRequest.safeParse(values)
  if (!parsed.success) throw new AppError('bad-input')
  const { version: _version, ...settings } = parsed.data
  await service.save(settings, version, actor)
}
