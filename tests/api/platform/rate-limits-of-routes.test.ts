import { connect } from 'node:net'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../support/services/app.ts'

const highestRateLimit = 3
const nowhere = '01890000-0000-7000-8000-000000000000'

type Call = { method: string; url: string; path: string }
let t: TestApp
let calls: Call[] = []
let port = 0
beforeAll(async () => {
  const routes: RouteOptions[] = []
  // the addresses of the clients come from a header, so that every call has its own
  t = await startApp(
    { TRUST_PROXY: 'loopback' },
    { onRoute: (route) => routes.push(route), highestRateLimit },
  )
  calls = routes
    .filter(({ url }) => url.startsWith('/api/'))
    .flatMap(({ method, url }) =>
      [method]
        .flat()
        .map((each) => ({ method: each, url, path: url.replace(/:\w+/g, nowhere).replace('*', 'nothing') })),
    )
    .filter(({ method }) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
  port = Number(new URL(await t.listen()).port)
})
afterAll(() => t.close())

/**
 * Sends a request with exactly this target and returns the status of the reply; the connection is then
 * closed, because some replies are endless streams.
 */
const sendTarget = (method: string, target: string, from: string) =>
  new Promise<number>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const body = method === 'GET' || method === 'DELETE' ? '' : '{}'
    const headers = [`host: 127.0.0.1:${port}`, `x-forwarded-for: ${from}`, 'connection: close']
    if (body) headers.push('content-type: application/json', `content-length: ${body.length}`)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`no reply to ${method} ${target}`)))
    socket.on('data', (bytes: Buffer) => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1]))
      socket.destroy()
    })
    socket.write(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
  })

const encodeFirstLetter = (path: string) => `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`
const encodeLastLetter = (path: string) => {
  const at = path.replace(/\/+$/, '').length - 1
  return `${path.slice(0, at)}%${path.charCodeAt(at).toString(16)}`
}

describe('the rate limit of a route', () => {
  it('is tripped on every route under /api, also with percent-encoded paths and targets in absolute form', async () => {
    expect(calls.length).toBeGreaterThan(140)
    const unlimited: string[] = []
    for (const [index, { method, url, path }] of calls.entries()) {
      const from = `198.18.${index >> 8}.${index & 255}`
      const targets = [
        path,
        encodeFirstLetter(path),
        `http://other.example${path}`,
        encodeLastLetter(path),
        `http://x.example${encodeFirstLetter(path)}`,
      ]
      const statuses: number[] = []
      for (const target of targets) statuses.push(await sendTarget(method, target, from))
      const isLimited = statuses.every((status, sent) => (status === 429) === sent >= highestRateLimit)
      if (!isLimited) unlimited.push(`${method} ${url}: ${statuses.join(' ')}`)
    }
    expect(unlimited).toEqual([])
  })
})
