import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../support/services/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())
const setContact = async (email: string) => {
  await t.database.pool.query(
    `update settings set value = jsonb_set(value, '{contact,email}', to_jsonb($1::text))`,
    [email],
  )
  await t.invalidator.invalidate('settings')
}
const read = async () => {
  const reply = await t.app.inject('/.well-known/security.txt')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  return Object.fromEntries(
    reply.body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
  )
}

it('security.txt names the contact of the settings, its languages and a day less than a year ahead', async () => {
  await setContact('security@botola.test')
  const fields = await read()
  expect(fields).toMatchObject({
    Contact: 'mailto:security@botola.test',
    'Preferred-Languages': 'en, ar',
    Canonical: 'http://botola.test/.well-known/security.txt',
  })
  // RFC 9116 recommends less than a year
  const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
  await setContact('')
  const withoutContact = await read()
  expect(withoutContact.Contact).toBe('http://botola.test/contact-us/')
  expect(Date.parse(withoutContact.Expires ?? '')).toBeGreaterThan(Date.now())
})
