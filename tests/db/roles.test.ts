import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrateDatabaseAndGrantRights } from '#server/platform/db/migrate.ts'
import { openDatabaseOrStartEmbedded } from '#server/platform/db/open.ts'
import { createPostgresJobQueue } from '#server/platform/lib/job-queue.ts'
import { silentLog } from '../support/services/cluster.ts'
import { createDataFolder } from '../support/services/data-folder.ts'
import { createTestDatabase } from '../support/services/database.ts'

const folder = resolve('server/platform/db/migrations')
type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

describe('the application role', () => {
  let fresh: TestDatabase
  beforeAll(async () => {
    fresh = await createTestDatabase()
  })
  afterAll(() => fresh.drop())

  test.each([
    'create table extra (id int)',
    'create schema extra',
    'create index extra on users (first_name)',
    'alter table users add column extra int',
    'alter table users disable trigger all',
    'drop table audit_log',
    'drop schema pgboss cascade',
    'truncate audit_log',
    'truncate pgboss.job',
    'create table pgboss.extra (id int)',
    'insert into drizzle.__drizzle_migrations (hash, created_at) values (1, 1)',
    'create role extra superuser',
    "copy users to program 'cat'",
  ])('may not run: %s', async (statement) => {
    await expect(fresh.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('reads and writes rows of every table, except that rows of the score log are only added', async () => {
    const { rows } = await fresh.ownerPool.query<{ table: string; missing: string }>(`
      select c.oid::regclass::text as table, p as missing from pg_class c, unnest(array['select', 'insert', 'update', 'delete']) p
      where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and c.relkind in ('r', 'p')
        and not has_table_privilege('${fresh.database.pool.options.user}', c.oid, p) order by 1, 2`)
    expect(rows.map(({ table, missing }) => `${table} ${missing}`)).toEqual([
      'published_score_log_heads delete',
      'published_score_log_heads update',
      'score_log delete',
      'score_log update',
    ])
  })

  test('may use a table and a sequence that a later migration creates', async () => {
    await fresh.ownerPool.query('create table later (id serial primary key, name text)')
    await fresh.database.pool.query("insert into later (name) values ('one')")
    expect((await fresh.database.pool.query('update later set name = $1 returning *', ['two'])).rows).toEqual(
      [{ id: 1, name: 'two' }],
    )
    await expect(fresh.database.pool.query('drop table later')).rejects.toMatchObject({ code: '42501' })
  })

  test('may run the job queue', async () => {
    const errors: unknown[] = []
    const queue = createPostgresJobQueue(
      fresh.database,
      { ...silentLog, warn: (error) => errors.push(error) },
      { pollingIntervalSeconds: 0.5 },
    )
    const handled: object[] = []
    await queue.createQueue('extra', { retryLimit: 0 })
    await queue.work('extra', async (data) => {
      handled.push(data)
    })
    await queue.send('extra', { n: 1 })
    await expect.poll(() => handled, { timeout: 20_000 }).toEqual([{ n: 1 }])
    await queue.close()
    expect(errors).toEqual([])
  })
})

describe('a server at a URL', () => {
  const suffix = process.pid
  const [owner, app] = [`owner_${suffix}`, `app_${suffix}`]
  const name = `roles_${suffix}`
  const admin = new pg.Client(inject('cluster'))
  const urlOf = (user: string) =>
    `postgres://${user}:none@localhost/${name}?host=${encodeURIComponent(inject('cluster').host)}`
  beforeAll(async () => {
    await admin.connect()
    await admin.query(`create role ${owner} login`)
    await admin.query(`create role ${app} login`)
  })
  afterAll(async () => {
    await admin.query(`drop role ${owner}`)
    await admin.query(`drop role ${app}`)
    await admin.end()
  })
  const open = (url: string, ownerUrl?: string) =>
    openDatabaseOrStartEmbedded({
      url,
      ...(ownerUrl ? { ownerUrl } : {}),
      dataDir: 'nowhere',
      log: silentLog,
    })
  afterEach(() => admin.query(`drop database if exists ${name} with (force)`))

  test('the owner migrates, the application role gets its rights, and later starts do not need the owner', async () => {
    await admin.query(`create database ${name} template template0 owner ${owner}`)
    const first = await open(urlOf(app))
    const refusal = await migrateDatabaseAndGrantRights(first, folder).catch((error: Error) => error.message)
    expect(refusal).toMatch(
      /^The database needs a migration, which this role may not apply .* run "npm run db:migrate" with MIGRATION_DATABASE_URL/,
    )
    // one advice: the owner can create the extension, too
    expect(refusal).not.toContain('administrator')
    await first.close()

    const database = await open(urlOf(app), urlOf(owner))
    await migrateDatabaseAndGrantRights(database, folder)
    await database.pool.query("insert into settings (site_name, value) values ('botola', '{}')")
    await expect(database.pool.query('drop table settings')).rejects.toMatchObject({ code: '42501' })
    const { rows } = await database.pool.query(
      "select distinct tableowner from pg_tables where schemaname in ('public', 'pgboss', 'drizzle')",
    )
    expect(rows).toEqual([{ tableowner: owner }])
    await database.close()

    const later = await open(urlOf(app))
    await migrateDatabaseAndGrantRights(later, folder)
    expect((await later.pool.query('select site_name from settings')).rows).toEqual([{ site_name: 'botola' }])
    await later.close()
  })

  test('one role may do both', async () => {
    await admin.query(`create database ${name} template template0 owner ${owner}`)
    const database = await open(urlOf(owner))
    await migrateDatabaseAndGrantRights(database, folder)
    expect((await database.pool.query('select count(*)::int as n from users')).rows).toEqual([{ n: 0 }])
    await database.close()
  })

  test('an owner that cannot connect is one sentence without the password', async () => {
    await admin.query(`create database ${name} template template0 owner ${owner}`)
    const database = await open(urlOf(app), urlOf('stranger'))
    await expect(migrateDatabaseAndGrantRights(database, folder)).rejects.toThrow(
      'The database for migrations cannot be used: it refuses the user or password.',
    )
    await database.close()
  })
})

test('the embedded database of an existing installation gets the application role, and the owner keeps its tables', async () => {
  const data = createDataFolder()
  const asOwner = async (statement: string) => {
    const database = await openDatabaseOrStartEmbedded({ dataDir: data.path, log: silentLog })
    const owner = new pg.Client(database.ownerConnection)
    await owner.connect()
    await owner.query(statement)
    await owner.end()
    await database.close()
  }
  const first = await openDatabaseOrStartEmbedded({ dataDir: data.path, log: silentLog })
  await migrateDatabaseAndGrantRights(
    { connection: first.ownerConnection, ownerConnection: first.ownerConnection },
    folder,
  )
  await first.close()
  await asOwner('drop role botola_app')

  const database = await openDatabaseOrStartEmbedded({ dataDir: data.path, log: silentLog })
  await migrateDatabaseAndGrantRights(database, folder)
  const { rows } = await database.pool.query(
    'select current_user as role, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
  )
  expect(rows).toEqual([{ role: 'botola_app', rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
  await database.pool.query("insert into settings (site_name, value) values ('botola', '{}')")
  await expect(database.pool.query('truncate settings')).rejects.toMatchObject({ code: '42501' })
  await database.close()
  data.remove()
})

test('the log of the embedded database has no values of statements that fail', async () => {
  const data = createDataFolder()
  const database = await openDatabaseOrStartEmbedded({ dataDir: data.path, log: silentLog })
  await expect(database.pool.query("select 'mona@school.test'::uuid")).rejects.toThrow('mona@school.test')
  await database.close()
  const log = readFileSync(join(data.path, 'pg/server.log'), 'utf8')
  data.remove()
  expect(log).toContain('database system is ready to accept connections')
  expect(log).not.toContain('mona')
})
