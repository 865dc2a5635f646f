import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { buildApp } from '#server/app.ts'
import {
  createRateLimitedSessionLookup,
  maxUnknownTokensPerMinute,
} from '#server/platform/http/session-lookup.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { generateToken } from '#server/platform/lib/tokens.ts'
import { type GuardiansApp, startGuardiansApp } from '../../support/api/guardian-confirmations.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { openEventStream } from '../../support/api/scores-live.ts'
import { testAdmin } from '../../support/services/app.ts'

/** Sends a call `count` times, and returns how many replies had each status. */
const countStatuses = async (count: number, send: (index: number) => Promise<{ status: number }>) => {
  const counts: Record<number, number> = {}
  for (let sent = 0; sent < count; sent++) {
    const { status } = await send(sent)
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const askWithToken = (t: JudgesApp, url: string, authorization: string) =>
  t.ask('GET', url, { visitor: true, headers: { authorization } })
const signInAsAdmin = (t: JudgesApp) =>
  t.ask('POST', getPath('POST /api/adduser'), {
    visitor: true,
    payload: { national_id: testAdmin.email, loginType: 'email', password: testAdmin.password, type: 4 },
  })
const expectOthersToWork = async (t: JudgesApp, { token, code }: { token: string; code: string }) => {
  const judge = t.ok(await t.signInAsJudge(code))
  expect((await t.askAsJudge('GET', getPath('GET /api/v1/judge/event'), token)).status).toBe(200)
  expect((await t.askAsJudge('GET', getPath('GET /api/v1/judge/event'), judge.token)).status).toBe(200)
  const admin = await signInAsAdmin(t)
  expect(admin.status).toBe(200)
  expect(
    (await askWithToken(t, getPath('GET /api/admin/faqs'), String(admin.headers.authorization))).status,
  ).toBe(200)
  expect((await t.ask('GET', getPath('GET /api/admin/faqs'))).status).toBe(200)
}

/** Lowers the limit of 1,200 calls a minute, so that these tests reach it sooner. */
const highestRateLimit = 100

describe('behind one address, with a lower limit of calls', () => {
  let t: JudgesApp
  let eventId: string
  beforeAll(async () => {
    t = await startJudgesApp({}, { highestRateLimit })
    eventId = (await t.event({ title_en: 'One hall' }))._id
  })
  afterAll(() => t.close())

  it('calls to one route without a token do not block judges, nor the sign-in of judges and administrators', async () => {
    const judge = await t.createSignedInJudge(eventId)
    expect(
      await countStatuses(120, () => t.ask('GET', getPath('GET /api/teams'), { visitor: true })),
    ).toEqual({
      401: highestRateLimit,
      429: 20,
    })
    await expectOthersToWork(t, judge)
    // the same route, for somebody who is signed in
    expect((await t.ask('GET', getPath('GET /api/teams'))).status).toBe(200)
  })

  it('the calls of one session are limited without those of others', async () => {
    const [busy, other] = [await t.createSignedInJudge(eventId), await t.createSignedInJudge(eventId)]
    const ask = (token: string) => t.askAsJudge('GET', '/api/v1/judge/session', token)
    expect(await countStatuses(101, () => ask(busy.token))).toEqual({ 200: highestRateLimit, 429: 1 })
    expect((await ask(other.token)).status).toBe(200)
    const authorization = String((await signInAsAdmin(t)).headers.authorization)
    expect(
      await countStatuses(101, () => askWithToken(t, getPath('GET /api/account/sessions'), authorization)),
    ).toEqual({
      200: highestRateLimit,
      429: 1,
    })
    expect(
      (
        await askWithToken(
          t,
          getPath('GET /api/account/sessions'),
          String((await signInAsAdmin(t)).headers.authorization),
        )
      ).status,
    ).toBe(200)
  })

  it('calls of visitors to a public route do not block people who are signed in, who have limits of their own', async () => {
    const [page, other] = [1, 2].map((number) => `/api/v1/events/scores/${eventId}?page=${number}`) as [
      string,
      string,
    ]
    expect(await countStatuses(101, () => t.ask('GET', page, { visitor: true }))).toMatchObject({ 429: 1 })
    const authorization = String((await signInAsAdmin(t)).headers.authorization)
    expect((await askWithToken(t, other, authorization)).status).toBe(200)
    expect((await askWithToken(t, other, generateToken())).status).toBe(429)
    // a form counts all calls of an address, so nobody gets more of them by signing in
    const contact = (headers: { authorization?: string }) =>
      t.ask('POST', '/api/contact-us', { visitor: true, payload: {}, headers })
    expect(await countStatuses(21, () => contact({}))).toEqual({ 400: 20, 429: 1 })
    expect((await contact({ authorization })).status).toBe(429)
  })
})

describe('behind one address', () => {
  let t: JudgesApp
  let eventId: string
  beforeAll(async () => {
    t = await startJudgesApp()
    eventId = (await t.event({ title_en: 'One hall' }))._id
  })
  afterAll(() => t.close())

  it('unknown tokens count by address and do not block valid ones', async () => {
    const judge = await t.createSignedInJudge(eventId)
    const counts = await countStatuses(1300, () =>
      askWithToken(t, getPath('GET /api/v1/judge/event'), generateToken()),
    )
    expect(counts[429]).toBe(100)
    expect((await askWithToken(t, getPath('GET /api/v1/judge/event'), 'not a token')).status).toBe(429)
    await expectOthersToWork(t, judge)
  })

  it('a right judge code gets in after 1,300 wrong ones, which are refused', async () => {
    const { code } = await t.createJudge(eventId)
    expect(await countStatuses(1300, () => t.signInAsJudge('0000-0000-0000'))).toEqual({
      401: 1000,
      429: 300,
    })
    for (let times = 0; times < 3; times++) expect((await t.signInAsJudge(code)).status).toBe(200)
    expect((await t.signInAsJudge('0000-0000-0001')).json().code).toBe('too-many')
  })

  it('100 pupils register for the simulator three times', async () => {
    const register = () =>
      t.ask('POST', getPath('POST /api/download-game'), {
        visitor: true,
        payload: { email: 'not an address' },
      })
    expect(await countStatuses(301, register)).toEqual({ 400: 300, 429: 1 })
  })
})

describe('links of guardians', () => {
  let t: GuardiansApp
  beforeAll(async () => {
    t = await startGuardiansApp()
  })
  afterAll(() => t.close())

  it('work after many wrong ones and after many parents at one address', async () => {
    const { createToken } = await t.createTeamWithMinor()
    const token = await createToken()
    const read = async (sent: string) => ({ status: (await t.read(sent)).statusCode })
    expect(await countStatuses(70, () => read(token))).toEqual({ 200: 70 })
    // the page of the guardian has an old text
    const agreeToOldText = async () => ({
      status: (await t.decide(token, true, { textVersion: '2020-01-01' })).statusCode,
    })
    expect(await countStatuses(70, agreeToOldText)).toEqual({ 400: 70 })
    expect(await countStatuses(70, () => read(generateToken()))).toEqual({ 400: 60, 429: 10 })
    expect((await t.read(token)).statusCode).toBe(200)
    expect((await t.decide(token, true)).statusCode).toBe(200)
    const refused = await t.read(generateToken())
    expect([refused.statusCode, refused.json().code, Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'too-many',
      true,
    ])
  })
})

describe('the lookup of a session', () => {
  type Lookup = ReturnType<typeof createRateLimitedSessionLookup<{ id: string }>>
  const valid = generateToken()
  const start = () => {
    const lookedUp: string[] = []
    const lookup = createRateLimitedSessionLookup(async (token) => {
      lookedUp.push(token)
      return token === valid ? { id: 'one' } : undefined
    })
    return { lookup, lookedUp }
  }
  const createRequest = (token: string, ip = '203.0.113.1') =>
    ({ ip, headers: { authorization: `Bearer ${token}` } }) as unknown as Parameters<Lookup['find']>[0]

  it('happens once for each request, and never for text that is no token', async () => {
    const { lookup, lookedUp } = start()
    const request = createRequest(valid)
    expect(await lookup.findRateLimitKey(request)).toMatch(/^session /)
    expect(await lookup.find(request)).toEqual({ id: 'one' })
    expect(lookedUp).toEqual([valid])
    for (const text of [
      'x',
      `${valid}x`,
      valid.slice(1),
      `${valid.slice(1)} `,
      '../../etc/passwd',
      'a'.repeat(5000),
    ])
      expect([
        await lookup.find(createRequest(text)),
        await lookup.findRateLimitKey(createRequest(text)),
      ]).toEqual([undefined, undefined])
    expect(lookedUp).toEqual([valid])
  })

  it('is refused to further unknown tokens of an address after many, but not to tokens that were valid before', async () => {
    const { lookup, lookedUp } = start()
    const issued = generateToken()
    await lookup.find(createRequest(valid))
    lookup.remember(issued)
    for (let sent = 0; sent < maxUnknownTokensPerMinute; sent++)
      expect(await lookup.find(createRequest(generateToken()))).toBeUndefined()
    const count = lookedUp.length
    await expect(lookup.find(createRequest(generateToken()))).rejects.toThrow(AppError)
    expect(await lookup.findRateLimitKey(createRequest(generateToken()))).toBeUndefined()
    expect(lookedUp).toHaveLength(count)
    expect(await lookup.find(createRequest(valid))).toEqual({ id: 'one' })
    await lookup.find(createRequest(issued)).catch(() => {})
    expect(lookedUp.slice(count)).toEqual([valid, issued])
    // another address
    expect(await lookup.find(createRequest(generateToken(), '203.0.113.2'))).toBeUndefined()
  })
})

it('500 phones open event streams and pages at one address after a restart without a 429 or 5xx', async () => {
  const t = await startJudgesApp()
  const { slug, _id: id } = await t.event({ title_en: 'Final', live: 'true' }, [
    { score: 10, time: 5, email: 'player@school.test' },
  ])
  const restarted = await buildApp({ ...t, logger: false, root: resolve('.'), pages: 'built' })
  const address = await restarted.listen({ port: 0, host: '127.0.0.1' })
  const statuses: Record<string, number> = {}
  const load = async (path: string) => {
    const reply = await fetch(`${address}${path}`)
    await reply.arrayBuffer()
    const key = `${reply.status} ${path}`
    statuses[key] = (statuses[key] ?? 0) + 1
  }
  const phones = Array.from({ length: 500 }, async () => {
    await load('/')
    await load(`/events/${slug}`)
    await load(`/api/v1/events/scores/${id}`)
    const stream = await openEventStream(`${address}/api/v1/events/scores/${id}/live`)
    const { event } = await stream.next()
    return { event, close: () => stream.close() }
  })
  const streams = await Promise.all(phones)
  expect(streams.map(({ event }) => event)).toEqual(Array(500).fill('snapshot'))
  expect(statuses).toEqual({
    '200 /': 500,
    [`200 /events/${slug}`]: 500,
    [`200 /api/v1/events/scores/${id}`]: 500,
  })
  for (const stream of streams) stream.close()
  await restarted.close()
  await t.close()
})
