import { request as httpRequest } from 'node:http'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { registerErrorHandler } from '#server/platform/http/errors.ts'
import { registerRateLimit } from '#server/platform/http/rate-limit.ts'
import { createResponseCache } from '#server/platform/http/response-cache.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

let t: SessionsApp
beforeAll(async () => {
  t = await startSessionsApp()
})
afterAll(() => t.close())

const contact = '/api/contact-us'
const send = async (
  count: number,
  url: string,
  remoteAddress: string,
  headers: Record<string, string> = {},
) => {
  const codes: number[] = []
  for (let sent = 0; sent < count; sent++)
    codes.push((await t.app.inject({ method: 'POST', url, payload: {}, remoteAddress, headers })).statusCode)
  return codes
}
const refused = (codes: number[]) => codes.filter((code) => code === 429).length

/** Sends a POST with exactly this request target. */
const sendTarget = (origin: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    httpRequest(
      {
        hostname,
        port,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
      },
      (reply) => {
        reply.resume()
        reply.on('end', () => resolve(reply.statusCode ?? 0))
      },
    )
      .on('error', reject)
      .end('{}')
  })

describe('a rate limit', () => {
  it('counts every spelling of a path as the same route', async () => {
    const from = '203.0.113.1'
    const spellings = [
      '/%61pi/contact-us',
      '/api/contact%2Dus/',
      '/api/contact-us?x=1',
      '/%61%70%69/%63ontact-us',
    ]
    const codes: number[] = []
    for (const url of spellings) codes.push(...(await send(6, url, from)))
    expect(codes.slice(0, 20)).toEqual(Array(20).fill(400))
    expect(codes.slice(20)).toEqual(Array(4).fill(429))
  })

  it('counts request targets in absolute form', async () => {
    const origin = await t.listen()
    const codes: number[] = []
    for (let sent = 0; sent < 22; sent++)
      codes.push(await sendTarget(origin, `http://other.example${contact}`))
    expect(codes).toEqual([...Array(20).fill(400), 429, 429])
  })

  it('is not avoided by doubled slashes, because no call has such a path', async () => {
    for (const url of ['//api/contact-us', '/api//contact-us', '/api/contact-us//'])
      expect(await send(1, url, '203.0.113.2'), url).toEqual([404])
  })

  it('counts unknown paths under /api', async () => {
    const codes = await send(1201, '/api/nothing', '203.0.113.3')
    expect([codes[0], codes.at(-1)]).toEqual([404, 429])
  })

  it('counts calls that a guard rejects', async () => {
    const codes: number[] = []
    for (let sent = 0; sent < 22; sent++)
      codes.push(
        (
          await t.app.inject({
            url: '/api/account/export',
            remoteAddress: '203.0.113.4',
            headers: { authorization: 'x' },
          })
        ).statusCode,
      )
    expect(codes).toEqual([...Array(20).fill(401), 429, 429])
  })

  it('ignores X-Forwarded-For without trusted proxies', async () => {
    const codes: number[] = []
    for (let sent = 0; sent < 21; sent++)
      codes.push(...(await send(1, contact, '203.0.113.5', { 'x-forwarded-for': `198.51.100.${sent}` })))
    expect(codes.at(-1)).toBe(429)
  })

  it('counts an IPv6 address as its /64 network and a mapped IPv4 address as that address', async () => {
    const codes: number[] = []
    for (let sent = 1; sent <= 21; sent++)
      codes.push(...(await send(1, contact, `2001:db8:0:1::${sent.toString(16)}`)))
    expect(codes.at(-1)).toBe(429)
    expect(await send(1, contact, '2001:db8:0:2::1')).toEqual([400])
    expect(refused(await send(20, contact, '203.0.113.6'))).toBe(0)
    expect(await send(1, contact, '::ffff:203.0.113.6')).toEqual([429])
  })
})

it('sign-in limits count the /64 networks of an IPv6 client together, before they use up the limit of an account', async () => {
  const { email } = await t.person({ email: 'ipv6-network@school.test' })
  const codes: number[] = []
  for (let sent = 1; sent <= 43; sent++)
    codes.push((await t.signIn(email, 'wrong', {}, {}, `2001:db9:0:${sent.toString(16)}::1`)).statusCode)
  expect(codes).toEqual([...Array(40).fill(401), 429, 429, 429])
  expect((await t.signIn(email, undefined, {}, {}, '2001:db9:1:1::1')).statusCode).toBe(200)
})

it('sign-in limits count an IPv6 address as its /64 network', async () => {
  const mona = await t.person({ email: 'ipv6@school.test' })
  const codes: number[] = []
  for (let sent = 1; sent <= 11; sent++)
    codes.push((await t.signIn(mona.email, 'wrong', {}, {}, `2001:db8:0:3::${sent}`)).statusCode)
  expect(codes).toEqual([...Array(10).fill(401), 429])
  expect((await t.signIn(mona.email, 'wrong', {}, {}, '2001:db8:0:4::1')).statusCode).toBe(401)
})

describe('TRUST_PROXY', () => {
  const read = (text: string) => readConfig({ TRUST_PROXY: text }).TRUST_PROXY

  it('is off or a list of proxies', () => {
    for (const text of ['', 'off', 'false', '0']) expect(read(text), text).toBe(false)
    expect(read('loopback, 10.0.0.0/8,2001:db8::/32,192.0.2.7')).toEqual([
      'loopback',
      '10.0.0.0/8',
      '2001:db8::/32',
      '192.0.2.7',
    ])
  })

  it('is rejected at the start if it is invalid or would trust every client', () => {
    for (const text of [
      'on',
      'true',
      'yes',
      '1',
      '2',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      'proxy.example',
      'loopback,,',
    ])
      expect(() => read(text), text).toThrow(ConfigError)
    expect(() => read('on')).toThrow(
      /^The setting TRUST_PROXY cannot be used: "on" does not say which proxies are yours; list .*\.$/,
    )
  })

  it('uses X-Forwarded-For of the trusted proxies only', async () => {
    const behind = await startSessionsApp({ TRUST_PROXY: '10.0.0.0/8' })
    const post = (remoteAddress: string, forwarded: string) =>
      behind
        .post(contact, {}, { 'x-forwarded-for': forwarded }, remoteAddress)
        .then(({ statusCode }) => statusCode)
    for (let sent = 0; sent < 20; sent++)
      expect(await post('10.1.2.3', `192.0.2.${sent}, 198.51.100.1`)).toBe(400)
    // what the client wrote in front of its own address changes nothing
    expect(await post('10.1.2.3', '192.0.2.99, 198.51.100.1')).toBe(429)
    expect(await post('10.1.2.3', '198.51.100.2')).toBe(400)
    for (let sent = 0; sent < 20; sent++) await post('203.0.113.7', `192.0.2.${sent}`)
    expect(await post('203.0.113.7', '192.0.2.99')).toBe(429)
    await behind.close()
  })

  it('reads an address that a proxy sends with its port, and warns once about a text that is none', async () => {
    const lines: string[] = []
    const behind = await startSessionsApp(
      { TRUST_PROXY: '127.0.0.1' },
      { logger: createLogger('warn', { write: (line) => void lines.push(line) }) },
    )
    const post = async (forwarded: string) =>
      (await behind.post(contact, {}, { 'x-forwarded-for': forwarded })).statusCode
    for (let port = 1; port <= 20; port++) expect(await post(`192.0.2.77:${50_000 + port}`)).toBe(400)
    expect(await post('192.0.2.77')).toBe(429)
    for (let port = 1; port <= 20; port++)
      expect(await post(`[2001:db8::${port}]:${50_000 + port}`)).toBe(400)
    expect(await post('2001:db8::99')).toBe(429)
    expect(lines).toEqual([])
    for (let sent = 0; sent < 10; sent++)
      expect([await post('garbage'), await post('unknown')]).toEqual([400, 400])
    // clients without an address share a limit
    expect(await post('_hidden')).toBe(429)
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([expect.stringContaining('X-Forwarded-For')])
    const { email } = await behind.person({ email: 'port@school.test' })
    await behind.signIn(email, undefined, {}, { 'x-forwarded-for': '192.0.2.78:50000' })
    const { rows } = await behind.database.pool.query(
      'select address from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    )
    expect(rows).toEqual([{ address: '192.0.2.78' }])
    await behind.close()
  })
})

it('pages and the calls that a page makes inside the process are not counted', async () => {
  const app = Fastify()
  registerErrorHandler(app)
  const responseCache = createResponseCache()
  await registerRateLimit(app, { isInProcess: responseCache.isRendering })
  app.get('/api/one', { config: { rateLimit: { max: 2, timeWindow: '1 minute' } } }, async () => 'one')
  app.get('/page', async (request) => {
    const { body } = await responseCache.getOrRender(request.url, [], {}, async () => {
      const codes = await Promise.all(
        Array.from({ length: 5 }, async () => (await app.inject('/api/one')).statusCode),
      )
      return { type: 'text/plain', body: codes.join(' ') }
    })
    return body
  })
  for (let opened = 0; opened < 5; opened++)
    expect((await app.inject(`/page?${opened}`)).body).toBe('200 200 200 200 200')
  const codes = [
    await app.inject('/api/one'),
    await app.inject('/api/one'),
    await app.inject('/api/one'),
  ].map(({ statusCode }) => statusCode)
  expect(codes).toEqual([200, 200, 429])
  await app.close()
})
