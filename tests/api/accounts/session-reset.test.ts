import { eq } from 'drizzle-orm'
import pg from 'pg'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneTimeTokens } from '#server/platform/db/schema/users.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { generateCurrentCode } from '../../support/api/verification-codes.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

describe('a forgotten password', () => {
  let post: Awaited<ReturnType<typeof startMailServer>>
  let t: SessionsApp
  beforeAll(async () => {
    post = await startMailServer()
    t = await startSessionsApp({ SMTP_URL: post.url })
  })
  afterAll(async () => {
    await t.close()
    await post.close()
  })
  const forgot = (email: string, more: object = {}, from = '127.0.0.1') =>
    t.post('/api/password/forgot', { email, ...more }, {}, from)
  const linkIn = (mail: Email) => new URL(/https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? '')
  const reset = (body: object) => t.post('/api/password/reset/', body)

  it('is replaced with a one-time link by email, which ends every session', async () => {
    const mona = await t.person({ firstName: 'Mona <b>' })
    const old = String((await t.signIn(mona.email)).headers.authorization)
    const reply = await forgot(` ${mona.email.toUpperCase()} `)
    expect(reply.json()).toEqual({
      success: true,
      msg: 'If an account exists for this address, a link to set a new password is on its way.',
    })
    const mail = await post.next(mona.email)
    expect(mail.subject).toBe('Set a new password for Botola')
    expect(mail.html).toContain('Mona &lt;b&gt;')
    const link = linkIn(mail)
    expect(link.href).toMatch(/^http:\/\/botola\.test\/reset-password\/#[\w-]{43}$/)
    const token = link.hash.slice(1)

    const short = await reset({ token, password: 'short' })
    expect(short.json()).toMatchObject({ code: 'bad-input', field: 'password' })
    expect((await reset({ token, password: 'long enough', confirm: 'another' })).json()).toMatchObject({
      code: 'password-mismatch',
      msg: 'Password is not Matched',
    })
    const done = await Promise.all([
      reset({ token, password: 'a new password' }),
      reset({ token, password: 'another new one' }),
    ])
    expect(done.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const set = done[0].statusCode === 200 ? 'a new password' : 'another new one'
    expect((await t.post('/api/getuser', {}, { authorization: old })).statusCode).toBe(401)
    expect((await t.signIn(mona.email)).statusCode).toBe(401)
    expect((await t.signIn(mona.email, set)).statusCode).toBe(200)
  })

  it.each([
    ['en', 'Your password was changed', 'Two-step verification was turned off'],
    ['ar', 'تم تغيير كلمة مرورك', 'تم إيقاف التحقق بخطوتين'],
  ] as const)(
    'a changed password and a disabled second factor are followed by a mail (%s)',
    async (lang, changed, disabled) => {
      const mona = await t.person({ lang })
      await forgot(mona.email)
      const token = linkIn(await post.next(mona.email)).hash.slice(1)
      expect((await reset({ token, password: 'a new password' })).statusCode).toBe(200)
      await post.next(mona.email, changed)
      const authorization = String((await t.signIn(mona.email, 'a new password')).headers.authorization)
      const change = { current: 'a new password', password }
      expect((await t.post('/api/account/password', change, { authorization })).statusCode).toBe(200)
      expect((await post.next(mona.email, 3)).subject).toBe(changed)
      expect(
        (await t.post('/api/account/second-factor/disable', { password }, { authorization })).statusCode,
      ).toBe(200)
      await post.next(mona.email, disabled)
      expect(post.arrived.filter(({ to }) => to?.[0]?.address === mona.email)).toHaveLength(4)
    },
  )

  it.each([
    ['en', 'Two-step verification was set up again'],
    ['ar', 'أُعيد إعداد التحقق بخطوتين'],
  ] as const)(
    'a replaced second factor is followed by a mail, the first one by none (%s)',
    async (lang, replaced) => {
      const mona = await t.person({ lang })
      const authorization = String((await t.signIn(mona.email)).headers.authorization)
      const enrol = async () => {
        const send = (step: string, body: object) =>
          t.post(`/api/account/second-factor/${step}`, body, { authorization })
        const { secret, enrolment } = (await send('start', { password })).json()
        const code = await generateCurrentCode(secret)
        expect((await send('confirm', { enrolment, code })).json().success).toBe(true)
      }
      await enrol()
      await enrol()
      const mail = await post.next(mona.email)
      expect(mail.subject).toBe(replaced)
      expect(linkIn(mail).pathname).toBe('/forgot-password/')
      expect(post.arrived.filter(({ to }) => to?.[0]?.address === mona.email)).toHaveLength(1)
    },
  )

  it('sends the email in the language of the account, and leads administrators to their sign-in page', async () => {
    const mona = await t.person({ lang: 'ar', role: 'admin' })
    await forgot(mona.email, { area: 'admin' })
    const mail = await post.next(mona.email)
    expect(mail.subject).toBe('تعيين كلمة مرور جديدة في «بطولة»')
    expect(mail.html).toContain('dir="rtl"')
    expect(linkIn(mail).search).toBe('?from=admin&lang=ar')
  })

  it('accepts only the newest link, for a limited time', async () => {
    const mona = await t.person()
    await forgot(mona.email)
    const first = linkIn(await post.next(mona.email)).hash.slice(1)
    await forgot(mona.email)
    const second = linkIn(await post.next(mona.email, 2)).hash.slice(1)
    expect((await reset({ token: first, password: 'a new password' })).json().code).toBe('ticket-spent')
    await t.database.db
      .update(oneTimeTokens)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(oneTimeTokens.userId, mona.id))
    expect((await reset({ token: second, password: 'a new password' })).json().code).toBe('ticket-spent')
    expect((await t.signIn(mona.email)).statusCode).toBe(200)
  })

  it('gives the same reply after the same statements for an unknown address', async () => {
    const mona = await t.person()
    const off = await t.person({ active: false })
    const real = pg.Client.prototype.query
    const statementsOf = async (email: string) => {
      const seen: string[] = []
      pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
        const [first] = args as [string | { text: string }]
        const text = typeof first === 'string' ? first : first.text
        if (/users|tickets|pgboss.*insert|insert.*pgboss|^(begin|commit|rollback)$/is.test(text))
          seen.push(text.replace(/\s+/g, ' '))
        return Reflect.apply(real, this, args)
      } as typeof real
      try {
        const reply = await forgot(email)
        return {
          seen: seen.filter(
            (text) =>
              !/fetch|policy|maintenance|cron|bam|select .*pgboss/i.test(text) || /insert into/i.test(text),
          ),
          status: reply.statusCode,
          body: reply.body,
        }
      } finally {
        pg.Client.prototype.query = real
      }
    }
    await forgot(mona.email)
    const known = await statementsOf(mona.email)
    expect(known.seen.filter((text) => /tickets/.test(text))).toHaveLength(2)
    expect(await statementsOf('nobody@school.test')).toEqual(known)
    expect(await statementsOf(off.email)).toEqual(known)
    expect(post.arrived.some((mail) => mail.to?.some(({ address }) => address === off.email))).toBe(false)
  })

  it('stores no readable link in the queue', async () => {
    const mona = await t.person()
    await forgot(mona.email)
    const token = linkIn(await post.next(mona.email)).hash.slice(1)
    const { rows } = await t.database.pool.query(
      "select data::text as data from pgboss.job where name = 'mail'",
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { data } of rows) expect(data).not.toMatch(new RegExp(`${token}|${mona.email}`))
  })

  it('sends at most three emails in a quarter of an hour', async () => {
    for (const email of [(await t.person()).email, 'nobody-else@school.test']) {
      const replies = [
        await forgot(email, {}, '10.1.1.1'),
        await forgot(email, {}, '10.1.1.2'),
        await forgot(email, {}, '10.1.1.3'),
      ]
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      const reply = await forgot(email, {}, '10.1.1.4')
      expect([reply.statusCode, Number(reply.headers['retry-after']) > 0]).toEqual([429, true])
    }
  })

  it.each([
    [{}, 'token'],
    [{ token: 'x', password: 7 }, 'password'],
    [{ token: 'x', password: 'p'.repeat(300) }, 'password'],
    [{ token: '\0', password: 'long enough' }, 'token'],
  ])('rejects the body $0 with an error of the field $1', async (body, field) => {
    const reply = await reset(body)
    expect([reply.statusCode, reply.json().field]).toEqual([400, field])
  })

  it('rejects an unknown link', async () => {
    expect((await reset({ token: 'never', password: 'long enough' })).json()).toMatchObject({
      code: 'ticket-spent',
      success: false,
    })
  })
})

describe('without a mail server', () => {
  it('a forgotten password reports that no email can be sent', async () => {
    const t = await startSessionsApp()
    try {
      const mona = await t.person()
      for (const email of [mona.email, 'nobody@school.test']) {
        const reply = await t.post('/api/password/forgot', { email })
        expect([reply.statusCode, reply.json().code]).toEqual([422, 'no-mail'])
      }
      expect((await t.signIn(mona.email, password)).statusCode).toBe(200)
    } finally {
      await t.close()
    }
  })
})
