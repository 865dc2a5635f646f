import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Audience } from '#contract/platform/define-calls.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

type Call = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; for: Audience | undefined }
const nowhere = '01890000-0000-7000-8000-000000000000'

const routes: RouteOptions[] = []
let calls: Call[] = []
let t: SessionsApp
let student: { email: string }
let other: { email: string }
beforeAll(async () => {
  t = await startSessionsApp(
    {},
    {
      onRoute: (route: RouteOptions) => routes.push(route),
    },
  )
  // hooks of plugins complete a route after `onRoute`
  calls = routes
    .filter(({ url, schema }) => url.startsWith('/api/') && !(schema as { hide?: boolean } | undefined)?.hide)
    .flatMap(({ method, url, config }) =>
      [method].flat().map((each) => ({ method: each as Call['method'], url, for: config?.for })),
    )
  student = await t.person({ role: 'student' })
  other = await t.person({ role: 'coach', email: 'other@school.test' })
})
afterAll(() => t.close())

/**
 * An address for each hundred calls: one address reaches the rate limit, because these tests make more calls
 * than it allows in a minute.
 */
let callCount = 0
const getNextAddress = () => `198.18.0.${Math.floor(callCount++ / 100) % 250}`
const tokenOf = async (email: string) => String((await t.signIn(email)).headers.authorization)
const ask = async (
  { method, url }: Call,
  authorization?: string,
  payload: string | undefined = method === 'GET' || method === 'DELETE' ? undefined : '{}',
) => {
  const reply = await t.app.inject({
    remoteAddress: getNextAddress(),
    method,
    url: url.replace(/:\w+/g, nowhere),
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  // the reply is a file and not JSON
  const json = String(reply.headers['content-type']).startsWith('application/json') ? reply.json() : {}
  return { status: reply.statusCode, code: (json as { code?: string }).code }
}
const named = ({ method, url }: Call) => `${method} ${url}`

it('every route has an audience, which is administrators for paths under /api/admin', () => {
  expect(calls.length).toBeGreaterThan(70)
  expect(calls.filter((call) => call.for === undefined).map(named)).toEqual([])
  expect(
    calls.filter((call) => call.url.startsWith('/api/admin/') && call.for !== 'admin').map(named),
  ).toEqual([])
})

it('a request without a token or with an invalid one gets 401 before anything is read', async () => {
  for (const call of calls.filter(
    (one) => one.for === 'admin' || one.for === 'user' || one.for === 'judge',
  )) {
    expect(await ask(call), named(call)).toEqual({ status: 401, code: 'no-token' })
    expect(await ask(call, 'Bearer nobody'), named(call)).toEqual({ status: 401, code: 'bad-token' })
    if (call.method !== 'GET' && call.method !== 'DELETE')
      expect(await ask(call, undefined, '{"broken'), named(call)).toEqual({ status: 401, code: 'no-token' })
  }
})

it('students and coaches get 403 from every call of the back office', async () => {
  const tokens = [await tokenOf(student.email), await tokenOf(other.email)]
  for (const call of calls.filter((one) => one.for === 'admin'))
    for (const token of tokens)
      expect(await ask(call, token), named(call)).toEqual({ status: 403, code: 'wrong-role' })
})

/** Calls whose reply to an empty request differs from that of similar calls. */
const exceptions: Record<string, number> = {
  'POST /api/admin/payments/reconcile': 200,
  'GET /api/admin/events/:eventId/participants': 400,
  'GET /api/seasons': 400,
  'GET /api/admin/payments/totals': 400,
  'GET /api/admin/payments/ledger': 400,
  // the body of a part is not JSON
  'PUT /api/admin/media/uploads/:uploadId': 400,
  'POST /api/getuser': 200,
  'POST /api/signout': 200,
  'POST /api/account/second-factor/start': 200,
  // the app of the test sends no emails
  'POST /api/admin/teams/coach-invitations': 422,
  'POST /api/account/email-confirmation': 422,
  // the accounts of the test have no passkeys
  'POST /api/account/confirm/passkey-options': 404,
  'POST /api/account/passkeys/options': 200,
  'DELETE /api/account/sessions': 200,
  'DELETE /api/account/erasure': 404,
  'DELETE /api/teams/drafts/:draftId': 200,
}

/**
 * Sends a call without a body and with ids of no record: a write is rejected for that reason only, and a list
 * is read.
 */
const expectAllowed = async (call: Call, token: string) => {
  const { status, code } = await ask(call, token)
  const hasId = call.url.includes(':')
  const fixed =
    exceptions[named(call)] ?? (call.method === 'GET' ? (hasId ? 404 : 200) : hasId ? undefined : 400)
  expect(fixed === undefined ? [400, 404] : [fixed], `${named(call)} → ${status} ${code}`).toContain(status)
  if (status === 400) expect(['bad-input', 'form-incomplete'], named(call)).toContain(code)
  if (status === 404) expect(code, named(call)).toBe('not-found')
}

it('administrators may make every call of the back office', async () => {
  const token = await t.admin()
  for (const call of calls.filter((one) => one.for === 'admin')) await expectAllowed(call, token)
})

it('students, coaches and administrators may make every call for signed-in users', async () => {
  const isSignOut = (call: Call) => call.url === '/api/signout'
  const forPeople = calls
    .filter((one) => one.for === 'user')
    .toSorted((a, b) => Number(isSignOut(a)) - Number(isSignOut(b)))
  for (const token of [await tokenOf(student.email), await tokenOf(other.email), await t.admin()])
    for (const call of forPeople) await expectAllowed(call, token)
})

it('public calls need no token, and calls that need a key accept no token', async () => {
  const tokens = [undefined, await tokenOf(student.email), await t.admin()]
  for (const call of calls.filter((one) => one.for === 'visitor'))
    for (const token of tokens) {
      const { status, code } = await ask(call, token)
      expect(
        ['no-token', 'bad-token', 'wrong-role', 'unexpected'],
        `${named(call)} → ${status}`,
      ).not.toContain(code)
      expect(status, named(call)).toBeLessThan(500)
    }
  for (const call of calls.filter((one) => one.for === 'key'))
    for (const token of tokens) expect((await ask(call, token)).status, named(call)).toBe(401)
})
