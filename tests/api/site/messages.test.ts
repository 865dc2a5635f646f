import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPublicApi } from '#web/shared/api/public-api.ts'
import { startApp, type TestApp } from '../../support/services/app.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

let running: TestApp
let api: ReturnType<typeof createPublicApi>
let mails: Awaited<ReturnType<typeof startMailServer>>
/** The contact of the site, another address for each test. */
let contact = ''
let contactCount = 0

beforeAll(async () => {
  mails = await startMailServer()
  running = await startApp({ SMTP_URL: mails.url })
  await running.database.pool.query(`update regions set email = slug || '@regions.example'`)
  const origin = await running.listen()
  api = createPublicApi((path, init) => fetch(`${origin}${path}`, init))
})
afterAll(async () => {
  await running.close()
  await mails.close()
})
beforeEach(async () => {
  contact = `hello${++contactCount}@site.example`
  await running.database.pool.query(
    `update settings set value = jsonb_set(value, '{contact,email}', to_jsonb($1::text))`,
    [contact],
  )
  await running.ownerPool.query('truncate messages restart identity cascade')
})

const kept = async () => (await running.database.pool.query('select * from messages order by id')).rows
const issue = {
  firstName: 'Sara',
  lastName: 'Nasser',
  email: 'Sara@School.example',
  body: 'The gate does not open.\nTwice.',
}

test('an issue is stored and emailed to the contact of its region', async () => {
  const region = (await api.content.regions()).find(({ slug }) => slug === 'riyadh')
  expect(await api.messages.report({ ...issue, regionId: region?.id ?? '' })).toEqual({
    message: 'Thank you! We’ve received your message.',
    reference: 'BT-1001',
    hasCopy: true,
  })
  expect(await kept()).toMatchObject([
    {
      kind: 'issue',
      first_name: 'Sara',
      last_name: 'Nasser',
      email: 'sara@school.example',
      region_id: region?.id,
      body: issue.body,
      state: 'new',
      lang: 'en',
    },
  ])
  const read = await mails.next('riyadh@regions.example')
  expect(read.subject).toBe('An issue was reported on botola.test (BT-1001)')
  expect(read.replyTo?.[0]?.address).toBe('sara@school.example')
  expect(read.text).toContain('Sara Nasser')
  expect(read.text).toContain('The gate does not open.\nTwice.')
})

test('a contact message is stored and emailed to the site in the language of its author', async () => {
  const reply = await running.app.inject({
    method: 'POST',
    url: '/api/contact-us/?lang=ar',
    payload: { name: 'منى', email: 'mona@school.example', phone: '0100', body: 'أين تُقام البطولة؟' },
  })
  expect(reply.json()).toEqual({ success: true, msg: 'شكرًا لك! وصلتنا رسالتك.' })
  expect((await kept()).at(-1)).toMatchObject({
    kind: 'contact',
    first_name: 'منى',
    phone: '0100',
    body: 'أين تُقام البطولة؟',
    lang: 'ar',
  })
  const read = await mails.next(contact)
  expect(read.replyTo?.[0]?.address).toBe('mona@school.example')
  expect(read.subject).toContain('رسالة من نموذج التواصل')
  expect(read.text).toContain('أين تُقام البطولة؟')
})

test('a message has at most three hundred words', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `كلمة${at}`).join(' ')
  await api.messages.report({ ...issue, body: words(300) })
  await mails.next(contact)
  const before = await kept()
  await expect(api.messages.report({ ...issue, body: words(301) })).rejects.toMatchObject({
    code: 'bad-input',
    fields: { body: 'Please use at most 300 words.' },
  })
  await expect(api.messages.report({ ...issue, body: ' \n ' })).rejects.toMatchObject({
    fields: { body: 'This is required.' },
  })
  await expect(api.messages.report({ ...issue, firstName: '' })).rejects.toMatchObject({
    fields: { firstName: expect.any(String) },
  })
  await expect(api.messages.report({ ...issue, email: 'a@b' })).rejects.toMatchObject({
    fields: { email: expect.any(String) },
  })
  await expect(
    api.messages.report({ ...issue, regionId: '01890000-0000-7000-8000-000000000000' }),
  ).rejects.toMatchObject({
    fields: { regionId: 'This does not exist.' },
  })
  await expect(
    api.messages.contact({ name: '', email: 'x@y.example', phone: '', body: 'x' }),
  ).rejects.toMatchObject({
    fields: { name: expect.any(String) },
  })
  expect(await kept()).toEqual(before)
})

test('a message with a filled honeypot field gets a normal reply and is discarded', async () => {
  const before = await kept()
  expect(await api.messages.report({ ...issue, website: 'http://buy.example' })).toEqual({
    message: 'Thank you! We’ve received your message.',
    hasCopy: false,
  })
  expect(await kept()).toEqual(before)
})

test('one address can send twenty messages in a quarter of an hour', async () => {
  const codes = []
  for (let sent = 0; sent < 25; sent++) {
    const reply = await running.app.inject({
      method: 'POST',
      url: '/api/support/',
      payload: {},
      remoteAddress: '203.0.113.9',
    })
    codes.push(reply.statusCode)
    if (reply.statusCode === 429) expect(reply.json()).toMatchObject({ success: false, code: 'too-many' })
  }
  expect(codes.slice(0, 20).every((code) => code === 400)).toBe(true)
  expect(codes.slice(20).every((code) => code === 429)).toBe(true)
})

test('both forms accept the field names of the specification', async () => {
  const post = (url: string, payload: object) =>
    running.app.inject({ method: 'POST', url, payload, remoteAddress: '203.0.113.77' })
  const question = {
    name: 'Mona',
    email: 'mona@school.example',
    phone_number: '+966500000001',
    message: 'Published spelling',
  }
  const report = {
    first_name: 'Mona',
    last_name: 'Saleh',
    email: 'mona@school.example',
    message: 'Published spelling',
  }
  for (const [url, payload] of [
    ['/api/contact-us/', question],
    ['/api/support/', report],
  ] as const)
    expect((await post(url, payload)).json()).toMatchObject({ success: true })
  expect((await kept()).filter(({ body }) => body === 'Published spelling')).toMatchObject([
    { kind: 'contact', phone: '+966500000001' },
    { kind: 'issue', first_name: 'Mona', last_name: 'Saleh' },
  ])
})
