import { resolve } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { connectDatabase, type Database, openDatabase } from '#server/db/open.ts'
import { silentLog } from '../support/services/cluster.ts'
import { createDataFolder } from '../support/services/data-folder.ts'

/** Opens and migrates the embedded database of a data folder for `work`, as the owner of its tables. */
export const withDatabaseIn = async (dataDir: string, work: (database: Database) => Promise<void>): Promise<void> => {
  const database = await openDatabase({ dataDir, log: silentLog })
  const owner = connectDatabase(database.ownerConnection, { log: silentLog })
  try {
    await migrate(database, resolve('server/db/migrations'))
    await work(owner)
  } finally {
    await owner.close()
    await database.close()
  }
}

/** Opens a new database for `work` and removes it afterwards. */
export const withEmptyDatabase = async (work: (database: Database) => Promise<void>): Promise<void> => {
  const folder = createDataFolder('botola-bench-db')
  try {
    await withDatabaseIn(folder.path, work)
  } finally {
    folder.remove()
  }
}
