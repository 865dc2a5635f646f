import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { generateCurrentCode, generateNextCode } from '../../support/api/verification-codes.ts'

describe('the second factor', () => {
  let t: SessionsApp
  beforeAll(async () => {
    t = await startSessionsApp()
  })
  afterAll(() => t.close())

  const signedIn = async (email: string) => String((await t.signIn(email)).headers.authorization)
  const call = (what: string, token: string, body: object = {}) =>
    t.post(`/api/account/second-factor/${what}`, body, { authorization: token })
  const enrolled = async () => {
    const mona = await t.person()
    const token = await signedIn(mona.email)
    const other = await signedIn(mona.email)
    const { secret, uri, enrolment } = (await call('start', token)).json()
    expect(uri).toContain(`secret=${secret}`)
    const done = (await call('confirm', token, { enrolment, code: await generateCurrentCode(secret) })).json()
    expect(done.success).toBe(true)
    return {
      mona,
      token,
      other,
      secret: secret as string,
      enrolment: enrolment as string,
      recoveryCodes: done.recoveryCodes as string[],
    }
  }
  const challengeFor = async (email: string): Promise<string> => {
    const reply = await t.signIn(email)
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'second-factor-required'])
    expect(reply.headers.authorization).toBeUndefined()
    return reply.json().details.challenge
  }
  const pass = (challenge: string, typed: string) =>
    t.post('/api/adduser/second-factor', { challenge, code: typed })

  it('is required after the password, and a code works once', async () => {
    const { mona, token, other, secret } = await enrolled()
    expect((await t.post('/api/getuser', {}, { authorization: token })).statusCode).toBe(200)
    expect((await t.post('/api/getuser', {}, { authorization: other })).statusCode).toBe(401)
    const challenge = await challengeFor(mona.email)
    const wrong = await pass(challenge, '000000')
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'second-factor-failed'])
    expect(decodeURIComponent(String(wrong.headers.e_message))).toBe(
      'This code is incorrect or has already been used.',
    )
    const code = await generateNextCode(secret)
    const good = await pass(challenge, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(good.statusCode).toBe(200)
    expect(
      (await t.post('/api/getuser', {}, { authorization: String(good.headers.authorization) })).statusCode,
    ).toBe(200)
    expect((await pass(challenge, code)).json().code).toBe('ticket-spent')
    expect((await pass(await challengeFor(mona.email), code)).json().code).toBe('second-factor-failed')
  })

  it('accepts the same code for one of many simultaneous requests', async () => {
    const { mona, secret } = await enrolled()
    const code = await generateNextCode(secret)
    const challenge = await challengeFor(mona.email)
    const replies = await Promise.all(Array.from({ length: 4 }, () => pass(challenge, code)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('has one open challenge per account, the newest', async () => {
    const { mona, secret } = await enrolled()
    const early = await Promise.all(Array.from({ length: 4 }, () => challengeFor(mona.email)))
    const replies = await Promise.all(early.map((challenge) => pass(challenge, '000000')))
    expect(replies.map((reply) => reply.json().code).sort()).toEqual([
      'second-factor-failed',
      ...Array(3).fill('ticket-spent'),
    ])
    const newest = await challengeFor(mona.email)
    const code = await generateNextCode(secret)
    for (const challenge of early) expect((await pass(challenge, code)).json().code).toBe('ticket-spent')
    expect((await pass(newest, code)).statusCode).toBe(200)
  })

  it('ends a challenge after five attempts', async () => {
    const { mona, secret } = await enrolled()
    const challenge = await challengeFor(mona.email)
    const replies = await Promise.all(Array.from({ length: 7 }, () => pass(challenge, '000000')))
    expect(replies.map((reply) => reply.json().code).sort()).toEqual([
      ...Array(5).fill('second-factor-failed'),
      'ticket-spent',
      'ticket-spent',
    ])
    expect((await pass(challenge, await generateNextCode(secret))).json().code).toBe('ticket-spent')
  })

  it('accepts a recovery code once, in any spelling', async () => {
    const { mona, recoveryCodes } = await enrolled()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = ''] = recoveryCodes
    expect(first).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect(
      (await pass(await challengeFor(mona.email), first.toUpperCase().replace('-', ' '))).statusCode,
    ).toBe(200)
    expect((await pass(await challengeFor(mona.email), first)).json().code).toBe('second-factor-failed')
    const other = await enrolled()
    expect((await pass(await challengeFor(mona.email), other.recoveryCodes[0] as string)).statusCode).toBe(
      401,
    )
  })

  it('stores no secret unencrypted', async () => {
    const { mona, secret, recoveryCodes } = await enrolled()
    const { rows } = await t.database.pool.query(
      'select u.*, r.code_hash from users u join recovery_codes r on r.user_id = u.id where u.id = $1',
      [mona.id],
    )
    const kept = JSON.stringify(rows)
    expect(rows).toHaveLength(10)
    for (const hidden of [secret, ...recoveryCodes]) expect(kept).not.toContain(hidden)
  })

  it('is enabled only with a code, in the session that started it', async () => {
    const mona = await t.person()
    const token = await signedIn(mona.email)
    const { enrolment, secret } = (await call('start', token)).json()
    expect((await call('confirm', token, { enrolment, code: '000000' })).json().code).toBe(
      'second-factor-failed',
    )
    expect(
      (
        await call('confirm', token, { enrolment: `${enrolment}x`, code: await generateCurrentCode(secret) })
      ).json().code,
    ).toBe('ticket-spent')
    const stranger = await signedIn((await t.person()).email)
    expect(
      (await call('confirm', stranger, { enrolment, code: await generateCurrentCode(secret) })).json().code,
    ).toBe('ticket-spent')
    expect((await t.signIn(mona.email)).statusCode).toBe(200)
    expect((await t.post('/api/account/second-factor/start', {})).statusCode).toBe(401)
  })

  it('is enabled in a confirmed session only, because its codes confirm sessions', async () => {
    const mona = await t.person()
    const token = await signedIn(mona.email)
    const setConfirmedAt = (at: Date | null) =>
      t.database.pool.query('update sessions set confirmed_at = $2 where user_id = $1', [mona.id, at])
    await setConfirmedAt(null)
    const refused = await call('start', token)
    expect([refused.statusCode, refused.json().code, refused.json().details]).toEqual([
      403,
      'confirmation_required',
      { method: 'password' },
    ])
    expect(refused.json().secret).toBeUndefined()
    await setConfirmedAt(new Date())
    expect((await call('start', token)).statusCode).toBe(200)
  })

  it('is replaced only with the password, also by a setup that was started before', async () => {
    const mona = await t.person()
    const token = await signedIn(mona.email)
    const early = (await call('start', token)).json()
    const first = (await call('start', token)).json()
    expect(
      (
        await call('confirm', token, {
          enrolment: first.enrolment,
          code: await generateCurrentCode(first.secret),
        })
      ).json().success,
    ).toBe(true)
    expect(
      (
        await call('confirm', token, {
          enrolment: early.enrolment,
          code: await generateNextCode(early.secret),
        })
      ).json().code,
    ).toBe('ticket-spent')
    for (const body of [{}, { password: '' }, { password: 'wrong' }]) {
      const refused = await call('start', token, body)
      expect([refused.statusCode, refused.json().code, refused.json().field]).toEqual([
        422,
        'wrong-password',
        'password',
      ])
      expect(refused.json().secret).toBeUndefined()
    }
    const again = (await call('start', token, { password })).json()
    expect(
      (
        await call('confirm', token, {
          enrolment: again.enrolment,
          code: await generateCurrentCode(again.secret),
        })
      ).json().success,
    ).toBe(true)
    expect(
      (await pass(await challengeFor(mona.email), await generateNextCode(first.secret))).json().code,
    ).toBe('second-factor-failed')
    expect(
      (await pass(await challengeFor(mona.email), await generateNextCode(again.secret))).statusCode,
    ).toBe(200)
  })

  it('is disabled with the password', async () => {
    const { mona, token } = await enrolled()
    const refused = await call('disable', token, { password: 'wrong' })
    expect([refused.statusCode, refused.json().field]).toEqual([422, 'password'])
    await challengeFor(mona.email)
    expect((await call('disable', token, { password })).json()).toEqual({
      success: true,
      msg: 'Update Successfully!',
    })
    expect((await t.signIn(mona.email)).statusCode).toBe(200)
  })
})
