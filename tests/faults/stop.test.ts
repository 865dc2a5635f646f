import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { getConnectionOptions } from '#server/db/embedded/acquire-server.ts'
import { createTestDatabase } from '../support/database.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { createDataFolderFor, killProcessesIn, listProcessesIn, type RunningScript, startScript } from './processes.ts'

const user = { name: 'this user', ids: undefined }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** The server itself. Its pages have to be built, as `npm test` does before. */
const serve = async (env: Record<string, string> = {}) => {
  const folder = createDataFolderFor(user)
  const server = startScript(
    'server/main.ts',
    { NODE_ENV: 'production', BOTOLA_ROOT: resolve('.'), DATA_DIR: folder.path, PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn', ...env },
    user,
  )
  cleanups.push(async () => {
    await server.kill()
    killProcessesIn(folder.path)
    folder.remove()
  })
  return { server, folder: folder.path, address: (await server.line('Botola is at')).replace('Botola is at ', '') }
}

const connect = async (folder: string) => {
  const client = new pg.Client(getConnectionOptions({ socket: `${folder}/pg/sock` }))
  // The server ends this connection, too, when it stops.
  client.on('error', () => {})
  await client.connect()
  cleanups.push(() => client.end().catch(() => {}))
  return client
}

/** Leaves a request that waits for a lock which the test holds. */
const hangRequest = async (address: string, folder: string) => {
  const [holder, observer] = [await connect(folder), await connect(folder)]
  await holder.query('begin; lock table events in access exclusive mode')
  fetch(`${address}/api/events/`).catch(() => {})
  const waiting = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'select%"events"%'`
  await expect.poll(async () => (await observer.query(waiting)).rows[0].n, { timeout: 20_000 }).toBeGreaterThan(0)
}

const logOf = ({ lines }: RunningScript) => lines.join('\n')

describe.skipIf(!existsSync('build/server/index.js'))('a request never ends', () => {
  test('after a deadline its connection is closed, and the process and its database end', async () => {
    const { server, folder, address } = await serve()
    await hangRequest(address, folder)
    expect(await server.stop()).toBe(1)
    expect(logOf(server)).toContain('the stop took too long')
    expect(listProcessesIn(folder)).toEqual([])
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
    expect(listProcessesIn(folder)).toEqual([])
  }, 120_000)

  test('the process ends although the database no longer replies', async () => {
    const fresh = await createTestDatabase()
    cleanups.push(fresh.drop)
    const proxy = await openDatabaseProxy(inject('cluster'))
    cleanups.push(proxy.close)
    const { server, address } = await serve({
      DATABASE_URL: `postgres://postgres:none@127.0.0.1:${proxy.connection.port}/${fresh.name}`,
      SECRET_KEY: 'a key for tests only, thirty-two characters and more',
    })
    proxy.freeze()
    fetch(`${address}/api/events/`).catch(() => {})
    expect(await server.stop()).toBe(1)
  }, 120_000)
})
