import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isEmailAddress } from '#contract/rules/email.ts'
import { findPersonNameProblem } from '#contract/rules/person-name.ts'
import { z } from '#contract/z.ts'
import { startMailServer } from '../support/mail-server.ts'
import { createRegistration } from './person-support.ts'
import { type SessionsApp, startSessionsApp } from './session-support.ts'

let t: SessionsApp
let mailServer: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mailServer = await startMailServer()
  t = await startSessionsApp({ SMTP_URL: mailServer.url })
  await t.database.pool.query(`update settings set value = jsonb_set(value, '{contact,email}', '"office@botola.test"')`)
})
afterAll(async () => {
  await t.close()
  await mailServer.close()
})

const twoAddresses = 'x1<victim@example.org>'
const link = 'Your prize: https://evil.example/win'

it.each([twoAddresses, 'a@b', 'a b@c.de', 'a@c.de, b@c.de', '"a"@c.de', 'x@y..de'])('%s is no e-mail address', (text) => {
  expect(isEmailAddress(text)).toBe(false)
  expect(z.email().safeParse(text).success).toBe(false)
})

it('ordinary names pass and links do not', () => {
  for (const name of ['Mona', 'Dr. Ahmed', 'Dr.Ahmed Al-Saleh', 'J.R. O’Neil', 'محمد عبد الله', 'M.Comer', 'Ana-María'])
    expect(findPersonNameProblem(name), name).toBeUndefined()
  for (const name of [link, 'www.evil.example', 'Win at evil.com now', 'http://1.2.3.4'])
    expect(findPersonNameProblem(name)).toBe('has-link')
  for (const name of ['a\nb', 'a\u202eb', 'a\u0007']) expect(findPersonNameProblem(name)).toBe('bad-characters')
})

describe('a registration', () => {
  it.each([
    ['en', 'email', twoAddresses, 'bad-format', /address|format/i],
    ['en', 'firstName', link, 'has-link', /A name can’t contain a link/],
    ['ar', 'firstName', link, 'has-link', /لا يمكن أن يحتوي الاسم على رابط/],
    ['ar', 'lastName', link, 'has-link', /رابط/],
  ])('in %s with another %s is refused', async (lang, field, value, code, text) => {
    const body = { ...createRegistration(), [field]: value }
    const reply = (await t.post(`/api/register?lang=${lang}`, body)).json()
    expect(reply).toMatchObject({ success: false, fields: [{ field, code }] })
    expect(JSON.stringify(reply)).toMatch(text)
    expect(mailServer.arrived).toEqual([])
  })
})

it.each([
  ['/api/contact-us', { name: link, email: 'sara@school.test', body: 'Hello' }, 'name'],
  ['/api/contact-us', { name: 'Sara', email: twoAddresses, body: 'Hello' }, 'email'],
  ['/api/support', { firstName: 'Sara', lastName: link, email: 'sara@school.test', body: 'Hello' }, 'lastName'],
])('%s refuses %o', async (url, body, field) => {
  const reply = await t.post(url, body)
  expect(reply.json().fields[0].field).toBe(field)
})

it('a contact mail is answered to its sender and says that a program sent it', async () => {
  const body = { name: 'Sara "x" <y@z.test>, Omar', email: 'sara@school.test', body: 'Hello' }
  expect((await t.post('/api/contact-us', body)).statusCode).toBe(200)
  const mail = await mailServer.next('office@botola.test')
  expect(mail.replyTo?.map(({ address }) => address)).toEqual(['sara@school.test'])
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})
