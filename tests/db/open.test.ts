import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findSqlStateOrSystemCode } from '#server/platform/db/errors.ts'
import { openDatabaseOrStartEmbedded } from '#server/platform/db/open.ts'
import { silentLog } from '../support/services/cluster.ts'
import { createTestDatabase } from '../support/services/database.ts'

const cluster = inject('cluster')
const urlOf = (name: string, user = 'postgres') =>
  `postgres://${user}:secret@localhost/${name}?host=${encodeURIComponent(cluster.host)}`
let fresh: Awaited<ReturnType<typeof createTestDatabase>>
const admin = new pg.Client(cluster)

beforeAll(async () => {
  fresh = await createTestDatabase()
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await fresh.drop()
})

const open = (url: string) => openDatabaseOrStartEmbedded({ url, dataDir: 'nowhere', log: silentLog })

test('a server is opened by its URL and keeps running afterwards', async () => {
  const database = await open(urlOf(fresh.name))
  expect((await database.pool.query('select current_database() as name')).rows).toEqual([
    { name: fresh.name },
  ])
  expect(database.embedded).toBe(false)
  expect(database.readDb).toBe(database.db)
  await database.close()
  expect((await fresh.database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('only the loss of a connection that is in use is logged, not the end of one that was released with an error', async () => {
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...line: unknown[]) => warnings.push(line) }
  const database = await openDatabaseOrStartEmbedded({ url: urlOf(fresh.name), dataDir: 'nowhere', log })
  const end = (pid: number) => admin.query('select pg_terminate_backend($1)', [pid])
  const readPid = async (client: pg.PoolClient): Promise<number> =>
    (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  const refused = await database.pool.connect()
  const pid = await readPid(refused)
  const ended = new Promise((resolve) => refused.once('end', resolve))
  await end(pid)
  refused.release(new Error('the backup was refused'))
  await ended
  expect(warnings).toEqual([])
  const idle = await database.pool.connect()
  const idlePid = await readPid(idle)
  idle.release()
  await end(idlePid)
  await expect.poll(() => warnings).toEqual([[expect.anything(), 'database connection lost']])
  await database.close()
})

test('reads use the replica if there is one', async () => {
  const replica = await createTestDatabase()
  const database = await openDatabaseOrStartEmbedded({
    url: urlOf(fresh.name),
    readUrl: urlOf(replica.name),
    dataDir: 'nowhere',
    log: silentLog,
  })
  const nameOf = async (db: typeof database.db) =>
    (await db.execute('select current_database() as name')).rows[0]?.name
  expect(await nameOf(database.db)).toBe(fresh.name)
  expect(await nameOf(database.readDb)).toBe(replica.name)
  await database.close()
  await replica.drop()
})

test('the errors for an unknown database and an unknown user are one sentence without the password', async () => {
  await expect(open(urlOf('nowhere'))).rejects.toThrow(
    'The database at localhost/nowhere (DATABASE_URL) cannot be used: it has no such database.',
  )
  await expect(open(urlOf(fresh.name, 'stranger'))).rejects.toThrow(
    `The database at localhost/${fresh.name} (DATABASE_URL) cannot be used: it refuses the user or password.`,
  )
})

test('a database with another encoding is rejected', async () => {
  await admin.query("create database latin template template0 encoding 'LATIN1' locale 'C'")
  await expect(open(urlOf('latin'))).rejects.toThrow(
    'The database at localhost/latin (DATABASE_URL) has the encoding LATIN1: Botola needs UTF8.',
  )
  await admin.query('drop database latin')
})

test('a lost connection does not end the process, and the next query gets a new one', async () => {
  const database = await open(urlOf(fresh.name))
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  await admin.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
  await expect
    .poll(async () => (await database.pool.query('select 1 as one').catch(() => ({ rows: [] }))).rows)
    .toEqual([{ one: 1 }])
  await database.close()
})

test('the SQLSTATE of a wrapped error is found', async () => {
  const error = await fresh.database.db.execute('select 1/0').catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(DrizzleQueryError)
  expect(findSqlStateOrSystemCode(error)).toBe('22012')
  expect(findSqlStateOrSystemCode(new Error('of something else'))).toBeUndefined()
})
