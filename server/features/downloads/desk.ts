import type { Registrant } from '#contract/desk.ts'
import { csvLine, csvStart } from '#contract/rules/csv.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { deleteRegistrant, eachRegistrant, listRegistrants, type RegistrantFilter } from './queries.ts'

const columns: readonly [string, (of: Registrant) => string][] = [
  ['created_at', (of) => of.createdAt],
  ['name', (of) => of.name],
  ['email', (of) => of.email],
  // a spreadsheet takes a plus for a formula
  ['phone', (of) => of.phone.replace(/^\+/, '')],
  ['country', (of) => of.country],
  ['platform', (of) => of.platform],
  ['user_type', (of) => of.userType],
]

/** The registrants as administrators see them. Personal data: a list that leaves the house and each deletion are in the audit log. */
export const registrantDesk = ({ database }: Pick<Core, 'database'>) => ({
  list: (filter: RegistrantFilter & { page: number; perPage: number }) => listRegistrants(database.db, filter),

  /** All that match as CSV for spreadsheets, a part at a time. */
  exportCsv: async (filter: RegistrantFilter, actor: Actor): Promise<AsyncGenerator<string>> => {
    await writeAudit(database.db, { actor, action: 'export', entity: 'downloads', entityId: 'all', after: { ...filter } })
    return (async function* () {
      yield csvStart + csvLine(columns.map(([name]) => name))
      for await (const part of eachRegistrant(database.readDb, filter))
        yield part.map((of) => csvLine(columns.map(([, cell]) => cell(of)))).join('')
    })()
  },

  /** Erases a person's registration for good. Throws `not-found`. */
  erase: (id: string, actor: Actor): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      if (!(await deleteRegistrant(tx, id))) throw new AppError('not-found')
      await writeAudit(tx, { actor, action: 'erase', entity: 'download', entityId: id })
    }),
})
