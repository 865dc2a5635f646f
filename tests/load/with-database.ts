import { resolve } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { silentLog } from '../support/cluster.ts'
import { createDataFolder } from '../support/data-folder.ts'

/** Opens and migrates the embedded database of a data folder for `work`. */
export const withDatabaseIn = async (dataDir: string, work: (database: Database) => Promise<void>): Promise<void> => {
  const database = await openDatabase({ dataDir, log: silentLog })
  try {
    await migrate(database, resolve('server/db/migrations'))
    await work(database)
  } finally {
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
