import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { type AccountsApp, createRegistration, startAccountsApp } from '../../support/api/person.ts'

let t: AccountsApp
beforeAll(async () => {
  t = await startAccountsApp()
})
afterAll(() => t.close())

const createSecret = () => randomBytes(32).toString('base64url')
/** Registers an account in a browser with a secret, and returns the token of the emailed link. */
const register = async (more: object = {}) => {
  const browserSecret = createSecret()
  const person = createRegistration()
  expect((await t.register({ ...person, browserSecret, ...more })).statusCode).toBe(200)
  return { ...person, browserSecret, token: t.tokenIn((await t.post?.next(person.email))?.text) }
}
const listSessions = (email: string) =>
  t.rows('select s.* from sessions s join users u on u.id = s.user_id where u.email = $1', [email])
const isConfirmed = async (email: string) =>
  Boolean(
    (await t.rows('select email_confirmed_at from users where email = $1', [email]))[0]?.email_confirmed_at,
  )
const isPending = async (email: string) =>
  (await t.rows('select from pending_registrations where email = $1', [email])).length > 0

it('the link signs in once in the browser that registered the account, without a proof of identity', async () => {
  const { email, password, browserSecret, token } = await register()
  const both = await Promise.all([t.confirm(token, { browserSecret }), t.confirm(token, { browserSecret })])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  const reply = both.find(({ statusCode }) => statusCode === 200)
  expect(reply?.json()).toMatchObject({ success: true, isSignedIn: true })
  const authorization = String(reply?.headers.authorization)
  expect(reply?.headers['cache-control']).toBe('no-store')
  expect((await t.ask('GET', getPath('GET /api/account'), authorization)).json().account.email).toBe(email)
  expect(await listSessions(email)).toMatchObject([{ confirmed_at: null }])
  // a sensitive change asks for the password
  expect(
    (await t.ask('POST', getPath('POST /api/account/erasure'), authorization, { password })).json().code,
  ).not.toBe('bad-token')
  // a third use, and the secret alone, do nothing
  expect((await t.confirm(token, { browserSecret })).json().code).toBe('ticket-spent')
  expect((await t.confirm(createSecret(), { browserSecret })).json().code).toBe('ticket-spent')
  expect(await listSessions(email)).toHaveLength(1)
  // the database knows the hash only
  expect(JSON.stringify(await t.rows('select * from pending_registrations'))).not.toContain(browserSecret)
})

it('another browser, with another secret or none, confirms and signs in with the password only', async () => {
  for (const secret of [createSecret(), undefined]) {
    const { email, password, token, browserSecret } = await register()
    const open = (more: object) => t.confirm(token, { browserSecret: secret, ...more })
    expect((await open({})).json()).toMatchObject({
      ...{ code: 'password-required', field: 'password', details: { linkOf: 'registration' } },
      msg: 'Enter the password of this account to confirm the address.',
    })
    expect((await open({ password: 'of a stranger' })).json()).toMatchObject({
      ...{ code: 'wrong-password', field: 'password' },
    })
    expect([await isConfirmed(email), await isPending(email), await listSessions(email)]).toEqual([
      false,
      true,
      [],
    ])
    const reply = await open({ password })
    expect(reply.json()).toEqual({ success: true, msg: expect.any(String), isSignedIn: true })
    const authorization = String(reply.headers.authorization)
    expect((await t.ask('GET', getPath('GET /api/account'), authorization)).json().account.email).toBe(email)
    expect(await isConfirmed(email)).toBe(true)
    expect(await listSessions(email)).toMatchObject([{ confirmed_at: expect.any(Date) }])
    // the browser that registered comes too late: the link is used up
    expect((await t.confirm(token, { browserSecret })).json().code).toBe('ticket-spent')
  }
  // a registration without a secret needs the password everywhere
  const { token } = await register({ browserSecret: undefined })
  expect((await t.confirm(token, { browserSecret: createSecret() })).json().code).toBe('password-required')
})

it('a link accepts twenty wrong passwords in an hour', async () => {
  const { email, token, password } = await register()
  const replies = []
  for (let at = 0; at < 21; at++) replies.push((await t.confirm(token, { password: 'wrong' })).json().code)
  expect(replies).toEqual([...Array(20).fill('wrong-password'), 'too-many'])
  expect((await t.confirm(token, { password })).json().code).toBe('too-many')
  expect(await isPending(email)).toBe(true)
})

it('a secret of another form is bad input', async () => {
  const { email, token } = await register()
  for (const browserSecret of ['', 'short', `${createSecret()}x`, `${createSecret().slice(1)}%`])
    expect((await t.confirm(token, { browserSecret })).json()).toMatchObject({
      code: 'bad-input',
      field: 'browserSecret',
    })
  expect((await t.register({ ...createRegistration(), browserSecret: 'x' })).json()).toMatchObject({
    code: 'bad-input',
    field: 'browserSecret',
  })
  expect(await isConfirmed(email)).toBe(false)
})

it('an expired link neither confirms nor signs in', async () => {
  const { email, browserSecret, token } = await register()
  await t.rows(`update pending_registrations set expires_at = now() - interval '1 second' where email = $1`, [
    email,
  ])
  expect((await t.confirm(token, { browserSecret })).json().code).toBe('ticket-spent')
  expect([await isConfirmed(email), await listSessions(email)]).toEqual([false, []])
})

it('the link of an account signs in nobody, and needs the password or the session of that account', async () => {
  const owner = await t.person({ emailConfirmedAt: null })
  const authorization = await t.enter(owner.email)
  await t.ask('POST', getPath('POST /api/account/email-confirmation'), authorization)
  const token = t.tokenIn((await t.post?.next(owner.email))?.text)
  const other = await t.person({ emailConfirmedAt: new Date() })
  for (const headers of [{}, { authorization: await t.enter(other.email) }]) {
    expect((await t.confirm(token, {}, headers)).json().code).toBe('password-required')
    expect((await t.confirm(token, { password: 'wrong' }, headers)).json().code).toBe('wrong-password')
  }
  expect(await isConfirmed(owner.email)).toBe(false)
  const reply = await t.confirm(token, {}, { authorization })
  expect(reply.json()).toEqual({ success: true, msg: expect.any(String) })
  expect(reply.headers.authorization).toBeUndefined()
  expect(await isConfirmed(owner.email)).toBe(true)
})

it('an owner of an address who did not ask for the link of an account ends it', async () => {
  const owner = await t.person({ emailConfirmedAt: null })
  const authorization = await t.enter(owner.email)
  await t.ask('POST', getPath('POST /api/account/email-confirmation'), authorization)
  const token = t.tokenIn((await t.post?.next(owner.email))?.text)
  expect((await t.send(getPath('POST /api/confirm-email/decline'), { token })).json()).toEqual({
    success: true,
    msg: 'The link no longer works, and your address wasn’t confirmed.',
  })
  expect((await t.confirm(token, {}, { authorization })).json().code).toBe('ticket-spent')
  expect((await t.ask('GET', getPath('GET /api/account'), authorization)).json().account.emailConfirmed).toBe(
    false,
  )
})

it('what a mail scanner does with the link neither confirms nor uses it up', async () => {
  const { email, browserSecret, token } = await register()
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
    for (const url of [
      `/confirm-email/?token=${token}`,
      `/api/confirm-email?token=${token}`,
      `/api/confirm-email/${token}`,
    ])
      await t.app.inject({ method, url })
  expect([await isConfirmed(email), await listSessions(email)]).toEqual([false, []])
  expect((await t.confirm(token, { browserSecret })).json()).toMatchObject({ isSignedIn: true })
})

it('a link that is sent again keeps the browser of the registration, whoever asked for it', async () => {
  const { email, browserSecret, token } = await register()
  const stranger = createSecret()
  // the secret of another browser gets nothing, as the same reply does not tell
  const again = await t.send('/api/confirm-email/again', { identity: email, browserSecret: stranger })
  expect(again.statusCode).toBe(200)
  expect((await t.send('/api/confirm-email/again', { identity: email })).statusCode).toBe(200)
  const second = t.tokenIn((await t.post?.next(email, 2))?.text)
  expect((await t.confirm(token, { browserSecret })).json().code).toBe('ticket-spent')
  expect((await t.confirm(second, { browserSecret: stranger })).json().code).toBe('password-required')

  const other = await register()
  await t.send('/api/confirm-email/again', { identity: other.email })
  const link = t.tokenIn((await t.post?.next(other.email, 2))?.text)
  expect((await t.confirm(link, { browserSecret: other.browserSecret })).json()).toMatchObject({
    isSignedIn: true,
  })
})

it('the link of another address that the user enters later signs in nobody', async () => {
  const { email, password, browserSecret, token } = await register()
  const authorization = String((await t.confirm(token, { browserSecret })).headers.authorization)
  await t.ask('POST', getPath('POST /api/account/confirm'), authorization, { password })
  const other = `other.${email}`
  const form = {
    firstName: 'Mona',
    lastName: 'Saleh',
    school: '',
    phone: '0501234000',
    email: other,
    lang: 'en',
    password,
  }
  const saved = await t.ask('PUT', getPath('PUT /api/account'), authorization, form)
  expect(saved.statusCode, saved.body).toBe(200)
  const link = t.tokenIn((await t.post?.next(other))?.text)
  expect((await t.confirm(link, { browserSecret })).json().code).toBe('password-required')
  expect((await t.confirm(link, {}, { authorization })).json()).toEqual({
    success: true,
    msg: expect.any(String),
  })
})
