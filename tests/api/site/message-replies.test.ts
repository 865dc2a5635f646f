import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

let t: SessionsApp
let mails: Awaited<ReturnType<typeof startMailServer>>
let admin: string
/** The contact of the site, another address for each test. */
let contact = ''
let contactCount = 0
beforeAll(async () => {
  mails = await startMailServer()
  t = await startSessionsApp({ SMTP_URL: mails.url })
  admin = await t.admin()
})
afterAll(async () => {
  await t.close()
  await mails.close()
})
beforeEach(async () => {
  contact = `hello${++contactCount}@site.example`
  await t.database.pool.query(
    `update settings set value = jsonb_set(value, '{contact,email}', to_jsonb($1::text))`,
    [contact],
  )
})

const report = (email: string, lang = 'en', body = 'The gate does not open.\nTwice.') =>
  t.post(`${getPath('POST /api/support')}/?lang=${lang}`, {
    firstName: 'Sara',
    lastName: 'Nasser',
    email,
    body,
  })
const list = async (query = '') =>
  (
    await t.app.inject({
      url: `${getPath('GET /api/admin/messages')}/?${query}`,
      headers: { authorization: admin },
    })
  ).json().messages
const reply = (id: string, body: string) =>
  t.post(getPath('POST /api/admin/messages/reply'), { id, body }, { authorization: admin })
const getHeader = (mail: Awaited<ReturnType<typeof mails.next>>, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value

test('the sender of a reported issue gets its number on the page and with a copy by email, in the language of the page', async () => {
  const english = (await report('sara@school.example')).json()
  expect(english).toMatchObject({
    success: true,
    reference: expect.stringMatching(/^BT-\d{4,}$/),
    hasCopy: true,
  })
  const copy = await mails.next('sara@school.example')
  expect([copy.subject, copy.replyTo?.[0]?.address]).toEqual([
    `Your report ${english.reference} to Botola`,
    contact,
  ])
  expect(copy.text).toContain('> The gate does not open.\n> Twice.')
  expect(getHeader(copy, 'auto-submitted')).toBe('auto-generated')
  expect((await mails.next(contact)).subject).toContain(`(${english.reference})`)

  const arabic = (await report('noura@school.example', 'ar', 'لا تُفتح البوابة <b>')).json()
  expect(arabic.reference).not.toBe(english.reference)
  const arabicCopy = await mails.next('noura@school.example')
  expect(arabicCopy.subject).toBe(`بلاغك ${arabic.reference} إلى «بطولة»`)
  expect(arabicCopy.html).toContain('dir="rtl"')
  expect(arabicCopy.html).toContain('لا تُفتح البوابة &lt;b&gt;')
  expect(await list(`s=${english.reference}`)).toMatchObject([
    { email: 'sara@school.example', reference: english.reference },
  ])
})

test('an address gets at most three copies in an hour; every report is stored', async () => {
  const copies = []
  for (let sent = 0; sent < 4; sent++) copies.push((await report('many@school.example')).json().hasCopy)
  expect(copies).toEqual([true, true, true, false])
  expect(await list('s=many@school.example')).toHaveLength(4)
})

test('an answer is emailed in the language of the message with the message as a quotation, stored, and marks the message as answered', async () => {
  const question = { name: 'منى', email: 'mona@school.example', phone: '', body: 'أين تُقام البطولة؟' }
  await t.post(`${getPath('POST /api/contact-us')}/?lang=ar`, question)
  const [message] = await list('s=mona@school.example')
  expect(message).toMatchObject({ state: 'new', replies: [] })
  const answered = await reply(message.id, 'في الرياض.\n\nأهلًا بكم.')
  expect(answered.json()).toMatchObject({
    success: true,
    message: { state: 'answered', replies: [{ body: 'في الرياض.\n\nأهلًا بكم.' }] },
  })
  const mail = await mails.next('mona@school.example')
  expect([mail.subject, mail.replyTo?.[0]?.address]).toEqual([
    `رسالتك ${message.reference} إلى «بطولة»`,
    contact,
  ])
  expect(mail.text).toMatch(/^في الرياض\.[\s\S]*> أين تُقام البطولة؟/)
  // a person wrote the email, so it is not marked as automatic
  expect(getHeader(mail, 'auto-submitted')).toBeUndefined()
  await reply(message.id, 'Second')
  const [stored] = await list('state=answered&s=mona@school.example')
  expect(stored.replies).toMatchObject([
    { body: 'في الرياض.\n\nأهلًا بكم.', by: expect.stringMatching(/\S/), at: expect.stringMatching(/Z$/) },
    { body: 'Second' },
  ])
  const { rows } = await t.database.pool.query(
    `select after from audit_log where entity = 'message' and entity_id = $1 order by at`,
    [message.id],
  )
  expect(rows[0].after).toEqual({ state: 'answered', reply: true })
})

test('an answer needs a text, a message and a mail server', async () => {
  await report('omar@school.example')
  const [message] = await list('s=omar@school.example')
  expect((await reply(message.id, ' \n ')).json()).toMatchObject({ code: 'bad-input', field: 'body' })
  expect((await reply('01890000-0000-7000-8000-000000000000', 'x')).json()).toMatchObject({
    code: 'not-found',
  })
  const without = await startSessionsApp()
  try {
    const token = await without.admin()
    await without.post(`${getPath('POST /api/support')}/`, {
      firstName: 'Sara',
      lastName: 'Nasser',
      email: 'sara@school.example',
      body: 'x',
    })
    const reply = await without.app.inject({
      url: getPath('GET /api/admin/messages'),
      headers: { authorization: token },
    })
    const { id } = reply.json().messages[0]
    const answered = await without.post(
      getPath('POST /api/admin/messages/reply'),
      { id, body: 'x' },
      { authorization: token },
    )
    expect(answered.json()).toMatchObject({ code: 'mail-not-set-up' })
  } finally {
    await without.close()
  }
})
