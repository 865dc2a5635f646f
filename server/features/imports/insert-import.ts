import type { ImportKind } from '#contract/import.schema.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { CsvFile, CsvWarning } from '#server/lib/parse-csv.ts'
import { findLastImportOfFile, insertImportWithRecordIds, lockImportsOfFile } from './queries.ts'

const maxFileNameLength = 200

/** A file to import: the name that its user gave it, and its SHA-256. `isRepeatAccepted` allows to import it again. */
export type ImportFile = CsvFile & { name: string; hash: string; isRepeatAccepted: boolean }
/** What the records of a file are created for. */
export type ImportScope = { kind: ImportKind; eventId?: string }

/**
 * Records an import in the transaction that creates its records. Throws `imported-before` when the file was imported into the same place and that import was not
 * undone, unless the user accepted that. Returns the id of the import.
 */
export const insertImportUnlessRepeated = async (
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
  if (!file.isRepeatAccepted && (await findLastImportOfFile(tx, target))) throw new AppError('imported-before')
  return insertImportWithRecordIds(
    tx,
    { ...target, fileName: file.name.slice(0, maxFileNameLength), lineCount, recordCount: recordIds.length, createdBy: actor.userId },
    recordIds,
  )
}

/** Warns about a file that was imported before. `formatTime` formats the time of that import. */
export const findRepeatedImportWarnings = async (
  db: Db,
  { kind, eventId }: ImportScope,
  { hash }: ImportFile,
  formatTime: (time: Date) => string,
): Promise<CsvWarning[]> => {
  const earlier = await findLastImportOfFile(db, { kind, eventId: eventId ?? null, fileHash: hash })
  if (!earlier) return []
  // isolated, because Arabic text around it would reverse the parts of the date
  const values = { time: `\u2068${formatTime(earlier.createdAt)}\u2069`, name: `\u2068${earlier.createdByName}\u2069` }
  return [{ code: 'imported-before', values }]
}
