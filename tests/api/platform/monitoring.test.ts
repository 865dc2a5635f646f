import { rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { backups } from '#server/platform/db/schema/installation.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { startApp } from '../../support/services/app.ts'
import { canMountDisk, mountSmallDisk } from '../../support/services/small-disk.ts'

const token = 'a token for the metrics of this test'
let t: SessionsApp
beforeAll(async () => {
  t = await startSessionsApp({ METRICS_TOKEN: token })
})
afterAll(() => t.close())

const get = async (url: string, authorization?: string) => {
  const reply = await t.app.inject({ url, headers: authorization ? { authorization } : {} })
  return { status: reply.statusCode, cache: reply.headers['cache-control'], body: reply.body }
}
const getReadiness = async () => {
  const { status, body } = await get('/readyz')
  return { httpStatus: status, ...JSON.parse(body) }
}
/** Waits until the readiness check looks again: it uses a result for one second. */
const waitForReadiness = (expected: object) =>
  expect.poll(getReadiness, { timeout: 10_000 }).toMatchObject(expected)

describe('monitoring', () => {
  it('answers on /healthz while the process is alive, also without a database', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, cache: 'no-store' })
    await t.setDatabaseReachable(false)
    try {
      expect((await get('/healthz')).status).toBe(200)
    } finally {
      await t.setDatabaseReachable(true)
    }
  })

  it('is ready when the database, its migrations and the files can be used', async () => {
    await waitForReadiness({
      httpStatus: 200,
      status: 'ready',
      stopping: false,
      database: true,
      migrations: true,
      files: true,
      disk: true,
    })
  })

  it('is not ready while the database is away, and ready afterwards', async () => {
    await t.setDatabaseReachable(false)
    try {
      await waitForReadiness({
        httpStatus: 503,
        status: 'not ready',
        database: false,
        migrations: false,
        files: true,
      })
    } finally {
      await t.setDatabaseReachable(true)
    }
    await waitForReadiness({ httpStatus: 200 })
  })

  it('is not ready while the newest migration is missing', async () => {
    const { rows } = await t.ownerPool.query(
      'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning hash, created_at',
    )
    await waitForReadiness({ httpStatus: 503, database: true, migrations: false })
    await t.ownerPool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      rows[0].hash,
      rows[0].created_at,
    ])
    await waitForReadiness({ httpStatus: 200 })
  })

  it('is not ready while files cannot be stored', async () => {
    rmSync(`${t.folder}/files`, { recursive: true, force: true })
    writeFileSync(`${t.folder}/files`, 'a file where the folder should be')
    await waitForReadiness({ httpStatus: 503, files: false, database: true })
    rmSync(`${t.folder}/files`)
    await waitForReadiness({ httpStatus: 200 })
  })

  it.skipIf(!canMountDisk)(
    'is not ready while the disk is full, which the status page and the metrics show',
    async () => {
      const megabyte = 1024 * 1024
      const disk = mountSmallDisk(`${t.folder}/files`, 24)
      const authorization = await t.admin()
      const getDisk = async () =>
        JSON.parse((await get(getPath('GET /api/admin/status'), authorization)).body).status.disk
      const getMetric = async (name: string) =>
        Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await get('/metrics', `Bearer ${token}`)).body)?.[1])
      try {
        await waitForReadiness({ httpStatus: 200, disk: true })
        expect(await getDisk()).toEqual({ free: 24 * megabyte, total: 24 * megabyte, isFull: false })
        disk.fill(4 * megabyte)
        await waitForReadiness({
          httpStatus: 503,
          status: 'not ready',
          disk: false,
          files: true,
          database: true,
        })
        expect(await getDisk()).toEqual({ free: 4 * megabyte, total: 24 * megabyte, isFull: true })
        expect(await getMetric('botola_disk_free_bytes')).toBe(4 * megabyte)
        expect(await getMetric('botola_disk_size_bytes')).toBe(24 * megabyte)
        disk.free()
        await waitForReadiness({ httpStatus: 200, disk: true })
      } finally {
        disk.unmount()
      }
    },
  )

  it('sends metrics to whoever has the token only', async () => {
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', 'Bearer another token')).status).toBe(401)
    const withoutToken = await startApp()
    expect(
      (await withoutToken.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } }))
        .statusCode,
    ).toBe(404)
    await withoutToken.close()
  })

  it('counts requests by the pattern of their route, and shows queues, connections, payments and the last backup', async () => {
    await t.database.db.insert(backups).values({ createdAt: new Date(1_700_000_000_000), rows: 1, files: 0 })
    await t.jobs.createQueue('metrics-test', { retryLimit: 0 })
    await t.jobs.work('metrics-test', async () => {})
    await t.jobs.send('metrics-test', {})
    await get('/api/v1/events/somebody@example.org')
    const { status, body } = await get('/metrics', `Bearer ${token}`)
    expect(status).toBe(200)
    expect(body).toContain(
      'botola_http_requests_total{method="GET",route="/api/v1/events/:idOrSlug",status="404"} 1',
    )
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'botola_http_request_duration_seconds_bucket',
      'botola_response_cache_replies_total{result="render"}',
      'botola_database_connections{state="waiting"}',
      'botola_event_stream_connections 0',
      'botola_jobs{queue="metrics-test",state=',
      '# TYPE botola_payments gauge',
      'botola_last_backup_timestamp_seconds 1700000000',
    ])
      expect(body).toContain(name)
    expect(body).not.toContain('somebody@example.org')
    // only counters may have names of counters
    for (const [, name, type] of body.matchAll(/^# TYPE (\w+) (\w+)$/gm))
      if (name?.endsWith('_total')) expect([name, type]).toEqual([name, 'counter'])
  })
})
