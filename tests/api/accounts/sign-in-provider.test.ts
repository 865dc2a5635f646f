import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { generateCurrentCode, generateNextCode } from '../../support/api/verification-codes.ts'
import { startMailServer } from '../../support/services/mail-server.ts'
import {
  type OidcProvider,
  type ProviderUser,
  startOidcProvider,
} from '../../support/services/oidc-provider.ts'

const siteUrl = 'http://botola.test'
const browserSecret = 'the secret of a browser, random in reality'

describe('signing in with a provider', () => {
  let t: SessionsApp
  let provider: OidcProvider
  let mails: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    mails = await startMailServer()
    provider = await startOidcProvider(siteUrl)
    t = await startSessionsApp({ SITE_URL: siteUrl, SMTP_URL: mails.url, ...provider.env })
  })
  afterAll(async () => {
    await t.close()
    await provider.close()
    await mails.close()
  })

  const as = (token: string) => ({ authorization: token })
  const call = (method: 'GET' | 'DELETE', url: string, token: string) =>
    t.app.inject({ method, url, headers: as(token) })
  const officer = (more: Parameters<SessionsApp['person']>[0] = {}) =>
    t.person({ role: 'admin', permissions: ['administration'], ...more })
  const signInByPassword = async (email: string) =>
    String((await t.signIn(email, password, { type: 4 })).headers.authorization)
  const newUser = (more: Partial<ProviderUser> = {}): ProviderUser => ({ sub: randomUUID(), ...more })

  const start = async (body: object = {}) =>
    t.post(getPath('POST /api/sign-in-provider/start'), { browserSecret, ...body })
  const finish = (returned: object) =>
    t.post(getPath('POST /api/sign-in-provider/finish'), { browserSecret, ...returned })
  /** Goes to the provider and back. */
  const visitProvider = async (user: ProviderUser, body: object = {}) => {
    const { url } = (await start(body)).json()
    const { code, state, iss } = await provider.signIn(url, user)
    return { code, state, iss }
  }
  const signIn = async (user: ProviderUser) => finish(await visitProvider(user))

  const startOwn = (token: string, purpose: 'link' | 'confirm', secret = browserSecret) =>
    t.post(getPath('POST /api/account/provider-links/start'), { browserSecret: secret, purpose }, as(token))
  const finishOwn = (token: string, returned: object) =>
    t.post(getPath('POST /api/account/provider-links/finish'), { browserSecret, ...returned }, as(token))
  const visitOwn = async (token: string, purpose: 'link' | 'confirm', user: ProviderUser) => {
    const { url } = (await startOwn(token, purpose)).json()
    const { code, state, iss } = await provider.signIn(url, user)
    return finishOwn(token, { code, state, iss })
  }
  /** An account of the back office that is linked to a user of the provider. */
  const linked = async (more: Parameters<SessionsApp['person']>[0] = {}, user: ProviderUser = newUser()) => {
    const person = await officer(more)
    const token = await signInByPassword(person.email)
    const reply = await visitOwn(token, 'link', user)
    expect([reply.statusCode, reply.json()]).toEqual([200, expect.objectContaining({ success: true })])
    return { person, token, user }
  }
  const enrol = async (token: string): Promise<string> => {
    const { secret, enrolment } = (await t.post('/api/account/second-factor/start', {}, as(token))).json()
    const code = await generateCurrentCode(secret)
    await t.post('/api/account/second-factor/confirm', { enrolment, code }, as(token))
    return secret
  }
  const listLinksOf = (token: string) => call('GET', getPath('GET /api/account/provider-links'), token)
  const listLinks = async (token: string) => (await listLinksOf(token)).json().links
  const getUser = (token: unknown) => t.post('/api/getuser', {}, as(String(token)))
  const setConfirmedAt = (userId: string, at: string | null) =>
    t.database.pool.query('update sessions set confirmed_at = $2 where user_id = $1', [userId, at])
  const listActions = async (userId: string): Promise<string[]> =>
    (
      await t.database.pool.query('select action from audit_log where entity_id = $1 order by id', [userId])
    ).rows.map(({ action }) => action)

  it('signs in an account that its owner has linked, and lists the link', async () => {
    const { person, token, user } = await linked()
    const [link] = await listLinks(token)
    expect(link).toMatchObject({ issuer: provider.issuer, lastUsedAt: null })
    const reply = await signIn(user)
    expect(reply.statusCode).toBe(200)
    expect((await getUser(reply.headers.authorization)).json().user).toMatchObject({ _id: person.id })
    expect((await listLinks(token))[0].lastUsedAt).not.toBeNull()
    expect(await listActions(person.id)).toContain('link-provider')
    expect((await mails.next(person.email)).subject).toBe('A sign-in provider was linked to your account')
    // signing out ends the session
    await t.post('/api/signout', {}, as(String(reply.headers.authorization)))
    expect((await getUser(reply.headers.authorization)).statusCode).toBe(401)
  })

  it('sends a browser to the provider with PKCE, state and nonce, which nobody can read in the database', async () => {
    const { url } = (await start()).json()
    const query = new URL(url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: 'botola',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${siteUrl}/admin/auth/provider/`,
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{43}$/)
    const { rows } = await t.database.pool.query('select * from provider_requests')
    expect(JSON.stringify(rows)).not.toContain(query.get('state'))
    expect(JSON.stringify(rows)).not.toContain(browserSecret)
  })

  it('rejects another state, another browser and a return that was used', async () => {
    const { user } = await linked()
    const returned = await visitProvider(user)
    const codes = []
    for (const wrong of [
      { ...returned, state: 'x'.repeat(43) },
      { ...returned, browserSecret: 'the secret of another browser' },
    ]) {
      const reply = await finish(wrong)
      codes.push([reply.statusCode, reply.json().code, reply.headers.authorization])
    }
    expect(codes).toEqual(Array(2).fill([401, 'provider-failed', undefined]))
    // another browser did not use it up
    expect((await finish(returned)).statusCode).toBe(200)
    expect((await finish(returned)).json().code).toBe('provider-failed')
  })

  it('accepts one of several concurrent returns', async () => {
    const { user } = await linked()
    const returned = await visitProvider(user)
    const replies = await Promise.all(Array.from({ length: 4 }, () => finish(returned)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('rejects a code with the state of another request, and a code of another sign-in', async () => {
    const { user } = await linked()
    const first = await visitProvider(user)
    const other = await visitProvider(user)
    // the code was given for the challenge and the nonce of the first request
    const reply = await finish({ ...other, code: first.code })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'provider-failed'])
    expect((await finish({ ...first, iss: 'https://other.test' })).json().code).toBe('provider-failed')
  })

  it('rejects a return after ten minutes', async () => {
    const { user } = await linked()
    const returned = await visitProvider(user)
    await t.database.pool.query(`update provider_requests set expires_at = now() - interval '1 second'`)
    expect((await finish(returned)).json().code).toBe('provider-failed')
  })

  it('never signs in by an email address', async () => {
    const person = await officer({ emailConfirmedAt: new Date() })
    const reply = await signIn(newUser({ email: person.email }))
    expect([reply.statusCode, reply.json().code, reply.headers.authorization]).toEqual([
      403,
      'provider-unlinked',
      undefined,
    ])
    expect(reply.json().msg).toContain('isn’t linked')
    const arabic = await t.app.inject({
      method: 'POST',
      url: `${getPath('POST /api/sign-in-provider/finish')}?lang=ar`,
      payload: { browserSecret, ...(await visitProvider(newUser({ email: person.email }))) },
    })
    expect(arabic.json().msg).toContain('غير مرتبط')
  })

  it('rejects a removed link, and an inactive, a deleted and a demoted account', async () => {
    const removed = await linked()
    const [link] = await listLinks(removed.token)
    const path = getPath('DELETE /api/account/provider-links/:linkId', { linkId: link.id })
    await setConfirmedAt(removed.person.id, null)
    expect((await call('DELETE', path, removed.token)).json().code).toBe('confirmation_required')
    await setConfirmedAt(removed.person.id, new Date().toISOString())
    expect((await call('DELETE', path, (await linked()).token)).statusCode).toBe(404)
    const otherSession = String((await signIn(removed.user)).headers.authorization)
    expect((await call('DELETE', path, removed.token)).statusCode).toBe(200)
    expect((await listLinksOf(otherSession)).statusCode).toBe(401)
    expect((await listLinksOf(removed.token)).statusCode).toBe(200)
    expect((await signIn(removed.user)).json().code).toBe('provider-unlinked')
    expect(await listActions(removed.person.id)).toContain('unlink-provider')
    expect(
      (await mails.next(removed.person.email, 'A sign-in provider was removed from your account')).text,
    ).toContain('Office ID')

    const admin = await t.admin()
    const inactive = await linked()
    await t.database.pool.query('update users set active = false where id = $1', [inactive.person.id])
    expect((await signIn(inactive.user)).json().code).toBe('account-inactive')

    const deleted = await linked()
    expect((await call('DELETE', `/api/admin/users?id=${deleted.person.id}`, admin)).statusCode).toBe(200)
    expect((await signIn(deleted.user)).json().code).toBe('provider-unlinked')
    const { rows } = await t.database.pool.query('select 1 from provider_links where user_id = $1', [
      deleted.person.id,
    ])
    expect(rows).toEqual([])

    const demoted = await linked()
    for (const role of ['coach', 'student']) {
      await t.database.pool.query(`update users set role = $2, permissions = '{}' where id = $1`, [
        demoted.person.id,
        role,
      ])
      expect((await signIn(demoted.user)).json().code).toBe('provider-wrong-role')
    }
  })

  it('opens no session with a link that is removed meanwhile', async () => {
    const { token, user } = await linked()
    const returned = await visitProvider(user)
    const [link] = await listLinks(token)
    const client = await t.database.pool.connect()
    try {
      // the sign-in waits for it after the provider has replied; the removal does not need it
      await client.query('begin')
      await client.query('lock table tickets in share mode')
      const signingIn = Promise.resolve(finish(returned))
      const waiting = `select 1 from pg_locks where not granted and relation = 'tickets'::regclass`
      await expect
        .poll(async () => (await client.query(waiting)).rowCount, { timeout: 20_000 })
        .toBeGreaterThan(0)
      const path = getPath('DELETE /api/account/provider-links/:linkId', { linkId: link.id })
      expect((await call('DELETE', path, token)).statusCode).toBe(200)
      await client.query('commit')
      const { headers, json } = await signingIn
      expect([json().code, headers.authorization]).toEqual(['provider-unlinked', undefined])
    } finally {
      client.release(true)
    }
  })

  it('lets no student or coach link an account', async () => {
    const student = await t.person()
    const token = String((await t.signIn(student.email)).headers.authorization)
    for (const purpose of ['link', 'confirm'] as const) {
      const reply = await startOwn(token, purpose)
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'wrong-role'])
    }
  })

  it('links in the session that began it only, after a confirmation, and once', async () => {
    const person = await officer()
    const token = await signInByPassword(person.email)
    await setConfirmedAt(person.id, null)
    expect((await startOwn(token, 'link')).json().code).toBe('confirmation_required')
    await setConfirmedAt(person.id, new Date().toISOString())
    const user = newUser()
    const { url } = (await startOwn(token, 'link')).json()
    const { code, state, iss } = await provider.signIn(url, user)
    const victim = await linked()
    expect((await finishOwn(victim.token, { code, state, iss })).json().code).toBe('provider-failed')
    expect(await listLinks(victim.token)).toHaveLength(1)
    // a return that was meant for a link signs nobody in
    const second = (await startOwn(token, 'link')).json()
    const returned = await provider.signIn(second.url, victim.user)
    expect(
      (await finish({ code: returned.code, state: returned.state, iss: returned.iss })).json().code,
    ).toBe('provider-failed')
    const reply = await visitOwn(token, 'link', victim.user)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'provider-linked'])
    expect(await listLinks(token)).toEqual([])
  })

  describe('by invitation', () => {
    const invite = async (userId: string, token?: string) =>
      t.post(
        getPath('POST /api/admin/users/:userId/provider-links/invitation', { userId }),
        {},
        as(token ?? (await t.admin())),
      )
    const readToken = async (email: string, count = 1) =>
      /#([\w-]{43})/.exec((await mails.next(email, count)).text ?? '')?.[1] ?? ''

    it('links the account that an administrator invited, once', async () => {
      const person = await officer({ passwordHash: null })
      expect((await invite(person.id)).json().msg).toBe('The invitation is on its way.')
      const invitation = await readToken(person.email)
      const stored = JSON.stringify(
        (await t.database.pool.query('select * from tickets where user_id = $1', [person.id])).rows,
      )
      expect(stored).toContain('link-provider')
      expect(stored).not.toContain(invitation)
      const shown = await t.post(getPath('POST /api/sign-in-provider/invitation'), { invitation })
      expect(shown.json()).toMatchObject({ name: 'Mona Saleh', email: person.email })
      const user = newUser()
      const early = await visitProvider(user, { invitation })
      const reply = await finish(await visitProvider(user, { invitation }))
      expect(reply.statusCode).toBe(200)
      expect((await getUser(reply.headers.authorization)).json().user._id).toBe(person.id)
      expect((await signIn(user)).statusCode).toBe(200)
      // the invitation was used, also by a request that began before
      expect((await finish(early)).json().code).toBe('ticket-spent')
      expect((await start({ invitation })).json().code).toBe('ticket-spent')
      const spent = await t.post(getPath('POST /api/sign-in-provider/invitation'), { invitation })
      expect(spent.json()).toMatchObject({ code: 'ticket-spent' })
      expect(await listActions(person.id)).toEqual(
        expect.arrayContaining(['invite-provider', 'link-provider']),
      )
    })

    it('ends with a newer one, and after three days', async () => {
      const person = await officer()
      await invite(person.id)
      const first = await readToken(person.email)
      await invite(person.id)
      const second = await readToken(person.email, 2)
      expect((await start({ invitation: first })).json().code).toBe('ticket-spent')
      await t.database.pool.query(
        `update tickets set expires_at = now() - interval '1 second' where user_id = $1`,
        [person.id],
      )
      expect((await start({ invitation: second })).json().code).toBe('ticket-spent')
    })

    it('ends with another one that is sent at the same time', async () => {
      const person = await officer()
      const admin = await t.admin()
      const client = await t.database.pool.connect()
      try {
        // holds the first one back until the second one waits, too
        await client.query('begin')
        await client.query('lock table tickets in share mode')
        const inviting = Promise.all([invite(person.id, admin), invite(person.id, admin)])
        const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 20_000 }).toBe(2)
        await client.query('commit')
        expect((await inviting).map(({ statusCode }) => statusCode)).toEqual([200, 200])
      } finally {
        client.release(true)
      }
      const replies = []
      for (const count of [1, 2]) {
        const invitation = await readToken(person.email, count)
        replies.push(
          (await t.post(getPath('POST /api/sign-in-provider/invitation'), { invitation })).statusCode,
        )
      }
      expect(replies.toSorted()).toEqual([200, 400])
    })

    it('ends when the address of the account changes', async () => {
      const person = await officer()
      await invite(person.id)
      const invitation = await readToken(person.email)
      const form = new URLSearchParams({
        id: person.id,
        type: '4',
        fname: person.firstName,
        email: `new-${person.email}`,
        phone: '01061234567',
      })
      const saved = await t.app.inject({
        method: 'POST',
        url: '/api/admin/users/save',
        payload: form.toString(),
        headers: { ...as(await t.admin()), 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([saved.statusCode, saved.json().success]).toEqual([200, true])
      expect((await start({ invitation })).json().code).toBe('ticket-spent')
    })

    it('needs the permission, a confirmed session and an active account of the back office', async () => {
      const person = await officer()
      const organizer = await officer({ permissions: ['registration'] })
      expect((await invite(person.id, await signInByPassword(organizer.email))).json().code).toBe(
        'no-permission',
      )
      const admin = await officer()
      const token = await signInByPassword(admin.email)
      await setConfirmedAt(admin.id, null)
      expect((await invite(person.id, token)).json().code).toBe('confirmation_required')
      expect((await invite((await t.person()).id)).statusCode).toBe(404)
      expect((await invite((await officer({ active: false })).id)).json().code).toBe('account-inactive')
    })

    it('does not replace the second factor of the account', async () => {
      const person = await officer()
      const secret = await enrol(await signInByPassword(person.email))
      await invite(person.id)
      const invitation = await readToken(person.email)
      // whoever reads the email claims a second factor of an own account at the provider
      const user = newUser({ amr: ['mfa'] })
      const reply = await finish(await visitProvider(user, { invitation }))
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'second-factor-required'])
      const again = await signIn(user)
      expect(again.json().code).toBe('second-factor-required')
      const { challenge } = again.json().details
      const code = await generateNextCode(secret)
      const done = await t.post('/api/adduser/second-factor', { challenge, code })
      expect(done.statusCode).toBe(200)
      // the code has proven the link, so that of the provider is enough from now on
      expect((await signIn(user)).statusCode).toBe(200)
    })

    it('lets an administrator see and remove the links of a user', async () => {
      const { person, user, token } = await linked()
      const admin = await t.admin()
      const path = getPath('GET /api/admin/users/:userId/provider-links', { userId: person.id })
      const { links } = (await call('GET', path, admin)).json()
      expect(links).toEqual([expect.objectContaining({ issuer: provider.issuer })])
      const remove = getPath('DELETE /api/admin/users/:userId/provider-links/:linkId', {
        userId: person.id,
        linkId: links[0].id,
      })
      expect((await call('DELETE', remove, admin)).statusCode).toBe(200)
      expect((await listLinksOf(token)).statusCode).toBe(401)
      expect((await signIn(user)).json().code).toBe('provider-unlinked')
      expect((await call('DELETE', remove, admin)).statusCode).toBe(404)
    })
  })

  describe('with a second factor', () => {
    it('asks for the own code unless the id token names an accepted value', async () => {
      const { person, token, user } = await linked()
      const secret = await enrol(token)
      for (const claims of [{}, { amr: ['pwd'] }, { amr: ['otp', 'hwk'] }, { acr: 'urn:other' }]) {
        const reply = await signIn({ ...user, ...claims })
        expect([reply.statusCode, reply.json().code]).toEqual([401, 'second-factor-required'])
      }
      const reply = await signIn(user)
      const code = await generateNextCode(secret)
      const { challenge } = reply.json().details
      expect((await t.post('/api/adduser/second-factor', { challenge, code })).statusCode).toBe(200)
      const direct = await signIn({ ...user, amr: ['pwd', 'mfa'] })
      expect(direct.statusCode).toBe(200)
      expect((await getUser(direct.headers.authorization)).json().user._id).toBe(person.id)
    })

    it('asks for the own code once where the link is older than the second factor', async () => {
      const { token, user } = await linked({}, newUser({ amr: ['mfa'] }))
      // somebody else may have made the link with the password alone
      const secret = await enrol(token)
      const reply = await signIn(user)
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'second-factor-required'])
      const confirmed = await visitOwn(token, 'confirm', user)
      expect(confirmed.json().code).toBe('provider-no-second-factor')
      const { challenge } = reply.json().details
      const code = await generateNextCode(secret)
      expect((await t.post('/api/adduser/second-factor', { challenge, code })).statusCode).toBe(200)
      expect((await signIn(user)).statusCode).toBe(200)
    })

    it('ends with a link that was removed before the own code was entered', async () => {
      const { person, token, user } = await linked()
      const secret = await enrol(token)
      const { challenge } = (await signIn(user)).json().details
      await t.database.pool.query('delete from provider_links where user_id = $1', [person.id])
      const code = await generateNextCode(secret)
      const reply = await t.post('/api/adduser/second-factor', { challenge, code })
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'ticket-spent'])
      expect(reply.headers.authorization).toBeUndefined()
    })

    it('counts as the second factor that the settings require', async () => {
      const { user, token } = await linked()
      await t.database.pool.query(
        `update settings set value = jsonb_set(value, '{sessions,requireSecondFactor}', 'true')`,
      )
      await t.invalidator.invalidate('settings')
      const read = (session: unknown) => call('GET', '/api/admin/users', String(session))
      try {
        expect((await read(token)).json().code).toBe('second-factor-setup-required')
        const weak = await signIn(user)
        expect((await read(weak.headers.authorization)).json().code).toBe('second-factor-setup-required')
        const strong = await signIn({ ...user, amr: ['mfa'] })
        expect((await read(strong.headers.authorization)).statusCode).toBe(200)
      } finally {
        await t.resetSettings()
      }
    })
  })

  describe('the confirmation of a session', () => {
    const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60
    const isConfirmed = async (token: unknown) => (await startOwn(String(token), 'link')).statusCode === 200

    it('is part of a sign-in with a password at the provider just now', async () => {
      const { user } = await linked()
      const fresh = await signIn(user)
      expect(await isConfirmed(fresh.headers.authorization)).toBe(true)
      // also with a clock that is an hour fast
      for (const minutes of [11, -60]) {
        const other = await signIn({ ...user, authTime: minutesAgo(minutes) })
        expect(other.statusCode).toBe(200)
        expect(await isConfirmed(other.headers.authorization)).toBe(false)
      }
    })

    it('can be made with the provider, with the linked account and a new sign-in there', async () => {
      const { person, token, user } = await linked()
      await setConfirmedAt(person.id, null)
      const { url } = (await startOwn(token, 'confirm')).json()
      expect(new URL(url).searchParams.get('prompt')).toBe('login')
      expect((await visitOwn(token, 'confirm', newUser())).json().code).toBe('provider-unlinked')
      const other = await linked()
      expect((await visitOwn(token, 'confirm', other.user)).json().code).toBe('provider-unlinked')
      const early = { ...user, authTime: minutesAgo(-60) }
      expect((await visitOwn(token, 'confirm', early)).json().code).toBe('provider-failed')
      expect(await isConfirmed(token)).toBe(false)
      expect((await visitOwn(token, 'confirm', user)).statusCode).toBe(200)
      expect(await isConfirmed(token)).toBe(true)
    })

    it('needs the second factor of the provider for an account that has one', async () => {
      const { person, token, user } = await linked()
      await enrol(token)
      // a link that was made after the second factor
      await t.database.pool.query('update provider_links set is_proven = true where user_id = $1', [
        person.id,
      ])
      await setConfirmedAt(person.id, null)
      const reply = await visitOwn(token, 'confirm', user)
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'provider-no-second-factor'])
      expect((await visitOwn(token, 'confirm', { ...user, amr: ['mfa'] })).statusCode).toBe(200)
      expect(await isConfirmed(token)).toBe(true)
    })
  })

  it('signs in and confirms sessions on a read-only site, and links nothing', async () => {
    const admin = await t.admin()
    const setReadOnly = (isOn: boolean) =>
      t.app.inject({
        method: 'PUT',
        url: getPath('PUT /api/admin/read-only-mode'),
        payload: { isOn, message: { en: 'Back at ten.', ar: 'نعود في العاشرة.' } },
        headers: as(admin),
      })
    const { person, token, user } = await linked()
    const invited = await officer()
    await t.post(
      getPath('POST /api/admin/users/:userId/provider-links/invitation', { userId: invited.id }),
      {},
      as(admin),
    )
    const invitation = /#([\w-]{43})/.exec((await mails.next(invited.email)).text ?? '')?.[1] ?? ''
    const accepted = await visitProvider(newUser(), { invitation })
    const started = await provider.signIn((await startOwn(token, 'link')).json().url, newUser())
    const readLinks = async () =>
      (
        await t.database.pool.query('select id from provider_links where user_id = any($1)', [
          [person.id, invited.id],
        ])
      ).rows
    const before = await readLinks()
    expect((await setReadOnly(true)).statusCode).toBe(200)
    try {
      expect((await signIn(user)).statusCode).toBe(200)
      await setConfirmedAt(person.id, null)
      expect((await visitOwn(token, 'confirm', user)).statusCode).toBe(200)
      const { code, state, iss } = started
      for (const reply of [
        await startOwn(token, 'link'),
        await finishOwn(token, { code, state, iss }),
        await start({ invitation }),
        await finish(accepted),
      ])
        expect([reply.statusCode, reply.json().code]).toEqual([503, 'read-only'])
      expect(await readLinks()).toEqual(before)
    } finally {
      expect((await setReadOnly(false)).statusCode).toBe(200)
    }
    expect((await finish(await visitProvider(newUser(), { invitation }))).statusCode).toBe(200)
  })

  it('counts failures with those of passwords, and no success', async () => {
    const address = '198.51.100.7'
    const { user } = await linked()
    const finishFrom = (returned: object) =>
      t.post(getPath('POST /api/sign-in-provider/finish'), { browserSecret, ...returned }, {}, address)
    for (let at = 0; at < 44; at++) await t.signIn(`nobody-${at}@school.test`, 'wrong', {}, {}, address)
    for (let at = 0; at < 55; at++) await finishFrom({ code: 'one', state: 'two' })
    expect((await finishFrom(await visitProvider(user))).statusCode).toBe(200)
    expect((await finishFrom({ code: 'one', state: 'two' })).json().code).toBe('provider-failed')
    const reply = await finishFrom(await visitProvider(user))
    expect([reply.statusCode, reply.json().code]).toEqual([429, 'too-many'])
    expect((await finish(await visitProvider(user))).statusCode).toBe(200)
  })

  it('is part of the copy of own data, and goes with the account', async () => {
    const { person, token, user } = await linked()
    const copy = (await call('GET', '/api/account/export', token)).json()
    expect(copy.providerLinks).toEqual([
      expect.objectContaining({ issuer: provider.issuer, subject: user.sub }),
    ])
    // accounts of the back office are erased after they have left it
    await t.database.pool.query(`update users set role = 'coach', permissions = '{}' where id = $1`, [
      person.id,
    ])
    const erased = await t.post(
      '/api/admin/users/erasure',
      { id: person.id, decision: 'erase', ground: 'asked' },
      as(await t.admin()),
    )
    expect(erased.statusCode).toBe(200)
    const { rows } = await t.database.pool.query('select 1 from provider_links where subject = $1', [
      user.sub,
    ])
    expect(rows).toEqual([])
    expect((await signIn(user)).json().code).toBe('provider-unlinked')
  })
})

describe('other settings of the provider', () => {
  it('accept other values of amr or acr', async () => {
    const provider = await startOidcProvider(siteUrl)
    const t = await startSessionsApp({
      SITE_URL: siteUrl,
      ...provider.env,
      OIDC_SECOND_FACTOR: 'hwk, two-factors',
    })
    const person = await t.person({ role: 'admin', permissions: ['content'] })
    const { rows } = await t.database.pool.query(
      `insert into provider_links (id, user_id, issuer, subject, is_proven) values ($1, $2, $3, 'officer', true) returning id`,
      [randomUUID(), person.id, provider.issuer],
    )
    expect(rows).toHaveLength(1)
    await t.database.pool.query(`update users set totp_secret = $2 where id = $1`, [
      person.id,
      t.encryption.encrypt('JBSWY3DPEHPK3PXP', 'users.totp_secret', person.id),
    ])
    const statuses = []
    for (const claims of [{ amr: ['mfa'] }, { amr: ['hwk'] }, { acr: 'two-factors' }]) {
      const { url } = (await t.post('/api/sign-in-provider/start', { browserSecret })).json()
      const { code, state, iss } = await provider.signIn(url, { sub: 'officer', ...claims })
      const reply = await t.post('/api/sign-in-provider/finish', { browserSecret, code, state, iss })
      statuses.push(reply.statusCode)
    }
    expect(statuses).toEqual([401, 200, 200])
    await t.close()
    await provider.close()
  })

  it('name a provider that does not answer', async () => {
    const provider = await startOidcProvider(siteUrl)
    const t = await startSessionsApp({ SITE_URL: siteUrl, ...provider.env })
    const { url } = (await t.post('/api/sign-in-provider/start', { browserSecret })).json()
    const { code, state, iss } = await provider.signIn(url, { sub: 'officer' })
    await provider.close()
    const reply = await t.post('/api/sign-in-provider/finish', { browserSecret, code, state, iss })
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'provider-away'])
    expect(reply.headers['retry-after']).toBe('5')
    expect(reply.json().msg).toBe(
      'The sign-in provider isn’t answering. Please try again later, or sign in with your password.',
    )
    await t.close()
    const other = await startSessionsApp({ SITE_URL: siteUrl, ...provider.env })
    const away = await other.post('/api/sign-in-provider/start?lang=ar', { browserSecret })
    expect([away.statusCode, away.json().code]).toEqual([503, 'provider-away'])
    expect(away.json().msg).toContain('لا تستجيب')
    await other.close()
  })

  it('may be missing', async () => {
    const t = await startSessionsApp()
    const reply = await t.post('/api/sign-in-provider/start', { browserSecret })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'provider-not-set-up'])
    await t.close()
  })
})
