import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { defaultTimeZone, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { createRegistrationService } from '#server/accounts/registration/service.ts'
import { formatLongDate } from '#server/platform/emails/formats.ts'
import {
  type AccountsApp,
  createRegistration,
  createUnusedSaudiId,
  startAccountsApp,
} from '../../support/api/person.ts'
import { password } from '../../support/api/session.ts'

let t: AccountsApp
beforeAll(async () => {
  t = await startAccountsApp()
})
afterAll(() => t.close())

const createSecret = () => randomBytes(32).toString('base64url')
const findUser = async (email: string) => (await t.rows('select * from users where email = $1', [email]))[0]
const listPending = (email: string) =>
  t.rows<{ id: string; data: string; expires_at: Date }>(
    'select * from pending_registrations where email = $1',
    [email],
  )
let askers = 0
/** Asks for the link of a registration again. */
const sendAgain = async (body: object) =>
  expect(
    (await t.send(getPath('POST /api/confirm-email/again'), body, {}, `10.21.0.${++askers}`)).statusCode,
  ).toBe(200)

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
    const [team] = await t.rows<{ id: string }>(
      `insert into teams (id, competition_id, team_no, name, user_id) select gen_random_uuid(), id, 9101, 'Owls', $1 from competitions limit 1 returning id`,
      [owner.id],
    )
    await t.rows(
      `insert into team_people (id, team_id, competition_id, kind, name, email) select gen_random_uuid(), id, competition_id, 'coach', 'Sara', $2 from teams where id = $1`,
      [team?.id, email],
    )
    const readTeam = async (authorization: string) =>
      (
        await t.ask(
          'GET',
          getPath('GET /api/teams/:teamId/history', { teamId: String(team?.id) }),
          authorization,
        )
      ).statusCode
    const stranger = await register(email, 1, { role: 'coach' })
    expect((await t.confirm(stranger.token, {})).json().code).toBe('password-required')
    expect((await t.signIn(email, stranger.password)).json().code).toBe('email-unconfirmed')
    expect((await t.send(getPath('POST /api/password/forgot'), { email })).statusCode).toBe(200)
    await t.send(getPath('POST /api/password/forgot'), { email: owner.email })
    await t.post?.next(owner.email, 'Set a new password for Botola')
    // the request for the address that waits has sent no link
    const toAddress = t.post?.arrived.filter(({ to }) => to?.some(({ address }) => address === email))
    expect(toAddress).toHaveLength(1)
    expect(await t.rows(`select from tickets where kind = 'reset' and user_id <> $1`, [owner.id])).toEqual([])
    // the coach registers and opens the own link: the stranger never gets into the account
    const coach = await register(email, 2, { role: 'coach' })
    const { browserSecret } = coach
    expect((await t.confirm(coach.token, { browserSecret })).statusCode).toBe(200)
    expect(await readTeam(await t.enter(email, coach.password))).toBe(200)
    expect((await t.signIn(email, stranger.password)).statusCode).toBe(401)
    const other = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
    expect(await readTeam(await t.enter(other.email))).toBe(404)
  })

  it('has the same replies as an address with an account', async () => {
    const owner = await t.person({ emailConfirmedAt: new Date() })
    const replies = []
    for (const email of [owner.email, 'without-account@school.test']) {
      const person = createRegistration({ email, password: 'the password of a stranger' })
      const registered = await t.register(person)
      const signedIn = await t.signIn(email, person.password)
      const again = await t.send(getPath('POST /api/confirm-email/again'), {
        identity: email,
        password: person.password,
      })
      replies.push([registered, signedIn, again].map(({ statusCode, body }) => ({ statusCode, body })))
    }
    expect(replies[0]).toEqual(replies[1])
    expect(replies[0]?.map(({ statusCode }) => statusCode)).toEqual([200, 403, 200])
    // the owner is told each time, and gets no link of the registration
    for (const which of [1, 2])
      expect((await t.post?.next(owner.email, which))?.subject).toBe('You already have a Botola account')
    await sendAgain({ identity: owner.email })
    expect((await t.post?.next(owner.email, 3))?.subject).toBe('You already have a Botola account')
    expect((await t.signIn(owner.email)).statusCode).toBe(200)
  })

  it('gets the link of its owner again, with a proof or without one', async () => {
    for (const proof of ['password', 'browserSecret', 'none'] as const) {
      const email = `again-${proof.toLowerCase()}@school.test`
      const owner = await register(email)
      for (const which of [2, 3]) await register(email, which)
      await sendAgain({ identity: email, ...(proof === 'none' ? {} : { [proof]: owner[proof] }) })
      // without a proof each registration gets a link
      const links = []
      for (const which of proof === 'none' ? [4, 5, 6] : [4])
        links.push(t.tokenIn((await t.post?.next(email, which))?.text))
      const replies = []
      for (const link of links) replies.push(await t.confirm(link, { password: owner.password }))
      const confirmed = replies.filter(({ statusCode }) => statusCode === 200)
      expect([confirmed.length, proof]).toEqual([1, proof])
      expect((await t.signIn(email, owner.password)).statusCode).toBe(200)
    }
  })

  it('gets the link of its owner again by the national ID that a stranger registers, too', async () => {
    const owner = await register('by-national-id@school.test')
    const { nationalId, password } = owner
    const stranger = await register('stranger-with-id@school.test', 1, { nationalId })
    const identity = { identity: nationalId, identityKind: 'national_id' }
    // whoever does not know a password gets nothing, and takes nothing from the limit of the owner
    for (let at = 0; at < 3; at++) await sendAgain({ ...identity, password: 'not this one' })
    await sendAgain({ ...identity, password })
    const link = t.tokenIn((await t.post?.next(owner.email, 2))?.text)
    expect((await t.confirm(owner.token, { password })).json().code).toBe('ticket-spent')
    expect((await t.confirm(link, { password })).statusCode).toBe(200)
    const toStranger = t.post?.arrived.filter(({ to }) => to?.some((to) => to.address === stranger.email))
    expect(toStranger).toHaveLength(1)
  })

  it('“This wasn’t me” deletes only the registration of the link', async () => {
    const email = 'declined@school.test'
    const owner = await register(email)
    const stranger = await register(email, 2)
    const decline = () => t.send(getPath('POST /api/confirm-email/decline'), { token: stranger.token })
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
  // a sign-in compares its password with the newest two
  const signIns = []
  for (const { password } of all) signIns.push((await t.signIn(email, password)).json().code)
  expect(signIns).toEqual([...Array(2).fill('sign-in-failed'), ...Array(2).fill('email-unconfirmed')])
  const replies = await Promise.all(all.map(({ token, password }) => t.confirm(token, { password })))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400])
  const winner = all[replies.findIndex(({ statusCode }) => statusCode === 200)]
  expect((await t.signIn(email, winner?.password)).statusCode).toBe(200)
  expect(await listPending(email)).toEqual([])
})

it('links of two addresses with one national ID that are opened at once create one account', async () => {
  const nationalId = createUnusedSaudiId()
  const both = [
    await register('id-race-1@school.test', 1, { nationalId }),
    await register('id-race-2@school.test', 1, { nationalId }),
  ]
  const replies = await Promise.all(both.map(({ token, password }) => t.confirm(token, { password })))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    ...{ code: 'account-exists', field: 'nationalId' },
  })
})

describe('guesses at the password of an account', () => {
  const signInFrom = (from: string, identity: string, password: string | undefined, loginType: string) =>
    t.signIn(identity, password, { loginType }, {}, from)

  it('stay counted when the one who guesses signs in with a registration of the same national ID', async () => {
    const nationalId = createUnusedSaudiId()
    const owner = await t.person({ nationalId, emailConfirmedAt: new Date() })
    const stranger = await register('guesses@school.test', 1, { nationalId })
    const from = '10.20.0.1'
    const guess = () => signInFrom(from, nationalId, 'wrong', 'national_id')
    for (let at = 0; at < 9; at++) expect((await guess()).statusCode).toBe(401)
    expect((await signInFrom(from, nationalId, stranger.password, 'national_id')).json().code).toBe(
      'email-unconfirmed',
    )
    expect((await guess()).statusCode).toBe(429)
    expect((await t.signIn(owner.email)).statusCode).toBe(200)
  })

  it('stay counted when the one who guesses signs in to an account with the same phone number', async () => {
    const phone = '+966501119999'
    await t.person({ phone, emailConfirmedAt: new Date() })
    const stranger = await register('shares-the-phone@school.test', 1, { phone })
    expect((await t.confirm(stranger.token, { password: stranger.password })).statusCode).toBe(200)
    const from = '10.20.0.2'
    const guess = () => signInFrom(from, phone, 'wrong', 'phone')
    for (let at = 0; at < 9; at++) expect((await guess()).statusCode).toBe(401)
    expect((await signInFrom(from, phone, stranger.password, 'phone')).statusCode).toBe(200)
    expect((await guess()).statusCode).toBe(401)
    expect((await guess()).statusCode).toBe(429)
  })
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
  const users = await t.ask('GET', `${getPath('GET /api/admin/users')}?s=${mona.email}`, await t.admin())
  expect(users.json()).toMatchObject({ success: true, totalItems: 0 })
  const purge = createRegistrationService(t).purge
  const letPass = (interval: string) =>
    t.rows('update pending_registrations set expires_at = expires_at - $1::interval', [interval])
  await letPass('6 days')
  // a link that is sent again keeps the day, which the email names
  const [waiting] = await listPending(mona.email)
  await sendAgain({ identity: mona.email, password: mona.password })
  const mail = await t.post?.next(mona.email, 2)
  const day = formatLongDate(toDateInTimeZone(waiting?.expires_at as Date, defaultTimeZone), 'en')
  expect(mail?.text).toContain(`expires on ${day}`)
  await letPass('23 hours')
  await purge()
  expect(await listPending(mona.email)).toHaveLength(1)
  await letPass('2 hours')
  expect((await t.confirm(t.tokenIn(mail?.text), { password: mona.password })).json().code).toBe(
    'ticket-spent',
  )
  expect(await purge()).toBeGreaterThan(0)
  expect(await listPending(mona.email)).toEqual([])
})

it('a registration of before version 1.1 gets its link again, and no link for a new password', async () => {
  const confirmUntil = new Date(Date.now() + 86_400_000)
  for (const more of [{ password }, {}]) {
    const old = await t.person({ emailConfirmedAt: null, confirmUntil })
    expect((await t.signIn(old.email)).json().code).toBe('email-unconfirmed')
    expect((await t.send(getPath('POST /api/password/forgot'), { email: old.email })).statusCode).toBe(200)
    expect(await t.rows('select from tickets where user_id = $1', [old.id])).toEqual([])
    await sendAgain({ identity: old.email, ...more })
    const mail = await t.post?.next(old.email)
    expect(mail?.subject).toBe('Confirm your address for Botola')
    expect((await t.confirm(t.tokenIn(mail?.text), { password })).statusCode).toBe(200)
    expect((await t.signIn(old.email)).statusCode).toBe(200)
  }
})

it('a registration of before version 1.1 gives way to a newer one that is confirmed', async () => {
  const confirmUntil = new Date(Date.now() + 86_400_000)
  const nationalId = createUnusedSaudiId()
  const sameId = await t.person({ emailConfirmedAt: null, confirmUntil, nationalId })
  const newer = await register('same-id@school.test', 1, { nationalId })
  expect((await t.confirm(newer.token, { password: newer.password })).statusCode).toBe(200)
  expect(await findUser(sameId.email)).toBeUndefined()
  const old = await t.person({ emailConfirmedAt: null, confirmUntil })
  expect((await t.signIn(old.email)).json().code).toBe('email-unconfirmed')
  const { token, password: newPassword } = await register(old.email)
  expect((await t.confirm(token, { password: newPassword })).statusCode).toBe(200)
  expect(await t.rows('select id from users where email = $1', [old.email])).not.toEqual([{ id: old.id }])
  const expired = await t.person({ emailConfirmedAt: null, confirmUntil: new Date(Date.now() - 1000) })
  expect(await createRegistrationService(t).purge()).toBe(1)
  expect(await findUser(expired.email)).toBeUndefined()
})
