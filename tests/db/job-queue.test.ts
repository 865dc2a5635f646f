import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresJobQueue, type JobQueue, type RecurringJob } from '#server/platform/lib/job-queue.ts'
import { serializeRedactedError } from '#server/platform/lib/logger.ts'
import { silentLog } from '../support/services/cluster.ts'
import { createTestDatabase } from '../support/services/database.ts'

let fresh: Awaited<ReturnType<typeof createTestDatabase>>
let queue: JobQueue
const logged: unknown[] = []
const warnings: unknown[] = []
beforeAll(async () => {
  fresh = await createTestDatabase()
  queue = createPostgresJobQueue(
    fresh.database,
    { ...silentLog, warn: (...line) => warnings.push(line), error: (...line) => logged.push(line) },
    { pollingIntervalSeconds: 0.5 },
  )
})
afterAll(async () => {
  await queue.close()
  await fresh.drop()
})

const query = async (text: string) => (await fresh.database.pool.query(text)).rows
/** A job that is due once a year, so that a test starts it by itself. */
const yearly = (name: string, run: RecurringJob['run']): RecurringJob => ({
  name,
  cron: '0 0 1 1 *',
  run,
  options: { retryLimit: 0 },
})
const isFinished = (job: RecurringJob) =>
  expect.poll(async () => (await queue.status(job)).lastRun?.result, { timeout: 20_000 }).not.toBe('running')

test('the status of a job has its last run, the number of handled records and its next time', async () => {
  const job = yearly('count-records', async () => 7)
  await queue.schedule([job])
  const before = await queue.status(job)
  expect(before.lastRun).toBeNull()
  expect(before.nextRunAt.toISOString()).toMatch(/^\d{4}-01-01T00:00:00\.000Z$/)
  await queue.send(job.name, {})
  await expect
    .poll(async () => (await queue.status(job)).lastRun?.result, { timeout: 20_000 })
    .toBe('succeeded')
  expect((await queue.status(job)).lastRun).toMatchObject({
    result: 'succeeded',
    count: 7,
    startedAt: expect.any(Date),
  })
})

test('a job that fails is logged and stored without the values of the row', async () => {
  const job = yearly('fail', async () => {
    await fresh.database.pool.query(`select 'student@school.test'::int`)
    return 0
  })
  await queue.schedule([job])
  await queue.send(job.name, {})
  await expect.poll(async () => (await queue.status(job)).lastRun?.result, { timeout: 20_000 }).toBe('failed')
  expect(logged).toEqual([[{ job: 'fail', err: expect.objectContaining({ code: '22P02' }) }, 'a job failed']])
  expect(JSON.stringify(await query(`select * from pgboss.job where name = 'fail'`))).not.toContain(
    'school.test',
  )
})

test('a job is not started again while it is running', async () => {
  let runs = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const job = yearly('slow', async () => {
    runs += 1
    await finished
    return 0
  })
  await queue.schedule([job])
  await queue.send(job.name, {})
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(1)
  await queue.send(job.name, {})
  expect((await queue.status(job)).lastRun?.result).toBe('running')
  expect(await query(`select state from pgboss.job where name = 'slow'`)).toEqual([{ state: 'active' }])
  finish()
  await isFinished(job)
  expect(runs).toBe(1)
})

test('a job that was removed from the program is no longer scheduled', async () => {
  const other = createPostgresJobQueue(fresh.database, silentLog)
  await other.schedule([yearly('kept', async () => 0)])
  expect(await query('select name from pgboss.schedule')).toEqual([{ name: 'kept' }])
  await other.close()
})

test('an error of the queue itself is logged with its message and code', async () => {
  await queue.schedule([yearly('watch', async () => 0)])
  await fresh.ownerPool.query('alter schema pgboss rename to pgboss_away')
  try {
    await expect
      .poll(() => warnings.map((line) => serializeRedactedError((line as [{ err: unknown }])[0].err)), {
        timeout: 20_000,
      })
      .toContainEqual(
        expect.objectContaining({ code: '42P01', message: expect.stringContaining('does not exist') }),
      )
  } finally {
    await fresh.ownerPool.query('alter schema pgboss_away rename to pgboss')
  }
}, 60_000)
