import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessionRateLimiters } from '#server/accounts/session/rate-limiters.ts'
import { createAddressRateLimiter, purgeAndCountEndedRateLimits } from '#server/platform/lib/limiters.ts'
import { createRegistration } from '../../support/api/person.ts'
import {
  password,
  type SessionsApp,
  startTwoSessionsApps,
  type TwoSessionsApps,
} from '../../support/api/session.ts'

type App = SessionsApp['app']
let t: TwoSessionsApps
beforeAll(async () => {
  t = await startTwoSessionsApps()
})
afterAll(() => t.close())

let addresses = 0
const nextAddress = () => `10.1.${addresses >> 8}.${addresses++ & 255}`
const post = (
  app: App,
  url: string,
  payload: object,
  remoteAddress = nextAddress(),
  headers: Record<string, string> = {},
) => app.inject({ method: 'POST', url, payload, remoteAddress, headers })
const signIn = (app: App, email: string, secret: string, from?: string) =>
  post(app, '/api/adduser', { national_id: email, password: secret }, from)
const signInToken = async (email: string) =>
  String((await signIn(t.app, email, password)).headers.authorization)

/** Counts failed sign-ins before those of a test, of all accounts of an address or of one account. */
const countFailedSignIns = async (limit: 'address' | 'identity', key: string, count: number) => {
  const { [limit]: limiter } = createSessionRateLimiters(t)
  for (let counted = 0; counted < count; counted++) await limiter.count(key)
}
const hashEmail = (email: string) => t.encryption.keyedHash(`email ${email}`)

/**
 * Sends `count` requests, alternately to both processes, and returns how many of them each status code
 * answered.
 */
const countStatuses = async (
  count: number,
  send: (app: App, index: number) => Promise<{ statusCode: number }>,
) => {
  const counts: Record<number, number> = {}
  for (let sent = 0; sent < count; sent++) {
    const { statusCode } = await send(sent % 2 ? t.otherApp : t.app, sent)
    counts[statusCode] = (counts[statusCode] ?? 0) + 1
  }
  return counts
}

describe('two processes share the limit of', () => {
  it('sign-ins to an account from one address', async () => {
    const { email } = await t.person()
    expect(await countStatuses(12, (app) => signIn(app, email, 'wrong', '10.2.0.1'))).toEqual({
      401: 10,
      429: 2,
    })
  })

  it('sign-ins to all accounts from one address', async () => {
    await countFailedSignIns('address', '10.6.0.1', 90)
    const send = (app: App, index: number) => signIn(app, `stranger${index}@school.test`, 'wrong', '10.6.0.1')
    expect(await countStatuses(13, send)).toEqual({ 401: 10, 429: 3 })
  })

  it('emails that one address requests', async () => {
    const send = (app: App, index: number) =>
      post(app, '/api/password/forgot', { email: `stranger${index}@school.test` }, '10.6.0.2')
    expect(await countStatuses(23, send)).toEqual({ 200: 20, 429: 3 })
  })

  it('links that one address opens', async () => {
    const send = (app: App, index: number) =>
      post(app, '/api/confirm-email', { token: `unknown-token-${index}` }, '10.6.0.3')
    const counts = await countStatuses(33, send)
    expect(counts[429]).toBe(3)
  })

  it('sign-ins to an account from all addresses', async () => {
    const { email } = await t.person()
    await countFailedSignIns('identity', hashEmail(email), 50)
    expect(await countStatuses(13, (app) => signIn(app, email, 'wrong'))).toEqual({ 401: 10, 429: 3 })
  })

  it('checks of the password of a signed-in user, also for a request for erasure', async () => {
    const { email } = await t.person()
    const authorization = await signInToken(email)
    const ask = (app: App) =>
      post(app, '/api/account/erasure', { password: 'wrong' }, undefined, { authorization })
    const counts = await countStatuses(22, ask)
    expect(counts[429]).toBe(2)
  })

  it('first codes of a second factor', async () => {
    const { email } = await t.person()
    const authorization = await signInToken(email)
    const { enrolment } = (
      await post(t.app, '/api/account/second-factor/start', {}, undefined, { authorization })
    ).json()
    const send = (app: App) =>
      post(app, '/api/account/second-factor/confirm', { enrolment, code: '000000' }, undefined, {
        authorization,
      })
    const counts = await countStatuses(22, send)
    expect(counts[429]).toBe(2)
  })

  it('links for a new password', async () => {
    const { email } = await t.person()
    expect(await countStatuses(5, (app) => post(app, '/api/password/forgot', { email }))).toEqual({
      200: 3,
      429: 2,
    })
  })

  it('emails that confirm an address', async () => {
    const { email } = await t.person({ confirmUntil: new Date(Date.now() + 86_400_000) })
    const send = (app: App) =>
      post(app, '/api/confirm-email/again', { identity: email, identityKind: 'email' })
    expect(await countStatuses(5, send)).toEqual({ 200: 3, 429: 2 })
  })

  it('registrations with one address', async () => {
    const registration = createRegistration()
    const send = (app: App) => post(app, '/api/register', registration)
    expect(await countStatuses(7, send)).toEqual({ 200: 5, 429: 2 })
  })
})

it('the addresses of an IPv6 network have a limit together, which a success gives back', async () => {
  const limiter = createAddressRateLimiter(
    { db: t.database.db, hashKey: t.encryption.keyedHash },
    { name: 'test of networks', max: 2, seconds: 60, network: { max: 3 } },
  )
  const inNetwork = (subnet: number) => `2001:db8:7:${subnet}::`
  for (const subnet of [1, 1, 2]) await limiter.count(inNetwork(subnet), 'mona')
  const isTooMany = { code: 'too-many' }
  await expect(limiter.count(inNetwork(1), 'mona')).rejects.toMatchObject(isTooMany)
  await expect(limiter.count(inNetwork(3), 'mona')).rejects.toMatchObject(isTooMany)
  // another subject, another network (`2001:db8::` is `2001:db8:0:0::`), and IPv4
  await limiter.count(inNetwork(3), 'omar')
  for (const address of ['2001:db8:8:1::', '2001:db8::', '10.9.0.1', '10.9.0.2', '10.9.0.3', '10.9.0.4'])
    await limiter.count(address, 'mona')
  await limiter.forgive(inNetwork(2), 'mona')
  await limiter.count(inNetwork(4), 'mona')
  await limiter.forgive(inNetwork(1), 'mona')
  await limiter.count(inNetwork(1), 'mona')
  await expect(limiter.count(inNetwork(5), 'mona')).rejects.toMatchObject(isTooMany)
})

describe('an address that signed in before is let through', () => {
  it('when others in its IPv6 network used up the limit of the account there', async () => {
    const { email } = await t.person()
    const home = '2001:db9:0:99::1'
    expect((await signIn(t.app, email, password, home)).statusCode).toBe(200)
    for (let tried = 0; tried < 40; tried++)
      expect((await signIn(t.app, email, 'wrong', `2001:db9:0:${tried + 1}::1`)).statusCode).toBe(401)
    expect((await signIn(t.app, email, password, '2001:db9:0:77::1')).statusCode).toBe(429)
    expect((await signIn(t.otherApp, email, password, home)).statusCode).toBe(200)
  })

  it('when others in its IPv6 network used up the limit of all accounts there', async () => {
    const { email } = await t.person()
    const home = '2001:db9:1:99::1'
    expect((await signIn(t.app, email, password, home)).statusCode).toBe(200)
    for (let subnet = 0; subnet < 8; subnet++)
      await countFailedSignIns('address', `2001:db9:1:${subnet}::`, 50)
    expect((await signIn(t.app, email, password, '2001:db9:1:77::1')).statusCode).toBe(429)
    expect((await signIn(t.otherApp, email, password, home)).statusCode).toBe(200)
  })
})

it('a link of an email works after many wrong ones from the same address', async () => {
  const from = '10.7.0.2'
  const { email } = await t.person()
  expect((await post(t.app, '/api/password/forgot', { email }, from)).statusCode).toBe(200)
  const token = /reset-password\/#([\w-]{43})/.exec((await t.mails.next(email)).text ?? '')?.[1] ?? ''
  const reset = (app: App, sent: string) =>
    post(app, '/api/password/reset', { token: sent, password: 'another long password' }, from)
  expect((await countStatuses(33, (app, index) => reset(app, `unknown-token-${index}`)))[429]).toBe(3)
  expect((await reset(t.app, token)).statusCode).toBe(200)
})

it('130 people of a hall sign in at the same moment', async () => {
  const people = await Promise.all(Array.from({ length: 130 }, () => t.person()))
  const replies = await Promise.all(people.map(({ email }) => signIn(t.app, email, password, '10.7.0.1')))
  expect(replies.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
})

it('an address that signed in before is let through when a stranger used up the limit of the account', async () => {
  const { email } = await t.person()
  const home = '10.3.0.1'
  expect((await signIn(t.app, email, password, home)).statusCode).toBe(200)
  await countFailedSignIns('identity', hashEmail(email), 60)
  expect((await signIn(t.otherApp, email, password)).statusCode).toBe(429)
  expect((await signIn(t.otherApp, email, password, home)).statusCode).toBe(200)
  // the lower limit of that address still holds
  for (let tried = 0; tried < 10; tried++)
    expect((await signIn(t.app, email, 'wrong', home)).statusCode).toBe(401)
  expect((await signIn(t.app, email, password, home)).statusCode).toBe(429)
})

it('an account has at most 20 addresses, as hashes, which are deleted with it', async () => {
  const { id, email } = await t.person()
  for (let opened = 0; opened < 22; opened++) await signIn(t.app, email, password, `10.4.0.${opened}`)
  const read = async () =>
    (await t.database.pool.query('select address_hash from sign_in_addresses where user_id = $1', [id])).rows
  const rows = await read()
  expect(rows).toHaveLength(20)
  expect(JSON.stringify(rows)).not.toContain('10.4.0.')
  await t.database.pool.query('delete from users where id = $1', [id])
  expect(await read()).toEqual([])
})

it('the table of the limits has no addresses, and windows that ended are purged', async () => {
  const { email } = await t.person()
  await signIn(t.app, email, 'wrong', '10.5.0.1')
  const { rows } = await t.database.pool.query('select * from rate_limits')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/@|10\.5\.0\.1/)
  await t.database.pool.query("update rate_limits set expires_at = now() - interval '1 second'")
  expect(await purgeAndCountEndedRateLimits(t.database.db)).toBe(rows.length)
})
