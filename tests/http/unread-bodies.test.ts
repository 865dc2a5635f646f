import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { registerUnreadBodyTimeout } from '#server/http/unread-bodies.ts'

const apps: { close: () => unknown }[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

it('closes the connection of a client that goes on sending a body after it was rejected', async () => {
  const app = Fastify()
  apps.push(app)
  registerUnreadBodyTimeout(app, 50)
  app.post('/', { onRequest: async (_request, reply) => reply.code(401).send({ success: false }) }, async () => 'never')
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

it('ignores calls inside the process, which have no connection', async () => {
  const app = Fastify()
  registerUnreadBodyTimeout(app, 1)
  app.get('/', () => 'ok')
  const closed = new Promise((resolve) => app.addHook('onResponse', () => setTimeout(resolve, 1)))
  expect((await app.inject('/')).statusCode).toBe(200)
  // the timer of the hook would have run before this one, and its error would fail the run
  await closed
  await app.close()
})
