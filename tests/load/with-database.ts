import { resolve } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { silent } from '../support/cluster.ts'
import { dataFolder } from '../support/data-folder.ts'

/** Does the work on an embedded database of its own as the product starts it, migrated and empty, and removes it. */
export const withDatabase = async (work: (database: Database) => Promise<void>): Promise<void> => {
  const folder = dataFolder('botola-bench-db')
  const database = await openDatabase({ dataDir: folder.path, log: silent })
  try {
    await migrate(database, resolve('server/db/migrations'))
    await work(database)
  } finally {
    await database.close()
    folder.remove()
  }
}
