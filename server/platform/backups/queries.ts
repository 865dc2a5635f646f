import { desc, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { backups } from '#server/platform/db/schema/installation.ts'

/** Inserts the record of a backup that was written. */
export const insertBackupRecord = async (
  db: Db,
  { rows, files, name }: { rows: number; files: number; name: string | null },
): Promise<void> => {
  await db.insert(backups).values({ rows, files, name })
}

/** Returns when the last backup was written; undefined when there was none. */
export const findLastBackupDate = async (db: Db): Promise<Date | undefined> => {
  const [last] = await db
    .select({ createdAt: backups.createdAt })
    .from(backups)
    .orderBy(desc(backups.createdAt))
    .limit(1)
  return last?.createdAt
}

/**
 * Lists the names of the files that this installation wrote to `BACKUP_URL` and did not delete, newest first.
 */
export const listUndeletedBackupNames = async (db: Db): Promise<string[]> => {
  const rows = await db
    .select({ name: backups.name })
    .from(backups)
    .where(isNotNull(backups.name))
    .orderBy(desc(backups.createdAt))
  return rows.flatMap(({ name }) => (name === null ? [] : [name]))
}

/** Removes the names of deleted files from the records of backups. */
export const clearNamesOfDeletedBackups = async (db: Db, names: string[]): Promise<void> => {
  if (names.length > 0) await db.update(backups).set({ name: null }).where(inArray(backups.name, names))
}
