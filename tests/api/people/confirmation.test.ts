import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { sessions } from '#server/platform/db/schema/users.ts'
import { createForm } from '../../support/api/events.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { generateCurrentCode, generateNextCode } from '../../support/api/verification-codes.ts'
import { testAdmin } from '../../support/services/app.ts'

const missingId = '01890000-0000-7000-8000-000000000000'

describe('the confirmation of a session', () => {
  let t: SessionsApp
  beforeAll(async () => {
    t = await startSessionsApp()
  })
  afterAll(() => t.close())

  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    authorization: string,
    content?: object,
  ) => {
    const { payload, headers } =
      content && 'payload' in content
        ? (content as Awaited<ReturnType<typeof createForm>>)
        : { payload: content, headers: {} }
    const reply = await t.app.inject({
      method,
      url,
      headers: { ...headers, authorization },
      ...(payload ? { payload } : {}),
    })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return { status: reply.statusCode, body: reply.body, json: isJson ? reply.json() : {} }
  }
  const confirm = (authorization: string, proof: object) =>
    send('POST', getPath('POST /api/account/confirm'), authorization, proof)
  /** Lets the confirmations of all sessions expire. */
  const expireConfirmations = () =>
    t.database.db.update(sessions).set({ confirmedAt: new Date(Date.now() - 10 * 60_000 - 1000) })
  const required = {
    status: 403,
    json: { success: false, code: 'confirmation_required', details: { method: 'password' } },
  }

  let phones = 0
  const createUserForm = async (fields: Record<string, string> = {}) => {
    phones += 1
    const { id, email } = await t.person({ phone: `+96650124${String(phones).padStart(4, '0')}` })
    return {
      id,
      form: (more = {}) =>
        createForm({
          id,
          fname: 'Mona',
          email,
          phone: `+96650124${String(phones).padStart(4, '0')}`,
          ...fields,
          ...more,
        }),
    }
  }

  it.each([
    [
      'the full export of teams',
      200,
      () => ({
        method: 'POST' as const,
        url: getPath('POST /api/admin/teams/full-export'),
        content: { reason: 'a visit' },
      }),
    ],
    [
      'the export of teams as CSV',
      200,
      () => ({ method: 'GET' as const, url: getPath('GET /api/admin/teams/export') }),
    ],
    [
      'the export of users',
      200,
      () => ({ method: 'GET' as const, url: `${getPath('GET /api/admin/users')}?download=true&format=csv` }),
    ],
    [
      'a refund',
      404,
      () => ({
        method: 'POST' as const,
        url: getPath('POST /api/admin/payments/:paymentId/refund', { paymentId: missingId }),
        content: { reason: 'asked by the coach' },
      }),
    ],
    [
      'an erasure',
      404,
      () => ({
        method: 'POST' as const,
        url: getPath('POST /api/admin/users/erasure'),
        content: { id: missingId, decision: 'erase', ground: 'asked' },
      }),
    ],
    [
      'the whole national ID of one person',
      404,
      () => ({
        method: 'POST' as const,
        url: getPath('POST /api/admin/teams/:teamId/members/:personId/national-id', {
          teamId: missingId,
          personId: missingId,
        }),
        content: { reason: 'Compared with the passport' },
      }),
    ],
  ])(
    '%s needs one that is not older than 10 minutes; a sign-in counts as one',
    async (_name, status, createCall) => {
      const admin = await t.admin()
      const { method, url, content } = createCall() as {
        method: 'GET' | 'POST'
        url: string
        content?: object
      }
      expect((await send(method, url, admin, content)).status).toBe(status)
      await expireConfirmations()
      expect(await send(method, url, admin, content)).toMatchObject(required)
      expect((await confirm(admin, { password: 'not this one' })).json).toMatchObject({
        code: 'wrong-password',
        field: 'password',
      })
      expect(await send(method, url, admin, content)).toMatchObject(required)
      expect((await confirm(admin, { password: testAdmin.password })).status).toBe(200)
      expect((await send(method, url, admin, content)).status).toBe(status)
    },
  )

  it('a change of the settings of sessions needs one, other settings do not', async () => {
    const admin = await t.admin()
    const {
      version: _,
      updatedAt: _at,
      ...settings
    } = (await send('GET', getPath('GET /api/admin/settings'), admin)).json.settings
    await expireConfirmations()
    const save = (change: object) =>
      send('PUT', getPath('PUT /api/admin/settings'), admin, { ...settings, ...change })
    expect((await save({ contact: { ...settings.contact, email: 'info@botola.test' } })).status).toBe(200)
    expect(await save({ sessions: { ...settings.sessions, adminIdleHours: 6 } })).toMatchObject(required)
    await confirm(admin, { password: testAdmin.password })
    expect((await save({ sessions: { ...settings.sessions, adminIdleHours: 6 } })).status).toBe(200)
  })

  it('a change of the role or the permissions of a user needs one, other changes do not', async () => {
    const admin = await t.admin()
    const { id, form } = await createUserForm()
    await expireConfirmations()
    const save = async (fields: Record<string, string>) =>
      send('POST', getPath('POST /api/admin/users/save'), admin, await form(fields))
    expect((await save({ lname: 'Nasser' })).status).toBe(200)
    expect(await save({ type: '1' })).toMatchObject(required)
    expect(await save({ type: '4' })).toMatchObject(required)
    await confirm(admin, { password: testAdmin.password })
    expect((await save({ type: '4', permissions: 'content' })).json.user).toMatchObject({
      _id: id,
      permissions: ['content'],
    })
    await expireConfirmations()
    expect((await save({ type: '4', permissions: 'content', lname: 'Saleh' })).status).toBe(200)
    expect(await save({ type: '4', permissions: 'content,finance' })).toMatchObject(required)
  })

  it('a new password that an administrator sets for a student needs one', async () => {
    const admin = await t.admin()
    const { id, form } = await createUserForm()
    await expireConfirmations()
    const save = async (fields: Record<string, string> = {}) =>
      send('POST', getPath('POST /api/admin/users/save'), admin, await form(fields))
    expect(await save({ password: 'set by an administrator' })).toMatchObject(required)
    expect((await save()).status).toBe(200)
    await confirm(admin, { password: testAdmin.password })
    expect((await save({ password: 'set by an administrator' })).json.user).toMatchObject({ _id: id })
  })

  it('another phone number of the own account and ending sessions need one', async () => {
    const { email } = await t.person()
    const signIn = async () => String((await t.signIn(email)).headers.authorization)
    const [token, other] = [await signIn(), await signIn()]
    await expireConfirmations()
    const save = (fields: object) =>
      send('PUT', getPath('PUT /api/account'), token, {
        firstName: 'Mona',
        lastName: 'Saleh',
        email,
        phone: '',
        lang: 'en',
        ...fields,
      })
    expect((await save({ firstName: 'Muna' })).status).toBe(200)
    expect(await save({ phone: '+966501260000' })).toMatchObject(required)
    const end = async (url: string) =>
      (await t.app.inject({ method: 'DELETE', url, headers: { authorization: token } })).json().code
    expect(await end(getPath('GET /api/account/sessions'))).toBe('confirmation_required')
    expect(await end(getPath('DELETE /api/account/sessions/:sessionId', { sessionId: missingId }))).toBe(
      'confirmation_required',
    )
    expect((await send('GET', getPath('GET /api/account'), other)).status).toBe(200)
    await confirm(token, { password })
    expect((await save({ phone: '+966501260000' })).json.account).toMatchObject({ phone: '+966501260000' })
    expect(await end(getPath('GET /api/account/sessions'))).toBeUndefined()
    expect((await send('GET', getPath('GET /api/account'), other)).status).toBe(401)
  })

  it('a new user of the back office needs one, another new user does not', async () => {
    const admin = await t.admin()
    await expireConfirmations()
    const create = async (type: string) =>
      send(
        'POST',
        getPath('POST /api/admin/users/save'),
        admin,
        await createForm({
          fname: 'Sara',
          email: `sara${type}@school.test`,
          phone: `+96650125000${type}`,
          type,
        }),
      )
    expect((await create('0')).status).toBe(200)
    expect(await create('4')).toMatchObject(required)
  })

  const saveSessionSettings = async (admin: string, change: object) => {
    const {
      version: _,
      updatedAt: _at,
      ...settings
    } = (await send('GET', getPath('GET /api/admin/settings'), admin)).json.settings
    await confirm(admin, { password: testAdmin.password })
    const sessions = { ...settings.sessions, ...change }
    return send('PUT', getPath('PUT /api/admin/settings'), admin, { ...settings, sessions })
  }

  it('the published calls that change users need one only where the settings ask for it', async () => {
    const admin = await t.admin()
    const { id, form } = await createUserForm()
    const setting = (confirmPublishedUserChanges: boolean) =>
      saveSessionSettings(admin, { confirmPublishedUserChanges })
    const save = async (fields: Record<string, string>) => {
      await expireConfirmations()
      return send('PUT', getPath('PUT /api/admin/users'), admin, await form(fields))
    }
    const change = { email: 'changed@school.test', password: 'set by an administrator', type: '4' }
    expect((await save(change)).json).toMatchObject({
      success: true,
      user: { _id: id, type: 4, email: { email: change.email } },
    })
    expect((await setting(true)).json.settings.sessions).toMatchObject({ confirmPublishedUserChanges: true })
    expect(await save({ type: '0' })).toMatchObject(required)
    expect((await setting(false)).status).toBe(200)
    expect((await save({ type: '0' })).status).toBe(200)
  })

  it('the published exports of teams need one only where the settings ask for it, and all of them alike', async () => {
    const admin = await t.admin()
    const listStatuses = async () => {
      await expireConfirmations()
      const queries = ['download=true&competion_id=all', 'download=true&competion_id=all&format=csv']
      return Promise.all(
        queries.map(
          async (query) => (await send('GET', `${getPath('GET /api/admin/teams')}?${query}`, admin)).status,
        ),
      )
    }
    expect(await listStatuses()).toEqual([200, 200])
    expect((await saveSessionSettings(admin, { confirmPublishedExports: true })).status).toBe(200)
    expect(await listStatuses()).toEqual([403, 403])
    expect((await saveSessionSettings(admin, { confirmPublishedExports: false })).status).toBe(200)
    expect(await listStatuses()).toEqual([200, 200])
  })

  it('the refusal of an erasure needs none', async () => {
    const admin = await t.admin()
    await expireConfirmations()
    const refusal = { id: missingId, decision: 'refuse', reason: 'a team depends on it' }
    expect((await send('POST', getPath('POST /api/admin/users/erasure'), admin, refusal)).json.code).toBe(
      'not-found',
    )
  })

  it('belongs to one session', async () => {
    const [one, other] = [await t.admin(), await t.admin()]
    await expireConfirmations()
    await confirm(one, { password: testAdmin.password })
    const url = getPath('GET /api/admin/teams/export')
    expect((await send('GET', url, one)).status).toBe(200)
    expect((await send('GET', url, other)).status).toBe(403)
  })

  it('needs a code from a user with a second factor, and the password does not count', async () => {
    const { email } = await t.person({ role: 'admin', permissions: ['administration'] })
    const token = String((await t.signIn(email, password, { type: 4 })).headers.authorization)
    const { secret, enrolment } = (
      await send('POST', getPath('POST /api/account/second-factor/start'), token, {})
    ).json
    await send('POST', getPath('POST /api/account/second-factor/confirm'), token, {
      enrolment,
      code: await generateCurrentCode(secret),
    })
    await expireConfirmations()
    const url = getPath('GET /api/admin/teams/export')
    expect((await send('GET', url, token)).json).toMatchObject({
      code: 'confirmation_required',
      details: { method: 'code' },
    })
    expect((await confirm(token, { password })).json).toMatchObject({ code: 'bad-input', field: 'code' })
    expect((await confirm(token, { code: '000000' })).json.code).toBe('second-factor-failed')
    expect((await send('GET', url, token)).status).toBe(403)
    const code = await generateNextCode(secret)
    expect((await confirm(token, { code })).status).toBe(200)
    expect((await send('GET', url, token)).status).toBe(200)
    expect((await confirm(token, { code })).json.code).toBe('second-factor-failed')
    // a password alone neither replaces nor disables the second factor
    await expireConfirmations()
    for (const action of ['start', 'disable'] as const)
      expect(
        (await send('POST', getPath(`POST /api/account/second-factor/${action}`), token, { password })).json
          .code,
      ).toBe('confirmation_required')
    await t.database.db.update(sessions).set({ confirmedAt: new Date() })
    expect(
      (await send('POST', getPath('POST /api/account/second-factor/disable'), token, { password })).status,
    ).toBe(200)
  })

  it('counts wrong passwords with those of other forms of the account', async () => {
    const { id, email } = await t.person()
    const token = String((await t.signIn(email)).headers.authorization)
    const replies = await Promise.all(Array.from({ length: 61 }, () => confirm(token, { password: 'wrong' })))
    expect(replies.filter(({ json }) => json.code === 'too-many')).not.toHaveLength(0)
    const change = { current: password, password: 'another long password' }
    expect((await send('POST', getPath('POST /api/account/password'), token, change)).json.code).toBe(
      'too-many',
    )
    const rows = await t.database.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(rows).toHaveLength(1)
  })
})
