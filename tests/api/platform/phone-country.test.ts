import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

let t: SessionsApp
let admin: string
beforeAll(async () => {
  t = await startSessionsApp()
  admin = await t.admin()
})
afterAll(() => t.close())

it('the country of phone fields is Egypt until an administrator saves another one', async () => {
  const call = (method: 'GET' | 'PUT', payload?: object) =>
    t.app.inject({
      method,
      url: getPath('GET /api/admin/settings'),
      headers: { authorization: admin },
      ...(payload ? { payload } : {}),
    })
  const { version, updatedAt: _, ...values } = (await call('GET')).json().settings
  expect(values.phoneCountry).toBe('EG')
  const save = (phoneCountry: unknown, of: number) => call('PUT', { ...values, phoneCountry, version: of })
  expect((await save('SA', version)).json()).toMatchObject({ settings: { phoneCountry: 'SA' } })
  expect((await save(undefined, version + 1)).json()).toMatchObject({ settings: { phoneCountry: 'SA' } })
  expect((await save('sau', version + 2)).statusCode).toBe(400)
})
