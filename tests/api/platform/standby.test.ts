import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

let t: ScoresApp
let event: string
let key: string
beforeAll(async () => {
  t = await startScoresApp()
  event = (await t.event({ title_en: 'Standby', eventCode: 'STANDBY' }))._id
  key = await t.key(event)
})
afterAll(() => t.close())

const post = (name: string) =>
  t.post('STANDBY', key, { name, score: 1, time: 1 }, { 'idempotency-key': name })

/** Sets whether new connections take writes, as those to a primary do, or not, as those to a standby. */
const setReadOnly = async (isReadOnly: boolean) => {
  const { rows } = await t.ownerPool.query('select quote_ident(current_database()) as name')
  await t.ownerPool.query(
    `alter role botola_app in database ${rows[0].name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  )
}

test('a write to a server that is a standby gets 503 with Retry-After, and the next one reaches the primary on a new connection', async () => {
  expect((await post('before')).status).toBe(200)
  await setReadOnly(true)
  const { rows } = await t.ownerPool.query(
    "select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'botola_app'",
  )
  const isOpen = 'select count(*)::int from pg_stat_activity where pid = any($1)'
  const pids = rows.map(({ pid }) => pid)
  await expect.poll(async () => (await t.ownerPool.query(isOpen, [pids])).rows[0].count).toBe(0)
  const refused = await post('during')
  expect([refused.status, refused.json().code, refused.headers['retry-after']]).toEqual([
    503,
    'database-away',
    '5',
  ])
  expect((await t.board(event)).event.Scores).toHaveLength(1)
  // the connections that are open still lead to the standby
  await setReadOnly(false)
  await expect.poll(async () => (await post('during')).status).toBe(200)
  expect(await t.entryCount(event)).toEqual([2, 2])
})
