import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { hashToken } from '#server/accounts/session/service.ts'
import { sessions, users } from '#server/platform/db/schema/users.ts'
import { hashPassword } from '#server/platform/lib/password.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { generateCurrentCode, generateNextCode } from '../../support/api/verification-codes.ts'
import { testAdmin } from '../../support/services/app.ts'

const arabic = { cookie: 'lang=ar' }

describe('signing in', () => {
  let t: SessionsApp
  beforeAll(async () => {
    t = await startSessionsApp()
  })
  afterAll(() => t.close())
  const user = (token: string, headers = {}) =>
    t.post('/api/getuser', {}, { authorization: token, ...headers })

  it('returns the token in the reply header, and getuser returns its user', async () => {
    const mona = await t.person()
    const reply = await t.signIn(mona.email)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ success: true, msg: 'Sign in Suucessfully!' })
    expect(reply.headers['cache-control']).toBe('no-store')
    const token = String(reply.headers.authorization)
    expect(token).toMatch(/^[\w-]{43}$/)
    const who = await user(token)
    expect(who.json()).toEqual({
      success: true,
      user: {
        _id: mona.id,
        name: 'Mona Saleh',
        type: 0,
        steb_user_id: mona.id,
        info: { name: { fname: 'Mona' } },
        lang: 'en',
      },
    })
    expect((await user(`Bearer ${token}`)).statusCode).toBe(200)
    const [kept] = await t.database.db.select().from(sessions).where(eq(sessions.userId, mona.id))
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  it.each([
    ['email', 'MONA@Identity.test '],
    ['national_id', '1000000008'],
    ['national_id', '١٠٠٠ ٠٠٠ ٠٠٨'],
    ['phone', '+966501234567'],
    ['phone', '0501234567'],
    ['phone', '٠٥٠ ١٢٣ ٤٥٦٧'],
  ])('accepts the %s in the spelling %s', async (loginType, typed) => {
    const taken = await t.database.db.select().from(users).where(eq(users.email, 'mona@identity.test'))
    if (!taken.length)
      await t.person({ email: 'mona@identity.test', phone: '+966501234567', nationalId: '1000000008' })
    expect((await t.signIn(typed, password, { loginType })).statusCode).toBe(200)
  })

  it('by a phone number that up to three people share is decided by the password', async () => {
    const phone = '+966507770001'
    const hashes = await Promise.all(
      ['password of the first', 'password of the second', 'one password of two'].map(hashPassword),
    )
    const [first, second] = [
      await t.person({ phone, passwordHash: hashes[0] }),
      await t.person({ phone, passwordHash: hashes[1] }),
    ]
    const signInByPhone = (secret: string, more: object = {}) =>
      t.signIn(phone, secret, { loginType: 'phone', ...more })
    const userOf = async (reply: Awaited<ReturnType<typeof signInByPhone>>) =>
      (await user(String(reply.headers.authorization))).json().user._id
    expect(await userOf(await signInByPhone('password of the first'))).toBe(first.id)
    expect(await userOf(await signInByPhone('password of the second'))).toBe(second.id)
    expect((await signInByPhone('another')).json().code).toBe('sign-in-failed')
    // registrations that nobody confirmed do not take the number from its owners
    for (let at = 0; at < 4; at++)
      await t.person({ phone, passwordHash: hashes[2], confirmUntil: new Date(Date.now() + 60_000) })
    expect(await userOf(await signInByPhone('password of the first'))).toBe(first.id)

    const other = '+966507770002'
    const twins = [
      await t.person({ phone: other }),
      await t.person({ phone: other, role: 'admin', permissions: ['content'] }),
    ]
    const shared = await t.signIn(other, password, { loginType: 'phone' })
    expect(shared.statusCode).toBe(401)
    expect(shared.headers.authorization).toBeUndefined()
    expect(shared.json()).toEqual({
      success: false,
      code: 'phone-shared',
      msg: 'Several accounts use this phone number. Please sign in with your email address or national ID.',
    })
    expect((await t.signIn(other, password, { loginType: 'phone' }, arabic)).json().msg).toMatch(
      /^رقم الجوال هذا مسجَّل في أكثر من حساب/,
    )
    // only one of the two is an administrator
    expect(await userOf(await t.signIn(other, password, { loginType: 'phone', type: 4 }))).toBe(twins[1]?.id)
    expect((await t.signIn(String(twins[0]?.email))).statusCode).toBe(200)
  })

  it('rejects every failed attempt with the same reply, in both languages', async () => {
    const mona = await t.person()
    const off = await t.person({ active: false })
    const gone = await t.person({ deletedAt: new Date() })
    const passwordless = await t.person({ passwordHash: null })
    const tries = [
      t.signIn(mona.email, 'wrong'),
      t.signIn('nobody@school.test'),
      t.signIn(off.email),
      t.signIn(gone.email),
      t.signIn(passwordless.email),
      t.signIn(mona.email, password, { type: 4 }),
      t.signIn(mona.email, password, { loginType: 'national_id' }),
      t.signIn(mona.email, password, { loginType: 'phone' }),
    ]
    for (const reply of await Promise.all(tries)) {
      expect(reply.statusCode).toBe(401)
      expect(reply.headers.authorization).toBeUndefined()
      expect(reply.json()).toEqual({
        success: false,
        code: 'sign-in-failed',
        msg: 'These sign-in details are incorrect.',
      })
      expect(decodeURIComponent(String(reply.headers.e_message))).toBe(reply.json().msg)
    }
    const reply = await t.signIn(mona.email, 'wrong', {}, arabic)
    expect(String(reply.headers.e_message)).toMatch(/^[\x21-\x7e]+$/)
    expect(decodeURIComponent(String(reply.headers.e_message))).toBe('بيانات الدخول غير صحيحة.')
  })

  it('requires both fields', async () => {
    for (const [identity, secret] of [
      ['', ''],
      ['a@b.test', ''],
      ['  ', 'x'],
    ] as const) {
      const reply = await t.signIn(identity, secret)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'login-incomplete'])
      expect(decodeURIComponent(String(reply.headers.e_message))).toBe(
        'Please fill in all fields, Email or Password is Empty!',
      )
    }
    expect((await t.post('/api/adduser', {})).json().code).toBe('login-incomplete')
  })

  it.each([
    ['an unknown type', { national_id: 'a', password: 'b', type: 2 }, 400],
    ['a NUL', { national_id: 'a\0b', password: 'b' }, 400],
    ['half a surrogate pair', { national_id: 'a\ud800', password: 'b' }, 400],
    ['a long identity', { national_id: 'a'.repeat(400), password: 'b' }, 400],
    ['a number as password', { national_id: 'a', password: 1 }, 400],
    ['a list', [], 400],
  ])('rejects %s', async (_what, body, status) => {
    const reply = await t.post('/api/adduser', body)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ success: false, code: 'bad-input', field: expect.any(String) })
    expect(reply.headers.e_message).toBeDefined()
  })

  it('takes an unknown loginType as `email`', async () => {
    const mona = await t.person()
    for (const loginType of ['face', '', null, 3])
      expect((await t.signIn(mona.email, password, { loginType })).statusCode).toBe(200)
  })

  it('rejects a body that is not JSON', async () => {
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/adduser',
      payload: '{"national_id":',
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad-json'])
  })

  it('accepts an administrator on both sign-in pages, as type 4', async () => {
    const reply = await t.signIn(testAdmin.email, testAdmin.password)
    expect((await user(String(reply.headers.authorization))).json().user.type).toBe(4)
    expect((await user(await t.admin())).json().user.type).toBe(4)
  })

  it('rejects a token that is missing, invalid, expired, or of an inactive account', async () => {
    expect((await t.post('/api/getuser', {})).json().code).toBe('no-token')
    for (const token of ['x', 'y'.repeat(5000), '\u00e9'])
      expect((await user(token)).json()).toMatchObject({ success: false, code: 'bad-token' })
    const mona = await t.person()
    const token = String((await t.signIn(mona.email)).headers.authorization)
    await t.database.db.update(users).set({ active: false }).where(eq(users.id, mona.id))
    expect((await user(token)).statusCode).toBe(401)
    await t.database.db.update(users).set({ active: true }).where(eq(users.id, mona.id))
    expect((await user(token)).statusCode).toBe(200)
    await t.database.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.userId, mona.id))
    expect((await user(token)).statusCode).toBe(401)
    await t.signIn(mona.email)
    expect(await t.database.db.select().from(sessions).where(eq(sessions.userId, mona.id))).toHaveLength(1)
  })

  it('revokes the token on sign-out, and no other', async () => {
    const mona = await t.person()
    const [one, two] = [await t.signIn(mona.email), await t.signIn(mona.email)].map((reply) =>
      String(reply.headers.authorization),
    )
    const reply = await t.post('/api/signout/', {}, { authorization: one as string })
    expect(reply.json()).toEqual({ success: true, msg: 'Sign out Suucessfully!' })
    expect((await user(one as string)).statusCode).toBe(401)
    expect((await user(two as string)).statusCode).toBe(200)
    expect((await t.post('/api/signout', {}, { authorization: one as string })).statusCode).toBe(401)
  })

  it('returns the token of a session in the reply header, and never with an error', async () => {
    const mona = await t.person()
    const token = String((await t.signIn(mona.email)).headers.authorization)
    for (const header of [token, `Bearer ${token}`])
      expect((await user(header)).headers.authorization).toBe(token)
    expect((await user('another')).headers).not.toHaveProperty('authorization')
  })

  describe('a sign-in link', () => {
    const userOfLink = (token: string) => t.post(getPath('POST /api/adduser/token/user'), { token })
    const open = (token: string) => t.post(getPath('POST /api/adduser/token'), { token })
    const readSession = async (token: string) => {
      const [row] = await t.database.db
        .select()
        .from(sessions)
        .where(eq(sessions.tokenHash, hashToken(token)))
      return row
    }

    it('works once, opens a session of its own, and leaves its token to the program', async () => {
      const mona = await t.person()
      const token = String((await t.signIn(mona.email)).headers.authorization)
      for (let at = 0; at < 2; at++) expect((await userOfLink(token)).json().user._id).toBe(mona.id)
      const replies = await Promise.all([open(token), open(token)])
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
      const newToken = String(replies.find(({ statusCode }) => statusCode === 200)?.headers.authorization)
      for (const reply of [await open(token), await userOfLink(token), await open('another')])
        expect(reply.json()).toMatchObject({ success: false, code: 'bad-token' })
      for (const each of [token, newToken]) expect((await user(each)).json().user._id).toBe(mona.id)
      // a session without a password is not confirmed, and links do not prolong each other
      const [first, second] = [await readSession(token), await readSession(newToken)]
      expect(second?.confirmedAt).toBeNull()
      expect(second?.expiresAt).toEqual(first?.expiresAt)
      await t.post(getPath('POST /api/signout'), {}, { authorization: token })
      expect((await user(newToken)).statusCode).toBe(200)
    })

    it('works for an administrator where the settings allow it', async () => {
      const token = await t.admin()
      const refused = { success: false, code: 'wrong-role' }
      for (const reply of [await userOfLink(token), await open(token)])
        expect(reply.json()).toMatchObject(refused)
      await allowLinks(true)
      expect((await userOfLink(token)).json().user.type).toBe(4)
      const opened = await open(token)
      expect(opened.statusCode, opened.body).toBe(200)
      const newToken = String(opened.headers.authorization)
      for (const each of [token, newToken]) expect((await user(each)).json().user.type).toBe(4)
      await allowLinks(false)
      expect((await open(newToken)).json()).toMatchObject(refused)
    })

    it('asks for the second factor where its user has one', async () => {
      const { email, id } = await t.person({ role: 'admin', permissions: ['registration'] })
      const coach = await t.person({ role: 'coach' })
      await allowLinks(true)
      for (const each of [email, coach.email]) {
        const token = String((await t.signIn(each)).headers.authorization)
        const send = (step: 'start' | 'confirm', payload: object) =>
          t.post(getPath(`POST /api/account/second-factor/${step}`), payload, { authorization: token })
        const { secret, enrolment } = (await send('start', {})).json()
        expect(
          (await send('confirm', { enrolment, code: await generateCurrentCode(secret) })).statusCode,
        ).toBe(200)
        const asked = await open(token)
        expect(asked.headers.authorization).toBeUndefined()
        expect(asked.json()).toMatchObject({ code: 'second-factor-required' })
        // only a right code uses the link
        const failed = await t.post(getPath('POST /api/adduser/second-factor'), {
          challenge: asked.json().details.challenge,
          code: '000000',
        })
        expect(failed.json().code).toBe('second-factor-failed')
        const { challenge } = (await open(token)).json().details
        const code = await generateNextCode(secret)
        const signedIn = await t.post(getPath('POST /api/adduser/second-factor'), { challenge, code })
        expect(signedIn.statusCode, signedIn.body).toBe(200)
        const newToken = String(signedIn.headers.authorization)
        expect((await user(newToken)).json().user._id).toBe(each === email ? id : coach.id)
        expect((await user(token)).statusCode).toBe(200)
        expect((await open(token)).json().code).toBe('bad-token')
        const [first, second] = [await readSession(token), await readSession(newToken)]
        expect(second?.confirmedAt).toBeNull()
        expect(second?.expiresAt).toEqual(first?.expiresAt)
      }
      await allowLinks(false)
    })

    const allowLinks = async (allowAdminSignInLinks: boolean) => {
      const authorization = await t.admin()
      const url = getPath('GET /api/admin/settings')
      const { settings } = (await t.app.inject({ url, headers: { authorization } })).json()
      const payload = { ...settings, sessions: { ...settings.sessions, allowAdminSignInLinks } }
      const reply = await t.app.inject({ method: 'PUT', url, headers: { authorization }, payload })
      expect(reply.json().settings?.sessions, reply.body).toMatchObject({ allowAdminSignInLinks })
    }
  })

  it('confirms a stored token', async () => {
    const mona = await t.person({ role: 'coach', lang: 'ar' })
    const token = String((await t.signIn(mona.email)).headers.authorization)
    const confirm = (query: string, headers: Record<string, string> = { authorization: token }) =>
      t.app.inject({ url: `/api/loginseason/?${query}`, headers })
    const good = await confirm(`token=${token}&type=botola`)
    expect(good.json()).toMatchObject({
      success: true,
      user: { jwt: token, user: [{ _id: mona.id, type: 1, lang: 'ar' }] },
    })
    expect(good.headers['cache-control']).toBe('no-store')
    expect((await confirm(`token=${token}&type=botola`, {})).statusCode).toBe(200)
    expect((await confirm(`token=${token}&type=another`)).statusCode).toBe(404)
    expect((await confirm(`token=${token}&type=botola`, { authorization: 'another' })).statusCode).toBe(401)
    expect((await confirm('token=another&type=botola', {})).json()).toMatchObject({
      success: false,
      code: 'bad-token',
    })
    expect((await confirm('type=botola')).statusCode).toBe(400)
    expect((await confirm(`token=${token}`)).statusCode).toBe(400)
    expect((await confirm(`token=${token}&token=${token}&type=botola`)).statusCode).toBe(400)
  })
})

describe('too many attempts', () => {
  let t: SessionsApp
  beforeAll(async () => {
    t = await startSessionsApp()
  })
  afterAll(() => t.close())

  it('lock one IP address out of one account, known or not, also with the right password, with Retry-After', async () => {
    const mona = await t.person()
    for (const identity of [mona.email, 'nobody@school.test']) {
      const replies = await Promise.all(Array.from({ length: 12 }, () => t.signIn(identity, 'wrong')))
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(401), 429, 429])
      const reply = await t.signIn(identity)
      expect([reply.statusCode, reply.json().code]).toEqual([429, 'too-many'])
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800)
      expect(decodeURIComponent(String(reply.headers.e_message))).toBe(
        'Too many attempts. Please wait a moment and try again.',
      )
    }
    expect((await t.signIn(mona.email, password, {}, {}, '10.0.0.9')).statusCode).toBe(200)
  })

  it('lock one IP address out of all accounts after a hundred', async () => {
    const signIn = (at: number) => t.signIn(`nobody${at}@school.test`, 'wrong', {}, {}, '198.51.100.77')
    const replies = await Promise.all(Array.from({ length: 101 }, (_, at) => signIn(at)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(100).fill(401), 429])
    expect((await t.signIn('nobody1@school.test', 'wrong', {}, {}, '198.51.100.78')).statusCode).toBe(401)
  })

  it('do not include successful ones', async () => {
    const mona = await t.person()
    for (let at = 0; at < 15; at++)
      expect((await t.signIn(mona.email, password, {}, {}, '10.0.0.7')).statusCode).toBe(200)
  })
})
