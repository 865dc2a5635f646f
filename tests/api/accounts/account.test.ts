import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

describe('the account of the signed-in user', () => {
  let t: SessionsApp
  beforeAll(async () => {
    t = await startSessionsApp()
  })
  afterAll(() => t.close())

  const signedIn = async (email: string, secret = password) =>
    String((await t.signIn(email, secret)).headers.authorization)
  const ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, token: string, payload?: object) =>
    t.app.inject({ method, url, headers: { authorization: token }, ...(payload ? { payload } : {}) })
  const alive = async (token: string) =>
    (await t.post('/api/getuser', {}, { authorization: token })).statusCode
  const form = { firstName: 'Mona', lastName: 'Saleh', phone: '', lang: 'en' }
  const auditOf = async (id: string) =>
    (
      await t.database.pool.query(
        'select action, label, before, after, changed_fields, actor_id from audit_log where entity_id = $1 order by id',
        [id],
      )
    ).rows

  it('is read and updated: name, phone, language', async () => {
    const mona = await t.person({ phone: '+966500000001' })
    const token = await signedIn(mona.email)
    const read = (await ask('GET', '/api/account', token)).json()
    expect(read.account).toEqual({
      id: mona.id,
      firstName: 'Mona',
      lastName: 'Saleh',
      email: mona.email,
      phone: '+966500000001',
      lang: 'en',
      ...{ role: 'student', school: '', birthDate: null, gender: null, nationalId: null, guardian: null },
      ...{ emailConfirmed: false, newEmail: null, erasureRequestedAt: null },
      secondFactor: false,
      hasAuthenticatorApp: false,
      receivesNews: false,
      recoveryCodesLeft: 0,
      version: 1,
    })
    const changed = await ask('PUT', '/api/account/', token, {
      ...form,
      firstName: ' منى ',
      email: mona.email.toUpperCase(),
      phone: '٠٥٥ ١٢٣ ٤٥٦٧',
      lang: 'ar',
      version: 1,
    })
    expect(changed.json()).toMatchObject({
      success: true,
      msg: 'Update Successfully!',
      account: { firstName: 'منى', email: mona.email, phone: '+966551234567', lang: 'ar', version: 2 },
    })
    expect((await t.post('/api/getuser', {}, { authorization: token })).json().user).toMatchObject({
      name: 'منى Saleh',
      lang: 'ar',
    })
    expect(await auditOf(mona.id)).toEqual([
      {
        action: 'update',
        label: '',
        before: { lang: 'en' },
        after: { lang: 'ar' },
        changed_fields: ['firstName', 'phone'],
        actor_id: mona.id,
      },
    ])
  })

  it('reports missing, invalid and taken values, and a conflicting change', async () => {
    const mona = await t.person()
    const other = await t.person({ phone: '+966500000009' })
    const token = await signedIn(mona.email)
    const put = async (body: object) =>
      (await ask('PUT', '/api/account', token, { ...form, email: mona.email, ...body })).json()
    expect(await put({ firstName: '  ' })).toMatchObject({
      code: 'form-incomplete',
      msg: 'Please fill form carefully!',
      field: 'firstName',
    })
    expect(await put({ email: '' })).toMatchObject({ code: 'form-incomplete', field: 'email' })
    expect(await put({ email: 'nobody' })).toMatchObject({ code: 'bad-input', field: 'email' })
    expect(await put({ phone: '12' })).toMatchObject({ code: 'bad-input', field: 'phone' })
    expect(await put({ phone: '0500000009' })).toMatchObject({
      success: true,
      account: { phone: other.phone },
    })
    expect(await put({ email: other.email, password })).toMatchObject({ code: 'conflict', field: 'email' })
    expect(await put({ lastName: 'First', version: 2 })).toMatchObject({ success: true })
    expect(await put({ lastName: 'Second', version: 2 })).toMatchObject({
      code: 'stale-version',
      details: { current: { lastName: 'First', version: 3 } },
    })
  })

  it('requires the password to change the email address', async () => {
    const mona = await t.person()
    const token = await signedIn(mona.email)
    const email = `new-${mona.email}`
    const put = async (body: object) =>
      (await ask('PUT', '/api/account', token, { ...form, email, ...body })).json()
    expect(await put({})).toMatchObject({ code: 'wrong-password', field: 'password' })
    expect(await put({ password: 'not this one' })).toMatchObject({
      code: 'wrong-password',
      field: 'password',
    })
    expect((await t.signIn(email)).statusCode).toBe(401)
    expect(await put({ password })).toMatchObject({ success: true, account: { email } })
    expect((await t.signIn(email)).statusCode).toBe(200)
    expect((await t.signIn(mona.email)).statusCode).toBe(401)
  })

  it('requires the old password to change it, and ends all other sessions', async () => {
    const mona = await t.person()
    const token = await signedIn(mona.email)
    const elsewhere = await signedIn(mona.email)
    const change = (body: object) => ask('POST', '/api/account/password', token, body)
    const next = 'another long password'
    expect((await change({ current: 'wrong', password: next })).json()).toMatchObject({
      code: 'wrong-password',
      field: 'current',
    })
    expect((await change({ current: password, password: next, confirm: 'x' })).json()).toMatchObject({
      code: 'password-mismatch',
      msg: 'Password is not Matched',
    })
    expect((await change({ current: password, password: 'short' })).json()).toMatchObject({
      code: 'bad-input',
      field: 'password',
    })
    expect(await alive(elsewhere)).toBe(200)
    expect((await change({ current: password, password: next, confirm: next })).json()).toMatchObject({
      success: true,
    })
    expect([await alive(token), await alive(elsewhere)]).toEqual([200, 401])
    expect((await t.signIn(mona.email)).statusCode).toBe(401)
    expect((await t.signIn(mona.email, next)).statusCode).toBe(200)
    const kept = JSON.stringify(await auditOf(mona.id))
    expect(kept).toContain('"password"')
    for (const secret of [password, next, 'argon2']) expect(kept).not.toContain(secret)
  })

  it('lists its sessions, and ends one or all others', async () => {
    const mona = await t.person()
    const stranger = await t.person()
    const here = await signedIn(mona.email)
    const phone = String(
      (await t.signIn(mona.email, password, {}, { 'user-agent': 'A phone' }, '10.1.2.3')).headers
        .authorization,
    )
    const third = await signedIn(mona.email)
    const list = async (token: string) =>
      (await ask('GET', '/api/account/sessions', token)).json().sessions as Record<string, unknown>[]
    const sessions = await list(here)
    expect(sessions.map(({ current }) => current)).toEqual([true, false, false])
    const ofPhone = sessions.find(({ device }) => device === 'A phone')
    expect(ofPhone).toMatchObject({ current: false, address: '10.1.2.3' })

    const strange = await signedIn(stranger.email)
    expect((await ask('DELETE', `/api/account/sessions/${ofPhone?.id}`, strange)).statusCode).toBe(404)
    expect(await alive(phone)).toBe(200)
    expect((await ask('DELETE', `/api/account/sessions/${ofPhone?.id}`, here)).json()).toMatchObject({
      success: true,
    })
    expect([await alive(phone), await alive(third)]).toEqual([401, 200])
    expect((await ask('DELETE', '/api/account/sessions', here)).json()).toMatchObject({ success: true })
    expect([await alive(here), await alive(third), await alive(strange)]).toEqual([200, 401, 200])
    expect(await list(here)).toHaveLength(1)
    expect((await ask('DELETE', '/api/account/sessions/what', here)).statusCode).toBe(400)
  })
})
