import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'

let t: PaymentsApp
beforeAll(async () => {
  t = await startPaymentsApp({ DEMO: 'off' })
})
afterAll(() => t.close())

it('TELR_TEST has no default once there are credentials', () => {
  expect(() => readConfig({ TELR_STORE: '1234', TELR_AUTH_KEY: 'key' })).toThrow(ConfigError)
  expect(() => readConfig({ TELR_STORE: '1234', TELR_AUTH_KEY: 'key' })).toThrow(/TELR_TEST is required/)
  expect(readConfig({ TELR_STORE: '1234', TELR_AUTH_KEY: 'key', TELR_TEST: 'off' }).TELR_TEST).toBe(false)
  expect(readConfig({}).TELR_TEST).toBeUndefined()
})

it('a test payment does not pay for a team outside development and demo installations', async () => {
  const team = await t.team()
  const { payment, url } = (await t.ask('POST', '/api/payments/', { teamId: team })).json()
  await t.telr.act(new URL(url).searchParams.get('o') ?? '', 'authorise')
  const checked = (await t.ask('POST', `/api/payments/${payment.id}/check`, {})).json()
  expect(checked.payment).toMatchObject({ state: 'mismatch', receipt: null, test: true })
  expect(await t.query('select paid from teams where id = $1', [team])).toEqual([{ paid: false }])
})

it('every user of the back office, and nobody else, learns that payments are in test mode', async () => {
  expect((await t.asAdmin('GET', '/api/admin/payments/mode')).json()).toEqual({
    success: true,
    test: true,
    demo: false,
  })
  expect((await t.ask('GET', '/api/admin/payments/mode')).status).toBe(403)
  const real = await startPaymentsApp({ TELR_TEST: 'off' })
  expect((await real.asAdmin('GET', '/api/admin/payments/mode')).json()).toEqual({
    success: true,
    test: false,
    demo: false,
  })
  await real.close()
})
