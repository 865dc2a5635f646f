import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as apply } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { advisoryLockIds } from './advisory-lock-ids.ts'
import { quoteIdentifier } from './backup/tables.ts'
import { formatConnectionError } from './check-server.ts'
import { findSqlStateOrSystemCode, StartError } from './errors.ts'
import type { Database } from './open.ts'

/** The tables to which the site only adds rows. */
const appendOnlyTables = ['score_log', 'published_score_log_heads'] as const

/**
 * Statements that give the application role its rights, after every migration and in this order: it reads and
 * writes rows. It owns nothing, so it can neither create, change, drop nor truncate tables. The default
 * privileges cover tables that later migrations create.
 */
const buildGrants = (role: string): string[] => [
  'revoke create on schema public from public',
  ...['public', 'pgboss'].flatMap((schema) => [
    `grant usage on schema ${schema} to ${role}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    `grant usage, select on all sequences in schema ${schema} to ${role}`,
    `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${role}`,
    `alter default privileges in schema ${schema} grant usage, select on sequences to ${role}`,
  ]),
  `grant usage on schema drizzle to ${role}`,
  `grant select on drizzle.__drizzle_migrations to ${role}`,
  ...appendOnlyTables.map(
    (table) => `do $$ begin
      if to_regclass('public.${table}') is not null then revoke update, delete on public.${table} from ${role}; end if;
    end $$`,
  ),
]

/**
 * Grants the application role its rights in one transaction. `owner` is a connection of the role that owns
 * the tables.
 */
const grantApplicationRights = async (owner: pg.ClientBase, role: string): Promise<void> => {
  await owner.query('begin')
  for (const statement of buildGrants(quoteIdentifier(role))) await owner.query(statement)
  await owner.query('commit')
}

/**
 * Creates the tables of the job queue (schema `pgboss`), or migrates them to the installed version of
 * pg-boss, as the owner of the tables. The queue itself needs no other rights than those on rows.
 */
const migrateJobQueue = async (owner: pg.ClientConfig): Promise<void> => {
  const boss = new PgBoss({
    ...(owner as object),
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
    max: 2,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    // A migration of pg-boss may build indexes in the background, one every ten seconds.
    while ((await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress'))
      await wait(200)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * Returns the timestamps (of Drizzle's journal) of the migrations that a database has, newest last. A new
 * database has none.
 */
export const readAppliedMigrationTimestamps = async (client: pg.ClientBase | pg.Pool): Promise<number[]> => {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  )
  if (!tables[0]?.exists) return []
  const { rows } = await client.query<{ at: string }>(
    'select created_at as at from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ at }) => Number(at))
}

/**
 * Returns true when the role of a connection may create schemas in the database, as the owner of the tables
 * must.
 */
const canCreateSchemas = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ allowed: boolean }>(
    "select has_database_privilege(current_database(), 'create') as allowed",
  )
  return rows[0]?.allowed === true
}

/**
 * Creates the extension that search needs. PostgreSQL allows it to the owner of a database, but some hosting
 * providers do not.
 */
const createTrigramExtension = async (client: pg.ClientBase) => {
  try {
    await client.query('create extension if not exists pg_trgm')
  } catch (error) {
    if (!['42501', '0A000', '58P01'].includes(findSqlStateOrSystemCode(error) ?? '')) throw error
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
  // A connection that breaks fails the running statement. Without a listener, the error would end the
  // process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new StartError(`The database for migrations cannot be used: ${formatConnectionError(error)}.`, {
      cause: error,
    })
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

/** Returns the timestamps of the migrations of a folder, oldest first. */
export const readMigrationTimestamps = (folder: string): number[] =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis)

/** Calls `work` with a temporary copy of a folder of migrations that has none after the timestamp `until`. */
const withMigrationsUntil = async (
  folder: string,
  until: number,
  work: (folder: string) => Promise<void>,
): Promise<void> => {
  const copy = mkdtempSync(join(tmpdir(), 'botola-migrations-'))
  try {
    cpSync(folder, copy, { recursive: true })
    const path = join(copy, 'meta/_journal.json')
    const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number }[] }
    writeFileSync(
      path,
      JSON.stringify({ ...journal, entries: journal.entries.filter(({ when }) => when <= until) }),
    )
    await work(copy)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Applies the missing migrations to the tables of the site. */
const migrateTables = async (client: pg.Client, folder: string) => {
  const newest = Math.max(0, ...readMigrationTimestamps(folder))
  const applied = await readAppliedMigrationTimestamps(client)
  if (applied.some((timestamp) => timestamp > newest))
    throw new StartError('The database was made by a newer version of Botola: use that version.')
  if (applied.includes(newest)) return
  await createTrigramExtension(client)
  await apply(drizzle(client), { migrationsFolder: folder })
}

/**
 * Applies the missing migrations of `folder` (Drizzle's, with `meta/_journal.json`), all or none, creates or
 * migrates the tables of the job queue, and grants the application role its rights. Runs as the owner of the
 * tables. When several processes call it at the same time, one migrates and the others wait. Throws a
 * `StartError` when the database has migrations of a newer version or lacks pg_trgm, or when the role may not
 * migrate. With `until`, later migrations than that timestamp are not applied.
 */
export const migrateDatabaseAndGrantRights = async (
  { connection, ownerConnection }: Pick<Database, 'connection' | 'ownerConnection'>,
  folder: string,
  until?: number,
): Promise<void> => {
  const client = await connect(ownerConnection)
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLockIds.migration])
    await (until === undefined
      ? migrateTables(client, folder)
      : withMigrationsUntil(folder, until, (copy) => migrateTables(client, copy)))
    await migrateJobQueue(ownerConnection)
    const role = await readRole(connection)
    if (role !== (await readRole(ownerConnection))) await grantApplicationRights(client, role)
  } catch (error) {
    if (error instanceof StartError || findSqlStateOrSystemCode(error) !== '42501') throw error
    throw new StartError(
      `The database needs a migration, which this role may not apply (${formatConnectionError(error)}): run "npm run db:migrate" with MIGRATION_DATABASE_URL, the URL of the role that owns the tables.`,
      { cause: error },
    )
  } finally {
    // The lock ends with the connection.
    await client.end()
  }
}
