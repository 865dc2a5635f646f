import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupRetentionDays } from '#contract/rules/retention.ts'
import { msPerDay } from '#contract/rules/time.ts'

const namePattern = /^botola-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/

/** Returns the name of the backup file that is written to a folder at `now`, such as `botola-20261122T083000Z.backup`. */
export const getBackupName = (now: Date): string => `botola-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`

/** Reads the time of a backup from its name; undefined when `db:backup` has not chosen the name. */
const parseBackupTime = (name: string): number | undefined => {
  const [, year, month, day, hours, minutes, seconds] = namePattern.exec(name) ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(time) ? undefined : time
}

/** Deletes the backups in a folder that are older than `backupRetentionDays` at `now`, by their names. Other files stay. Returns the number of deleted files. */
export const deleteOldBackups = async (folder: string, now: Date): Promise<number> => {
  const oldest = now.getTime() - backupRetentionDays * msPerDay
  const names = (await readdir(folder)).filter((name) => (parseBackupTime(name) ?? oldest) < oldest)
  for (const name of names) await rm(join(folder, name))
  return names.length
}
