import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { registerBodyTimeoutAfterReply } from '#server/platform/http/request-bodies.ts'

const apps: { close: () => unknown }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const app of apps.splice(0)) await app.close()
})

it('closes the connection of a client that goes on sending a body after it was rejected', async () => {
  const app = Fastify()
  apps.push(app)
  registerBodyTimeoutAfterReply(app, { idleMs: 50, totalMs: 10_000 })
  app.post(
    '/',
    { onRequest: async (_request, reply) => reply.code(401).send({ success: false }) },
    async () => 'never',
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  const client = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'content-length': 1_000_000 },
  })
  const closed = new Promise<void>((resolve) => client.on('close', () => resolve()))
  client.on('error', () => {})
  const status = await new Promise<number | undefined>((resolve) => {
    client.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    client.write('one byte of many')
  })
  expect(status).toBe(401)
  // the client never ends its body: only the server can end the connection
  await closed
})

/**
 * Rejects a request and then reads its body in five pieces, with `idleMs` of fake time after each of them.
 */
const sendSlowly = async (totalMs: number) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const app = Fastify()
  apps.push(app)
  registerBodyTimeoutAfterReply(app, { idleMs: 100_000, totalMs })
  app.post(
    '/',
    { onRequest: async (_request, reply) => reply.code(503).send({ success: false }) },
    async () => 'never',
  )
  const accepted = new Promise<Socket>((resolve) => app.server.on('connection', resolve))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  const closed = once(client, 'close').then(() => 'closed')
  const reply = once(client, 'data')
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\n')
  expect(String((await reply)[0])).toMatch(/^HTTP\/1.1 503/)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 20_000)
  const socket = await accepted
  for (let sent = 0; sent < 5 && !socket.destroyed; sent++) {
    const { bytesRead } = socket
    client.write('x')
    await vi.waitFor(() => expect(socket.bytesRead).toBe(bytesRead + 1), 20_000)
    vi.advanceTimersByTime(100_000)
  }
  return { client, closed }
}

it('keeps the connection of a client that makes progress until its body has arrived', async () => {
  const { client } = await sendSlowly(10_000_000)
  const second = once(client, 'data')
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
  expect(String((await second)[0])).toMatch(/^HTTP\/1.1 503/)
  expect(vi.getTimerCount()).toBe(0)
  client.destroy()
})

it('closes the connection of a client that makes progress for too long', async () => {
  const { closed } = await sendSlowly(250_000)
  expect(await closed).toBe('closed')
})

it('ignores calls inside the process, which have no connection', async () => {
  const app = Fastify()
  registerBodyTimeoutAfterReply(app, { idleMs: 1, totalMs: 1 })
  app.get('/', () => 'ok')
  const closed = new Promise((resolve) => app.addHook('onResponse', () => setTimeout(resolve, 1)))
  expect((await app.inject('/')).statusCode).toBe(200)
  // the timer of the hook would have run before this one, and its error would fail the run
  await closed
  await app.close()
})
