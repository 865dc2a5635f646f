import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bigLists, type Term } from '#server/db/lists/lists.ts'
import { newWords } from '#server/db/lists/new-words.ts'
import { pageOf } from '#server/db/lists/page.ts'
import { sealLists } from '#server/db/lists/seal.ts'
import { connectTo } from '#server/db/open.ts'
import { silent } from '../support/cluster.ts'
import { freshDatabase } from '../support/database.ts'

const term = (name: string): Term => ({ name, condition: sql`true` })

/** Passes that end when they are told to. */
const held = (limits?: { waiting: number; patience: number; burst: number }) => {
  const passes: { names: string[]; end: () => void; fail: (error: Error) => void }[] = []
  let going = 0
  let most = 0
  const wanted = newWords((terms) => {
    most = Math.max(most, ++going)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    passes.push({ names: terms.map(({ name }) => name), end: resolve, fail: reject })
    return promise.finally(() => going--)
  }, limits)
  const pass = (at: number) => expect.poll(() => passes[at]?.names, { timeout: 20_000 })
  return { wanted, passes, pass, most: () => most }
}

test('words that come while a pass goes on are found together in the next one', async () => {
  const { wanted, passes, pass, most } = held()
  const first = wanted([term('a')])
  await pass(0).toEqual(['a'])
  const same = wanted([term('a')])
  const others = [wanted([term('b')]), wanted([term('c'), term('a')]), wanted([term('b')])]
  passes[0]?.end()
  await Promise.all([first, same])
  await pass(1).toEqual(['b', 'c'])
  passes[1]?.end()
  await Promise.all(others)
  expect(passes).toHaveLength(2)
  expect(most()).toBe(1)
})

test('who comes when too many words wait, or waits too long, hears it; the pass goes on', async () => {
  const { wanted, passes, pass } = held({ waiting: 2, patience: 300, burst: 1000 })
  const first = wanted([term('a')])
  await pass(0).toEqual(['a'])
  const second = wanted([term('b'), term('c')])
  await expect(wanted([term('d')])).rejects.toMatchObject({ code: 'overloaded', status: 503 })
  await expect(first).rejects.toMatchObject({ code: 'overloaded' })
  await expect(second).rejects.toMatchObject({ code: 'overloaded' })
  passes[0]?.end()
  await pass(1).toEqual(['b', 'c'])
  passes[1]?.end()
})

test('a pass that fails says so to those who wait for it, and the next one is made', async () => {
  const { wanted, passes, pass } = held()
  const first = wanted([term('a')])
  await pass(0).toEqual(['a'])
  const second = wanted([term('b')])
  passes[0]?.fail(new Error('the disk is full'))
  await expect(first).rejects.toThrow('the disk is full')
  await pass(1).toEqual(['b'])
  passes[1]?.end()
  await second
})

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.database.pool.query(
    `insert into users (id, role, first_name, last_name, email, active) select gen_random_uuid(), 'student', 'Karim', 'No ' || n, n || '@x.test', true from generate_series(1, 4000) n`,
  )
  await sealLists(fresh.database, { stretch: 100, least: 20, long: 1000 })
})
afterAll(() => fresh.drop())

const ask = (db: typeof fresh.database.db, search: string) =>
  pageOf(db, bigLists.users, { page: 2, perPage: 10, search }, async (_, { ids }) => ids.length)

test('a replica has the bits of a new word made by its primary', async () => {
  const { pool, connection } = fresh.database
  const { host, user, database: name } = connection
  const reader = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(String(host))}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`
  const database = connectTo(connection, { readUrl: reader, log: silent })
  try {
    const { rows } = await database.readDb.execute<{ setting: string }>(sql`show default_transaction_read_only`)
    expect(rows[0]).toEqual({ default_transaction_read_only: 'on' })
    expect(await ask(database.readDb, 'arim')).toEqual({ total: 4000, rows: 10 })
    const { rows: kept } = await pool.query(`select count(*)::int as n from list_bits where term = 'word:arim'`)
    expect(kept[0].n).toBeGreaterThan(30)
  } finally {
    await database.close()
  }
})

test('a question that the database cannot answer in time is given up', async () => {
  const client = await fresh.database.pool.connect()
  try {
    await client.query('begin; lock table users in access exclusive mode')
    await expect(ask(fresh.database.db, '')).rejects.toMatchObject({ code: 'overloaded' })
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await ask(fresh.database.db, '')).toEqual({ total: 4000, rows: 10 })
}, 30_000)
