import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as apply } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { formatConnectionError } from './check-server.ts'
import { findDatabaseErrorCode, StartError } from './errors.ts'
import { grantApplicationRights } from './grants.ts'
import { migrateJobQueue } from './migrate-job-queue.ts'
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

/** Returns true when the role of a connection may create schemas in the database, as the owner of the tables must. */
const canCreateSchemas = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ allowed: boolean }>("select has_database_privilege(current_database(), 'create') as allowed")
  return rows[0]?.allowed === true
}

/** Creates the extension that search needs. PostgreSQL allows it to the owner of a database, but some hosting providers do not. */
const createTrigramExtension = async (client: pg.ClientBase) => {
  try {
    await client.query('create extension if not exists pg_trgm')
  } catch (error) {
    if (!['42501', '0A000', '58P01'].includes(findDatabaseErrorCode(error) ?? '')) throw error
    // this role may not apply the migrations either: another role must, which may create the extension
    if (!(await canCreateSchemas(client))) throw error
    throw new StartError(
      `The database lacks the extension pg_trgm and this user may not make it (${(error as Error).message}): have an administrator run "create extension pg_trgm" in it.`,
      { cause: error },
    )
  }
}

/** Opens a connection. Throws a `StartError` when that fails. */
const connect = async (connection: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client(connection)
  // A connection that breaks fails the running statement. Without a listener, the error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new StartError(`The database for migrations cannot be used: ${formatConnectionError(error)}.`, { cause: error })
  }
}

/** Returns the name of the role that a connection has. */
const readRole = async (connection: pg.ClientConfig): Promise<string> => {
  const client = await connect(connection)
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

/** Applies the missing migrations to the tables of the site. */
const migrateTables = async (client: pg.Client, folder: string) => {
  const newest = Math.max(0, ...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis))
  const applied = await readAppliedMigrations(client)
  if (applied.some((timestamp) => timestamp > newest))
    throw new StartError('The database was made by a newer version of Botola: use that version.')
  if (applied.includes(newest)) return
  await createTrigramExtension(client)
  await apply(drizzle(client), { migrationsFolder: folder })
}

/**
 * Applies the missing migrations of `folder` (Drizzle's, with `meta/_journal.json`), all or none, creates or migrates the tables of the job queue, and
 * grants the application role its rights. Runs as the owner of the tables. When several processes call it at the same time, one migrates and the
 * others wait. Throws a `StartError` when the database has migrations of a newer version or lacks pg_trgm, or when the role may not migrate.
 */
export const migrate = async (
  { connection, ownerConnection }: Pick<Database, 'connection' | 'ownerConnection'>,
  folder: string,
): Promise<void> => {
  const client = await connect(ownerConnection)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrateTables(client, folder)
    await migrateJobQueue(ownerConnection)
    const role = await readRole(connection)
    if (role !== (await readRole(ownerConnection))) await grantApplicationRights(client, role)
  } catch (error) {
    if (error instanceof StartError || findDatabaseErrorCode(error) !== '42501') throw error
    throw new StartError(
      `The database needs a migration, which this role may not apply (${formatConnectionError(error)}): run "npm run db:migrate" with MIGRATION_DATABASE_URL, the URL of the role that owns the tables.`,
      { cause: error },
    )
  } finally {
    // The lock ends with the connection.
    await client.end()
  }
}
