import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Audience } from '#contract/platform/define-calls.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'

type Call = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; for: Audience | undefined }
const nowhere = '01890000-0000-7000-8000-000000000000'

let t: JudgesApp
let calls: Call[] = []
let judgeToken: string
beforeAll(async () => {
  const routes: RouteOptions[] = []
  t = await startJudgesApp({}, { onRoute: (route) => routes.push(route) })
  calls = routes
    .filter(({ url, schema }) => url.startsWith('/api/') && !(schema as { hide?: boolean } | undefined)?.hide)
    .flatMap(({ method, url, config }) =>
      [method].flat().map((each) => ({ method: each as Call['method'], url, for: config?.for })),
    )
  judgeToken = (await t.createSignedInJudge((await t.event())._id)).token
})
afterAll(() => t.close())

const send = async ({ method, url }: Call, token?: string) => {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const reply = await t.ask(method, url.replace(/:\w+/g, nowhere), {
    visitor: true,
    headers: {
      ...(token ? { authorization: token } : {}),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { payload: '{}' } : {}),
  })
  return {
    status: reply.status,
    code: /^application\/json/.test(String(reply.headers['content-type'])) ? reply.json().code : undefined,
  }
}
const toName = ({ method, url }: Call) => `${method} ${url}`

it('calls of judges are below their own prefix, and accept no token of an account', async () => {
  const forJudges = calls.filter((call) => call.for === 'judge')
  expect(forJudges.length).toBeGreaterThan(1)
  for (const call of forJudges) {
    expect(call.url).toMatch(/^\/api\/v1\/judge\//)
    expect(await send(call, t.authorization), toName(call)).toEqual({ status: 401, code: 'bad-token' })
  }
})

it('every other call that needs a token rejects the token of a judge', async () => {
  const others = calls.filter((call) => call.for === 'admin' || call.for === 'user')
  expect(others.length).toBeGreaterThan(100)
  for (const call of others)
    expect(await send(call, judgeToken), toName(call)).toEqual({ status: 401, code: 'bad-token' })
  for (const call of calls.filter((one) => one.for === 'key'))
    expect((await send(call, judgeToken)).status, toName(call)).toBe(401)
})

it('public calls give a judge no more than a visitor', async () => {
  for (const call of calls.filter((one) => one.for === 'visitor' && one.method === 'GET'))
    expect((await send(call, judgeToken)).status, toName(call)).toBe((await send(call)).status)
})
