import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { type AccountsApp, createRegistration, startAccountsApp } from '../support/api/person.ts'

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
  (await t.rows('select confirm_until from users where email = $1', [email]))[0]?.confirm_until === null

it('the link signs in once in the browser that registered the account, without a proof of identity', async () => {
  const { email, password, browserSecret, token } = await register()
  const both = await Promise.all([t.confirm(token, browserSecret), t.confirm(token, browserSecret)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  const reply = both.find(({ statusCode }) => statusCode === 200)
  expect(reply?.json()).toMatchObject({ success: true, isSignedIn: true })
  const authorization = String(reply?.headers.authorization)
  expect(reply?.headers['cache-control']).toBe('no-store')
  expect((await t.ask('GET', paths.account, authorization)).json().account.email).toBe(email)
  expect(await listSessions(email)).toMatchObject([{ confirmed_at: null }])
  // a sensitive change asks for the password
  expect((await t.ask('POST', paths.accountErasure, authorization, { password })).json().code).not.toBe(
    'bad-token',
  )
  // a third use, and the secret alone, do nothing
  expect((await t.confirm(token, browserSecret)).json().code).toBe('ticket-spent')
  expect((await t.confirm(createSecret(), browserSecret)).json().code).toBe('ticket-spent')
  expect(await listSessions(email)).toHaveLength(1)
  // the database knows the hash only
  expect(JSON.stringify(await t.rows('select * from tickets'))).not.toContain(browserSecret)
})

it('another browser, with another secret or none, only confirms the address', async () => {
  for (const secret of [createSecret(), undefined]) {
    const { email, password, token, browserSecret } = await register()
    const reply = await t.confirm(token, secret)
    expect(reply.json()).toEqual({ success: true, msg: expect.any(String) })
    expect(reply.headers.authorization).toBeUndefined()
    expect([await isConfirmed(email), await listSessions(email)]).toEqual([true, []])
    // the browser that registered comes too late: the link is used up
    expect((await t.confirm(token, browserSecret)).json().code).toBe('ticket-spent')
    expect((await t.signIn(email, password)).statusCode).toBe(200)
  }
  // a registration without a secret signs in nowhere
  const { email, token } = await register({ browserSecret: undefined })
  expect((await t.confirm(token, createSecret())).json().isSignedIn).toBeUndefined()
  expect(await listSessions(email)).toEqual([])
})

it('a secret of another form is bad input', async () => {
  const { email, token } = await register()
  for (const browserSecret of ['', 'short', `${createSecret()}x`, `${createSecret().slice(1)}%`])
    expect((await t.confirm(token, browserSecret)).json()).toMatchObject({
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
  await t.rows(`update tickets set expires_at = now() - interval '1 second' where email = $1`, [email])
  expect((await t.confirm(token, browserSecret)).json().code).toBe('ticket-spent')
  expect([await isConfirmed(email), await listSessions(email)]).toEqual([false, []])
})

it('a link never leads past a second factor, nor into an inactive account or the back office', async () => {
  for (const change of [`totp_secret = 'secret'`, 'active = false', `role = 'admin'`]) {
    const { email, browserSecret, token } = await register()
    await t.rows(`update users set ${change} where email = $1`, [email])
    const reply = await t.confirm(token, browserSecret)
    expect([change, reply.json().isSignedIn, reply.headers.authorization]).toEqual([
      change,
      undefined,
      undefined,
    ])
    expect([await isConfirmed(email), await listSessions(email)]).toEqual([true, []])
  }
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
  expect((await t.confirm(token, browserSecret)).json()).toMatchObject({ isSignedIn: true })
})

it('a link that is sent again keeps the browser of the registration, whoever asked for it', async () => {
  const { email, browserSecret, token } = await register()
  const stranger = createSecret()
  const again = await t.send('/api/confirm-email/again', { identity: email, browserSecret: stranger })
  expect(again.statusCode).toBe(400)
  expect((await t.send('/api/confirm-email/again', { identity: email })).statusCode).toBe(200)
  const second = t.tokenIn((await t.post?.next(email, 2))?.text)
  expect((await t.confirm(token, browserSecret)).json().code).toBe('ticket-spent')
  expect((await t.confirm(second, stranger)).json()).not.toHaveProperty('isSignedIn')

  const other = await register()
  await t.send('/api/confirm-email/again', { identity: other.email })
  const link = t.tokenIn((await t.post?.next(other.email, 2))?.text)
  expect((await t.confirm(link, other.browserSecret)).json()).toMatchObject({ isSignedIn: true })
})

it('a stranger who registers an address first gets no session of its owner, who registers after', async () => {
  const owner = createRegistration()
  const stranger = {
    ...createRegistration(),
    email: owner.email,
    password: 'another long password',
    browserSecret: createSecret(),
  }
  await t.register(stranger)
  const strangersLink = t.tokenIn((await t.post?.next(owner.email))?.text)
  const browserSecret = createSecret()
  await t.register({ ...owner, browserSecret })
  expect((await t.confirm(strangersLink, stranger.browserSecret)).json().code).toBe('ticket-spent')
  const link = t.tokenIn((await t.post?.next(owner.email, 2))?.text)
  expect((await t.confirm(link, stranger.browserSecret)).json()).not.toHaveProperty('isSignedIn')
  expect(await listSessions(owner.email)).toEqual([])
  expect((await t.signIn(owner.email, owner.password)).statusCode).toBe(200)
  expect((await t.signIn(owner.email, stranger.password)).statusCode).toBe(401)
})

it('the link of another address that the user enters later signs in nobody', async () => {
  const { email, password, browserSecret, token } = await register()
  const authorization = String((await t.confirm(token, browserSecret)).headers.authorization)
  await t.ask('POST', paths.accountConfirm, authorization, { password })
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
  const saved = await t.ask('PUT', paths.account, authorization, form)
  expect(saved.statusCode, saved.body).toBe(200)
  const link = t.tokenIn((await t.post?.next(other))?.text)
  expect((await t.confirm(link, browserSecret)).json()).not.toHaveProperty('isSignedIn')
})
