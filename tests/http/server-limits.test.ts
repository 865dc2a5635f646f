import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { buildApp } from '#server/app.ts'
import { startApp } from '../support/services/app.ts'

let t: Awaited<ReturnType<typeof startApp>>
let app: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  t = await startApp()
  app = await buildApp({ ...t, logger: false, root: resolve('.'), pages: 'none', maxEventLoopDelay: 1 })
})
afterAll(async () => {
  await app.close()
  await t.close()
})

/** Occupies the event loop for some milliseconds. */
const blockEventLoop = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

it('closes connections above 12,000, requests that take longer than 5 minutes, and idle connections after 72 seconds', async () => {
  const { server } = app
  expect([server.maxConnections, server.requestTimeout, server.keepAliveTimeout]).toEqual([
    12_000, 300_000, 72_000,
  ])
  server.maxConnections = 1
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  const first = connect(port, '127.0.0.1')
  await once(first, 'connect')
  const second = connect(port, '127.0.0.1')
  await once(second, 'close')
  expect(first.destroyed).toBe(false)
  first.destroy()
})

it('answers 503 with Retry-After while the event loop is delayed', async () => {
  const reply = await vi.waitFor(
    async () => {
      blockEventLoop(60)
      const found = await app.inject({ url: getPath('GET /api/settings') })
      expect(found.statusCode).toBe(503)
      return found
    },
    { timeout: 15_000, interval: 20 },
  )
  expect(reply.json()).toMatchObject({ success: false, code: 'overloaded' })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
})
