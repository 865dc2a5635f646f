import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../support/services/database.ts'
import { getProgram } from '../support/services/program.ts'
import { createDataFolderFor, type RunningScript, startScript } from './processes.ts'

const user = { name: 'this user', ids: undefined }
let fresh: Awaited<ReturnType<typeof createTestDatabase>>
let folder: ReturnType<typeof createDataFolderFor>
const running: RunningScript[] = []

beforeAll(async () => {
  fresh = await createTestDatabase()
  folder = createDataFolderFor(user)
})
afterAll(async () => {
  for (const each of running) await each.kill()
  await fresh.drop()
  folder.remove()
})

/** A server on the database of this test. Its pages have to be built, as `npm test` does before. */
const serve = async () => {
  const server = startScript(
    getProgram('main'),
    {
      NODE_ENV: 'production',
      BOTOLA_ROOT: resolve('.'),
      DATA_DIR: folder.path,
      PORT: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: `postgres://postgres:none@localhost/${fresh.name}?host=${encodeURIComponent(inject('cluster').host)}`,
      SECRET_KEY: 'a key for tests only, thirty-two characters and more',
    },
    user,
  )
  running.push(server)
  await server.line('Botola is at')
  return server
}

/** Computes the times of schedules. It is not connected. */
const boss = new PgBoss({ connectionString: 'postgres://localhost' })
const query = async (text: string) => (await fresh.database.pool.query(text)).rows

describe.skipIf(!existsSync('build/server/index.js'))('two processes on one database', () => {
  test('run a recurring job once, also when neither was running at its time', async () => {
    const first = await serve()
    const names = (await query('select name from pgboss.schedule order by name')).map(({ name }) => name)
    expect(names).toContain('erase-personal-data')
    // The scheduler looks at the times for the first time: from here on it knows which ones it missed.
    await expect
      .poll(async () => (await query('select cron_on from pgboss.version'))[0].cron_on, { timeout: 20_000 })
      .not.toBeNull()
    expect(await first.stop()).toBe(0)
    expect(await query(`select name from pgboss.job where name not like '\\_\\_pgboss%'`)).toEqual([])

    await query(`update pgboss.version set cron_on = now() - interval '2 days'`)
    await query(`update pgboss.schedule set created_on = now() - interval '3 days'`)
    await query(`insert into users (id, first_name, email, erasure_requested_at)
      select gen_random_uuid(), 'Due', 'due' || n || '@school.test', now() - interval '30 days' from generate_series(1, 3) n`)
    await query(
      `insert into users (id, first_name, email, deleted_at) values (gen_random_uuid(), 'Deleted', 'deleted@school.test', now() - interval '40 days')`,
    )

    const startedAt = Date.now()
    const both = await Promise.all([serve(), serve()])
    const unfinished = () => names.filter((name) => !done.has(name))
    let done = new Set<string>()
    await expect
      .poll(
        async () => {
          done = new Set(
            (await query(`select name from pgboss.job where state = 'completed'`)).map(({ name }) => name),
          )
          return unfinished()
        },
        { timeout: 120_000, interval: 200 },
      )
      .toEqual([])
    const jobs = await query(
      `select job.name, cron, count(*)::int as runs, bool_or(state = 'failed') as failed
        from pgboss.job join pgboss.schedule using (name) group by job.name, cron order by job.name`,
    )
    expect(jobs).toEqual(names.map((name) => expect.objectContaining({ name, failed: false })))
    for (const { name, cron, runs } of jobs) {
      // A run for the missed time, and one for each time since a minute before the start: the scheduler
      // counts the last minute as due, not as missed.
      const dueTimes = boss
        .previewSchedule(cron, { from: new Date(startedAt - 60_000), count: 10 })
        .filter((time) => time.getTime() <= Date.now())
      expect(runs, name).toBeLessThanOrEqual(1 + dueTimes.length)
    }
    expect(
      await query(
        `select action, count(*)::int as times from audit_log where action in ('erase', 'purge') group by action order by action`,
      ),
    ).toEqual([
      { action: 'erase', times: 3 },
      { action: 'purge', times: 1 },
    ])
    expect(await Promise.all(both.map((each) => each.stop()))).toEqual([0, 0])
    expect(both.flatMap(({ lines }) => lines.filter((line) => line.startsWith('{')))).toEqual([])
  }, 240_000)
})
