import { importPermissions } from '#contract/import.schema.ts'
import type { Db } from '#server/db/open.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { assertPermission } from '#server/lib/assert-permission.ts'
import { listImportRecordIds, lockImport, markImportUndone } from './queries.ts'

/** Deletes the records of an import in a transaction of its own, which begins with `markImportUndoneWithAudit`. */
export type UndoImport = (target: { importId: string; eventId: string | null; actor: Actor }) => Promise<void>

/** Marks an import as undone. Returns the ids of its records, which the caller deletes in the same transaction. Throws `not-found`, `no-permission` and `import-undone`. */
export const markImportUndoneWithAudit = async (tx: Db, importId: string, actor: Actor): Promise<string[]> => {
  const row = await lockImport(tx, importId)
  if (!row) throw new AppError('not-found')
  assertPermission(actor, importPermissions[row.kind])
  if (row.undoneAt) throw new AppError('import-undone')
  await markImportUndone(tx, importId, actor.userId)
  const before = { kind: row.kind, records: row.recordCount }
  await writeAudit(tx, { actor, action: 'undo', entity: 'import', entityId: importId, before })
  return listImportRecordIds(tx, importId)
}

/** A record of an import: why it keeps the import from being undone. */
export type ImportedRecord = { name: string; isChanged: boolean; isPaid?: boolean }

const maxNames = 5

/** Throws `import-paid` or `import-changed` when a record keeps the import from being undone, or when one of `count` records no longer exists. */
export const assertImportUndoable = (records: readonly ImportedRecord[], count: number): void => {
  const reject = (code: 'import-paid' | 'import-changed', names: readonly string[]) => {
    const listed = names.slice(0, maxNames).map((name) => `\u2068${name}\u2069`)
    throw new AppError(code, [], { reason: [...listed, ...(names.length > maxNames ? ['…'] : [])].join(', ') || '–' })
  }
  const listNames = (matches: (record: ImportedRecord) => boolean) => records.filter(matches).map(({ name }) => name)
  const paid = listNames(({ isPaid }) => isPaid === true)
  if (paid.length > 0) reject('import-paid', paid)
  const changed = listNames(({ isChanged }) => isChanged)
  if (changed.length > 0 || records.length < count) reject('import-changed', changed)
}
