import type { Registrant, RegistrantFilter } from '#contract/download-registrant.schema.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import { formatWithOffset } from '#contract/rules/time-zone.ts'
import { downloads } from '#server/db/schema/downloads.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { type DeletedListQuery, listDeletedRecords, purgeDeletedRowWithAudit } from '#server/features/crud/deleted-records.ts'
import {
  lockPresentRow,
  purgeExpiredRowsWithAudit,
  restoreRowWithAudit,
  softDeleteLockedRowWithAudit,
} from '#server/features/crud/soft-delete.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { omitUndefined } from '#server/lib/omit-undefined.ts'
import { iterateRegistrants, listRegistrants, toRegistrant } from './queries.ts'

export { eraseRegistrationsFromEmail } from './queries.ts'

const columns: readonly [string, (registrant: Registrant, timeZone: string) => string][] = [
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
const target = {
  table: downloads,
  entity: 'download',
  toAudit: ({ deletedAt }: typeof downloads.$inferSelect) => ({ deletedAt }),
} as const

/** Creates the service for registrants. They are personal data, so the audit log records each export and each deletion. */
export const createRegistrantService = ({ config, database }: Core) => ({
  list: (query: Parameters<typeof listRegistrants>[1]) => listRegistrants(database.db, query),

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
      yield csvByteOrderMark + formatCsvRow(columns.map(([name]) => name))
      for await (const batch of iterateRegistrants(database.readDb, filter))
        yield batch.map((registrant) => formatCsvRow(columns.map(([, cell]) => cell(registrant, timeZone)))).join('')
    })()
  },

  /** Deletes a registrant; `restore` undoes it for 30 days. Throws `not-found`. */
  remove: (id: string, actor: Actor): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      await softDeleteLockedRowWithAudit(tx, target, await lockPresentRow(tx, target, id), actor)
    }),

  /** Restores a deleted registrant. Throws `not-found` after 30 days. */
  restore: async (id: string, actor: Actor): Promise<Registrant> =>
    toRegistrant(await inTransaction(database.db, (tx) => restoreRowWithAudit(tx, target, id, actor))),

  listDeleted: (query: DeletedListQuery) =>
    listDeletedRecords(database.db, { ...target, name: { en: downloads.name, ar: downloads.name }, searchText: downloads.search }, query),

  /** Deletes a deleted registrant permanently. Throws `not-found`. */
  purgeOne: async (id: string, actor: Actor): Promise<void> => {
    await inTransaction(database.db, (tx) => purgeDeletedRowWithAudit(tx, target, id, actor))
  },

  /** Deletes the registrants that were deleted more than 30 days ago permanently. Returns their number. */
  purge: async (): Promise<number> => (await inTransaction(database.db, (tx) => purgeExpiredRowsWithAudit(tx, target))).length,
})
