import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import type { PublishedHeadMessage } from '#contract/score-log.ts'
import { startMailServer } from '../support/mail-server.ts'
import { type ScoresApp, startScoresApp } from './scores-support.ts'

let t: ScoresApp
let mails: Awaited<ReturnType<typeof startMailServer>>
const received: PublishedHeadMessage[] = []
let status = 200
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    if (status === 200) received.push(JSON.parse(body))
    response.writeHead(status).end('thank you')
  })
})
let address = ''
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/score-log`
  mails = await startMailServer()
  t = await startScoresApp({ SMTP_URL: mails.url, WEBHOOK_PRIVATE_NETWORKS: 'on' })
})
afterAll(async () => {
  await t.close()
  await mails.close()
  server.close()
  server.closeAllConnections()
})

const saveSettings = async (app: ScoresApp, change: object) => {
  const { version, ...settings } = app.ok(await app.ask('GET', paths.adminSettings)).settings
  return app.ask('PUT', paths.adminSettings, { payload: { ...settings, version, ...change } })
}
const publish = async (eventId: string, status: string) =>
  t.ok(await t.ask('PUT', paths.adminPublishedResults(eventId), { payload: { status } })).results
const takeBack = async (eventId: string) =>
  t.ok(await t.ask('POST', `${paths.adminPublishedResults(eventId)}/take-back`, { payload: { reason: 'A mistake.' } }))
const readWebhookStatus = async () => t.ok(await t.ask('GET', paths.adminStatus)).status.webhook
/** Makes the queue retry failed requests without a delay. */
const retryNow = () =>
  t.database.pool.query("update pgboss.job set start_after = now() where name = 'score-log-webhook' and state = 'retry'")

test('the head of the score log is posted when results are published or taken back, and mailed in the same cases', async () => {
  const event = await t.event({ title_en: 'Posted' }, [{ name: 'Sara', score: 1, time: 1 }])
  expect(await readWebhookStatus()).toEqual({ enabled: false, waiting: 0, retrying: 0, failed: 0 })
  await publish(event._id, 'provisional')
  t.ok(await saveSettings(t, { scoreLogWebhook: address, scoreLogEmail: 'jury@school.sa' }))
  const { logSequence, logHash } = await publish(event._id, 'final')
  await takeBack(event._id)
  await publish(event._id, 'provisional')
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(3)
  expect(received.map(({ status }) => status).toSorted()).toEqual(['final', 'provisional', 'revoked'])
  for (const message of received)
    expect(message).toEqual({
      site: 'http://botola.test',
      event: { id: event._id, slug: event.slug, title: { en: 'Posted', ar: expect.any(String) } },
      status: expect.any(String),
      head: { sequence: logSequence, hash: logHash },
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  const texts = await Promise.all([1, 2, 3].map(async (count) => (await mails.next('jury@school.sa', count)).text ?? ''))
  expect(texts.filter((text) => text.includes('were withdrawn'))).toHaveLength(1)
  for (const text of texts) expect(text).toContain(`${logSequence}:${logHash}`)
  expect(await readWebhookStatus()).toMatchObject({ enabled: true, retrying: 0, failed: 0 })
})

test('a request that fails is sent again, and the status page shows it until it has arrived', async () => {
  t.ok(await saveSettings(t, { scoreLogWebhook: address }))
  const event = await t.event({ title_en: 'Repeated' }, [{ name: 'Sara', score: 1, time: 1 }])
  status = 503
  const { logHash } = await publish(event._id, 'final')
  await expect.poll(readWebhookStatus, { timeout: 20_000 }).toMatchObject({ retrying: 1, failed: 0 })
  const arrived = () => received.filter(({ event: { id } }) => id === event._id).map(({ head }) => head.hash)
  expect(arrived()).toEqual([])
  status = 200
  await retryNow()
  await expect.poll(arrived, { timeout: 20_000 }).toEqual([logHash])
  await expect.poll(readWebhookStatus, { timeout: 20_000 }).toMatchObject({ waiting: 0, retrying: 0, failed: 0 })
})

test('nothing is sent for a publication that is rolled back, or after the address was removed', async () => {
  t.ok(await saveSettings(t, { scoreLogWebhook: address }))
  const event = await t.event({ title_en: 'Removed' }, [{ name: 'Sara', score: 1, time: 1 }])
  await t.ownerPool.query(`create function refuse_results() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse_results before insert on published_results for each row execute function refuse_results()`)
  expect((await t.ask('PUT', paths.adminPublishedResults(event._id), { payload: { status: 'final' } })).status).toBe(500)
  await t.ownerPool.query('drop function refuse_results cascade')
  status = 503
  await publish(event._id, 'provisional')
  await expect.poll(readWebhookStatus, { timeout: 20_000 }).toMatchObject({ retrying: 1 })
  t.ok(await saveSettings(t, { scoreLogWebhook: '' }))
  status = 200
  await retryNow()
  await expect.poll(readWebhookStatus, { timeout: 20_000 }).toMatchObject({ enabled: false, waiting: 0, retrying: 0 })
  expect(received.filter(({ event: { id } }) => id === event._id)).toEqual([])
})

test('the settings refuse webhooks without https and in private networks', async () => {
  const other = await startScoresApp()
  try {
    for (const url of [address, 'https://127.0.0.1/hook', 'https://localhost/', 'http://jury.example/', 'https://a:b@jury.example/']) {
      const reply = await saveSettings(other, { scoreLogWebhook: url })
      expect(reply.json()).toMatchObject({ success: false, code: 'bad-input', field: 'scoreLogWebhook' })
    }
    expect(other.ok(await other.ask('GET', paths.adminSettings)).settings.scoreLogWebhook).toBe('')
    const saved = other.ok(await saveSettings(other, { scoreLogWebhook: 'https://jury.example/hook' })).settings
    expect(saved.scoreLogWebhook).toBe('https://jury.example/hook')
    // a form of an older page does not send it
    expect(other.ok(await saveSettings(other, { scoreLogWebhook: undefined })).settings.scoreLogWebhook).toBe('https://jury.example/hook')
  } finally {
    await other.close()
  }
})
