import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, expectTypeOf, inject, test } from 'vitest'
import { applicationRole } from '#server/platform/db/embedded/open-embedded.ts'
import { createDatabasePools, type Database, type Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { silentLog } from '../support/services/cluster.ts'
import { createTestDatabase } from '../support/services/database.ts'
import { openDatabaseProxy } from '../support/services/database-proxy.ts'

const max = 4
let fresh: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>
let database: Database

beforeAll(async () => {
  fresh = await createTestDatabase()
  proxy = await openDatabaseProxy(inject('cluster'))
  await fresh.ownerPool.query('create table numbers (n int primary key)')
})
afterAll(async () => {
  await proxy.close()
  await fresh.drop()
})
beforeEach(async () => {
  await fresh.ownerPool.query('truncate numbers')
  database = createDatabasePools(
    { ...proxy.connection, user: applicationRole, database: fresh.name },
    { max, log: silentLog },
  )
})
afterEach(() => database.close())

const insert = (db: Db, n: number) => db.execute(sql`insert into numbers values (${n})`)
const stored = async () =>
  (await fresh.database.pool.query<{ n: number }>('select n from numbers order by n')).rows.map(({ n }) => n)
const processId = async (db: Db) =>
  (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid

/**
 * Runs as many transactions as the pool has connections. Each waits for all the others, so they pass only
 * when every connection can be used.
 */
const useAllConnections = async () => {
  let waiting = max
  let release = () => {}
  const allAreOpen = new Promise<void>((resolve) => {
    release = resolve
  })
  const pids = await Promise.all(
    Array.from({ length: max }, () =>
      inTransaction(database.db, async (tx) => {
        const pid = await processId(tx)
        waiting -= 1
        if (waiting === 0) release()
        await allAreOpen
        return pid
      }),
    ),
  )
  expect(new Set(pids).size).toBe(max)
  expect([database.pool.totalCount, database.pool.idleCount, database.pool.waitingCount]).toEqual([
    max,
    max,
    0,
  ])
}

test('a connection that breaks during begin is returned to the pool', async () => {
  const cuts = 5 * max
  proxy.cutAt(/begin/, cuts)
  const results = await Promise.allSettled(
    Array.from({ length: cuts }, () => inTransaction(database.db, (tx) => insert(tx, 1))),
  )
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: cuts }, () => 'rejected'))
  await useAllConnections()
  expect(await stored()).toEqual([])
})

test('a connection that breaks during commit or rollback is returned to the pool', async () => {
  proxy.cutAt(/commit/, max)
  for (let at = 0; at < max; at++)
    await expect(inTransaction(database.db, (tx) => insert(tx, at))).rejects.toThrow()
  proxy.cutAt(/rollback/, max)
  for (let at = 0; at < max; at++)
    await expect(
      inTransaction(database.db, async () => {
        throw new Error('the first error')
      }),
    ).rejects.toThrow('the first error')
  await useAllConnections()
  expect(await stored()).toEqual([])
})

test('a failed rollback to a savepoint does not hide the first error', async () => {
  proxy.cutAt(/rollback to/, 1)
  await expect(
    inTransaction(database.db, (tx) =>
      inTransaction(tx, async () => {
        throw new Error('the first error')
      }),
    ),
  ).rejects.toThrow('the first error')
  await useAllConnections()
})

test('an error rolls the transaction back and keeps the connection', async () => {
  const pids: unknown[] = []
  for (let at = 0; at < 3; at++)
    await expect(
      inTransaction(database.db, async (tx) => {
        pids.push(await processId(tx))
        await insert(tx, at)
        throw new Error('the work failed')
      }),
    ).rejects.toThrow('the work failed')
  expect(new Set(pids).size).toBe(1)
  expect(await stored()).toEqual([])
})

test('a nested transaction is a savepoint', async () => {
  await inTransaction(database.db, async (tx) => {
    await insert(tx, 1)
    await expect(
      inTransaction(tx, async (inner) => {
        await insert(inner, 2)
        await insert(inner, 1)
      }),
    ).rejects.toThrow()
    await insert(tx, 3)
  })
  expect(await stored()).toEqual([1, 3])
})

test('the options set the isolation level and the access mode', async () => {
  const { rows } = await inTransaction(
    database.db,
    (tx) =>
      tx.execute(
        sql`select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as read_only`,
      ),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  expect(rows).toEqual([{ isolation: 'repeatable read', read_only: 'on' }])
})

test('the type of the database has no other way to start a transaction', () => {
  expectTypeOf<Db>().not.toHaveProperty('transaction')
  expectTypeOf<Database['db']>().not.toHaveProperty('transaction')
  expectTypeOf<Database['readDb']>().not.toHaveProperty('transaction')
})
