import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import {
  buildBackupName,
  createBackupPlace,
  isBackupName,
  toBackupFolderAndName,
} from '#server/platform/db/backup/places.ts'
import { type BackupSummary, writeBackup } from '#server/platform/db/backup/write-backup.ts'
import type { Log } from '#server/platform/db/log.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { FileStore } from '#server/platform/lib/files.ts'
import { clearNamesOfDeletedBackups, insertBackupRecord, listUndeletedBackupNames } from './queries.ts'

export { findLastBackupDate } from './queries.ts'

type Options = {
  config: Pick<Config, 'BACKUP_URL' | 'BACKUP_KEEP' | 'SECRET_KEY'>
  database: Pick<Database, 'db' | 'pool' | 'connection'>
  files: FileStore
}

/** Writes backups of the installation: to a file, or to `BACKUP_URL`, where old ones are deleted. */
export const createBackupWriterAndPruner = ({
  config: { BACKUP_URL, BACKUP_KEEP, SECRET_KEY },
  database,
  files,
}: Options) => {
  const write = async (
    place: ReturnType<typeof createBackupPlace>,
    name: string,
    isNamed: boolean,
  ): Promise<BackupSummary> => {
    if (!SECRET_KEY) throw new Error('A backup needs a SECRET_KEY.')
    const summary = await writeBackup(database, { secret: SECRET_KEY, files }, (bytes) =>
      place.write(name, bytes),
    )
    try {
      await insertBackupRecord(database.db, { ...summary, name: isNamed ? null : name })
    } catch (error) {
      // nothing would ever delete a file that is not stored
      if (!isNamed) await place.remove(name).catch(() => {})
      throw error
    }
    return summary
  }

  /**
   * Deletes the oldest files that this installation wrote, so that the newest `BACKUP_KEEP` of those that
   * still exist are left.
   */
  const removeOldBackups = async (place: ReturnType<typeof createBackupPlace>) => {
    const existing = new Set((await place.list()).filter(isBackupName))
    const names = await listUndeletedBackupNames(database.db)
    const old = names.filter((name) => existing.has(name)).slice(BACKUP_KEEP)
    for (const name of old) await place.remove(name)
    await clearNamesOfDeletedBackups(
      database.db,
      names.filter((name) => old.includes(name) || !existing.has(name)),
    )
    await place.removeUnfinished()
  }

  return {
    /** Writes a backup to the file `path`. */
    writeToFile: (path: string): Promise<BackupSummary> => {
      const { place, name } = toBackupFolderAndName(path)
      return write(place, name, true)
    },
    /**
     * Writes a backup to `BACKUP_URL`, and deletes old ones after that. A failure to delete them is logged.
     */
    writeToPlace: async (log: Pick<Log, 'warn'>): Promise<BackupSummary & { name: string }> => {
      if (BACKUP_URL === undefined) throw new Error('There is no BACKUP_URL.')
      const place = createBackupPlace(BACKUP_URL)
      const name = buildBackupName(new Date(), randomBytes(4).toString('hex'))
      const summary = await write(place, name, false)
      await removeOldBackups(place).catch((error: unknown) =>
        log.warn({ err: error }, 'old backups could not be deleted'),
      )
      return { ...summary, name: place.getSource(name).name }
    },
  }
}
