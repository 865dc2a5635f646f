import { hasPermission } from '#contract/accounts/permissions.ts'
import type { AuditEntity } from '#contract/platform/audit.ts'
import { type ImportKind, type ImportRecord, importKinds } from '#contract/platform/import.schema.ts'
import { csvImports } from '#contract/platform/import.ts'
import { joinUpToFiveNames } from '#contract/platform/text.ts'
import {
  type Actor,
  removeFileNamesFromAuditEntries,
  writeAudit,
  writeAudits,
} from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { assertPermission } from '#server/platform/lib/authenticated-user.ts'
import type { CsvWarning } from '#server/platform/lib/csv-problems.ts'
import type { CsvFile } from '#server/platform/lib/parse-csv.ts'
import {
  clearAllImportFileNames,
  findImport,
  findNotUndoneImportOfFile,
  type ImportListQuery,
  insertImportWithRecordIds,
  listImportRecordIds,
  lockFileForImport,
  lockImport,
  markImportUndone,
  readImportPage,
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

/** Lists one page of the imports of CSV files that the user may undo, the newest first. */
export const readPermittedImportPage = (
  db: Db,
  { permissions = [], regionLimit = null }: Actor,
  query: Omit<ImportListQuery, 'regionLimit'>,
): Promise<{ records: ImportRecord[]; total: number }> =>
  readImportPage(
    db,
    importKinds.filter((kind) => hasPermission(permissions, csvImports[kind].permission)),
    { ...query, regionLimit },
  )

/** Returns what a file was imported into. Throws `not-found`, also for an import that the user may not see. */
export const getImportKindAndEventId = async (
  db: Db,
  importId: string,
  { regionLimit = null }: Actor,
): Promise<ImportScope> => {
  const row = await findImport(db, importId, regionLimit)
  if (!row) throw new AppError('not-found')
  return { kind: row.kind, eventId: row.eventId }
}

const maxFileNameLength = 200

/**
 * A file to import: the name that its user gave it, and its SHA-256. `isRepeatAccepted` allows to import it
 * again, `isSkippingInvalidRows` to leave out the rows that have problems.
 */
export type ImportFile = CsvFile & {
  name: string
  hash: string
  isRepeatAccepted: boolean
  isSkippingInvalidRows: boolean
}
/** What a file is imported into. `eventId` is null where that is not an event. */
type ImportScope = { kind: ImportKind; eventId: string | null }

/**
 * Records an import in the transaction that creates its records. Throws `imported-before` when the file was
 * imported into the same place and that import was not undone, unless the user accepted that. Returns the id
 * of the import.
 */
export const insertImportAssertingRepeatAccepted = async (
  tx: Db,
  {
    kind,
    eventId,
    file,
    lineCount,
    recordIds,
    actor,
  }: ImportScope & { file: ImportFile; lineCount: number; recordIds: readonly string[]; actor: Actor },
): Promise<string> => {
  const target = { kind, eventId, fileHash: file.hash }
  await lockFileForImport(tx, target)
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
  scope: ImportScope,
  fileHash: string,
  formatTime: (time: Date) => string,
): Promise<CsvWarning[]> => {
  const earlier = await findNotUndoneImportOfFile(db, { ...scope, fileHash })
  if (!earlier) return []
  const values = { time: formatTime(earlier.createdAt), name: earlier.createdByName }
  return [{ code: 'imported-before', values }]
}

/**
 * Marks an import as undone. Returns the ids of its records, which the caller deletes in the same
 * transaction. Throws `not-found`, `no-permission` and `import-undone`.
 */
export const markUndoneWithAuditAndListRecordIds = async (
  tx: Db,
  importId: string,
  actor: Actor,
): Promise<string[]> => {
  const row = await lockImport(tx, importId)
  if (!row) throw new AppError('not-found')
  assertPermission(actor, csvImports[row.kind].permission)
  if (row.undoneAt) throw new AppError('import-undone')
  await markImportUndone(tx, importId, actor.userId)
  const before = { kind: row.kind, records: row.recordCount }
  await writeAudit(tx, { actor, action: 'undo', entity: 'import', entityId: importId, before })
  return listImportRecordIds(tx, importId)
}

/** A record of an import: why it keeps the import from being undone. */
type ImportedRecord = { name: string; isChanged: boolean; isPaid?: boolean }

/**
 * Throws `import-paid` or `import-changed` when a record keeps the import from being undone, or when one of
 * `count` records no longer exists.
 */
export const assertImportedRecordsDeletable = (records: readonly ImportedRecord[], count: number): void => {
  const reject = (code: 'import-paid' | 'import-changed', names: readonly string[]) => {
    throw new AppError(code, [], { reason: joinUpToFiveNames(names) || '–' })
  }
  const listNames = (matches: (record: ImportedRecord) => boolean) =>
    records.filter(matches).map(({ name }) => name)
  const paid = listNames(({ isPaid }) => isPaid === true)
  if (paid.length > 0) reject('import-paid', paid)
  const changed = listNames(({ isChanged }) => isChanged)
  if (changed.length > 0 || records.length < count) reject('import-changed', changed)
}

const undoBatchSize = 500

/**
 * Creates the undo of an import whose records can be restored for 30 days. `lock` locks them and tells what
 * keeps each from being deleted, `softDelete` deletes some of them and returns their rows before.
 */
export const createSoftDeleteUndo =
  <Row extends { id: string }>({
    entity,
    lock,
    softDelete,
    toAudit,
  }: {
    entity: AuditEntity
    lock: (tx: Db, ids: readonly string[]) => Promise<readonly ImportedRecord[]>
    softDelete: (tx: Db, ids: readonly string[], deletedAt: Date) => Promise<readonly Row[]>
    toAudit: (row: Row) => Record<string, unknown>
  }) =>
  async (tx: Db, ids: readonly string[], { actor }: { actor: Actor }): Promise<void> => {
    assertImportedRecordsDeletable(await lock(tx, ids), ids.length)
    const deletedAt = new Date()
    for (let from = 0; from < ids.length; from += undoBatchSize) {
      const before = await softDelete(tx, ids.slice(from, from + undoBatchSize), deletedAt)
      await writeAudits(
        tx,
        before.map((row) => ({
          actor,
          action: 'delete',
          entity,
          entityId: row.id,
          before: toAudit(row),
        })),
      )
    }
  }
