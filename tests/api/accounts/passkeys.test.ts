import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxPasskeysOfUser } from '#contract/accounts/session.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { type Authenticator, createAuthenticator } from '../../support/api/passkeys.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { generateCurrentCode, generateNextCode } from '../../support/api/verification-codes.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

const origin = 'http://botola.test'

describe('passkeys', () => {
  let t: SessionsApp
  let mails: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    mails = await startMailServer()
    t = await startSessionsApp({ SITE_URL: origin, SMTP_URL: mails.url })
  })
  afterAll(async () => {
    await t.close()
    await mails.close()
  })

  const as = (token: string) => ({ authorization: token })
  const list = async (token: string) =>
    (
      await t.app.inject({
        method: 'GET',
        url: getPath('GET /api/account/passkeys'),
        headers: as(token),
      })
    ).json().passkeys
  const remove = (token: string, passkeyId: string) =>
    t.app.inject({
      method: 'DELETE',
      url: getPath('DELETE /api/account/passkeys/:passkeyId', { passkeyId }),
      headers: as(token),
    })
  const startAdding = (token: string) => t.post(getPath('POST /api/account/passkeys/options'), {}, as(token))
  const add = (token: string, credential: object, name = 'Key in the office') =>
    t.post(getPath('POST /api/account/passkeys'), { name, credential }, as(token))
  const signInByPassword = async (email: string) =>
    String((await t.signIn(email, password, { type: 4 })).headers.authorization)
  const setConfirmedAt = (userId: string, at: string | null) =>
    t.database.pool.query('update sessions set confirmed_at = $2 where user_id = $1', [userId, at])

  /** An account of the back office with a second factor. */
  const enrolled = async () => {
    const person = await t.person({ role: 'admin', permissions: ['content'] })
    const token = await signInByPassword(person.email)
    const { secret, enrolment } = (await t.post('/api/account/second-factor/start', {}, as(token))).json()
    const code = await generateCurrentCode(secret)
    await t.post('/api/account/second-factor/confirm', { enrolment, code }, as(token))
    return { person, token, secret: secret as string }
  }
  /** The same with a passkey. */
  const withPasskey = async (authenticator: Authenticator = createAuthenticator(origin)) => {
    const account = await enrolled()
    const { options } = (await startAdding(account.token)).json()
    const reply = await add(account.token, authenticator.create(options))
    expect([reply.statusCode, reply.json().msg]).toEqual([200, 'Saved Successfully!'])
    return { ...account, authenticator }
  }
  const startSignIn = async (email: string) => {
    const { details } = (await t.signIn(email)).json()
    return details as { challenge: string; hasPasskey?: boolean; hasAuthenticatorApp?: boolean }
  }
  const getOptions = async (challenge: string) =>
    (await t.post(getPath('POST /api/passkeys/options'), { challenge })).json().options
  const finish = (challenge: string, credential: object) =>
    t.post(getPath('POST /api/passkeys/sign-in'), { challenge, credential })

  it('are a second step of signing in, beside the code', async () => {
    const { person, token, secret, authenticator } = await withPasskey()
    const { challenge, hasPasskey } = await startSignIn(person.email)
    expect(hasPasskey).toBe(true)
    const options = await getOptions(challenge)
    expect(options).toMatchObject({
      rpId: 'botola.test',
      userVerification: 'discouraged',
      allowCredentials: [{ id: authenticator.id, transports: ['usb'] }],
    })
    const reply = await finish(challenge, authenticator.sign(options))
    expect(reply.statusCode).toBe(200)
    const signedIn = String(reply.headers.authorization)
    expect((await t.post('/api/getuser', {}, as(signedIn))).json().user._id).toBe(person.id)
    // this step proves who it is
    expect((await startAdding(signedIn)).statusCode).toBe(200)
    const [passkey] = await list(token)
    expect(passkey).toMatchObject({ name: 'Key in the office' })
    expect(passkey.lastUsedAt).not.toBeNull()
    const again = await startSignIn(person.email)
    const code = await generateNextCode(secret)
    expect(
      (await t.post('/api/adduser/second-factor', { challenge: again.challenge, code })).statusCode,
    ).toBe(200)
  })

  it('are told only to accounts that have one', async () => {
    const { person } = await enrolled()
    const { challenge, hasPasskey } = await startSignIn(person.email)
    expect(hasPasskey).toBeUndefined()
    expect((await t.post(getPath('POST /api/passkeys/options'), { challenge })).statusCode).toBe(404)
    expect((await t.post(getPath('POST /api/passkeys/options'), { challenge: 'one' })).json().code).toBe(
      'ticket-spent',
    )
  })

  it('are several for an account, with names, and are removed one by one', async () => {
    const { person, token, authenticator } = await withPasskey()
    const second = createAuthenticator(origin)
    const { options } = (await startAdding(token)).json()
    expect(options.excludeCredentials).toEqual([expect.objectContaining({ id: authenticator.id })])
    expect((await add(token, second.create(options), ' مفتاح البيت ')).statusCode).toBe(200)
    const [first, other] = await list(token)
    expect([first.name, other.name]).toEqual(['Key in the office', 'مفتاح البيت'])
    await setConfirmedAt(person.id, null)
    expect((await remove(token, first.id)).json().code).toBe('confirmation_required')
    await setConfirmedAt(person.id, new Date().toISOString())
    expect((await remove((await withPasskey()).token, first.id)).statusCode).toBe(404)
    expect((await remove(token, first.id)).statusCode).toBe(200)
    const { challenge } = await startSignIn(person.email)
    expect((await finish(challenge, authenticator.sign(await getOptions(challenge)))).json().code).toBe(
      'passkey-failed',
    )
    expect((await finish(challenge, second.sign(await getOptions(challenge)))).statusCode).toBe(200)
    const { rows } = await t.database.pool.query(
      `select action from audit_log where entity_id = $1 and action like '%passkey' order by id`,
      [person.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['add-passkey', 'add-passkey', 'remove-passkey'])
    await mails.next(person.email, 'A passkey was added to your account')
    await mails.next(person.email, 'A passkey was removed from your account')
  })

  it('confirm a session', async () => {
    const { person, token, authenticator } = await withPasskey()
    await setConfirmedAt(person.id, null)
    const refused = await startAdding(token)
    expect([refused.statusCode, refused.json().details]).toEqual([403, { method: 'code' }])
    const { options } = (
      await t.post(getPath('POST /api/account/confirm/passkey-options'), {}, as(token))
    ).json()
    const credential = authenticator.sign(options)
    const confirm = (session: string) =>
      t.post(getPath('POST /api/account/confirm/passkey'), { credential }, as(session))
    // another session of the same account cannot use it
    const { challenge } = await startSignIn(person.email)
    const other = await finish(challenge, authenticator.sign(await getOptions(challenge)))
    expect((await confirm(String(other.headers.authorization))).json().code).toBe('passkey-failed')
    const again = (await t.post(getPath('POST /api/account/confirm/passkey-options'), {}, as(token))).json()
    const reply = await t.post(
      getPath('POST /api/account/confirm/passkey'),
      { credential: authenticator.sign(again.options) },
      as(token),
    )
    expect(reply.statusCode).toBe(200)
    expect((await startAdding(token)).statusCode).toBe(200)
  })

  describe('without an authenticator app', () => {
    const getAccount = async (token: string) =>
      (await t.app.inject({ method: 'GET', url: '/api/account', headers: as(token) })).json().account
    const withPasskeyOnly = async () => {
      const person = await t.person({ role: 'admin', permissions: ['content'] })
      const other = await signInByPassword(person.email)
      const token = await signInByPassword(person.email)
      const authenticator = createAuthenticator(origin)
      const { options } = (await startAdding(token)).json()
      const reply = await add(token, authenticator.create(options))
      expect(reply.statusCode).toBe(200)
      return { person, token, other, authenticator, recoveryCodes: reply.json().recoveryCodes as string[] }
    }

    it('are a second factor with recovery codes, and end other sessions', async () => {
      const { person, token, other, authenticator, recoveryCodes } = await withPasskeyOnly()
      expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10])
      expect(await getAccount(token)).toMatchObject({
        secondFactor: true,
        hasAuthenticatorApp: false,
        recoveryCodesLeft: 10,
      })
      expect((await t.post('/api/getuser', {}, as(other))).statusCode).toBe(401)
      const first = await startSignIn(person.email)
      expect(first).toMatchObject({ hasPasskey: true, hasAuthenticatorApp: false })
      const signed = authenticator.sign(await getOptions(first.challenge))
      expect((await finish(first.challenge, signed)).statusCode).toBe(200)
      for (const statusCode of [200, 401]) {
        const { challenge } = await startSignIn(person.email)
        const reply = await t.post('/api/adduser/second-factor', { challenge, code: recoveryCodes[0] })
        expect(reply.statusCode).toBe(statusCode)
      }
      // no app has the secret, so a right guess at a code of it is wrong
      const { rows: users } = await t.database.pool.query('select totp_secret from users where id = $1', [
        person.id,
      ])
      const secret = t.encryption.decrypt(users[0].totp_secret, 'users.totp_secret', person.id)
      const { challenge } = await startSignIn(person.email)
      const guess = { challenge, code: await generateCurrentCode(secret) }
      expect((await t.post('/api/adduser/second-factor', guess)).json().code).toBe('second-factor-failed')
      const { rows } = await t.database.pool.query(
        'select action from audit_log where entity_id = $1 order by id',
        [person.id],
      )
      expect(rows.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['add-passkey', 'second-factor-on']),
      )
      // further passkeys give no new codes
      const { options } = (await startAdding(token)).json()
      expect((await add(token, createAuthenticator(origin).create(options))).json().recoveryCodes).toEqual([])
      expect((await getAccount(token)).recoveryCodesLeft).toBe(9)
    })

    it('are what the settings require of the back office', async () => {
      await t.database.pool.query(
        `update settings set value = jsonb_set(value, '{sessions,requireSecondFactor}', 'true')`,
      )
      await t.invalidator.invalidate('settings')
      try {
        const person = await t.person({ role: 'admin', permissions: ['administration'] })
        const token = await signInByPassword(person.email)
        const read = async () =>
          (await t.app.inject({ method: 'GET', url: '/api/admin/users', headers: as(token) })).statusCode
        expect(await read()).toBe(403)
        const { options } = (await startAdding(token)).json()
        await add(token, createAuthenticator(origin).create(options))
        expect(await read()).toBe(200)
      } finally {
        await t.resetSettings()
      }
    })

    it('keep the last one until an app is set up, or the password disables the second factor', async () => {
      const { person, token, authenticator } = await withPasskeyOnly()
      const [passkey] = await list(token)
      const refused = await remove(token, passkey.id)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'passkey-last'])
      expect(await list(token)).toHaveLength(1)
      // an app needs the password, as in place of another app
      expect((await t.post('/api/account/second-factor/start', {}, as(token))).json().code).toBe(
        'wrong-password',
      )
      const start = { password }
      const { secret, enrolment } = (
        await t.post('/api/account/second-factor/start', start, as(token))
      ).json()
      const code = await generateCurrentCode(secret)
      const confirmed = await t.post('/api/account/second-factor/confirm', { enrolment, code }, as(token))
      expect([confirmed.statusCode, confirmed.json().recoveryCodes]).toEqual([200, expect.any(Array)])
      expect(await getAccount(token)).toMatchObject({ hasAuthenticatorApp: true, recoveryCodesLeft: 10 })
      const { challenge } = await startSignIn(person.email)
      const signed = authenticator.sign(await getOptions(challenge))
      expect((await finish(challenge, signed)).statusCode).toBe(200)
      expect((await remove(token, passkey.id)).statusCode).toBe(200)

      const second = await withPasskeyOnly()
      const disabled = await t.post('/api/account/second-factor/disable', { password }, as(second.token))
      expect(disabled.statusCode).toBe(200)
      expect(await list(second.token)).toEqual([])
      expect((await t.signIn(second.person.email)).statusCode).toBe(200)
    })

    it('enable the second factor once when several are added at once', async () => {
      const person = await t.person({ role: 'admin', permissions: ['content'] })
      const token = await signInByPassword(person.email)
      const options = []
      for (let at = 0; at < 3; at++) options.push((await startAdding(token)).json().options)
      const replies = await Promise.all(
        options.map((each) => add(token, createAuthenticator(origin).create(each))),
      )
      const counts = replies.map((reply) => reply.json().recoveryCodes.length)
      expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 10])
      expect(await getAccount(token)).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 })
    })
  })

  it('go with the second factor', async () => {
    const account = await withPasskey()
    const disabled = await t.post('/api/account/second-factor/disable', { password }, as(account.token))
    expect(disabled.statusCode).toBe(200)
    expect(await list(account.token)).toEqual([])
    expect((await t.signIn(account.person.email)).statusCode).toBe(200)
  })

  it('are limited', async () => {
    const { token } = await withPasskey()
    const { options } = (await startAdding(token)).json()
    await t.database.pool.query(
      `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports)
      select gen_random_uuid(), user_id, 'copy', 'copy ' || id || n, public_key, 0, '{}' from passkeys, generate_series(2, $1) n
      where user_id = (select user_id from passkeys order by created_at desc limit 1)`,
      [maxPasskeysOfUser],
    )
    expect((await startAdding(token)).json().code).toBe('passkey-limit')
    expect((await add(token, createAuthenticator(origin).create(options))).json()).toMatchObject({
      code: 'passkey-limit',
      msg: `An account can have ${maxPasskeysOfUser} passkeys. Remove one first.`,
    })
  })

  describe('reject', () => {
    const expectFailure = async (reply: Promise<{ statusCode: number; json: () => { code: string } }>) => {
      const { statusCode, json } = await reply
      expect([statusCode, json().code]).toEqual([401, 'passkey-failed'])
    }

    it('the passkey of another account', async () => {
      const victim = await withPasskey()
      const attacker = await withPasskey()
      const { challenge } = await startSignIn(victim.person.email)
      await expectFailure(finish(challenge, attacker.authenticator.sign(await getOptions(challenge))))
      // a passkey is never that of two accounts
      const { options } = (await startAdding(attacker.token)).json()
      await expectFailure(add(attacker.token, victim.authenticator.create(options)))
      // options of the attacker, signed for the victim
      const own = await startSignIn(attacker.person.email)
      await expectFailure(finish(challenge, victim.authenticator.sign(await getOptions(own.challenge))))
    })

    it('a challenge that was used, that expired, and one that nobody made', async () => {
      const { person, authenticator, token } = await withPasskey()
      const first = await startSignIn(person.email)
      const options = await getOptions(first.challenge)
      const credential = authenticator.sign(options)
      expect((await finish(first.challenge, credential)).statusCode).toBe(200)
      const { challenge } = await startSignIn(person.email)
      await expectFailure(finish(challenge, credential))
      await expectFailure(finish(challenge, authenticator.sign(options)))
      await expectFailure(finish(challenge, authenticator.sign({ ...options, challenge: 'x'.repeat(43) })))
      const late = await getOptions(challenge)
      await t.database.pool.query(`update passkey_challenges set expires_at = now() - interval '1 second'`)
      await expectFailure(finish(challenge, authenticator.sign(late)))
      // a challenge for a new passkey signs nobody in, and the other way round
      const adding = (await startAdding(token)).json().options
      await expectFailure(finish(challenge, authenticator.sign({ ...adding, rpId: 'botola.test' })))
    })

    it('another origin and another site', async () => {
      const { person, token, authenticator } = await withPasskey()
      const { challenge } = await startSignIn(person.email)
      authenticator.origin = 'https://botola.test.attacker.test'
      await expectFailure(finish(challenge, authenticator.sign(await getOptions(challenge))))
      authenticator.origin = origin
      await expectFailure(
        finish(challenge, authenticator.sign({ ...(await getOptions(challenge)), rpId: 'attacker.test' })),
      )
      const other = createAuthenticator('https://attacker.test')
      await expectFailure(add(token, other.create((await startAdding(token)).json().options)))
      expect(await list(token)).toHaveLength(1)
    })

    it('a counter of before, as that of a copied key', async () => {
      const { person, authenticator } = await withPasskey()
      const { challenge } = await startSignIn(person.email)
      expect((await finish(challenge, authenticator.sign(await getOptions(challenge)))).statusCode).toBe(200)
      authenticator.counter -= 1
      const again = await startSignIn(person.email)
      await expectFailure(finish(again.challenge, authenticator.sign(await getOptions(again.challenge))))
      expect(
        (await finish(again.challenge, authenticator.sign(await getOptions(again.challenge)))).statusCode,
      ).toBe(200)
    })

    it('a changed signature, and ten wrong ones an hour', async () => {
      const { person, authenticator } = await withPasskey(createAuthenticator(origin, { hasCounter: false }))
      for (let round = 0; round < 2; round++) {
        const { challenge } = await startSignIn(person.email)
        for (let at = 0; at < 5; at++) {
          const credential = authenticator.sign(await getOptions(challenge))
          credential.response.signature = `${credential.response.signature.slice(0, -8)}AAAAAAAA`
          await expectFailure(finish(challenge, credential))
        }
      }
      const { challenge } = await startSignIn(person.email)
      const reply = await finish(challenge, authenticator.sign(await getOptions(challenge)))
      expect([reply.statusCode, reply.json().code]).toEqual([429, 'too-many'])
    })

    it('concurrent uses of one challenge but for one', async () => {
      const { person, authenticator } = await withPasskey(createAuthenticator(origin, { hasCounter: false }))
      const { challenge } = await startSignIn(person.email)
      const credential = authenticator.sign(await getOptions(challenge))
      const replies = await Promise.all(Array.from({ length: 4 }, () => finish(challenge, credential)))
      expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    })
  })

  it('are part of the copy of own data', async () => {
    const { token } = await withPasskey()
    const reply = await t.app.inject({ method: 'GET', url: '/api/account/export', headers: as(token) })
    expect(reply.json().passkeys).toEqual([expect.objectContaining({ name: 'Key in the office' })])
  })
})
