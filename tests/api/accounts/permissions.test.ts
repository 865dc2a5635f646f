import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasPermission,
  type Permission,
  permissions,
  type RequiredPermission,
} from '#contract/accounts/permissions.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { createForm } from '../../support/api/events.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

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

/**
 * An address for each hundred calls: one address reaches the rate limit, because these tests make more calls
 * than it allows in a minute.
 */
let callCount = 0
const getNextAddress = () => `198.18.0.${Math.floor(callCount++ / 100) % 250}`

type Form = Awaited<ReturnType<typeof createForm>>
const isForm = (content: object): content is Form => 'payload' in content
const send = async (method: Method, url: string, authorization: string, content?: object) => {
  const { payload, headers } =
    content === undefined ? {} : isForm(content) ? content : { payload: content, headers: {} }
  const reply = await t.app.inject({
    method,
    url,
    remoteAddress: getNextAddress(),
    headers: { ...headers, authorization },
    ...(payload ? { payload } : {}),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return {
    status: reply.statusCode,
    code: isJson ? (reply.json().code as string | undefined) : undefined,
    reply,
  }
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
    ['the export of users', `${getPath('GET /api/admin/users')}?download=true`],
    ['the export of teams', `${getPath('GET /api/admin/teams')}?download=true&format=csv`],
    ['the export of registrants', getPath('GET /api/admin/downloads/export')],
  ])('%s needs the permission privacy', async (_name, url) => {
    expect(await send('GET', url, tokens.get('registration') as string)).toMatchObject({
      status: 403,
      code: 'no-permission',
    })
    expect((await send('GET', url, admin)).status).toBe(200)
  })

  it('the full export of teams needs the permission privacy and a reason', async () => {
    const path = getPath('POST /api/admin/teams/full-export')
    expect(
      await send('POST', path, tokens.get('registration') as string, { reason: 'a visit' }),
    ).toMatchObject({ code: 'no-permission' })
    const refused = await send('POST', path, admin, { reason: ' ' })
    expect(refused.reply.json()).toMatchObject({ code: 'bad-input', field: 'reason' })
    expect((await send('POST', path, admin, { reason: 'Lists for the hotel' })).status).toBe(200)
    const { rows } = await t.database.pool.query(
      "select after from audit_log where action = 'export' order by id desc limit 1",
    )
    expect(rows).toMatchObject([{ after: { full: true, reason: 'Lists for the hotel' } }])
  })

  it('a GET that toggles an event or a FAQ needs the permission to change it', async () => {
    const url = `${getPath('GET /api/admin/events')}?id=${missingId}&name=status&status=true`
    expect(await send('GET', url, tokens.get('results') as string)).toMatchObject({
      status: 403,
      code: 'no-permission',
    })
  })

  it('the export of a ranking masks emails for whoever lacks the permission privacy', async () => {
    const { db } = t.database
    const texts = { titleEn: 'Masked', titleAr: 'مخفي', descriptionEn: 'Masked', descriptionAr: 'مخفي' }
    const [event] = await db
      .insert(events)
      .values({ slug: 'masked', ...texts })
      .returning()
    const eventId = event?.id as string
    const player = { participantKey: 'guest:a', playerName: 'Mona', playerEmail: 'mona.saleh@school.test' }
    await db.insert(scoreEntries).values({ eventId, ...player })
    const url = getPath('GET /api/admin/events/:eventId/scores/export', { eventId })
    const masked = (await send('GET', url, tokens.get('results') as string)).reply.body
    expect(masked).toContain('Mona')
    expect(masked).not.toContain('mona.saleh')
    expect((await send('GET', url, admin)).reply.body).toContain('mona.saleh@school.test')
  })

  it('the rule for totals of an event with scores needs the permission results', async () => {
    const texts = { title_en: 'Ruled', title_ar: 'محكوم', description_en: 'Ruled', description_ar: 'محكوم' }
    const content = tokens.get('content') as string
    const { _id: id } = (
      await send('POST', getPath('POST /api/admin/events'), content, await createForm(texts))
    ).reply.json().event
    const save = async (change: object, token = content) =>
      send('PUT', getPath('PUT /api/admin/events'), token, await createForm({ ...texts, id, ...change }))
    expect((await save({ totalRule: 'best' })).status).toBe(200)
    const attempts = [{ mission: 1, score: 5, timeMs: 1000 }]
    expect(
      (
        await send('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId: id }), admin, {
          playerName: 'Mona',
          attempts,
        })
      ).status,
    ).toBe(200)
    const refused = await save({ totalRule: 'sum' })
    expect(refused.reply.json()).toMatchObject({ code: 'no-permission', field: 'totalRule' })
    expect((await save({ totalRule: 'best', title_en: 'Ruled well' })).status).toBe(200)
    expect(
      (await save({ totalRule: 'sum' }, await signInWith(['content', 'results']))).reply.json().event,
    ).toMatchObject({
      totalRule: 'sum',
    })
  })

  it('whoever lacks the permission privacy finds no participants by parts of an address or a phone', async () => {
    const { email } = await t.person({
      firstName: 'Ranim',
      lastName: 'Qasim',
      email: 'hidden.part@school.test',
      phone: '+966501239876',
    })
    const find = async (search: string, token: string) => {
      const url = `${getPath('GET /api/admin/events/:eventId/participants', { eventId: missingId })}?s=${encodeURIComponent(search)}`
      return (await send('GET', url, token)).reply
        .json()
        .participants.map(({ detail }: { detail: string }) => detail)
    }
    const results = tokens.get('results') as string
    for (const search of ['ranim qas', 'Qasim'])
      expect(await find(search, results)).toEqual(['h•••@school.test'])
    for (const search of ['hidden.p', 'ranim hidden', '50123987', 'school.test ranim']) {
      expect(await find(search, results)).toEqual([])
      expect(await find(search, admin)).toEqual([email])
    }
  })

  it('a correction by whoever lacks the permission privacy shows and keeps the masked email of a player', async () => {
    const results = tokens.get('results') as string
    const texts = { titleEn: 'Corrected', titleAr: 'مصحح', descriptionEn: 'Corrected', descriptionAr: 'مصحح' }
    const [event] = await t.database.db
      .insert(events)
      .values({ slug: 'corrected', ...texts })
      .returning()
    const scoresUrl = getPath('GET /api/admin/events/:eventId/scores', { eventId: event?.id as string })
    const guest = { playerName: 'Mona', playerEmail: 'mona.guest@school.test' }
    const masked = 'm•••@school.test'
    const attempts = [{ mission: 1, score: 5, timeMs: 1000 }]
    const { entry } = (await send('POST', scoresUrl, results, { ...guest, attempts })).reply.json()
    expect(entry.playerEmail).toBe(masked)
    const url = `${scoresUrl}/${entry.id}`
    const attemptUrl = `${url}/attempts/${entry.attempts[0].id}`
    const readStored = async () =>
      (
        await t.database.pool.query(
          'select player_name, player_email, participant_key from score_entries where id = $1',
          [entry.id],
        )
      ).rows[0]

    const details = { playerName: 'Mona S', playerEmail: masked, missionType: 1 }
    expect((await send('PUT', url, results, details)).reply.json().entry).toMatchObject({
      playerName: 'Mona S',
      playerEmail: masked,
    })
    expect(await readStored()).toMatchObject({
      player_name: 'Mona S',
      player_email: guest.playerEmail,
      participant_key: `guest:${guest.playerEmail}`,
    })
    const other = await send('PUT', url, results, { ...details, playerEmail: 'm•••@other.test' })
    expect(other.reply.json()).toMatchObject({ success: false, code: 'bad-input', field: 'playerEmail' })
    expect((await send('PATCH', attemptUrl, results, { score: 6 })).reply.json().entry.playerEmail).toBe(
      masked,
    )
    expect((await send('GET', url, results)).reply.json().entry.playerEmail).toBe(masked)
    expect((await send('GET', url, admin)).reply.json().entry.playerEmail).toBe(guest.playerEmail)
    expect(
      (await send('PUT', url, results, { ...details, playerEmail: 'new.mona@school.test' })).status,
    ).toBe(200)
    expect(await readStored()).toMatchObject({ player_email: 'new.mona@school.test' })

    const { removedId } = (await send('DELETE', url, results)).reply.json()
    const restored = (await send('POST', `${scoresUrl}/restore`, results, { id: removedId })).reply.json()
    expect(restored.entry.playerEmail).toBe('n•••@school.test')
  })

  it('a team shows whoever has results or finance none of its people, in one reply, in the list and after a save', async () => {
    const owner = await t.person({ email: 'owner.name@school.test' })
    const { rows } = await t.database.pool.query(
      `insert into teams (id, competition_id, team_no, name, user_id) select $1, id, 9002, 'Owls', $2 from competitions limit 1 returning id, competition_id`,
      ['01890000-0000-7000-8000-000000000009', owner.id],
    )
    await t.database.pool.query(
      `insert into team_people (id, team_id, competition_id, kind, name, email) values ($1, $2, $3, 'member', 'Sara', 'sara.name@school.test')`,
      ['01890000-0000-7000-8000-000000000010', rows[0].id, rows[0].competition_id],
    )
    const url = `${getPath('GET /api/admin/teams')}?id=${rows[0].id}`
    for (const permission of ['results', 'finance'] as const) {
      const { team } = (await send('GET', url, tokens.get(permission) as string)).reply.json()
      expect(team).toMatchObject({ name: 'Owls', coaches: [], members: [], user: null })
      const list = await send(
        'GET',
        `${getPath('GET /api/admin/teams')}?s=owls`,
        tokens.get(permission) as string,
      )
      expect(list.reply.json().teams).toMatchObject([
        { name: 'Owls', coaches: [], members: [], member_count: 1, user: null },
      ])
      expect(list.reply.body).not.toMatch(/Sara|\.name@/)
    }
    // the current team in an error of a save
    const scores = { scores: [], version: 99 }
    const stale = await send(
      'PUT',
      getPath('PUT /api/admin/teams/:teamId/scores', { teamId: rows[0].id }),
      tokens.get('results') as string,
      scores,
    )
    expect(stale).toMatchObject({ code: 'stale-version' })
    expect(stale.reply.body).not.toMatch(/Sara|\.name@/)
    for (const query of ['?s=owls', `?id=${rows[0].id}`]) {
      const { team, teams } = (
        await send('GET', `${getPath('GET /api/admin/teams')}${query}`, tokens.get('registration') as string)
      ).reply.json()
      expect(team ?? teams[0]).toMatchObject({
        user: { email: 'owner.name@school.test' },
        members: [{ name: 'Sara' }],
      })
    }
  })

  it('only administrators change accounts of the back office and permissions', async () => {
    const registration = tokens.get('registration') as string
    const { id, email } = await t.person({ role: 'admin', permissions: ['content'], phone: '+966501230001' })
    const form = (fields: Record<string, string>) =>
      createForm({ id, fname: 'Mona', email, phone: '+966501230001', ...fields })
    const noPermission = { status: 403, code: 'no-permission' }
    expect(
      await send(
        'PUT',
        getPath('PUT /api/admin/users'),
        registration,
        await form({ email: 'mine@school.test' }),
      ),
    ).toMatchObject(noPermission)
    expect(
      await send('DELETE', `${getPath('DELETE /api/admin/users')}?id=${id}`, registration),
    ).toMatchObject(noPermission)
    expect(
      await send('GET', `${getPath('GET /api/admin/users')}?id=${id}&status=0`, registration),
    ).toMatchObject(noPermission)
    const student = await t.person({ phone: '+966501230002' })
    const promoted = await createForm({
      id: student.id,
      fname: 'Mona',
      email: student.email,
      phone: '+966501230002',
      type: '4',
    })
    expect(await send('PUT', getPath('PUT /api/admin/users'), registration, promoted)).toMatchObject(
      noPermission,
    )

    const changed = await send(
      'PUT',
      getPath('PUT /api/admin/users'),
      admin,
      await form({ permissions: 'finance,results' }),
    )
    expect(changed.reply.json()).toMatchObject({
      success: true,
      user: { type: 4, permissions: ['finance', 'results'] },
    })
    const unknown = await send(
      'PUT',
      getPath('PUT /api/admin/users'),
      admin,
      await form({ permissions: 'everything' }),
    )
    expect(unknown.reply.json()).toMatchObject({ success: false, code: 'bad-input', field: 'permissions.0' })
    const demoted = await send('PUT', getPath('PUT /api/admin/users'), admin, await form({ type: '0' }))
    expect(demoted.reply.json().user).toMatchObject({ type: 0 })
    expect(demoted.reply.json().user).not.toHaveProperty('permissions')
  })

  it('the last administrator cannot lose the permission administration', async () => {
    const { users } = (
      await send('GET', `${getPath('GET /api/admin/users')}?type=4&s=admin@botola.test`, admin)
    ).reply.json()
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
    expect((await send('PUT', getPath('PUT /api/admin/users'), admin, form)).reply.json()).toMatchObject({
      code: 'own-account',
      field: 'permissions',
    })
    // the other test users with this permission go first
    await t.database.pool.query(
      "update users set permissions = '{content}' where 'administration' = any(permissions) and id not in ($1, $2)",
      [me._id, second.id],
    )
    expect((await send('PUT', getPath('PUT /api/admin/users'), secondToken, form)).status).toBe(200)
    const back = await createForm({
      id: second.id,
      fname: 'Mona',
      email: second.email,
      phone: '+966501230003',
      permissions: 'content',
    })
    expect(
      (await send('PUT', getPath('PUT /api/admin/users'), secondToken, back)).reply.json(),
    ).toMatchObject({
      success: false,
    })
    const { rows } = await t.database.pool.query(
      "select count(*)::int as n from users where 'administration' = any(permissions)",
    )
    expect(rows[0].n).toBe(1)
  })

  it('the signed-in user of the back office is told their permissions', async () => {
    const reply = await t.app.inject({
      method: 'POST',
      url: getPath('POST /api/getuser'),
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
      createForm({
        id: rows[0].id,
        name: 'Falcons',
        schoolName: 'School',
        payment_status: paid,
        reason: 'cash',
      })
    expect(
      await send(
        'PUT',
        getPath('PUT /api/admin/teams'),
        tokens.get('registration') as string,
        await form('true'),
      ),
    ).toMatchObject({
      status: 403,
      code: 'no-permission',
    })
    expect(
      (
        await send(
          'PUT',
          getPath('PUT /api/admin/teams'),
          tokens.get('registration') as string,
          await form('false'),
        )
      ).code,
    ).not.toBe('no-permission')
  })
})
