import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveCompetitionRequest } from '#contract/event/competition.schema.ts'
import { eventFormFields } from '#contract/event/event.schema.ts'
import { tableNameField } from '#contract/event/judging/judge.schema.ts'
import { findPersonNameProblem } from '#contract/people/teams/person-name.ts'
import { teamFieldsRequest } from '#contract/people/teams/team.schema.ts'
import { isEmailAddress } from '#contract/platform/email.ts'
import { saveSettingsRequest } from '#contract/platform/settings.schema.ts'
import { z } from '#contract/platform/z.ts'
import { saveFaqRequest, savePartnerRequest } from '#contract/published/contents.schema.ts'
import { saveAnnouncementRequest } from '#contract/site/announcement.schema.ts'
import { saveContinentRequest } from '#contract/site/contents.schema.ts'
import { renderTemplate } from '#server/platform/emails/templates.ts'
import { createRegistration } from '../../support/api/person.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

let t: SessionsApp
let mailServer: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mailServer = await startMailServer()
  t = await startSessionsApp({ SMTP_URL: mailServer.url })
  await t.database.pool.query(
    `update settings set value = jsonb_set(value, '{contact,email}', '"office@botola.test"')`,
  )
})
afterAll(async () => {
  await t.close()
  await mailServer.close()
})

const twoAddresses = 'x1<victim@example.org>'
const link = 'Your prize: https://evil.example/win'

it.each([twoAddresses, 'a@b', 'a b@c.de', 'a@c.de, b@c.de', '"a"@c.de', 'x@y..de'])(
  '%s is no e-mail address',
  (text) => {
    expect(isEmailAddress(text)).toBe(false)
    expect(z.email().safeParse(text).success).toBe(false)
  },
)

it('ordinary names pass and links do not', () => {
  for (const name of [
    'Mona',
    'Dr. Ahmed',
    'J.R. O’Neil',
    'J.R.R.Tolkien',
    'محمد عبد الله',
    'د.سلمى',
    'أ.د.سَلمى',
    'أ/ محمد',
    'د/سعاد',
    'م/ علي',
    'أم/سارة',
    'أ.د/ منى',
    'ولي الأمر/ محمد',
    'ولي الأمر: محمد',
    'د\\ محمد',
    'M.Al-Harbi',
    'M.Comer',
    'Ana-María',
    'Jr.',
    'x.al Ali',
    'M.Al-Harbi/ x',
    'e.cloud',
    'J.B./ x',
  ])
    expect(findPersonNameProblem(name), name).toBeUndefined()
  const addresses = [
    'www.evil.example',
    'Win at evil.com now',
    'http://1.2.3.4',
    'bit.ly/win-prize',
    'evil.ru',
    'evil.sa',
    '//evil.sa',
    'e.sa',
    'x.ru',
    'أ.com',
    '192.168.1.1',
    'example.com/x',
    'http:evil.sa',
  ]
  for (const name of [
    link,
    ...addresses,
    'evil．com',
    'evil。sa',
    'evil.\u200bsa',
    'evil2.sa',
    'مثال.السعودية',
    't.co',
    'Dr.Ahmed',
    'prize-x.sa',
    'win-1.ru',
    'a@b.sa',
    'ab@x.sa',
    '\\\\host',
    'a：b',
    'e.cloud/x',
    'm.store/abc',
    't.pro?x',
    'ｔ．ｐｒｏ＃x',
    'x.xn--p1ai/a',
    'e.sa-',
    'e.sa!',
  ])
    expect(findPersonNameProblem(name), name).toBe('has-link')
  for (const name of ['a\nb', 'a\u202eb', 'a\u0007'])
    expect(findPersonNameProblem(name)).toBe('bad-characters')
})

const singleLineFields: [string, (text: string) => { success: boolean }][] = [
  ['the subject of an announcement', (en) => saveAnnouncementRequest.safeParse({ subject: { en } })],
  ['the title of an event', (title) => z.object(eventFormFields).pick({ title: true }).safeParse({ title })],
  ['the name of a team', (name) => teamFieldsRequest.safeParse({ name })],
  ['the school of a team', (schoolName) => teamFieldsRequest.safeParse({ schoolName })],
  ['the stage of a team', (stage) => teamFieldsRequest.safeParse({ stage })],
  ['the name of a competition', (ar) => saveCompetitionRequest.safeParse({ name: { ar } })],
  ['the name of a continent', (en) => saveContinentRequest.safeParse({ name: { en } })],
  ['the name of a partner', (name) => savePartnerRequest.safeParse({ name })],
  ['a question', (name) => saveFaqRequest.safeParse({ name })],
  [
    'the name of the site',
    (en) => saveSettingsRequest.shape.brand.unwrap().shape.name.safeParse({ en, ar: 'بطولة' }),
  ],
  ['a table', (table) => tableNameField.safeParse(table)],
]
it.each(singleLineFields)('%s has one line and no direction controls', (_, parse) => {
  expect(parse('  Training day يوم  ').success).toBe(true)
  for (const text of ['Hi\r\nBcc: victim@example.com', 'a\nb', 'a\tb', 'a\u202eb', 'a\u2066b']) {
    const parsed = parse(text)
    expect(parsed.success).toBe(true)
    expect(JSON.stringify(parsed)).not.toMatch(/\\[rnt]|[\u202a-\u202e\u2066-\u2069]/)
  }
  for (const text of ['a\u0007b', 'a\u0000b', 'a\u001b[2Jb']) expect(parse(text).success).toBe(false)
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
  ['/api/contact-us', { name: 'Sara <y@z.test>', email: 'sara@school.test', body: 'Hello' }, 'name'],
  ['/api/contact-us', { name: 'Sara', email: twoAddresses, body: 'Hello' }, 'email'],
  [
    '/api/support',
    { firstName: 'Sara', lastName: link, email: 'sara@school.test', body: 'Hello' },
    'lastName',
  ],
])('$0 refuses a link or a second address in the field $2', async (url, body, field) => {
  const reply = await t.post(url, body)
  expect(reply.json().fields[0].field).toBe(field)
})

it('a contact email is answered to its sender and says that a program sent it', async () => {
  const body = { name: 'Sara "x" <y>, Omar', email: 'sara@school.test', body: 'Hello' }
  expect((await t.post('/api/contact-us', body)).statusCode).toBe(200)
  const mail = await mailServer.next('office@botola.test')
  expect(mail.replyTo?.map(({ address }) => address)).toEqual(['sara@school.test'])
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

it('emails contain no link from a name that was stored before', async () => {
  const competition = { en: 'Robo Sumo', ar: 'روبو سومو' }
  const values = { name: 'evil.sa', link: 'https://botola.test/account', team: 'Falcons', competition }
  const email = { template: 'teamDeleted', language: 'en' } as const
  const { text, html } = renderTemplate({ ...email, values })
  expect(`${text}${html}`).not.toContain('evil')
  expect(text).toMatch(/^Hello\n/)
  expect(renderTemplate({ ...email, values: { ...values, name: 'J.R.' } }).text).toMatch(/^Hello J\.R\./)
})
