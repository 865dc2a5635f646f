import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { createRegistrationService } from '#server/features/registration/service.ts'
import {
  type AccountsApp,
  createRegistration,
  createUnusedSaudiId,
  startAccountsApp,
} from '../support/api/person.ts'

let t: AccountsApp
beforeAll(async () => {
  t = await startAccountsApp()
})
afterAll(() => t.close())

const createSecret = () => randomBytes(32).toString('base64url')
const findUser = async (email: string) => (await t.rows('select * from users where email = $1', [email]))[0]
const listPending = (email: string) =>
  t.rows<{ id: string; data: string }>('select * from pending_registrations where email = $1', [email])

let passwords = 0
/** Registers an address in a new browser, the `which`th time, and returns the token of the emailed link. */
const register = async (email: string, which = 1, more: object = {}) => {
  const browserSecret = createSecret()
  const password = `a long password, number ${++passwords}`
  const person = { ...createRegistration({ email, password, ...more }), browserSecret }
  expect((await t.register(person)).statusCode).toBe(200)
  return { ...person, token: t.tokenIn((await t.post?.next(email, which))?.text) }
}

describe('an address that a stranger registers, too', () => {
  it.each(['before', 'after'] as const)(
    'belongs to the account of its owner, when the stranger registered %s the owner',
    async (when) => {
      const email = `owner-${when}@school.test`
      const first = await register(email)
      const second = await register(email, 2)
      const [owner, stranger] = when === 'before' ? [second, first] : [first, second]
      // the owner opens both links in the own browser; the password of the stranger is not known there
      const { browserSecret, password } = owner
      for (const proof of [{ browserSecret }, { browserSecret, password }])
        expect((await t.confirm(stranger.token, proof)).json().code).toMatch(
          /^(password-required|wrong-password)$/,
        )
      expect(await findUser(email)).toBeUndefined()
      expect((await t.confirm(owner.token, { browserSecret })).json()).toMatchObject({ isSignedIn: true })
      expect((await t.signIn(email, password)).statusCode).toBe(200)
      expect((await t.signIn(email, stranger.password)).statusCode).toBe(401)
      expect(await findUser(email)).toMatchObject({ phone: expect.stringContaining(owner.phone.slice(1)) })
      // the other registration has ended
      expect(await listPending(email)).toEqual([])
      expect((await t.confirm(stranger.token, { password: stranger.password })).json().code).toBe(
        'ticket-spent',
      )
    },
  )

  it('gives no rights without the password of the link that its owner opens', async () => {
    const email = 'coach-of-children@school.test'
    const owner = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
    const stranger = await register(email, 1, { role: 'coach' })
    expect((await t.confirm(stranger.token, {})).json().code).toBe('password-required')
    expect((await t.signIn(email, stranger.password)).json().code).toBe('email-unconfirmed')
    expect((await t.send(paths.forgotPassword, { email })).statusCode).toBe(200)
    await t.send(paths.forgotPassword, { email: owner.email })
    await t.post?.next(owner.email, 'Set a new password for Botola')
    // the request for the address that waits has sent no link
    const toAddress = t.post?.arrived.filter(({ to }) => to?.some(({ address }) => address === email))
    expect(toAddress).toHaveLength(1)
    expect(await t.rows(`select from tickets where kind = 'reset' and user_id <> $1`, [owner.id])).toEqual([])
  })

  it('“This wasn’t me” deletes only the registration of the link', async () => {
    const email = 'declined@school.test'
    const owner = await register(email)
    const stranger = await register(email, 2)
    const decline = () => t.send(paths.confirmEmailDecline, { token: stranger.token })
    expect((await decline()).json()).toEqual({
      success: true,
      msg: 'The registration was deleted. No account was created with your address.',
    })
    expect((await decline()).json().code).toBe('ticket-spent')
    expect((await t.confirm(stranger.token, { password: stranger.password })).json().code).toBe(
      'ticket-spent',
    )
    expect(await listPending(email)).toHaveLength(1)
    expect((await t.confirm(owner.token, { password: owner.password })).statusCode).toBe(200)
  })
})

it('who registers on two devices opens either link with the password chosen there', async () => {
  for (const opened of [0, 1]) {
    const email = `two-devices-${opened}@school.test`
    const both = [await register(email), await register(email, 2)] as const
    const [one, other] = opened === 0 ? both : [both[1], both[0]]
    expect((await t.confirm(one.token, { password: other.password })).json().code).toBe('wrong-password')
    for (const { password } of both)
      expect((await t.signIn(email, password)).json().code).toBe('email-unconfirmed')
    expect((await t.confirm(one.token, { password: one.password })).json().isSignedIn).toBe(true)
    expect((await t.signIn(email, one.password)).statusCode).toBe(200)
    expect((await t.signIn(email, other.password)).statusCode).toBe(401)
  }
})

it('links of one address that are opened at once create one account', async () => {
  const email = 'race@school.test'
  const all = []
  for (let at = 1; at <= 4; at++) all.push(await register(email, at))
  const replies = await Promise.all(all.map(({ token, password }) => t.confirm(token, { password })))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400])
  const winner = all[replies.findIndex(({ statusCode }) => statusCode === 200)]
  expect((await t.signIn(email, winner?.password)).statusCode).toBe(200)
  expect(await listPending(email)).toEqual([])
})

it('whether address and national ID are free is decided when a registration is confirmed', async () => {
  const nationalId = createUnusedSaudiId()
  const [one, other] = [
    await register('id-1@school.test', 1, { nationalId }),
    await register('id-2@school.test', 1, { nationalId }),
  ]
  expect((await t.confirm(other.token, { password: other.password })).statusCode).toBe(200)
  expect((await t.confirm(one.token, { password: one.password })).json()).toMatchObject({
    ...{ code: 'account-exists', field: 'nationalId' },
  })
  expect(await findUser(one.email)).toBeUndefined()
  // an administrator created an account with the address meanwhile
  const late = await register('late@school.test')
  const { id } = await t.person({ email: late.email })
  expect((await t.confirm(late.token, { browserSecret: late.browserSecret })).json()).toMatchObject({
    ...{ code: 'account-exists', field: 'email' },
  })
  expect(await findUser(late.email)).toMatchObject({ id, email_confirmed_at: null })
})

it('a registration is encrypted, is in no list of users, and is removed after a week', async () => {
  const mona = await register('encrypted@school.test', 1, { firstName: 'Zuleikha', school: 'Hidden School' })
  const [row] = await listPending(mona.email)
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`Zuleikha|Hidden School|${mona.nationalId}|argon2`))
  const data = t.encryption.decrypt(String(row?.data), 'pending_registrations.data', String(row?.id))
  expect(JSON.parse(data)).toMatchObject({ firstName: 'Zuleikha', nationalId: mona.nationalId })
  const users = await t.ask('GET', `${paths.adminUsers}?s=${mona.email}`, await t.admin())
  expect(users.json()).toMatchObject({ success: true, totalItems: 0 })
  const purge = createRegistrationService(t).purge
  await t.rows(`update pending_registrations set expires_at = expires_at - interval '6 days 23 hours'`)
  await purge()
  expect(await listPending(mona.email)).toHaveLength(1)
  await t.rows(`update pending_registrations set expires_at = expires_at - interval '2 hours'`)
  expect((await t.confirm(mona.token, { password: mona.password })).json().code).toBe('ticket-spent')
  expect(await purge()).toBeGreaterThan(0)
  expect(await listPending(mona.email)).toEqual([])
})

it('a registration of before version 1.1 gives way to a newer one that is confirmed', async () => {
  const confirmUntil = new Date(Date.now() + 86_400_000)
  const old = await t.person({ emailConfirmedAt: null, confirmUntil })
  expect((await t.signIn(old.email)).json().code).toBe('email-unconfirmed')
  const { token, password } = await register(old.email)
  expect((await t.confirm(token, { password })).statusCode).toBe(200)
  expect(await t.rows('select id from users where email = $1', [old.email])).not.toEqual([{ id: old.id }])
  const expired = await t.person({ emailConfirmedAt: null, confirmUntil: new Date(Date.now() - 1000) })
  expect(await createRegistrationService(t).purge()).toBe(1)
  expect(await findUser(expired.email)).toBeUndefined()
})
