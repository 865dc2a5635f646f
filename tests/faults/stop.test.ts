import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { getConnectionOptions } from '#server/platform/db/embedded/acquire-server.ts'
import { createTestDatabase } from '../support/services/database.ts'
import { openDatabaseProxy } from '../support/services/database-proxy.ts'
import { getProgram } from '../support/services/program.ts'
import {
  createDataFolderFor,
  killProcessesIn,
  listProcessesIn,
  type RunningScript,
  startScript,
} from './processes.ts'

const user = { name: 'this user', ids: undefined }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const admin = { ADMIN_EMAIL: 'admin@botola.test', ADMIN_PASSWORD: 'correct horse battery staple' }
const startMain = (dataDir: string, env: Record<string, string> = {}) =>
  startScript(
    getProgram('main'),
    {
      NODE_ENV: 'production',
      BOTOLA_ROOT: resolve('.'),
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    user,
  )

/** The data folder of a server that was started once. */
let installation: ReturnType<typeof createDataFolderFor> | undefined
afterAll(() => installation?.remove())
const copyInstallation = async (folder: string) => {
  if (!installation) {
    installation = createDataFolderFor(user)
    const server = startMain(installation.path, admin)
    await server.line('Botola is at')
    await server.stop()
  }
  mkdirSync(folder, { recursive: true })
  execFileSync('cp', ['-a', `${installation.path}/.`, folder])
}

/** The server itself. Its pages have to be built, as `npm test` does before. */
const serve = async (env: Record<string, string> = {}) => {
  const folder = createDataFolderFor(user)
  if (!env.DATABASE_URL) await copyInstallation(folder.path)
  const server = startMain(folder.path, env)
  cleanups.push(async () => {
    await server.kill()
    killProcessesIn(folder.path)
    folder.remove()
  })
  return {
    server,
    folder: folder.path,
    address: (await server.line('Botola is at')).replace('Botola is at ', ''),
  }
}

const connect = async (folder: string) => {
  const client = new pg.Client(getConnectionOptions({ socket: `${folder}/pg/sock` }))
  // The server ends this connection, too, when it stops.
  client.on('error', () => {})
  await client.connect()
  cleanups.push(() => client.end().catch(() => {}))
  return client
}

/** Sends a request that waits for a lock which the test holds. */
const hangRequest = async (address: string, folder: string) => {
  const [holder, observer] = [await connect(folder), await connect(folder)]
  await holder.query('begin; lock table events in access exclusive mode')
  fetch(`${address}/api/events/`).catch(() => {})
  const waiting = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'select%"events"%'`
  await expect
    .poll(async () => (await observer.query(waiting)).rows[0].n, { timeout: 20_000 })
    .toBeGreaterThan(0)
}

/**
 * Sends SIGTERM and returns the exit code. Fails when the process still runs after 10 seconds, when Docker
 * would kill it.
 */
const stopInTime = async (server: RunningScript) => {
  server.child.kill('SIGTERM')
  const ended = await Promise.race([server.ended, wait(10_000, undefined, { ref: false })])
  if (!ended) throw new Error('the process still runs 10 seconds after SIGTERM')
  return ended.code
}

/** Starts a server whose connections to the database go through a proxy. */
const serveBehindProxy = async () => {
  const fresh = await createTestDatabase()
  cleanups.push(fresh.drop)
  const proxy = await openDatabaseProxy(inject('cluster'))
  cleanups.push(proxy.close)
  const url = `postgres://postgres:none@127.0.0.1:${proxy.connection.port}/${fresh.name}`
  return {
    proxy,
    ...(await serve({
      DATABASE_URL: url,
      SECRET_KEY: 'a key for tests only, thirty-two characters and more',
    })),
  }
}

const signIn = async (address: string) => {
  const payload = {
    national_id: admin.ADMIN_EMAIL,
    loginType: 'email',
    password: admin.ADMIN_PASSWORD,
    type: 4,
  }
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${address}/api/adduser`, {
    method: 'POST',
    headers,
    body: JSON.stringify(payload),
  })
  return reply.headers.get('authorization') ?? ''
}

const logOf = ({ lines }: RunningScript) => lines.join('\n')

describe.skipIf(!existsSync('build/server/index.js'))('a request never ends', () => {
  test('after a deadline its connection is closed, and the process and its database end', async () => {
    const { server, folder, address } = await serve()
    await hangRequest(address, folder)
    expect(await stopInTime(server)).toBe(1)
    expect(logOf(server)).toContain('the stop took too long')
    await expect.poll(() => listProcessesIn(folder), { timeout: 20_000 }).toEqual([])
  }, 120_000)

  test('a second signal closes its connection immediately', async () => {
    const { server, folder, address } = await serve()
    await hangRequest(address, folder)
    server.child.kill('SIGTERM')
    const repeated = setInterval(() => server.child.kill('SIGTERM'), 200)
    cleanups.push(() => clearInterval(repeated))
    expect((await server.ended).code).toBe(1)
    expect(logOf(server)).toContain('a second signal came')
    expect(logOf(server)).not.toContain('took too long')
    await expect.poll(() => listProcessesIn(folder), { timeout: 20_000 }).toEqual([])
  }, 120_000)

  test('a second signal leaves no database running that is slow to stop', async () => {
    const { server, folder, address } = await serve()
    const observer = await connect(folder)
    const { rows } = await observer.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'botola-presence'",
    )
    const pid = rows[0]?.pid as number
    await hangRequest(address, folder)
    process.kill(pid, 'SIGSTOP')
    server.child.kill('SIGTERM')
    const repeated = setInterval(() => server.child.kill('SIGTERM'), 200)
    cleanups.push(() => clearInterval(repeated))
    await expect.poll(() => logOf(server), { timeout: 20_000 }).toContain('a second signal came')
    const slow = setTimeout(() => process.kill(pid, 'SIGCONT'), 3000)
    cleanups.push(() => clearTimeout(slow))
    expect((await server.ended).code).toBe(1)
    await expect.poll(() => listProcessesIn(folder), { timeout: 20_000 }).toEqual([])
  }, 120_000)

  test('the process ends although the database no longer replies', async () => {
    const { server, address, proxy } = await serveBehindProxy()
    proxy.freeze()
    fetch(`${address}/api/events/`).catch(() => {})
    expect(await stopInTime(server)).toBe(1)
  }, 120_000)
})

test.skipIf(!existsSync('build/server/index.js'))(
  'with a delay the process is not ready after SIGTERM, but answers requests until it stops',
  async () => {
    const { server, address } = await serve({ STOP_DELAY_SECONDS: '30' })
    const getReadiness = async () => ({ status: (await fetch(`${address}/readyz`)).status })
    await expect.poll(getReadiness, { timeout: 20_000 }).toEqual({ status: 200 })
    server.child.kill('SIGTERM')
    await expect.poll(getReadiness, { timeout: 20_000 }).toEqual({ status: 503 })
    expect((await fetch(`${address}/api/events/`)).status).toBe(200)
  },
  120_000,
)

describe.skipIf(!existsSync('build/server/index.js'))(
  'within ten seconds of SIGTERM the process ends',
  () => {
    test('when it is idle', async () => {
      const { server, folder } = await serve()
      expect(await stopInTime(server)).toBe(0)
      await expect.poll(() => listProcessesIn(folder), { timeout: 20_000 }).toEqual([])
    }, 120_000)

    test('during an outage of the database', async () => {
      const { server, address, proxy } = await serveBehindProxy()
      proxy.setReachable(false)
      expect((await fetch(`${address}/api/events/?page=7`)).status).toBe(503)
      expect(await stopInTime(server)).not.toBeNull()
    }, 120_000)

    test('with open event streams, which are closed in order', async () => {
      const { server, folder, address } = await serve()
      const client = await connect(folder)
      const insert = `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values ($1, 'gates', 'Gates', 'بوابات', 'd', 'd')`
      await client.query(insert, [randomUUID()])
      const streams = await Promise.all(
        Array.from({ length: 20 }, () => fetch(`${address}/api/v1/events/scores/gates/live`)),
      )
      expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
      const texts = streams.map((stream) => stream.text())
      expect(await stopInTime(server)).toBe(0)
      for (const text of await Promise.all(texts)) expect(text).toContain('retry:')
      await expect.poll(() => listProcessesIn(folder), { timeout: 20_000 }).toEqual([])
    }, 120_000)

    test('while a slow upload is received', async () => {
      const { server, folder, address } = await serve()
      const headers = {
        authorization: await signIn(address),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 5_000_000,
      }
      const upload = request(`${address}/api/admin/events/`, {
        method: 'POST',
        headers: { ...headers, expect: '100-continue' },
      })
      upload.on('error', () => {})
      cleanups.push(() => upload.destroy())
      await once(upload, 'continue')
      upload.write(
        '--x\r\ncontent-disposition: form-data; name="coverImage"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nabc',
      )
      const slow = setInterval(() => upload.write('d'), 100)
      cleanups.push(() => clearInterval(slow))
      expect(await stopInTime(server)).toBe(1)
      await expect.poll(() => listProcessesIn(folder), { timeout: 20_000 }).toEqual([])
    }, 120_000)
  },
)
