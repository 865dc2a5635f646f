import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as apply } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { getSqlState, StartError } from './errors.ts'
import type { Database } from './open.ts'

/** Advisory lock of the process that migrates. */
const migrationLock = 7_012_026_002

/** Returns the timestamps (of Drizzle's journal) of the migrations that a database has, newest last. A new database has none. */
export const readAppliedMigrations = async (client: pg.ClientBase | pg.Pool): Promise<number[]> => {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  )
  if (!tables[0]?.exists) return []
  const { rows } = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations order by created_at')
  return rows.map(({ at }) => Number(at))
}

/** Creates the extension that search needs. PostgreSQL allows it to the owner of a database, but some hosting providers do not. */
const createTrigramExtension = async (client: pg.ClientBase) => {
  try {
    await client.query('create extension if not exists pg_trgm')
  } catch (error) {
    if (!['42501', '0A000', '58P01'].includes(getSqlState(error) ?? '')) throw error
    throw new StartError(
      `The database lacks the extension pg_trgm and this user may not make it (${(error as Error).message}): have an administrator run "create extension pg_trgm" in it.`,
      { cause: error },
    )
  }
}

/**
 * Applies the missing migrations of `folder` (Drizzle's, with `meta/_journal.json`), all or none. When several processes call it at the same time,
 * one migrates and the others wait. Throws a `StartError` when the database has migrations of a newer version or lacks pg_trgm.
 */
export const migrate = async ({ pool }: Pick<Database, 'pool'>, folder: string): Promise<void> => {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const newest = Math.max(0, ...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis))
    const applied = await readAppliedMigrations(client)
    if (applied.some((timestamp) => timestamp > newest))
      throw new StartError('The database was made by a newer version of Botola: use that version.')
    await createTrigramExtension(client)
    await apply(drizzle(client), { migrationsFolder: folder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // After an error the connection is closed, which releases the lock.
    client.release(failure)
  }
}
