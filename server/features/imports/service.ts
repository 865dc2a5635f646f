import {
  type ImportKind,
  type ImportRecord,
  importKinds,
  importPermissions,
} from '#contract/import.schema.ts'
import { hasPermission } from '#contract/rules/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, removeFileNamesFromAuditEntries, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { assertPermission } from '#server/lib/authenticated-user.ts'
import type { CsvFile, CsvWarning } from '#server/lib/parse-csv.ts'
import {
  clearAllImportFileNames,
  findImport,
  findNotUndoneImportOfFile,
  type ImportListQuery,
  insertImportWithRecordIds,
  listImportRecordIds,
  listImports,
  lockImport,
  lockImportsOfFile,
  markImportUndone,
} from './queries.ts'

export { listImportRecordIds } from './queries.ts'

/**
 * Clears the names of imported files and of those in the audit log: each may name a person, and nothing tells
 * whom.
 */
export const eraseImportFileNamesEverywhere = async (tx: Db): Promise<void> => {
  await clearAllImportFileNames(tx)
  await removeFileNamesFromAuditEntries(tx)
}

/**
 * Creates the service that lists the imports of CSV files and undoes them with the function of their kind.
 */
export const createImportListAndUndoService = (
  { database }: Core,
  undoByKind: Readonly<Record<ImportKind, UndoImport>>,
) => {
  const mayUse = (kind: ImportKind, { permissions = [] }: Actor) =>
    hasPermission(permissions, importPermissions[kind])

  return {
    /** Lists one page of the imports that the user may undo, the newest first. */
    list: (actor: Actor, query: ImportListQuery): Promise<{ records: ImportRecord[]; total: number }> =>
      listImports(
        database.db,
        importKinds.filter((kind) => mayUse(kind, actor)),
        query,
      ),

    /**
     * Deletes everything that an import created, all or nothing. Throws `not-found`, `no-permission`,
     * `import-undone`, and when records are in use `import-changed` or `import-paid` with the names of some
     * of them as `details.reason`.
     */
    undo: async (id: string, actor: Actor): Promise<void> => {
      const row = await findImport(database.db, id)
      if (!row) throw new AppError('not-found')
      await undoByKind[row.kind]({ importId: id, eventId: row.eventId, actor })
    },
  }
}

const maxFileNameLength = 200

/**
 * A file to import: the name that its user gave it, and its SHA-256. `isRepeatAccepted` allows to import it
 * again.
 */
export type ImportFile = CsvFile & { name: string; hash: string; isRepeatAccepted: boolean }
/** What the records of a file are created for. */
export type ImportScope = { kind: ImportKind; eventId?: string }

/**
 * Records an import in the transaction that creates its records. Throws `imported-before` when the file was
 * imported into the same place and that import was not undone, unless the user accepted that. Returns the id
 * of the import.
 */
export const insertImportAssertingNotRepeated = async (
  tx: Db,
  {
    kind,
    eventId = null,
    file,
    lineCount,
    recordIds,
    actor,
  }: Omit<ImportScope, 'eventId'> & {
    eventId?: string | null
    file: ImportFile
    lineCount: number
    recordIds: readonly string[]
    actor: Actor
  },
): Promise<string> => {
  const target = { kind, eventId, fileHash: file.hash }
  await lockImportsOfFile(tx, target)
  if (!file.isRepeatAccepted && (await findNotUndoneImportOfFile(tx, target)))
    throw new AppError('imported-before')
  return insertImportWithRecordIds(
    tx,
    {
      ...target,
      fileName: file.name.slice(0, maxFileNameLength),
      lineCount,
      recordCount: recordIds.length,
      createdBy: actor.userId,
    },
    recordIds,
  )
}

/** Warns about a file that was imported before. `formatTime` formats the time of that import. */
export const listRepeatedImportWarnings = async (
  db: Db,
  { kind, eventId }: ImportScope,
  { hash }: ImportFile,
  formatTime: (time: Date) => string,
): Promise<CsvWarning[]> => {
  const earlier = await findNotUndoneImportOfFile(db, { kind, eventId: eventId ?? null, fileHash: hash })
  if (!earlier) return []
  // Arabic text around the date would reverse its parts, so the date is isolated
  const values = {
    time: `\u2068${formatTime(earlier.createdAt)}\u2069`,
    name: `\u2068${earlier.createdByName}\u2069`,
  }
  return [{ code: 'imported-before', values }]
}

/**
 * Deletes the records of an import in a transaction of its own, which begins with
 * `markImportUndoneAndListRecordIds`.
 */
export type UndoImport = (target: { importId: string; eventId: string | null; actor: Actor }) => Promise<void>

/**
 * Marks an import as undone. Returns the ids of its records, which the caller deletes in the same
 * transaction. Throws `not-found`, `no-permission` and `import-undone`.
 */
export const markImportUndoneAndListRecordIds = async (
  tx: Db,
  importId: string,
  actor: Actor,
): Promise<string[]> => {
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
type ImportedRecord = { name: string; isChanged: boolean; isPaid?: boolean }

const maxNames = 5

/**
 * Throws `import-paid` or `import-changed` when a record keeps the import from being undone, or when one of
 * `count` records no longer exists.
 */
export const assertImportUndoable = (records: readonly ImportedRecord[], count: number): void => {
  const reject = (code: 'import-paid' | 'import-changed', names: readonly string[]) => {
    const listed = names.slice(0, maxNames).map((name) => `\u2068${name}\u2069`)
    throw new AppError(code, [], {
      reason: [...listed, ...(names.length > maxNames ? ['…'] : [])].join(', ') || '–',
    })
  }
  const listNames = (matches: (record: ImportedRecord) => boolean) =>
    records.filter(matches).map(({ name }) => name)
  const paid = listNames(({ isPaid }) => isPaid === true)
  if (paid.length > 0) reject('import-paid', paid)
  const changed = listNames(({ isChanged }) => isChanged)
  if (changed.length > 0 || records.length < count) reject('import-changed', changed)
}
