import type { Registrant, RegistrantFilter } from '#contract/download-registrant.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import { formatWithOffset } from '#contract/rules/time-zone.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { omitUndefined } from '#server/lib/omit-undefined.ts'
import { deleteRegistrant, iterateRegistrants, listRegistrants } from './queries.ts'

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

/** Creates the service for registrants. They are personal data, so the audit log records each export and each erasure. */
export const createRegistrantService = ({ config, database }: Pick<Core, 'config' | 'database'>) => ({
  list: (filter: RegistrantFilter & { page: number; perPage: number }) => listRegistrants(database.db, filter),

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

  /** Deletes a registrant permanently. Throws `not-found`. */
  erase: (id: string, actor: Actor): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      if (!(await deleteRegistrant(tx, id))) throw new AppError('not-found')
      await writeAudit(tx, { actor, action: 'erase', entity: 'download', entityId: id })
    }),
})
