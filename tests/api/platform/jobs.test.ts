import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { recurringJobNames } from '#contract/platform/status.schema.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { backups } from '#server/platform/db/schema/installation.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { silentLog } from '../../support/services/cluster.ts'
import { startGatewayStub } from '../../support/services/start-telr-stub.ts'

let t: SessionsApp
let token: string
const parent = mkdtempSync(join(tmpdir(), 'botola-jobs-'))
/** It does not exist at first. */
const backupFolder = join(parent, 'backups')
let telr: Awaited<ReturnType<typeof startGatewayStub>>
beforeAll(async () => {
  telr = await startGatewayStub()
  t = await startSessionsApp({ ...telr.env, BACKUP_URL: backupFolder })
  token = await t.admin()
})
afterAll(async () => {
  await t.close()
  await telr.stop()
  rmSync(parent, { recursive: true })
})

const read = async () => {
  const reply = await t.app.inject({
    url: getPath('GET /api/admin/status'),
    headers: { authorization: token },
  })
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
  return reply.json()
}
const list = async () => (await read()).jobs
const findLastRun = async (job: string) =>
  (await list()).find(({ name }: { name: string }) => name === job).lastRun

test('administrators see every recurring job with its last and next run', async () => {
  expect((await t.app.inject(getPath('GET /api/admin/status'))).statusCode).toBe(401)
  const before = await list()
  expect(before.map(({ name }: { name: string }) => name)).toEqual(recurringJobNames)
  for (const { lastRun, nextRunAt } of before) {
    expect(lastRun).toBeNull()
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.now() - 60_000)
  }
  const jobs = createRecurringJobs(t, silentLog).filter(
    ({ name }) => name === 'purge-registrations' || name === 'write-backup',
  )
  await t.jobs.schedule(jobs)
  await t.jobs.send('purge-registrations', {})
  await t.jobs.send('write-backup', {})
  await expect
    .poll(async () => (await findLastRun('purge-registrations'))?.result, { timeout: 25_000 })
    .toBe('succeeded')
  expect(await findLastRun('purge-registrations')).toEqual({
    startedAt: expect.stringMatching(/Z$/),
    result: 'succeeded',
    count: 0,
  })
  // its folder does not exist
  await expect
    .poll(async () => (await findLastRun('write-backup'))?.result, { timeout: 25_000 })
    .toBe('failed')
  expect((await read()).status.backup).toEqual({ lastAt: null, isScheduled: true, hasFailed: true })
})

test('every recurring job runs on an installation without records', async () => {
  mkdirSync(backupFolder)
  for (const { name, run } of createRecurringJobs(t, silentLog))
    expect([name, await run()]).toEqual([name, name === 'write-backup' ? expect.any(Number) : 0])
})

test('an installation without a payment gateway or BACKUP_URL has no jobs for them', () => {
  const { TELR_STORE: _, ...config } = t.config
  const { BACKUP_URL: __, ...configWithoutBackups } = t.config
  expect(
    createRecurringJobs({ ...t, config: configWithoutBackups as typeof t.config }, silentLog).map(
      ({ name }) => name,
    ),
  ).toEqual(recurringJobNames.filter((name) => name !== 'write-backup'))
  const names = createRecurringJobs({ ...t, config: config as typeof t.config }, silentLog).map(
    ({ name }) => name,
  )
  expect(names).toEqual(recurringJobNames.filter((name) => !name.endsWith('-payments')))
})

test('the status page knows about email, payment, backups, the disk and overdue erasures', async () => {
  const readStatus = async () => (await read()).status
  expect(await readStatus()).toEqual({
    mail: { enabled: false, waiting: 0, failed: 0, pausedClasses: [] },
    payment: { configured: true, test: true, demo: false },
    backup: { lastAt: expect.stringMatching(/Z$/), isScheduled: true, hasFailed: false },
    disk: { free: expect.any(Number), total: expect.any(Number), isFull: false },
    overdueErasures: 0,
    unreadableValues: 0,
    readOnlyMode: { isOn: false, message: { en: '', ar: '' } },
  })
  const now = Date.now() + 60_000
  await t.person({ erasureRequestedAt: new Date(now - 9 * 86_400_000) })
  await t.person({ erasureRequestedAt: new Date(now - 86_400_000) })
  await t.database.db.insert(backups).values({ createdAt: new Date(now - 1000), rows: 1, files: 0 })
  expect(await readStatus()).toMatchObject({
    backup: { lastAt: new Date(now - 1000).toISOString() },
    overdueErasures: 1,
  })
})
