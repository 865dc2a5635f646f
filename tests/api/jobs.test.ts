import { afterAll, beforeAll, expect, test } from 'vitest'
import { recurringJobNames } from '#contract/job.ts'
import { paths } from '#contract/paths.ts'
import { backups } from '#server/db/schema/backups.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { type SessionsApp, startSessionsApp } from '../support/api/session.ts'
import { silentLog } from '../support/services/cluster.ts'
import { startGatewayStub } from '../support/services/start-telr-stub.ts'

let t: SessionsApp
let token: string
let telr: Awaited<ReturnType<typeof startGatewayStub>>
beforeAll(async () => {
  telr = await startGatewayStub()
  t = await startSessionsApp(telr.env)
  token = await t.admin()
})
afterAll(async () => {
  await t.close()
  await telr.stop()
})

const list = async () => {
  const reply = await t.app.inject({ url: paths.adminStatus, headers: { authorization: token } })
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
  return reply.json().jobs
}

test('administrators see every recurring job with its last and next run', async () => {
  expect((await t.app.inject(paths.adminStatus)).statusCode).toBe(401)
  const before = await list()
  expect(before.map(({ name }: { name: string }) => name)).toEqual(recurringJobNames)
  for (const { lastRun, nextRunAt } of before) {
    expect(lastRun).toBeNull()
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.now() - 60_000)
  }
  const jobs = createRecurringJobs(t, silentLog).filter(({ name }) => name === 'purge-registrations')
  await t.jobs.schedule(jobs)
  await t.jobs.send('purge-registrations', {})
  await expect
    .poll(async () => (await list()).find(({ name }: { name: string }) => name === 'purge-registrations').lastRun?.result, {
      timeout: 25_000,
    })
    .toBe('succeeded')
  expect((await list()).find(({ name }: { name: string }) => name === 'purge-registrations').lastRun).toEqual({
    startedAt: expect.stringMatching(/Z$/),
    result: 'succeeded',
    count: 0,
  })
})

test('every recurring job runs on an installation without records', async () => {
  for (const { name, run } of createRecurringJobs(t, silentLog)) expect([name, await run()]).toEqual([name, 0])
})

test('an installation without a payment gateway has no jobs for payments', () => {
  const { TELR_STORE: _, ...config } = t.config
  const names = createRecurringJobs({ ...t, config: config as typeof t.config }, silentLog).map(({ name }) => name)
  expect(names).toEqual(recurringJobNames.filter((name) => !name.endsWith('-payments')))
})

test('the status page knows about mail, payment, backups, the disk and overdue erasures', async () => {
  const read = async () => (await t.app.inject({ url: paths.adminStatus, headers: { authorization: token } })).json().status
  expect(await read()).toEqual({
    mail: { enabled: false, waiting: 0, failed: 0 },
    payment: { configured: true, test: true, demo: false },
    lastBackupAt: null,
    disk: { free: expect.any(Number), total: expect.any(Number), isFull: false },
    overdueErasures: 0,
    unreadableValues: 0,
  })
  const now = Date.now()
  await t.person({ erasureRequestedAt: new Date(now - 9 * 86_400_000) })
  await t.person({ erasureRequestedAt: new Date(now - 86_400_000) })
  await t.database.db.insert(backups).values({ createdAt: new Date(now - 1000), rows: 1, files: 0 })
  expect(await read()).toMatchObject({ lastBackupAt: new Date(now - 1000).toISOString(), overdueErasures: 1 })
})
