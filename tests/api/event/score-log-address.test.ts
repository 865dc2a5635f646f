import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Permission } from '#contract/accounts/permissions.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

let t: SessionsApp
let mails: Awaited<ReturnType<typeof startMailServer>>
let admin: string
beforeAll(async () => {
  mails = await startMailServer()
  t = await startSessionsApp({ SMTP_URL: mails.url })
  admin = await t.admin()
})
afterAll(async () => {
  await t.close()
  await mails.close()
})

const send = async (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  token: string,
  payload?: object,
  lang = 'en',
) => {
  const headers = { authorization: token, cookie: `lang=${lang}` }
  const reply = await t.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, json: reply.json() }
}
/** Saves the settings form with a change. */
const save = async (change: object, token = admin, lang = 'en') => {
  const {
    version,
    updatedAt: _,
    ...settings
  } = (await send('GET', getPath('GET /api/admin/settings'), token)).json.settings
  return send('PUT', getPath('PUT /api/admin/settings'), token, { ...settings, version, ...change }, lang)
}
const signInWith = async (...permissions: Permission[]) => {
  const { email } = await t.person({ role: 'admin', permissions })
  return String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
}
const readAddress = async () =>
  (await send('GET', getPath('GET /api/admin/settings'), admin)).json.settings.scoreLogEmail
const expireConfirmations = () =>
  t.database.pool.query("update sessions set confirmed_at = now() - interval '1 hour'")

it('only administrators change the address of the score log; others save the other settings', async () => {
  expect((await save({ scoreLogEmail: 'jury@school.test' })).status).toBe(200)
  const content = await signInWith('content')
  for (const scoreLogEmail of ['mine@school.test', '']) {
    const { status, json } = await save({ scoreLogEmail }, content)
    expect({ status, json }).toMatchObject({
      status: 403,
      json: { code: 'no-permission', field: 'scoreLogEmail' },
    })
    expect(json.fields[0].msg).toBe('You need the permission “Administration” to change this.')
  }
  expect((await save({ scoreLogEmail: '' }, content, 'ar')).json.fields[0].msg).toBe(
    'يتطلب تغيير هذا الحقل صلاحية «الإدارة».',
  )
  const { status, json } = await save({ showCounters: false }, content)
  expect([status, json.settings.showCounters, json.settings.scoreLogEmail]).toEqual([
    200,
    false,
    'jury@school.test',
  ])
  expect(
    (await save({ scoreLogEmail: undefined, showCounters: true }, content)).json.settings.scoreLogEmail,
  ).toBe('jury@school.test')
})

it.each([
  [
    'receiptIssuer',
    'finance',
    { receiptIssuer: { name: { en: 'Fake', ar: 'مزيف' }, vatNumber: '300000000000003', vatPercent: 5 } },
  ],
  ['features.payment', 'finance', { features: { registration: true, payment: false, simulator: true } }],
  ['timeZone', 'administration', { timeZone: 'Pacific/Kiritimati' }],
] as const)('%s needs %s as well as content, and no confirmation', async (field, permission, change) => {
  const before = (await send('GET', getPath('GET /api/admin/settings'), admin)).json.settings
  const refused = await save(change, await signInWith('content'))
  expect(refused).toMatchObject({ status: 403, json: { code: 'no-permission', field } })
  const label = { finance: 'Finance', administration: 'Administration' }[permission]
  expect(refused.json.fields[0].msg).toBe(`You need the permission “${label}” to change this.`)
  const both = await signInWith('content', permission)
  await expireConfirmations()
  expect((await save(change, both)).json.settings).toMatchObject(change)
  admin = await t.admin()
  expect(
    (
      await save({
        receiptIssuer: before.receiptIssuer,
        features: before.features,
        timeZone: before.timeZone,
      })
    ).status,
  ).toBe(200)
})

it('a change of the address needs a confirmed session, a save without one does not', async () => {
  await save({ scoreLogEmail: 'jury@school.test' })
  await expireConfirmations()
  expect(await save({ scoreLogEmail: 'other@school.test' })).toMatchObject({
    status: 403,
    json: { code: 'confirmation_required' },
  })
  expect((await save({ showCounters: true })).status).toBe(200)
  expect(await readAddress()).toBe('jury@school.test')
  admin = await t.admin()
})

it('the old address gets an email in both languages when the address is changed, removed or set back by the audit log', async () => {
  await save({ scoreLogEmail: 'first@school.test' })
  await save({ scoreLogEmail: 'first@school.test', showCounters: true })
  await save({ scoreLogEmail: 'second@school.test' })
  const mail = await mails.next('first@school.test')
  expect(mail.subject).toMatch(/سجل نتائج .*\| .*The score log of .*Botola/)
  for (const text of ['no longer go to this address', 'فلن تصل بصمات النتائج المنشورة إلى هذا العنوان'])
    expect([mail.text, mail.html].map((part) => String(part).includes(text))).toEqual([true, true])
  expect(`${mail.text}${mail.html}`).not.toContain('second@')
  await save({ scoreLogEmail: '' })
  expect((await mails.next('second@school.test')).text).toContain('no longer go to this address')

  await save({ scoreLogEmail: 'third@school.test' })
  const { entries } = (await send('GET', `${getPath('GET /api/admin/audit')}?entity=settings`, admin)).json
  expect(
    (await send('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId: entries[0].id }), admin))
      .status,
  ).toBe(200)
  expect(await readAddress()).toBe('')
  expect((await mails.next('third@school.test')).text).toContain('no longer go to this address')
})
