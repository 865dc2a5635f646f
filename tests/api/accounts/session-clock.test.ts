import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

let t: SessionsApp
beforeAll(async () => {
  t = await startSessionsApp()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => t.close())

it('an administrator can work while the clock of the process is days ahead of that of the database', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 })
  const authorization = await t.admin()
  expect(
    (await t.app.inject({ url: getPath('GET /api/admin/status'), headers: { authorization } })).statusCode,
  ).toBe(200)
})
