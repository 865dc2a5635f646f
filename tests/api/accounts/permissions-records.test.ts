import type { RouteOptions } from 'fastify'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  hasPermission,
  type Permission,
  permissions,
  type RequiredPermission,
} from '#contract/accounts/permissions.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm as createEventForm, eventTexts } from '../../support/api/events.ts'
import { createCoach, createMember, startTeamsApp } from '../../support/api/teams.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Caller = { name: string; permissions: readonly Permission[]; token: string; needsSecondFactor?: true }
const missingId = '01890000-0000-7000-8000-000000000000'

const routes: RouteOptions[] = []
let t: Awaited<ReturnType<typeof startTeamsApp>>
let admin: string
let callers: Caller[]
/** Ids of the records of another account, by the parameters of routes. */
let ids: Record<string, string>

const read = async (text: string, values: unknown[] = []) => (await t.database.pool.query(text, values)).rows
const tokenOf = async (person: { email: string; role?: string | undefined }) =>
  String(
    (await t.signIn(person.email, undefined, person.role === 'admin' ? { type: 4 } : {})).headers
      .authorization,
  )

/**
 * An address for each hundred calls: one address reaches the rate limit, because these tests make more calls
 * than it allows in a minute.
 */
let callCount = 0
const send = async (method: Method, url: string, token: string, content?: object) => {
  const form =
    content !== undefined && 'form' in content
      ? await createEventForm(content.form as Record<string, string>)
      : undefined
  const reply = await t.app.inject({
    method,
    url,
    remoteAddress: `198.18.1.${Math.floor(callCount++ / 100) % 250}`,
    headers: { authorization: token, ...form?.headers },
    ...(form ? { payload: form.payload } : content === undefined ? {} : { payload: content }),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return {
    status: reply.statusCode,
    code: isJson ? (reply.json().code as string | undefined) : undefined,
    body: reply.body,
    reply,
  }
}
const ok = async (...call: Parameters<typeof send>) => {
  const { status, body, reply } = await send(...call)
  if (status !== 200) throw new Error(`${call[0]} ${call[1]}: ${status} ${body}`)
  return reply.json()
}

beforeAll(async () => {
  t = await startTeamsApp({}, {}, { onRoute: (route) => routes.push(route) })
  admin = t.adminToken
  const owner = await t.person({
    role: 'student',
    firstName: 'Zqxhiddenowner',
    email: 'zqxhidden-owner@school.test',
    emailConfirmedAt: new Date(),
  })
  const ownerToken = await tokenOf(owner)
  const { team } = (
    await t.send(
      'POST',
      getPath('POST /api/teams'),
      ownerToken,
      t.team({
        name: 'Zqxhiddenteam',
        coaches: [createCoach({ name: 'Zqxhiddencoach', email: 'zqxhidden-coach@school.test' })],
        members: [
          createMember({ name: 'Zqxhiddenmember', email: 'zqxhidden-member@school.test' }),
          createMember({ name: 'Zqxhiddenother' }),
        ],
      }),
    )
  ).json()
  const form = await createEventForm({ ...eventTexts, title_en: 'Records' })
  const created = await t.app.inject({
    method: 'POST',
    url: getPath('POST /api/admin/events'),
    headers: { ...form.headers, authorization: admin },
    payload: form.payload,
  })
  const eventId = created.json().event._id
  const attempts = [{ mission: 1, score: 40, timeMs: 1000 }]
  const { entry } = await ok('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), admin, {
    userId: owner.id,
    attempts,
  })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await ok('PUT', getPath('PUT /api/admin/events/:eventId/protest-settings', { eventId }), admin, {
    protestsUntil: until,
  })
  const protestId = randomUUIDv7()
  const protest = { entryId: entry.id, attemptId: null, reason: 'Zqxhiddenreason' }
  await ok('PUT', getPath('PUT /api/account/protests/:protestId', { protestId }), ownerToken, protest)
  await ok('POST', getPath('POST /api/admin/payments/mark'), admin, {
    teamId: team.id,
    paid: true,
    reason: 'Zqxhiddencash',
  })
  const [payment] = await read('select id from payments where team_id = $1', [team.id])
  await t.ownerPool.query(
    "insert into payers (payment_id, name, email) values ($1, 'Zqxhiddenpayer', 'zqxhidden-payer@school.test')",
    [payment.id],
  )
  const { season } = await ok('POST', getPath('POST /api/seasons'), ownerToken, {
    type: 'final',
    team_id: team.id,
  })
  const draftId = randomUUIDv7()
  await ok('PUT', getPath('PUT /api/teams/drafts/:draftId', { draftId }), ownerToken, {
    data: '{"name":"Zqxhiddendraft"}',
  })
  const [award] = await read(
    "insert into awards (id, event_id, team_id, name_en, name_ar, position) values (gen_random_uuid(), $1, $2, 'Zqxhiddenaward', 'جائزة', 1) returning id",
    [eventId, team.id],
  )
  const [session] = await read('select id from sessions where user_id = $1', [owner.id])
  const [link] = await read(
    "insert into provider_links (id, user_id, issuer, subject, is_proven) values (gen_random_uuid(), $1, 'https://id.test', 'zqxhidden-subject', true) returning id",
    [owner.id],
  )
  const [passkey] = await read(
    "insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports) values (gen_random_uuid(), $1, 'Zqxhiddenkey', 'one', 'two', 0, '{}') returning id",
    [owner.id],
  )
  ids = {
    ...{
      userId: owner.id,
      teamId: team.id,
      personId: team.members[0].id,
      paymentId: payment.id,
      draftId,
      sessionId: session.id,
      linkId: link.id,
      passkeyId: passkey.id,
      protestId,
      awardId: award.id,
    },
    ...{
      eventId,
      idOrSlug: eventId,
      entryId: entry.id,
      attemptId: entry.attempts[0].id,
      seasonRecordId: season._id,
    },
    // records that belong to no person
    ...{
      advancementId: missingId,
      announcementId: missingId,
      code: missingId,
      fileId: missingId,
      importId: missingId,
      taskId: missingId,
      judgeId: missingId,
      keyId: missingId,
    },
    ...{
      sheetId: missingId,
      slotId: missingId,
      screenNumber: '1',
      matchNumber: '1',
      uploadId: missingId,
      eventCode: missingId,
    },
  }
  const people = [t.person({ role: 'student' }), t.person({ role: 'coach', emailConfirmedAt: new Date() })]
  const administrators = permissions.map((permission) =>
    t.person({ role: 'admin', permissions: [permission] }),
  )
  callers = await Promise.all(
    [...people, ...administrators].map(async (created) => {
      const person = await created
      const owned = (person.permissions ?? []) as Permission[]
      return { name: owned[0] ?? String(person.role), permissions: owned, token: await tokenOf(person) }
    }),
  )
})
afterAll(() => t.close())
afterEach(() => t.resetSettings())

const listCalls = (...audiences: string[]) =>
  routes
    .filter(
      ({ url, config, schema }) =>
        url.startsWith('/api/') &&
        !(schema as { hide?: boolean })?.hide &&
        audiences.includes(config?.for ?? ''),
    )
    .flatMap(({ method, url, config }) =>
      [method].flat().map((each) => ({ method: each as Method, url, config, name: `${each} ${url}` })),
    )
    .filter(({ method }) => (method as string) !== 'HEAD')
const fillIn = (url: string) =>
  url.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`${url}: add a record of another account for the parameter ${name}`)
    return id
  })

/**
 * A call about a record of another account. Administrators with `permission` may make it, and get `status`.
 */
type AccountCall = {
  query?: () => string
  body?: () => object
  permission?: Permission
  status?: number
  denied?: number
}
const teamQuery = () => `?team_id=${ids.teamId}`
/**
 * What each call for signed-in users is sent about a record of another account; 'own' for calls that name no
 * record, or one of the caller only.
 */
const accountCalls: Record<string, AccountCall | 'own'> = {
  'GET /api/account': 'own',
  'PUT /api/account': 'own',
  'POST /api/account/confirm': 'own',
  'POST /api/account/confirm/passkey': 'own',
  'POST /api/account/confirm/passkey-options': 'own',
  'GET /api/account/passkeys': 'own',
  'POST /api/account/passkeys': 'own',
  'POST /api/account/passkeys/options': 'own',
  'DELETE /api/account/passkeys/:passkeyId': {},
  'GET /api/account/provider-links': 'own',
  'POST /api/account/provider-links/start': 'own',
  'POST /api/account/provider-links/finish': 'own',
  'DELETE /api/account/provider-links/:linkId': {},
  'GET /api/account/certificates': 'own',
  'GET /api/account/export': 'own',
  'POST /api/account/email-confirmation': 'own',
  'PUT /api/account/news': 'own',
  'POST /api/account/password': 'own',
  'POST /api/account/erasure': 'own',
  'DELETE /api/account/erasure': 'own',
  'GET /api/account/protests': 'own',
  'PUT /api/account/protests/:protestId': {
    body: () => ({ entryId: ids.entryId, attemptId: null, reason: 'Mine' }),
  },
  'DELETE /api/account/protests/:protestId': {},
  'GET /api/account/scores': 'own',
  'POST /api/account/second-factor/start': 'own',
  'POST /api/account/second-factor/confirm': 'own',
  'POST /api/account/second-factor/disable': 'own',
  'GET /api/account/sessions': 'own',
  'DELETE /api/account/sessions': 'own',
  'DELETE /api/account/sessions/:sessionId': {},
  'POST /api/getuser': 'own',
  'POST /api/signout': 'own',
  'GET /api/payments': { query: () => `?teamId=${ids.teamId}`, permission: 'finance' },
  // without a gateway the next check fails
  'POST /api/payments': { body: () => ({ teamId: ids.teamId }), permission: 'finance', status: 422 },
  'GET /api/payments/:paymentId': { permission: 'finance' },
  'POST /api/payments/:paymentId/check': { permission: 'finance' },
  'POST /api/seasons': { body: () => ({ type: 'final', team_id: ids.teamId }), permission: 'registration' },
  'GET /api/seasons': { query: teamQuery, permission: 'registration' },
  'DELETE /api/seasons': { query: () => `?id=${ids.seasonRecordId}`, permission: 'registration' },
  'GET /api/teams': { query: () => `?id=${ids.teamId}` },
  'POST /api/teams': 'own',
  'PUT /api/teams': {
    body: () => ({
      form: {
        id: ids.teamId,
        name: 'Mine',
        schoolName: 'Mine',
        ageLevel: 'junior',
        competitionId: t.robo.id,
      },
    }),
  },
  'DELETE /api/teams': { query: () => `?id=${ids.teamId}` },
  'GET /api/teams/ranks': 'own',
  'GET /api/account/teams': 'own',
  'GET /api/account/teams/summaries': 'own',
  'GET /api/teams/drafts': 'own',
  'PUT /api/teams/drafts/:draftId': { body: () => ({ data: '{"name":"Mine"}' }) },
  // a repeat is harmless, so a draft that is not there is no error
  'DELETE /api/teams/drafts/:draftId': { denied: 200 },
  'GET /api/teams/:teamId/history': {},
  'POST /api/teams/:teamId/leave': { body: () => ({}) },
  'POST /api/teams/:teamId/owner': { body: () => ({}) },
  'POST /api/teams/:teamId/members/:personId/guardian-link': { body: () => ({}) },
  'POST /api/teams/:teamId/members/:personId/guardian-mail': { body: () => ({}) },
  'POST /api/teams/:teamId/place': { body: () => ({}) },
  'GET /api/teams/:teamId/feedback': {},
  'GET /api/teams/:teamId/schedule': {},
  'GET /api/teams/:teamId/season-records': {},
}
const sendAccountCall = (
  { method, url }: { method: Method; url: string },
  { query, body }: AccountCall,
  { token }: Caller,
) => send(method, fillIn(url) + (query?.() ?? ''), token, body?.())

/** Everything that the database has of the other account. */
const readRecords = async () => {
  const tables = [
    'teams',
    'team_people',
    'payments',
    'payment_steps',
    'payers',
    'seasons',
    'protests',
    'score_entries',
    'score_attempts',
    'awards',
  ]
  const rows = [...tables, 'guardian_links', 'guardian_confirmations'].map((table) =>
    read(`select * from ${table} order by 1, 2`),
  )
  return JSON.stringify(
    await Promise.all([
      ...rows,
      read('select * from team_drafts where user_id = $1', [ids.userId]),
      read('select id, token_hash from sessions where user_id = $1', [ids.userId]),
      read('select * from provider_links where user_id = $1', [ids.userId]),
      read('select * from passkeys where user_id = $1', [ids.userId]),
      read('select * from users where id = $1', [ids.userId]),
    ]),
  )
}
const readViews = () =>
  read("select actor_id, entity_id from audit_log where action = 'view' and entity = 'team' order by id")

/**
 * Checks that a caller neither reads nor changes a record of the other account with the calls for signed-in
 * users that its permissions do not allow.
 */
const expectDenied = async (caller: Caller) => {
  const before = await readRecords()
  for (const call of listCalls('user')) {
    const about = accountCalls[call.name]
    if (about === undefined) throw new Error(`Add ${call.name} to the calls of this test`)
    if (
      about === 'own' ||
      (about.permission && !caller.needsSecondFactor && hasPermission(caller.permissions, about.permission))
    )
      continue
    const { status, body } = await sendAccountCall(call, about, caller)
    expect([call.name, caller.name, status]).toEqual([call.name, caller.name, about.denied ?? 404])
    expect(body, call.name).not.toMatch(/zqxhidden/i)
  }
  expect(await readRecords(), caller.name).toBe(before)
}
/** Whole addresses of the player and of the members of the team. */
const playerAddress = /zqxhidden-(owner|member)@/

describe('the records of another account', () => {
  it('are closed to other accounts and to administrators without the permission, in every call for signed-in users', async () => {
    const before = await readViews()
    for (const caller of callers) await expectDenied(caller)
    expect(Object.keys(accountCalls).toSorted()).toEqual(
      listCalls('user')
        .map(({ name }) => name)
        .toSorted(),
    )
    expect(await readViews()).toEqual(before)
  })

  it('are open to administrators with the permission, and reading a team is in the audit log', async () => {
    const before = await readViews()
    for (const caller of callers) {
      for (const call of listCalls('user')) {
        const about = accountCalls[call.name]
        if (
          about === undefined ||
          about === 'own' ||
          !about.permission ||
          !hasPermission(caller.permissions, about.permission)
        )
          continue
        const { status } = await sendAccountCall(call, about, caller)
        expect([call.name, caller.name, status]).toEqual([call.name, caller.name, about.status ?? 200])
        if (call.name !== 'DELETE /api/seasons') continue
        const { season } = await ok('POST', getPath('POST /api/seasons'), caller.token, {
          type: 'final',
          team_id: ids.teamId,
          data: { name: 'x' },
        })
        ids.seasonRecordId = season._id
      }
    }
    // GET and POST of season records, each by an account with `registration` and one with `administration`
    const views = (await readViews()).slice(before.length)
    expect(views.map(({ entity_id }) => entity_id)).toEqual(Array(4).fill(ids.teamId))
    expect(new Set(views.map(({ actor_id }) => actor_id)).size).toBe(2)
  })

  it('are closed in every call of the back office, of simulators and of judges without the permission', async () => {
    const before = await readRecords()
    for (const { name, method, url, config } of listCalls('admin', 'key', 'judge'))
      for (const caller of callers) {
        const required = (config?.permission ?? 'administration') as RequiredPermission
        const isBackOffice = config?.for === 'admin'
        const isAdministrator = caller.permissions.length > 0
        if (isBackOffice && isAdministrator && hasPermission(caller.permissions, required)) continue
        const { status, code } = await send(
          method,
          fillIn(url),
          caller.token,
          method === 'GET' || method === 'DELETE' ? undefined : {},
        )
        const expected = isBackOffice
          ? { status: 403, code: isAdministrator ? 'no-permission' : 'wrong-role' }
          : { status: 401 }
        expect({ name, caller: caller.name, status, code }).toMatchObject({
          name,
          caller: caller.name,
          ...expected,
        })
      }
    expect(await readRecords()).toBe(before)
  })

  it('show whole addresses of players to administrators with `privacy`, and to those with `registration` in accounts, teams and announcements', async () => {
    const seen = new Set<string>()
    for (const { name, method, url, config } of listCalls('admin', 'visitor'))
      for (const caller of callers) {
        if (method !== 'GET' || url.endsWith('/live') || url.endsWith('/reveal') || url.endsWith('*'))
          continue
        if (
          config?.for === 'admin' &&
          !hasPermission(caller.permissions, config.permission as RequiredPermission)
        )
          continue
        const path = url.replace(/:(\w+)/g, (_, parameter: string) => ids[parameter] ?? missingId)
        const queries =
          config?.for === 'admin'
            ? ['', '?s=zqxhidden', `?id=${url.includes('user') ? ids.userId : ids.teamId}`]
            : ['']
        for (const query of queries) {
          const address = `${path}${query}`
          const { status, body } = await send('GET', address, caller.token)
          expect(status, address).toBeLessThan(500)
          if (playerAddress.test(body)) seen.add(`${caller.name} ${name}`)
        }
      }
    const withRegistration = [
      '/api/admin/announcements/audience',
      '/api/admin/teams',
      '/api/admin/users',
    ].map((path) => `registration GET ${path}`)
    const others = [...seen].filter((one) => !/^(privacy|administration) /.test(one))
    expect(others.toSorted()).toEqual(withRegistration)
    for (const path of [
      '/api/admin/events/:eventId/scores',
      '/api/v1/events/scores/:eventId',
      '/api/v1/events/scores/:eventId/entries/:entryId',
    ])
      expect(seen, path).toContain(`administration GET ${path}`)
    expect(seen).toContain('privacy GET /api/v1/events/scores/:eventId')
  })

  it('are closed to an administrator who must set up a second factor first', async () => {
    const { version, ...settings } = (await ok('GET', getPath('GET /api/admin/settings'), admin)).settings
    const sessions = { ...settings.sessions, requireSecondFactor: true }
    await ok('PUT', getPath('PUT /api/admin/settings'), admin, { ...settings, version, sessions })
    for (const caller of callers.filter(({ permissions: owned }) => owned.length > 0)) {
      await expectDenied({ ...caller, needsSecondFactor: true })
      for (const { name, method, url } of listCalls('admin').filter(() => caller.name === 'administration')) {
        const { status, code } = await send(
          method,
          fillIn(url),
          caller.token,
          method === 'GET' || method === 'DELETE' ? undefined : {},
        )
        expect({ name, status, code }).toEqual({ name, status: 403, code: 'second-factor-setup-required' })
      }
      for (const url of [
        `/api/v1/events/scores/${ids.eventId}`,
        `/api/v1/events/scores/${ids.eventId}/entries/${ids.entryId}`,
      ]) {
        const { status, body } = await send('GET', url, caller.token)
        expect([status, playerAddress.test(body), body.includes('z•••@')]).toEqual([200, false, true])
      }
    }
  })
})
