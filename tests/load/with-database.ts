import { resolve } from 'node:path'
import { migrateDatabaseAndGrantRights } from '#server/platform/db/migrate.ts'
import { createDatabasePools, type Database, openDatabaseOrStartEmbedded } from '#server/platform/db/open.ts'
import { silentLog } from '../support/services/cluster.ts'
import { createDataFolder } from '../support/services/data-folder.ts'

/** Opens and migrates the embedded database of a data folder for `work`, as the owner of its tables. */
export const withDatabaseIn = async <T>(
  dataDir: string,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const database = await openDatabaseOrStartEmbedded({ dataDir, log: silentLog })
  const owner = createDatabasePools(database.ownerConnection, { log: silentLog })
  try {
    await migrateDatabaseAndGrantRights(database, resolve('server/platform/db/migrations'))
    return await work(owner)
  } finally {
    await owner.close()
    await database.close()
  }
}

/** Opens a new database for `work` and removes it afterwards. */
export const withEmptyDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const folder = createDataFolder('botola-bench-db')
  try {
    return await withDatabaseIn(folder.path, work)
  } finally {
    folder.remove()
  }
}
