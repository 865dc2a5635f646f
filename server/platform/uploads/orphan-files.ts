import { msPerDay } from '#contract/platform/time.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { FileStore } from '#server/platform/lib/files.ts'
import {
  filterOrphanFileNames,
  findInstallationDate,
  type SearchedFolder,
  searchedFolders,
} from './queries.ts'

const batchSize = 1000

/**
 * Removes the images of people, the media of the site and the files of the simulator that no row refers to:
 * an erasure or a write that could not remove a file leaves them. Files of the last day stay, because a form
 * may be storing them now. Files older than the installation stay, too: they belong to another database, for
 * example one that is still to be imported. Returns how many files it removed. Throws an `AggregateError`
 * when it could not list or remove some; it removes the others all the same.
 */
export const removeDayOldOrphanFiles = async ({
  database: { db },
  files,
}: {
  database: { db: Db }
  files: FileStore
}): Promise<number> => {
  const after = await findInstallationDate(db)
  if (!after) return 0
  const before = new Date(Date.now() - msPerDay)
  const errors: unknown[] = []
  let removed = 0

  const removeOrphans = async (folder: SearchedFolder, names: string[]) => {
    const orphans = await filterOrphanFileNames(db, folder, names)
    for (const result of await Promise.allSettled(orphans.map((name) => files.remove(folder, name))))
      if (result.status === 'fulfilled') removed++
      else errors.push(result.reason)
  }
  const cleanFolder = async (folder: SearchedFolder) => {
    const names: string[] = []
    for await (const { name, modified } of files.list(folder)) {
      if (modified < after || modified > before) continue
      names.push(name)
      if (names.length === batchSize) await removeOrphans(folder, names.splice(0))
    }
    await removeOrphans(folder, names)
  }

  for (const folder of searchedFolders)
    await cleanFolder(folder).catch((error: unknown) => errors.push(error))
  if (errors.length > 0)
    throw new AggregateError(
      errors,
      `${errors.length} orphan files or their folders could not be removed or listed`,
    )
  return removed
}
