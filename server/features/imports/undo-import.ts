import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'

/**
 * Deletes the records of an import in a transaction of its own. `takeRecords` marks the import as undone and returns the ids of its records; it is called first
 * in that transaction.
 */
export type UndoImport = (
  takeRecords: (tx: Db) => Promise<string[]>,
  target: { importId: string; eventId: string | null; actor: Actor },
) => Promise<void>

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
