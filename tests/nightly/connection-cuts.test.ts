import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ScoresApp, startScoresApp } from '../support/api/scores.ts'
import { openDatabaseProxy } from '../support/services/database-proxy.ts'

const max = 2
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>
let t: ScoresApp
let event: string
let key: string
beforeAll(async () => {
  proxy = await openDatabaseProxy(inject('cluster'))
  t = await startScoresApp({}, { server: proxy.connection, max })
  event = (await t.event({ title_en: 'Cut', eventCode: 'CUT' }))._id
  key = await t.key(event)
})
afterAll(async () => {
  await t.close()
  await proxy.close()
})

/** Closes all connections, so that the next request opens one. The app reads its mode again after each cut. */
const closeConnections = async () => {
  const { pool } = t.database
  await expect.poll(() => pool.totalCount - pool.idleCount, { interval: 5 }).toBe(0)
  while (pool.totalCount > 0) (await pool.connect()).release(true)
}

/** Posts a score of a participant. The connection to the database is cut before the message `cutAt`. */
const post = async (name: string, score: number, cutAt?: number) => {
  proxy.cutAtMessage(cutAt)
  const reply = await t.post('CUT', key, { name, score, time: 1 }, { 'idempotency-key': name })
  const count = proxy.countMessages()
  proxy.cutAtMessage()
  return { reply, count }
}

/** Counts the rows that one score of a participant has in each table. */
const countRows = async (name: string) => {
  const { rows } = await t.ownerPool.query(
    `with entry as (select * from score_entries where event_id = $1 and player_name = $2)
     select (select count(*)::int from entry) as entries,
       (select count(*)::int from entry where attempt_count = 1 and total_score > 0) as totals,
       (select count(*)::int from score_attempts join entry on entry.id = entry_id) as attempts,
       (select count(*)::int from audit_log join entry on entity_id = entry.id::text) as audit,
       (select count(*)::int from idempotency_keys where key = $2) as keys`,
    [event, name],
  )
  return Object.values(rows[0] as Record<string, number>)
}

/** Takes all connections of the pool at once. */
const takeAllConnections = async () => {
  const clients = await Promise.all(Array.from({ length: max }, () => t.database.pool.connect()))
  const pids = await Promise.all(
    clients.map(async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid),
  )
  for (const client of clients) client.release()
  expect(new Set(pids).size).toBe(max)
}

test('a connection that breaks at any message of a write leaves all of the write or nothing, and the next request works', async () => {
  await t.board(event)
  await closeConnections()
  const { reply, count } = await post('dry run', 1)
  expect(reply.status).toBe(200)
  expect(count).toBeGreaterThan(40)
  const results = { acknowledged: 0, stored: 0, absent: 0 }
  for (let at = 1; at <= count; at++) {
    const name = `cut ${at}`
    await closeConnections()
    const cut = await post(name, 1 + at, at)
    const found = await countRows(name)
    const isStored = found[0] === 1
    // all of the rows exist, or none of them
    expect([name, found]).toEqual([name, isStored ? [1, 1, 1, 1, 1] : [0, 0, 0, 0, 0]])
    if (cut.reply.status === 200) {
      expect([name, isStored]).toEqual([name, true])
      results.acknowledged++
    } else {
      expect([name, cut.reply.status, cut.reply.json().code, cut.reply.headers['cache-control']]).toEqual([
        name,
        503,
        'database-away',
        'no-store',
      ])
      results[isStored ? 'stored' : 'absent']++
    }
    await takeAllConnections()
    // The public ranking, which is cached, shows what is stored: the best entry.
    const shown = (await t.board(event)).event.Scores.filter(
      (row: { userId: { info: { name: { fname: string } } } }) => row.userId.info.name.fname === name,
    )
    expect([name, shown.length]).toEqual([name, isStored ? 1 : 0])
    const again = await post(name, 1 + at)
    expect([name, again.reply.status]).toEqual([name, 200])
    expect([name, await countRows(name)]).toEqual([name, [1, 1, 1, 1, 1]])
  }
  expect(results.stored).toBeGreaterThan(0)
  expect(results.absent).toBeGreaterThan(40)
  expect(await t.entryCount(event)).toEqual([count + 1, count + 1])
}, 240_000)
