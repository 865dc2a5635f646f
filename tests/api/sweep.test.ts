import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Audience } from '#server/http/route-config.ts'
import { openSessions, type Sessions } from './session-support.ts'

type Call = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; for: Audience | undefined }
const nowhere = '01890000-0000-7000-8000-000000000000'

const calls: Call[] = []
let t: Sessions
let student: { email: string }
let other: { email: string }
beforeAll(async () => {
  t = await openSessions(
    {},
    {
      onRoute: (route: RouteOptions) => {
        if (!route.url.startsWith('/api/') || (route.schema as { hide?: boolean } | undefined)?.hide) return
        for (const method of [route.method].flat()) calls.push({ method: method as Call['method'], url: route.url, for: route.config?.for })
      },
    },
  )
  student = await t.person({ role: 'student' })
  other = await t.person({ role: 'coach', email: 'other@school.test' })
})
afterAll(() => t.close())

const tokenOf = async (email: string) => String((await t.signIn(email)).headers.authorization)
const ask = async (
  { method, url }: Call,
  authorization?: string,
  payload: string | undefined = method === 'GET' || method === 'DELETE' ? undefined : '{}',
) => {
  const reply = await t.app.inject({
    method,
    url: url.replace(/:\w+/g, nowhere),
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  // a file is no JSON
  const json = String(reply.headers['content-type']).startsWith('application/json') ? reply.json() : {}
  return { status: reply.statusCode, code: (json as { code?: string }).code }
}
const named = ({ method, url }: Call) => `${method} ${url}`

it('every call says who may make it, and what is under /api/admin is for administrators', () => {
  expect(calls.length).toBeGreaterThan(70)
  expect(calls.filter((call) => call.for === undefined).map(named)).toEqual([])
  expect(calls.filter((call) => call.url.startsWith('/api/admin/') && call.for !== 'admin').map(named)).toEqual([])
})

it('who is not signed in, or with a token that is none, gets 401 before anything is read', async () => {
  for (const call of calls.filter((one) => one.for === 'admin' || one.for === 'person')) {
    expect(await ask(call), named(call)).toEqual({ status: 401, code: 'no-token' })
    expect(await ask(call, 'Bearer nobody'), named(call)).toEqual({ status: 401, code: 'bad-token' })
    if (call.method !== 'GET' && call.method !== 'DELETE')
      expect(await ask(call, undefined, '{"broken'), named(call)).toEqual({ status: 401, code: 'no-token' })
  }
})

it('students and coaches get 403 from every call of the back office', async () => {
  const tokens = [await tokenOf(student.email), await tokenOf(other.email)]
  for (const call of calls.filter((one) => one.for === 'admin'))
    for (const token of tokens) expect(await ask(call, token), named(call)).toEqual({ status: 403, code: 'wrong-role' })
})

it('an administrator is let in everywhere: what follows is about what was sent', async () => {
  const token = await t.admin()
  for (const call of calls.filter((one) => one.for === 'admin')) {
    const { status } = await ask(call, token)
    expect([200, 400, 404], `${named(call)} → ${status}`).toContain(status)
  }
})

it('calls for who is signed in let everybody in who is, each with a token of his own', async () => {
  for (const call of calls.filter((one) => one.for === 'person'))
    for (const enter of [() => tokenOf(student.email), () => tokenOf(other.email), () => t.admin()]) {
      const { status, code } = await ask(call, await enter())
      expect([200, 400, 404, 409, 422], `${named(call)} → ${status} ${code}`).toContain(status)
    }
})

it('calls for visitors ask nobody who he is; what needs a key opens for no token', async () => {
  const tokens = [undefined, await tokenOf(student.email), await t.admin()]
  for (const call of calls.filter((one) => one.for === 'visitor'))
    for (const token of tokens) {
      const { status, code } = await ask(call, token)
      expect(['no-token', 'bad-token', 'wrong-role', 'unexpected'], `${named(call)} → ${status}`).not.toContain(code)
      expect(status, named(call)).toBeLessThan(500)
    }
  for (const call of calls.filter((one) => one.for === 'key'))
    for (const token of tokens) expect((await ask(call, token)).status, named(call)).toBe(401)
})
