import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createDatabasePools } from '#server/platform/db/open.ts'
import { openCacheTagPubSub } from '#server/platform/db/pub-sub.ts'
import { allTags } from '#server/platform/lib/cache-invalidation.ts'
import { silentLog } from '../support/services/cluster.ts'
import { createTestDatabase } from '../support/services/database.ts'
import { openDatabaseProxy } from '../support/services/database-proxy.ts'

let fresh: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  fresh = await createTestDatabase()
})
afterAll(() => fresh.drop())

const station = async ({ pool } = fresh.database) => {
  const carrier = await openCacheTagPubSub({ ...fresh.database, pool }, silentLog)
  const heard: (readonly string[])[] = []
  carrier.subscribe((tags) => heard.push(tags))
  return { ...carrier, heard }
}

test('tags are received by the other process and not by the sender', async () => {
  const [one, other] = [await station(), await station()]
  await one.publish(['events', 'event:1'])
  await vi.waitFor(() => expect(other.heard).toEqual([['events', 'event:1']]), 20_000)
  expect(one.heard).toEqual([])
  await one.close()
  await other.close()
})

test('more tags than fit into one notification are all received', async () => {
  const [one, other] = [await station(), await station()]
  const tags = Array.from(
    { length: 1234 },
    (_, index) => `scores:018f3a5e-0000-7000-8000-${String(index).padStart(12, '0')}`,
  )
  await one.publish(tags)
  await vi.waitFor(() => expect(other.heard.flat()).toEqual(tags), 20_000)
  await one.close()
  await other.close()
})

test('after a lost connection it reconnects and reports that any data may have changed', async () => {
  const one = await station()
  await fresh.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'botola-notices' and datname = current_database()",
  )
  await vi.waitFor(() => expect(one.heard).toEqual([[allTags]]), 20_000)
  const other = await station()
  await other.publish(['faqs'])
  await vi.waitFor(() => expect(one.heard.at(-1)).toEqual(['faqs']), 20_000)
  await one.close()
  await other.close()
})

test('after a notification that failed, the other process learns that any data may have changed', async () => {
  const proxy = await openDatabaseProxy(inject('cluster'))
  const proxied = createDatabasePools(
    { ...fresh.database.connection, ...proxy.connection, database: fresh.name },
    { log: silentLog },
  )
  const [one, other] = [await station(proxied), await station()]
  proxy.cutAt(/pg_notify/, 1)
  await one.publish(['events'])
  await vi.waitFor(() => expect(other.heard).toEqual([[allTags]]), 20_000)
  await one.close()
  await other.close()
  await proxied.close()
  await proxy.close()
})

test('a connection on which no notification arrives is refused, as that of a pooler which does not keep a session', async () => {
  const other = await createTestDatabase()
  try {
    // notifications are delivered within a database only
    const opened = openCacheTagPubSub(
      { connection: other.database.connection, pool: fresh.database.pool },
      silentLog,
    )
    await expect(opened).rejects.toThrow('PgBouncer with pool_mode = session')
  } finally {
    await other.drop()
  }
})
