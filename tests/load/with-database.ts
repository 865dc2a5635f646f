import { resolve } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { silent } from '../support/cluster.ts'
import { dataFolder } from '../support/data-folder.ts'

/** Does the work on the embedded database of a data folder as the product starts it, migrated. */
export const inDatabase = async (dataDir: string, work: (database: Database) => Promise<void>): Promise<void> => {
  const database = await openDatabase({ dataDir, log: silent })
  try {
    await migrate(database, resolve('server/db/migrations'))
    await work(database)
  } finally {
    await database.close()
  }
}

/** The same on a new, empty one, which is removed. */
export const withDatabase = async (work: (database: Database) => Promise<void>): Promise<void> => {
  const folder = dataFolder('botola-bench-db')
  try {
    await inDatabase(folder.path, work)
  } finally {
    folder.remove()
  }
}
