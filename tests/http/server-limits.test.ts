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

it('answers 503 with Retry-After while the event loop is delayed, and with a stale reply where there is one', async () => {
  const url = getPath('GET /api/faqs')
  await vi.waitFor(async () => expect((await app.inject({ url })).statusCode).toBe(200), { timeout: 15_000 })
  const [refused, stale] = await vi.waitFor(
    async () => {
      await t.invalidator.invalidate('faqs')
      blockEventLoop(60)
      const replies = await Promise.all([app.inject({ url: '/healthz' }), app.inject({ url })])
      expect(replies[0].statusCode).toBe(503)
      return replies
    },
    { timeout: 15_000, interval: 20 },
  )
  expect(refused.json()).toMatchObject({ success: false, code: 'overloaded' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(stale.json()).toMatchObject({ success: true })
})
