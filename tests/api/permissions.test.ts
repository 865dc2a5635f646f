import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { hasPermission, type Permission, permissions, type RequiredPermission } from '#contract/rules/permissions.ts'
import { events } from '#server/db/schema/events.ts'
import { scoreEntries } from '#server/db/schema/scores.ts'
import { createForm } from './events-support.ts'
import { type SessionsApp, startSessionsApp } from './session-support.ts'

const missingId = '01890000-0000-7000-8000-000000000000'
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let t: SessionsApp
const routes: RouteOptions[] = []
/** A token for each permission, of a user who has that one only. */
const tokens = new Map<Permission, string>()
let admin: string

const signInWith = async (owned: readonly Permission[]) => {
  const { email } = await t.person({ role: 'admin', permissions: [...owned] })
  return String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
}
beforeAll(async () => {
  t = await startSessionsApp({}, { onRoute: (route: RouteOptions) => routes.push(route) })
  admin = await t.admin()
  for (const permission of permissions) tokens.set(permission, await signInWith([permission]))
})
afterAll(() => t.close())

/** An address for each hundred calls: one address reaches the rate limit, because these tests make more calls than it allows in a minute. */
let callCount = 0
const getNextAddress = () => `198.18.0.${Math.floor(callCount++ / 100) % 250}`

type Form = Awaited<ReturnType<typeof createForm>>
const isForm = (content: object): content is Form => 'payload' in content
const send = async (method: Method, url: string, authorization: string, content?: object) => {
  const { payload, headers } = content === undefined ? {} : isForm(content) ? content : { payload: content, headers: {} }
  const reply = await t.app.inject({
    method,
    url,
    remoteAddress: getNextAddress(),
    headers: { ...headers, authorization },
    ...(payload ? { payload } : {}),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return { status: reply.statusCode, code: isJson ? (reply.json().code as string | undefined) : undefined, reply }
}

describe('permissions of the back office', () => {
  it('every route names its permission, and rejects whoever lacks it', async () => {
    const adminRoutes = routes.filter(({ config }) => config?.for === 'admin')
    expect(adminRoutes.length).toBeGreaterThan(60)
    for (const { method, url, config } of adminRoutes) {
      const required = config?.permission as RequiredPermission | undefined
      expect(required, `${method} ${url}`).toBeDefined()
      for (const each of [method].flat() as Method[])
        for (const [permission, token] of tokens) {
          const { status, code } = await send(
            each,
            url.replace(/:\w+/g, missingId),
            token,
            each === 'GET' || each === 'DELETE' ? undefined : {},
          )
          const isRejected = status === 403 && code === 'no-permission'
          expect([`${each} ${url}`, permission, isRejected]).toEqual([
            `${each} ${url}`,
            permission,
            !hasPermission([permission], required ?? 'administration'),
          ])
        }
    }
  })

  it.each([
    ['the export of users', `${paths.adminUsers}?download=true`],
    ['the export of teams', `${paths.adminTeams}?download=true&format=csv`],
    ['the full export of teams', `${paths.adminTeams}?download=true&full=true`],
    ['the export of registrants', `${paths.adminDownloads}/export`],
  ])('%s needs the permission privacy', async (_name, url) => {
    expect(await send('GET', url, tokens.get('registration') as string)).toMatchObject({ status: 403, code: 'no-permission' })
    expect((await send('GET', url, admin)).status).toBe(200)
  })

  it('a GET that toggles an event or a FAQ needs the permission to change it', async () => {
    const url = `${paths.adminEvents}?id=${missingId}&name=status&status=true`
    expect(await send('GET', url, tokens.get('results') as string)).toMatchObject({ status: 403, code: 'no-permission' })
  })

  it('the export of a ranking masks e-mails for whoever lacks the permission privacy', async () => {
    const { db } = t.database
    const texts = { titleEn: 'Masked', titleAr: 'مخفي', descriptionEn: 'Masked', descriptionAr: 'مخفي' }
    const [event] = await db
      .insert(events)
      .values({ slug: 'masked', ...texts })
      .returning()
    const eventId = event?.id as string
    const player = { participantKey: 'guest:a', playerName: 'Mona', playerEmail: 'mona.saleh@school.test' }
    await db.insert(scoreEntries).values({ eventId, ...player })
    const url = `${paths.adminEvents}/${eventId}/scores/export`
    const masked = (await send('GET', url, tokens.get('results') as string)).reply.body
    expect(masked).toContain('Mona')
    expect(masked).not.toContain('mona.saleh')
    expect((await send('GET', url, admin)).reply.body).toContain('mona.saleh@school.test')
  })

  it('only administrators change accounts of the back office and permissions', async () => {
    const registration = tokens.get('registration') as string
    const { id, email } = await t.person({ role: 'admin', permissions: ['content'], phone: '+966501230001' })
    const form = (fields: Record<string, string>) => createForm({ id, fname: 'Mona', email, phone: '+966501230001', ...fields })
    const noPermission = { status: 403, code: 'no-permission' }
    expect(await send('PUT', paths.adminUsers, registration, await form({ email: 'mine@school.test' }))).toMatchObject(noPermission)
    expect(await send('DELETE', `${paths.adminUsers}?id=${id}`, registration)).toMatchObject(noPermission)
    expect(await send('GET', `${paths.adminUsers}?id=${id}&status=0`, registration)).toMatchObject(noPermission)
    const student = await t.person({ phone: '+966501230002' })
    const promoted = await createForm({ id: student.id, fname: 'Mona', email: student.email, phone: '+966501230002', type: '4' })
    expect(await send('PUT', paths.adminUsers, registration, promoted)).toMatchObject(noPermission)

    const changed = await send('PUT', paths.adminUsers, admin, await form({ permissions: 'finance,results' }))
    expect(changed.reply.json()).toMatchObject({ success: true, user: { type: 4, permissions: ['finance', 'results'] } })
    const unknown = await send('PUT', paths.adminUsers, admin, await form({ permissions: 'everything' }))
    expect(unknown.reply.json()).toMatchObject({ success: false, code: 'bad-input', field: 'permissions.0' })
    const demoted = await send('PUT', paths.adminUsers, admin, await form({ type: '0' }))
    expect(demoted.reply.json().user).toMatchObject({ type: 0 })
    expect(demoted.reply.json().user).not.toHaveProperty('permissions')
  })

  it('the last administrator cannot lose the permission administration', async () => {
    const { users } = (await send('GET', `${paths.adminUsers}?type=4&s=admin@botola.test`, admin)).reply.json()
    const [me] = users
    const second = await t.person({ role: 'admin', permissions: ['administration'], phone: '+966501230003' })
    const secondToken = String((await t.signIn(second.email, undefined, { type: 4 })).headers.authorization)
    const form = await createForm({
      id: me._id,
      fname: 'Admin',
      email: 'admin@botola.test',
      phone: '+966501230004',
      permissions: 'content',
    })
    // nobody changes their own permissions
    expect((await send('PUT', paths.adminUsers, admin, form)).reply.json()).toMatchObject({ code: 'own-account', field: 'permissions' })
    // the other test users with this permission go first
    await t.database.pool.query(
      "update users set permissions = '{content}' where 'administration' = any(permissions) and id not in ($1, $2)",
      [me._id, second.id],
    )
    expect((await send('PUT', paths.adminUsers, secondToken, form)).status).toBe(200)
    const back = await createForm({ id: second.id, fname: 'Mona', email: second.email, phone: '+966501230003', permissions: 'content' })
    expect((await send('PUT', paths.adminUsers, secondToken, back)).reply.json()).toMatchObject({ success: false })
    const { rows } = await t.database.pool.query("select count(*)::int as n from users where 'administration' = any(permissions)")
    expect(rows[0].n).toBe(1)
  })

  it('the signed-in user of the back office is told their permissions', async () => {
    const reply = await t.app.inject({
      method: 'POST',
      url: paths.sessionUser,
      headers: { authorization: tokens.get('finance') as string },
    })
    expect(reply.json().user).toMatchObject({ type: 4, permissions: ['finance'] })
  })

  it('marking a team as paid needs the permission finance', async () => {
    const { rows } = await t.database.pool.query(
      `insert into teams (id, competition_id, team_no, name) select $1, id, 9001, 'Falcons' from competitions limit 1 returning id`,
      [missingId],
    )
    const form = async (paid: string) =>
      createForm({ id: rows[0].id, name: 'Falcons', schoolName: 'School', payment_status: paid, reason: 'cash' })
    expect(await send('PUT', paths.adminTeams, tokens.get('registration') as string, await form('true'))).toMatchObject({
      status: 403,
      code: 'no-permission',
    })
    expect((await send('PUT', paths.adminTeams, tokens.get('registration') as string, await form('false'))).code).not.toBe('no-permission')
  })
})
