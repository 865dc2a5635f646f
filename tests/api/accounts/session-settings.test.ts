import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import type { SessionSettings } from '#contract/platform/settings.ts'
import { sessions } from '#server/platform/db/schema/users.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { generateCurrentCode } from '../../support/api/verification-codes.ts'

const hour = 60 * 60 * 1000

describe('the settings of sessions', () => {
  let t: SessionsApp
  beforeAll(async () => {
    t = await startSessionsApp()
  })
  afterAll(() => t.close())
  afterEach(() => t.resetSettings())

  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    authorization: string,
    payload?: object,
  ) => {
    const reply = await t.app.inject({
      method,
      url,
      headers: { authorization },
      ...(payload ? { payload } : {}),
    })
    return { status: reply.statusCode, json: reply.json() }
  }
  const save = async (change: Partial<SessionSettings> | undefined, token?: string) => {
    const admin = token ?? (await t.admin())
    const {
      createdAt: _,
      updatedAt: __,
      version: ___,
      ...settings
    } = (await send('GET', getPath('GET /api/admin/settings'), admin)).json.settings
    return send('PUT', getPath('PUT /api/admin/settings'), admin, {
      ...settings,
      sessions: change && { ...settings.sessions, ...change },
    })
  }
  const signIn = async (more: Parameters<SessionsApp['person']>[0] = {}) => {
    const user = await t.person(more)
    return { ...user, token: String((await t.signIn(user.email)).headers.authorization) }
  }
  const setLastSeen = (userId: string, hours: number) =>
    t.database.db
      .update(sessions)
      .set({ lastSeenAt: new Date(Date.now() - hours * hour) })
      .where(eq(sessions.userId, userId))
  const isOpen = async (token: string) =>
    (await t.post(getPath('POST /api/getuser'), {}, { authorization: token })).statusCode === 200

  it.each([
    ['student', 30 * 24],
    ['coach', 30 * 24],
    ['admin', 12],
  ] as const)('a session of a %s ends after %d hours without use', async (role, hours) => {
    const { id, token } = await signIn({ role, ...(role === 'admin' ? { permissions: ['content'] } : {}) })
    await setLastSeen(id, hours - 1)
    expect(await isOpen(token)).toBe(true)
    // the request above counts as a use, so the idle time starts again
    expect(await isOpen(token)).toBe(true)
    await setLastSeen(id, hours + 1)
    expect(
      (await t.app.inject(`${getPath('GET /api/loginseason')}/?token=${token}&type=botola`)).statusCode,
    ).toBe(401)
    expect(await isOpen(token)).toBe(false)
    expect(await t.database.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
  })

  it('the list of sessions has none that was not used for too long', async () => {
    const { id, email, token } = await signIn()
    await setLastSeen(id, 31 * 24)
    const other = String((await t.signIn(email)).headers.authorization)
    expect((await send('GET', getPath('GET /api/account/sessions'), other)).json.sessions).toHaveLength(1)
    expect(await isOpen(token)).toBe(false)
  })

  it('the times apply at once when an administrator changes them, within their limits', async () => {
    const { id, token } = await signIn()
    await setLastSeen(id, 25)
    expect((await save({ idleDays: 1 })).json).toMatchObject({
      settings: { sessions: { idleDays: 1, adminIdleHours: 12 } },
    })
    expect(await isOpen(token)).toBe(false)
    for (const change of [
      { idleDays: 0 },
      { idleDays: 366 },
      { adminIdleHours: 0 },
      { adminIdleHours: 721 },
      { idleDays: 1.5 },
    ])
      expect((await save(change)).json, JSON.stringify(change)).toMatchObject({
        code: 'bad-input',
        field: `sessions.${Object.keys(change)[0]}`,
      })
    expect((await save({ idleDays: 365, adminIdleHours: 720 })).status).toBe(200)
    expect((await save({ idleDays: 30, adminIdleHours: 12 })).status).toBe(200)
  })

  it('a request without them changes none, and only administrators change them', async () => {
    await save({ idleDays: 29 })
    expect((await save(undefined)).json.settings.sessions).toMatchObject({ idleDays: 29 })
    const { token } = await signIn({ role: 'admin', permissions: ['content'] })
    expect((await save(undefined, token)).status).toBe(200)
    expect((await save({}, token)).status).toBe(200)
    expect((await save({ requireSecondFactor: true }, token)).json).toMatchObject({
      success: false,
      code: 'no-permission',
    })
  })

  it('are not public', async () => {
    const reply = await t.app.inject(`${getPath('GET /api/settings')}/?site_name=botola`)
    expect(reply.body).not.toMatch(/idle|second/i)
  })

  it('can require the second factor: without one the back office is closed, except for setting it up', async () => {
    const admin = await t.admin()
    const user = await signIn({ role: 'admin', permissions: ['registration'] })
    const student = await signIn()
    expect((await send('GET', getPath('GET /api/admin/teams'), user.token)).status).toBe(200)
    expect((await save({ requireSecondFactor: true }, admin)).status).toBe(200)
    for (const url of [
      getPath('GET /api/admin/teams'),
      getPath('GET /api/admin/users'),
      getPath('GET /api/admin/dashboard'),
    ])
      expect(await send('GET', url, user.token)).toMatchObject({
        status: 403,
        json: { code: 'second-factor-setup-required' },
      })
    expect((await send('GET', getPath('GET /api/account'), user.token)).status).toBe(200)
    expect((await send('GET', getPath('GET /api/account/sessions'), user.token)).status).toBe(200)
    expect((await send('GET', getPath('GET /api/account'), student.token)).status).toBe(200)

    const { secret, enrolment } = (
      await send('POST', getPath('POST /api/account/second-factor/start'), user.token, {})
    ).json
    const code = await generateCurrentCode(secret)
    expect(
      (
        await send('POST', getPath('POST /api/account/second-factor/confirm'), user.token, {
          enrolment,
          code,
        })
      ).status,
    ).toBe(200)
    expect((await send('GET', getPath('GET /api/admin/teams'), user.token)).status).toBe(200)
    expect(
      (await send('POST', getPath('POST /api/account/second-factor/disable'), user.token, { password }))
        .status,
    ).toBe(200)
    expect((await send('GET', getPath('GET /api/admin/teams'), user.token)).json.code).toBe(
      'second-factor-setup-required',
    )
  })
})
