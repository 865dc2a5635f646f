import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { sessions, users } from '#server/platform/db/schema/users.ts'
import { createForm } from '../../support/api/events.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { testAdmin } from '../../support/services/app.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

let t: SessionsApp
let mailServer: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mailServer = await startMailServer()
  t = await startSessionsApp({ SMTP_URL: mailServer.url })
})
afterAll(async () => {
  await t.close()
  await mailServer.close()
})

let numbers = 0
/** Creates a student with a confirmed address, and the form with which an administrator saves the account. */
const createStudent = async (columns: Parameters<SessionsApp['person']>[0] = {}) => {
  numbers += 1
  const phone = `+96650777${String(numbers).padStart(4, '0')}`
  const { id, email } = await t.person({ phone, emailConfirmedAt: new Date(), ...columns })
  return {
    id,
    email,
    phone,
    newEmail: `new${numbers}@school.test`,
    newPhone: `+96650888${String(numbers).padStart(4, '0')}`,
  }
}
const save = async (authorization: string, fields: Record<string, string>) => {
  const { payload, headers } = await createForm({ fname: 'Mona', ...fields })
  const reply = await t.app.inject({
    method: 'POST',
    url: getPath('POST /api/admin/users/save'),
    headers: { ...headers, authorization },
    payload,
  })
  return { status: reply.statusCode, json: reply.json() }
}
const findUser = async (id: string) => (await t.database.db.select().from(users).where(eq(users.id, id)))[0]
const expireConfirmations = () =>
  t.database.db.update(sessions).set({ confirmedAt: new Date(Date.now() - 10 * 60_000 - 1000) })

describe('an administrator who changes the email address of a user', () => {
  it('needs a confirmed session, as for the phone; other changes need none', async () => {
    const { id, email, phone, newEmail, newPhone } = await createStudent()
    const admin = await t.admin()
    await expireConfirmations()
    const required = {
      status: 403,
      json: { success: false, code: 'confirmation_required', details: { method: 'password' } },
    }
    expect(await save(admin, { id, email: newEmail, phone })).toMatchObject(required)
    expect(await save(admin, { id, email, phone: newPhone })).toMatchObject(required)
    expect(await findUser(id)).toMatchObject({ email, phone })
    expect((await save(admin, { id, email, phone, lname: 'Nasser' })).status).toBe(200)
    await t.post(
      getPath('POST /api/account/confirm'),
      { password: testAdmin.password },
      { authorization: admin },
    )
    expect((await save(admin, { id, email: newEmail, phone: newPhone })).status).toBe(200)
    expect(await findUser(id)).toMatchObject({ email: newEmail, phone: newPhone, emailConfirmedAt: null })
  })

  it.each([
    ['en', 'was changed', 'Hello', 'Confirm your address'],
    ['ar', 'تغيّر بريد حسابك', 'مرحبًا', 'تأكيد بريدك'],
  ] as const)(
    'informs the old address in language %s, and the new one is confirmed by its link',
    async (lang, changed, greeting, confirm) => {
      const { id, email, phone, newEmail } = await createStudent({ lang })
      expect((await save(await t.admin(), { id, email: newEmail, phone })).status).toBe(200)

      const notice = await mailServer.next(email)
      expect(notice.subject).toContain(changed)
      expect(notice.text).toContain('Mona')
      // the old address may belong to another person now
      expect(`${notice.text}${notice.html}`).not.toContain(newEmail)

      const mail = await mailServer.next(newEmail)
      expect(mail.subject).toContain(confirm)
      expect(mail.text).toContain(greeting)
      expect((await findUser(id))?.emailConfirmedAt).toBeNull()
      const token = /confirm-email\/(?:\?lang=ar)?#(\S+)/.exec(String(mail.text))?.[1]
      const open = (proof: object) =>
        t.post(getPath('POST /api/confirm-email'), { token: String(token), ...proof })
      // whoever owns the address need not be the user
      expect((await open({})).json()).toMatchObject({
        ...{ code: 'password-required', field: 'password', details: { linkOf: 'account' } },
      })
      expect((await open({ password: 'wrong' })).json().code).toBe('wrong-password')
      expect((await findUser(id))?.emailConfirmedAt).toBeNull()
      expect((await open({ password })).json()).toEqual({ success: true, msg: expect.any(String) })
      expect((await findUser(id))?.emailConfirmedAt).toBeInstanceOf(Date)
    },
  )

  it('reveals no name to an old address that was never confirmed', async () => {
    const { id, email, phone, newEmail } = await createStudent({ emailConfirmedAt: null })
    expect((await save(await t.admin(), { id, email: newEmail, phone })).status).toBe(200)
    const notice = await mailServer.next(email)
    expect(`${notice.text}${notice.html}`).not.toContain('Mona')
  })
})

it('an administrator who sets the password of a user informs the user in their language', async () => {
  const { id, email, phone } = await createStudent({ lang: 'ar' })
  const secret = 'another long password'
  expect((await save(await t.admin(), { id, email, phone, password: secret, confirm: secret })).status).toBe(
    200,
  )
  const notice = await mailServer.next(email)
  expect([notice.subject, notice.text]).toEqual([
    'تم تغيير كلمة مرورك',
    expect.stringContaining('http://botola.test/forgot-password/'),
  ])
  expect(notice.text).not.toContain(secret)
})
