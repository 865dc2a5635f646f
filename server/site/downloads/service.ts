import { normalizeEmail } from '#contract/accounts/identity.ts'
import { findCountryCodeBySlug } from '#contract/platform/countries.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { formatWithOffset } from '#contract/platform/time-zone.ts'
import type {
  Registrant,
  RegistrantFilter,
  UncheckedDownloadRequest,
} from '#contract/site/download-registrant.schema.ts'
import { downloadPlatforms, getLatestDownloadPath } from '#contract/site/download-registrant.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import {
  type DeletedListQuery,
  purgeDeletedRowWithAudit,
  readRestorableRecordPage,
} from '#server/platform/crud/deleted-records.ts'
import {
  lockUndeletedRowOrThrow,
  purgeExpiredRowsWithAudit,
  restoreRowWithAudit,
  softDeleteLockedRowWithAudit,
} from '#server/platform/crud/soft-delete.ts'
import { downloads } from '#server/platform/db/schema/media.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { parsePhoneIfValid } from '#server/platform/lib/identity.ts'
import { omitUndefined } from '#server/platform/lib/omit-undefined.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import type { Platform } from '../media/service.ts'
import {
  insertRegistrant,
  iterateRegistrants,
  markAndReturnWaitingAsNotified,
  readSimulatorRegistrantPage,
  toRegistrant,
} from './queries.ts'
import { createSimulatorFileFinder, type SimulatorService } from './simulator.ts'

export { deleteSimulatorRegistrationsOfEmail } from './queries.ts'

const exportColumns: readonly [string, (registrant: Registrant, timeZone: string) => string][] = [
  ['created_at', (registrant, timeZone) => formatWithOffset(registrant.createdAt, timeZone)],
  ['name', (registrant) => registrant.name],
  ['email', (registrant) => registrant.email],
  // spreadsheets read a leading plus as a formula
  ['phone', (registrant) => registrant.phone.replace(/^\+/, '')],
  ['country', (registrant) => registrant.country],
  ['platform', (registrant) => registrant.platform],
  ['user_type', (registrant) => registrant.userType],
]

/** The table for the soft-delete functions. The audit log stores no contents of registrants. */
const registrantTarget = {
  table: downloads,
  entity: 'download',
  toAudit: ({ deletedAt }: typeof downloads.$inferSelect) => ({ deletedAt }),
} as const

/**
 * Creates the service for registrants. They are personal data, so the audit log records each export and each
 * deletion.
 */
export const createRegistrantService = ({ config, database }: Core) => ({
  list: (query: Parameters<typeof readSimulatorRegistrantPage>[1]) =>
    readSimulatorRegistrantPage(database.db, query),

  /** Exports all matching registrants as a CSV file, in parts. */
  exportCsv: async (filter: RegistrantFilter, actor: Actor): Promise<AsyncGenerator<string>> => {
    await writeAudit(database.db, {
      actor,
      action: 'export',
      entity: 'downloads',
      entityId: 'all',
      after: { filters: Object.keys(omitUndefined(filter)) },
    })
    const timeZone = await getSiteTimeZone({ config, database })
    return (async function* () {
      yield csvByteOrderMark + formatCsvRow(exportColumns.map(([name]) => name))
      for await (const batch of iterateRegistrants(database.readDb, filter))
        yield batch
          .map((registrant) => formatCsvRow(exportColumns.map(([, cell]) => cell(registrant, timeZone))))
          .join('')
    })()
  },

  /** Deletes a registrant; `restore` undoes it for 30 days. Throws `not-found`. */
  remove: (id: string, actor: Actor): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      await softDeleteLockedRowWithAudit(
        tx,
        registrantTarget,
        await lockUndeletedRowOrThrow(tx, registrantTarget, id),
        actor,
      )
    }),

  /** Restores a deleted registrant. Throws `not-found` after 30 days. */
  restore: async (id: string, actor: Actor): Promise<Registrant> =>
    toRegistrant(
      await inTransaction(database.db, (tx) => restoreRowWithAudit(tx, registrantTarget, id, actor)),
    ),

  listDeleted: (query: DeletedListQuery) =>
    readRestorableRecordPage(
      database.db,
      { ...registrantTarget, name: { en: downloads.name, ar: downloads.name }, searchText: downloads.search },
      query,
    ),

  /** Deletes a deleted registrant permanently. Throws `not-found`. */
  purgeOne: async (id: string, actor: Actor): Promise<void> => {
    await inTransaction(database.db, (tx) => purgeDeletedRowWithAudit(tx, registrantTarget, id, actor))
  },

  /** Deletes the registrants that were deleted more than 30 days ago permanently. Returns their number. */
  purge: async (): Promise<number> =>
    (await inTransaction(database.db, (tx) => purgeExpiredRowsWithAudit(tx, registrantTarget))).length,
})

/** Creates the service with which visitors register to download the simulator. */
export const createSimulatorRegistrationService = (
  { database }: Core,
  simulator: Pick<SimulatorService, 'findDownloads'>,
) => ({
  /**
   * Stores the registrant and returns the address of the simulator for the system. Without one it returns
   * null, and the registrant gets an email in `lang` when there is one (`createWaitingRegistrantNotifier`). A phone
   * number without a country code belongs to `country` (specification, section 9). Nothing is stored of a
   * bot, which fills the honeypot. Throws `download-incomplete` (name, email, phone and system are
   * required), `bad-input` for an invalid phone number, `no-simulator` when the download is switched off.
   */
  register: async (
    { platform, ...request }: UncheckedDownloadRequest,
    { lang, isBot }: { lang: Lang; isBot: boolean },
  ): Promise<string | null> => {
    const missing: string[] = (['name', 'email', 'phone'] as const).filter((field) => request[field] === '')
    if (missing.length > 0 || !platform)
      throw new AppError(
        'download-incomplete',
        [...missing, ...(platform ? [] : ['platform'])].map((field) => ({
          field,
          code: 'required' as const,
        })),
      )
    const phone = parsePhoneIfValid(request.phone, [findCountryCodeBySlug(request.country) ?? 'EG'])
    if (!phone) throw new AppError('bad-input', [{ field: 'phone', code: 'bad-format' }])
    const downloads = await simulator.findDownloads()
    if (!downloads) throw new AppError('no-simulator')
    const url = downloads[platform]?.url ?? null
    if (!isBot)
      await insertRegistrant(database.db, {
        ...request,
        platform,
        email: normalizeEmail(request.email),
        phone,
        lang,
        waiting: url === null,
      })
    return url
  },
})

const batchSize = 100
const systemNames: Record<Platform, string> = { win: 'Windows', mac: 'Mac' }

/**
 * Creates the job that sends an email to everyone who registered for the simulator while there was no file for
 * their system.
 */
export const createWaitingRegistrantNotifier = (core: Core) => {
  const { config, database, emails } = core
  const simulator = createSimulatorFileFinder(core)

  /**
   * Queues the emails of one batch in the transaction that marks the registrants, so that nobody gets an email
   * twice. Returns the number of emails.
   */
  const notifyBatch = (platform: Platform) =>
    inTransaction(database.db, async (tx) => {
      const registrants = await markAndReturnWaitingAsNotified(tx, platform, batchSize)
      for (const { name, email, lang } of registrants) {
        const values = {
          name,
          link: `${config.SITE_URL}${getLatestDownloadPath(platform)}`,
          system: systemNames[platform],
        }
        await emails.send({ template: 'simulatorReady', to: email, language: lang, values }, tx)
      }
      return registrants.length
    })

  return {
    /**
     * Notifies all waiting registrants of the systems for which there is a file. Without a mail server they
     * wait. Returns the number of emails.
     */
    notify: async (): Promise<number> => {
      if (!emails.isEnabled) return 0
      const downloads = await simulator.findDownloads()
      let count = 0
      for (const platform of downloadPlatforms)
        for (let sent = downloads?.[platform] ? batchSize : 0; sent === batchSize; count += sent)
          sent = await notifyBatch(platform)
      return count
    },
  }
}
