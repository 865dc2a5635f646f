import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import {
  type AccountsApp,
  createRegistration,
  createUnusedSaudiId,
  guardian,
  startAccountsApp,
} from '../../support/api/person.ts'

const received = { success: true, msg: 'Thank you! Check your inbox for the next step.', confirm: true }

describe('a new user', () => {
  let t: AccountsApp
  beforeAll(async () => {
    t = await startAccountsApp()
  })
  afterAll(() => t.close())
  const mailTo = async (email: string, which: number | string = 1) => t.post?.next(email, which)
  const countRegistrations = () =>
    t.rows(
      'select (select count(*) from users) as users, (select count(*) from pending_registrations) as pending',
    )
  const userOf = async (email: string) => (await t.rows('select * from users where email = $1', [email]))[0]

  it('confirms the address with a one-time link before the first sign-in', async () => {
    const mona = createRegistration({ lang: 'ar' })
    expect((await t.register(mona)).json()).toEqual(received)
    const early = await t.signIn(mona.email, mona.password)
    expect([early.statusCode, early.json().code]).toEqual([403, 'email-unconfirmed'])
    expect((await t.signIn(mona.email, 'another password')).json().code).toBe('sign-in-failed')
    const mail = await mailTo(mona.email)
    expect(mail?.subject).toBe('تأكيد بريدك في «بطولة»')
    expect(mail?.html).toContain('dir="rtl"')
    const token = t.tokenIn(mail?.text)
    const both = await Promise.all([t.confirm(token), t.confirm(token)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    expect((await t.signIn(mona.email, mona.password)).statusCode).toBe(200)
    expect((await t.signIn(mona.nationalId, mona.password, { loginType: 'national_id' })).statusCode).toBe(
      200,
    )
    const row = await userOf(mona.email)
    expect(row).toMatchObject({
      role: 'student',
      school: 'Green School',
      guardian: null,
      lang: 'ar',
    })
    expect(row?.email_confirmed_at).toBeInstanceOf(Date)
    expect(JSON.stringify(row)).not.toContain(mona.nationalId)
    expect(t.encryption.decrypt(String(row?.national_id), 'users.national_id', String(row?.id))).toBe(
      mona.nationalId,
    )
  })

  it('gets a confirmation link that leads to the page where the registration began, on this site only', async () => {
    const one = createRegistration({ email: 'next@school.test' })
    expect(
      (await t.register({ ...one, next: '/account/teams/new?competition=robo_mission' })).statusCode,
    ).toBe(200)
    expect((await mailTo(one.email))?.text).toContain(
      '/confirm-email/?next=%2Faccount%2Fteams%2Fnew%3Fcompetition%3Drobo_mission#',
    )
    const refused = [
      ...['https://other.example/', '//other.example/', '/\\other.example', 'account'],
      ...['/\t/other.example', '/\n/other.example', '/\r\n/other.example', '/account\u007f'],
    ]
    for (const next of refused)
      expect((await t.register({ ...createRegistration(), next })).json()).toMatchObject({
        code: 'bad-input',
        field: 'next',
      })
  })

  it('who registered before the site could send emails confirms the address by a link that the account emails, a few times only', async () => {
    const { email } = await t.person({ emailConfirmedAt: null })
    const authorization = String((await t.signIn(email)).headers.authorization)
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: getPath('POST /api/account/email-confirmation'),
        headers: { authorization },
      })
    const isConfirmed = async () =>
      (await t.app.inject({ url: getPath('GET /api/account'), headers: { authorization } })).json().account
        .emailConfirmed as boolean
    for (let count = 1; count <= 3; count++) {
      expect((await send()).statusCode).toBe(200)
      await mailTo(email, count)
    }
    expect((await send()).json().code).toBe('too-many')
    expect(await isConfirmed()).toBe(false)
    expect((await t.confirm(t.tokenIn((await mailTo(email, 3))?.text))).statusCode).toBe(200)
    expect(await isConfirmed()).toBe(true)
    const confirmed = await t.person({ emailConfirmedAt: new Date() })
    const other = String((await t.signIn(confirmed.email)).headers.authorization)
    const refused = await t.app.inject({
      method: 'POST',
      url: getPath('POST /api/account/email-confirmation'),
      headers: { authorization: other },
    })
    expect(refused.json().code).toBe('conflict')
  })

  it('gets news only after asking for it, which is recorded when the address is confirmed', async () => {
    const hasConsent = async (email: string) =>
      (await t.rows('select from news_consents where email = $1', [email])).length === 1
    const mona = createRegistration()
    await t.register(mona)
    expect(await hasConsent(mona.email)).toBe(false)
    await t.confirm(t.tokenIn((await mailTo(mona.email))?.text))
    expect(await hasConsent(mona.email)).toBe(false)
    const sara = createRegistration({ receivesNews: true })
    await t.register(sara)
    expect(await hasConsent(sara.email)).toBe(false)
    await t.confirm(t.tokenIn((await mailTo(sara.email))?.text))
    expect(await hasConsent(sara.email)).toBe(true)
    // the account of another person gets no consent
    const owner = await t.person({ emailConfirmedAt: new Date() })
    await t.register(createRegistration({ email: owner.email, receivesNews: true }))
    expect(await hasConsent(owner.email)).toBe(false)
  })

  it('needs, as a minor, the consent of a guardian to the current text, which is stored with its time', async () => {
    const child = createRegistration({ birthDate: '2014-05-06' })
    const refused = (await t.register(child)).json()
    expect(refused).toMatchObject({ code: 'form-incomplete', msg: 'Please fill form carefully!' })
    expect(refused.fields.map(({ field }: { field: string }) => field)).toEqual([
      'guardian.name',
      'guardian.contact',
      'guardian.textVersion',
    ])
    const old = await t.register({ ...child, guardian: { ...guardian, textVersion: '2019-01-01' } })
    expect(old.json()).toMatchObject({
      code: 'bad-input',
      fields: [{ field: 'guardian.textVersion', code: 'consent-outdated' }],
    })
    expect((await t.register({ ...child, guardian })).json()).toEqual(received)
    await t.confirm(t.tokenIn((await mailTo(child.email))?.text))
    const kept = (await userOf(child.email))?.guardian as Record<string, string>
    expect(kept).toMatchObject(guardian)
    expect(Date.now() - Date.parse(kept.consentAt ?? '')).toBeLessThan(60_000)
    // the account of an adult stores no guardian, whatever the form sends
    const adult = createRegistration()
    await t.register({ ...adult, guardian })
    await t.confirm(t.tokenIn((await mailTo(adult.email))?.text))
    expect((await userOf(adult.email))?.guardian).toBeNull()
  })

  it.each([
    [{ firstName: ' ' }, 'form-incomplete', 'firstName', 'required'],
    [{ email: 'nobody' }, 'bad-input', 'email', 'bad-format'],
    [{ phone: '12' }, 'bad-input', 'phone', 'bad-format'],
    [{ nationalId: '1000000009' }, 'bad-input', 'nationalId', 'bad-national-id'],
    [{ nationalId: '30001011234577' }, 'bad-input', 'nationalId', 'other-birth-date'],
    [{ nationalId: '30005061234577', gender: 1 }, 'bad-input', 'nationalId', 'other-gender'],
    [{ birthDate: '2000-02-30' }, 'bad-input', 'birthDate', 'bad-date'],
    [{ gender: null }, 'form-incomplete', 'gender', 'required'],
    [{ password: 'short' }, 'bad-input', 'password', 'too-short'],
    [{ role: 'admin' }, 'bad-input', 'role', 'unknown-value'],
  ])('is rejected with %j', async (more, code, field, problem) => {
    const before = await countRegistrations()
    expect((await t.register(createRegistration(more))).json()).toMatchObject({
      success: false,
      code,
      fields: [{ field, code: problem }],
    })
    expect(await countRegistrations()).toEqual(before)
  })
  it('must repeat the password, and gets the error in the language of the request', async () => {
    const reply = await t.register(createRegistration({ confirm: 'another' }), undefined, {
      cookie: 'lang=ar',
    })
    expect(reply.json()).toMatchObject({
      code: 'password-mismatch',
      msg: 'كلمتا المرور غير متطابقتين',
      field: 'confirm',
    })
  })

  it('gets the same reply after the same statements for a free and a taken address, whose owner gets an email', async () => {
    const owner = await t.person({ emailConfirmedAt: new Date(), firstName: 'Noura' })
    const real = pg.Client.prototype.query
    const statementsOf = async (body: object) => {
      const seen: string[] = []
      pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
        const [first] = args as [string | { text: string }]
        const text = (typeof first === 'string' ? first : first.text).replace(/\s+/g, ' ')
        if (
          / users|"users"|pending_registrations|tickets|audit_log|advisory|^(begin|commit|rollback)$/i.test(
            text,
          ) ||
          /insert into.*pgboss/i.test(text)
        )
          seen.push(text)
        return Reflect.apply(real, this, args)
      } as typeof real
      try {
        const reply = await t.register(body)
        return {
          seen: seen.filter((text) => !/fetch|policy|maintenance|cron|bam/i.test(text)),
          status: reply.statusCode,
          body: reply.body,
        }
      } finally {
        pg.Client.prototype.query = real
      }
    }
    const unknown = await statementsOf(createRegistration())
    // begin, the lock, the registration, the owner of the address, commit
    expect(unknown.seen).toHaveLength(5)
    expect(JSON.parse(unknown.body)).toEqual(received)
    const known = createRegistration({ email: owner.email.toUpperCase() })
    expect(await statementsOf(known)).toEqual(unknown)
    expect((await mailTo(owner.email))?.subject).toBe('You already have a Botola account')
    // its registration waits, too, with a link that nobody gets
    expect(await t.rows('select from pending_registrations where email = $1', [owner.email])).toHaveLength(1)
    // the national ID of another person: only the page of the emailed link says so
    const taken = createUnusedSaudiId()
    await t.person({ nationalId: taken, emailConfirmedAt: new Date() })
    const late = createRegistration({ nationalId: taken })
    expect(await statementsOf(late)).toEqual(unknown)
    expect((await mailTo(late.email))?.subject).toBe('Confirm your address for Botola')
    expect(await userOf(late.email)).toBeUndefined()
    expect(await t.rows('select count(*)::int as count from users where email = $1', [owner.email])).toEqual([
      { count: 1 },
    ])
    expect((await t.signIn(owner.email)).statusCode).toBe(200)
  })

  it('can request the link again, which reveals nothing', async () => {
    const mona = createRegistration()
    await t.register(mona)
    const first = t.tokenIn((await mailTo(mona.email))?.text)
    const again = (body: object) => t.send('/api/confirm-email/again', body)
    const reply = await again({
      identity: mona.nationalId,
      identityKind: 'national_id',
      next: '/account/teams/new',
    })
    expect(reply.json()).toEqual({
      success: true,
      msg: 'If an account is awaiting confirmation, a new link is on its way.',
    })
    const mail = await mailTo(mona.email, 2)
    expect(mail?.text).toContain('/confirm-email/?next=%2Faccount%2Fteams%2Fnew#')
    const second = t.tokenIn(mail?.text)
    expect((await again({ identity: 'nobody@school.test' })).json()).toEqual(reply.json())
    expect((await t.confirm(first)).json().code).toBe('ticket-spent')
    expect((await t.confirm(second)).statusCode).toBe(200)
    // a confirmed account gets no more links
    const before = t.post?.arrived.length
    expect((await again({ identity: mona.email })).json()).toEqual(reply.json())
    const other = createRegistration()
    await t.register(other)
    await mailTo(other.email)
    expect(t.post?.arrived.length).toBe((before ?? 0) + 1)
  })

  it('a password reset also confirms the address of an account', async () => {
    const { email } = await t.person({ emailConfirmedAt: null })
    await t.send('/api/password/forgot', { email })
    const token = t.tokenIn((await mailTo(email, 'Set a new password for Botola'))?.text)
    expect((await t.send('/api/password/reset', { token, password: 'another long one' })).statusCode).toBe(
      200,
    )
    expect((await t.signIn(email, 'another long one')).statusCode).toBe(200)
    expect((await userOf(email))?.email_confirmed_at).toBeInstanceOf(Date)
  })

  it('gets no scores of an unconfirmed address', async () => {
    const { event, key } = await eventWithKey()
    const guest = 'guest@school.test'
    await t.register(createRegistration({ email: guest }))
    const play = { email: guest, name: 'Guest', mission: 1, score: 5, time: 3 }
    const posted = await t.send(`/api/v1/events/${event.code}/scores`, play, { 'x-api-key': key })
    expect(posted.statusCode).toBe(200)
    expect(await t.rows('select participant_key from score_entries')).toEqual([
      { participant_key: `guest:${guest}` },
    ])
  })
  const eventWithKey = async () => {
    const [event] = await t.rows<{ id: string; code: string }>(
      `insert into events (id, slug, title_en, title_ar, description_en, description_ar, event_code) values (gen_random_uuid(), 'own', 'O', 'ع', 'd', 'd', 'own') returning id, event_code as code`,
    )
    if (!event) throw new Error('no event')
    const made = await t.ask('POST', `/api/admin/events/${event.id}/keys`, await t.admin(), { label: 'hall' })
    return { event, key: String(made.json().secret) }
  }

  it('cannot register when the settings forbid it or when the honeypot field is filled', async () => {
    const before = await countRegistrations()
    expect((await t.register(createRegistration({ website: 'https://spam.test' }))).json()).toEqual(received)
    await t.rows(`update settings set value = jsonb_set(value, '{features,registration}', 'false')`)
    expect((await t.register(createRegistration())).json()).toMatchObject({
      code: 'registration-closed',
      success: false,
    })
    await t.rows(`update settings set value = jsonb_set(value, '{features,registration}', 'true')`)
    expect(await countRegistrations()).toEqual(before)
  })

  it('can try three hundred times from one IP address, and one mailbox gets at most five emails', async () => {
    const from = '10.9.9.9'
    const mona = createRegistration()
    const replies = []
    for (let at = 0; at < 6; at++)
      replies.push((await t.register({ ...createRegistration(), email: mona.email }, from)).statusCode)
    expect(replies).toEqual([200, 200, 200, 200, 200, 429])
    const many = []
    for (let at = 0; at < 300; at++)
      many.push((await t.register(createRegistration({ email: '' }), from)).statusCode)
    expect(many.filter((status) => status === 429).length).toBe(6)
  })
})

describe('without a mail server', () => {
  let t: AccountsApp
  beforeAll(async () => {
    t = await startAccountsApp({ mail: false })
  })
  afterAll(() => t.close())

  it('an account can be used immediately, and the error for a taken value does not say which one', async () => {
    const mona = createRegistration()
    expect((await t.register(mona)).json()).toEqual({
      success: true,
      msg: 'You’re registered. You can sign in now.',
      confirm: false,
    })
    expect((await t.signIn(mona.email, mona.password)).statusCode).toBe(200)
    expect((await t.register(createRegistration({ phone: mona.phone }))).json().success).toBe(true)
    for (const more of [{ email: mona.email }, { nationalId: mona.nationalId }]) {
      const reply = (await t.register(createRegistration(more))).json()
      expect(reply).toMatchObject({ code: 'account-exists' })
      expect(reply.fields).toBeUndefined()
    }
    expect((await t.send('/api/confirm-email/again', { identity: mona.email })).json().code).toBe('no-mail')
  })
})
