import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '#contract/accounts/permissions.ts'
import type { RegionRule } from '#contract/platform/define-calls.ts'
import { createForm as createEventForm, eventTexts } from '../../support/api/events.ts'
import { createRegionalRecords } from '../../support/api/regional-records.ts'
import { startTeamsApp } from '../../support/api/teams.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Content = { json?: object; form?: Record<string, string> }
type Records = Awaited<ReturnType<typeof createRegionalRecords>>
const missingId = '01890000-0000-7000-8000-000000000000'
const officerPermissions: Permission[] = ['content', 'registration', 'finance', 'results', 'privacy']

const routes: RouteOptions[] = []
let t: Awaited<ReturnType<typeof startTeamsApp>>
let own: Records
let other: Records
/** An event without a region, in which the teams of both regions take part. */
let globalEventId: string
let officer: { id: string; email: string; token: string }

const read = async (text: string, values: unknown[] = []) => (await t.database.pool.query(text, values)).rows
/**
 * An address for each hundred calls: one address reaches the rate limit, because these tests make more calls
 * than it allows in a minute.
 */
let callCount = 0
const send = async (method: Method, url: string, content: Content = {}, token = officer.token) => {
  const form = content.form && (await createEventForm(content.form))
  const reply = await t.app.inject({
    method,
    url,
    remoteAddress: `198.18.2.${Math.floor(callCount++ / 100) % 250}`,
    headers: { authorization: token, ...form?.headers },
    ...(form ? { payload: form.payload } : content.json ? { payload: content.json } : {}),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  const json = isJson ? reply.json() : {}
  const fields = Object.fromEntries(
    ((json.fields ?? []) as { field: string; code: string }[]).map(({ field, code }) => [field, code]),
  )
  return { status: reply.statusCode, code: json.code as string | undefined, fields, body: reply.body, json }
}
const ok = async (...call: Parameters<typeof send>) => {
  const { status, body, json } = await send(...call)
  if (status !== 200) throw new Error(`${call[0]} ${call[1]}: ${status} ${body}`)
  return json
}

beforeAll(async () => {
  t = await startTeamsApp({}, {}, { onRoute: (route) => routes.push(route) })
  own = await createRegionalRecords(t, 'qownq', 'riyadh')
  other = await createRegionalRecords(t, 'zhiddenz', 'makkah')
  globalEventId = await own.createEvent('National final', '')
  await own.takePart(globalEventId, '2026-12-06T09:00:00.000Z')
  await other.takePart(globalEventId, '2026-12-06T10:00:00.000Z')
  const person = await t.person({
    role: 'admin',
    permissions: officerPermissions,
    regionIds: [own.regionId],
    email: 'officer@office.test',
  })
  const signedIn = await t.signIn(person.email, undefined, { type: 4 })
  officer = { ...person, token: String(signedIn.headers.authorization) }
})
afterAll(() => t.close())

const listCalls = () =>
  routes
    .filter(({ config }) => config?.for === 'admin')
    .flatMap(({ method, url, config }) =>
      [method].flat().map((each) => ({
        method: each as Method,
        url,
        name: `${each} ${url}`,
        permission: config?.permission,
        rule: config?.regions as RegionRule | undefined,
      })),
    )
    .filter(({ method }) => (method as string) !== 'HEAD')

/** Everything of the other region and of the event without a region, and who may do what. */
const readOtherRecords = async () => {
  const ofTeams = `team_id in ('${other.teamId}', '${other.deletedTeamId}')`
  const inEvents = `event_id in ('${other.eventId}', '${other.deletedEventId}', '${globalEventId}')`
  const conditions: Record<string, string> = {
    teams: `id in ('${other.teamId}', '${other.deletedTeamId}')`,
    team_people: ofTeams,
    payments: ofTeams,
    payment_steps: `payment_id = '${other.paymentId}'`,
    seasons: ofTeams,
    events: `id in ('${other.eventId}', '${other.deletedEventId}', '${globalEventId}')`,
    event_teams: inEvents,
    score_entries: inEvents,
    schedule_slots: inEvents,
    judges: inEvents,
    published_results: inEvents,
    awards: inEvents,
    advancements: inEvents,
    score_log: inEvents,
    users: `id in ('${other.userId}', '${officer.id}')`,
    print_files: inEvents,
    imports: `id in ('${other.importId}', '${other.eventImportId}')`,
  }
  const rows = await Promise.all(
    Object.entries(conditions).map(([table, where]) =>
      read(`select * from ${table} where ${where} order by 1, 2`),
    ),
  )
  return JSON.stringify(rows, (key, value) =>
    key === 'last_sign_in_at' || key === 'last_seen_at' ? null : value,
  )
}

/** Fills the parameters of a path with the ids of a region; others are those of no record. */
const fillIn = (url: string, records: Partial<Records> & { eventId: string }) =>
  url.replace(/:(\w+)/g, (_, name: string) =>
    String((records as unknown as Record<string, string>)[name] ?? (/Number$/.test(name) ? 1 : missingId)),
  )

/** The requests about the other region of each call without a record in its path. */
const requests = (): Record<string, { query?: string; content?: Content }[]> => {
  const queries = (...names: string[]) => names.map((query) => ({ query }))
  const json = (...bodies: object[]) => bodies.map((body) => ({ content: { json: body } }))
  const forms = (...fields: Record<string, string>[]) => fields.map((form) => ({ content: { form } }))
  const team = { id: other.teamId, name: 'Taken over' }
  const event = { ...eventTexts, id: other.eventId, title_en: 'Taken over' }
  const search = [`?s=${other.mark}`, '?s=national', '', '?deleted=true', '?page=1&per_page=50']
  const days = '?from=2020-01-01&to=2040-01-01'
  return {
    'GET /api/admin/competions': queries('', '?all_active=true'),
    'GET /api/admin/competitions': queries('', `?id=${t.robo.id}`),
    'GET /api/admin/dashboard': queries(''),
    'GET /api/admin/events': queries(
      ...search,
      `?id=${other.eventId}`,
      `?id=${other.deletedEventId}`,
      `?id=${globalEventId}`,
      `?id=${other.eventId}&name=trending&status=true`,
      `?id=${globalEventId}&name=status&status=false`,
      '?download=true',
      '?download=true&format=csv',
    ),
    'GET /api/admin/events/list': queries(...search, '?state=published'),
    'GET /api/admin/events/deleted': queries('', `?s=${other.mark}`),
    'DELETE /api/admin/events/deleted': queries(`?id=${other.deletedEventId}`),
    'PATCH /api/admin/events': json(
      { id: other.eventId, name: 'trending', status: true },
      { id: globalEventId, name: 'status', status: false },
    ),
    'POST /api/admin/events': forms(
      event,
      { ...event, region: own.regionSlug },
      { ...event, id: globalEventId },
      { ...event, id: globalEventId, region: own.regionSlug },
    ),
    'PUT /api/admin/events': forms(event, { ...event, version: '999' }, { ...event, id: globalEventId }),
    'DELETE /api/admin/events': queries(`?id=${other.eventId}`, `?id=${globalEventId}`),
    'POST /api/admin/events/restore': json(
      { id: other.deletedEventId },
      { id: other.eventId },
      { id: globalEventId },
    ),
    'GET /api/admin/imports': queries('', `?s=${other.mark}`),
    'POST /api/admin/imports/:importId/undo': [{ content: { json: {} } }],
    'GET /api/admin/payments': queries(...search, '?state=paid&method=manual', '?sort=team'),
    'GET /api/admin/payments/mode': queries(''),
    'GET /api/admin/payments/totals': queries(days),
    'GET /api/admin/payments/ledger': queries(days),
    'POST /api/admin/payments/mark': json(
      { teamId: other.teamId, paid: false, reason: 'Taken over' },
      { teamId: other.teamId, paid: true, reason: 'Taken over' },
    ),
    'GET /api/admin/print-files': queries(''),
    'GET /api/admin/regions': queries(''),
    'GET /api/admin/rule-set-templates': queries(''),
    'GET /api/admin/seasons': queries(''),
    'GET /api/admin/settings': queries(''),
    'GET /api/admin/setup-checklist': queries(''),
    'GET /api/admin/tasks': queries(''),
    'GET /api/admin/tasks/running': queries(''),
    'POST /api/admin/tasks/:taskId/cancel': json({}),
    'GET /api/admin/teams': queries(
      ...search,
      `?region=${other.regionId}`,
      `?region=${other.regionSlug}`,
      `?id=${other.teamId}`,
      `?id=${other.deletedTeamId}`,
      '?download=true',
      '?download=true&format=csv',
      `?download=true&format=csv&region=${other.regionId}`,
    ),
    'GET /api/admin/teams/export': queries('', `?region=${other.regionId}`, `?s=${other.mark}`),
    'POST /api/admin/teams/full-export': [
      { content: { json: { reason: 'Curious' } } },
      { query: `?region=${other.regionId}`, content: { json: { reason: 'Curious' } } },
    ],
    'POST /api/admin/teams/coach-invitations': queries('', `?region=${other.regionId}`),
    'POST /api/admin/teams': forms(
      { ...team },
      { ...team, region: own.regionId },
      { name: 'New', competion: t.robo.id, region: other.regionId },
      { name: 'New', competion: t.robo.id },
    ),
    'PUT /api/admin/teams': forms(
      team,
      { ...team, version: '999' },
      { ...team, region: own.regionId },
      { ...team, payment_status: 'false', reason: 'Taken over' },
    ),
    // a test below imports files
    'POST /api/admin/teams/import': forms({}),
    'DELETE /api/admin/teams': queries(`?id=${other.teamId}`),
    'POST /api/admin/teams/restore': json({ id: other.deletedTeamId }, { id: other.teamId }),
    'GET /api/admin/teams/deleted': queries('', `?s=${other.mark}`),
    'DELETE /api/admin/teams/deleted': queries(`?id=${other.deletedTeamId}`),
    'GET /api/admin/teams/leave-requests': queries('', `?teamId=${other.teamId}`),
    'POST /api/admin/teams/leave-requests': json(
      { teamId: other.teamId, approved: true },
      { teamId: other.teamId, approved: false },
    ),
    'GET /api/admin/teams/stages': queries(''),
    'GET /api/admin/users': queries(
      ...search,
      '?type=4',
      `?id=${other.userId}`,
      `?id=${officer.id}`,
      `?id=${other.userId}&status=0`,
      '?download=true&format=csv',
    ),
  }
}

/** Bodies that name records of the other region, for calls about the own event. */
const foreignBodies = (): object[] => [
  {},
  { teamId: other.teamId, attempts: [{ mission: 1, score: 7, timeMs: 100 }] },
  { userId: other.userId, attempts: [{ mission: 1, score: 7, timeMs: 100 }] },
  { playerEmail: `${other.mark}-owner@school.test`, attempts: [{ mission: 1, score: 7, timeMs: 100 }] },
  { entryId: other.entryId, attempts: [{ mission: 1, score: 7, timeMs: 100 }] },
  { competitionId: t.robo.id, teamNo: other.teamNo },
  { competitionId: t.robo.id },
  { teamId: other.teamId, isCheckedIn: true },
  { roles: ['member', 'coach'], teamId: other.teamId },
  { roles: ['member', 'coach'], regionId: other.regionId },
  { roles: ['member', 'coach'] },
  { teamId: other.teamId, round: 1, table: '1', startsAt: '2026-12-05T10:00:00.000Z', acceptOtherDays: true },
  { document: 'badges', roles: ['member'], teamId: other.teamId, lang: 'en' },
  { id: other.entryId },
]

describe('an officer of another region', () => {
  it('is refused by every call that does not say how it limits its records', async () => {
    const refused = listCalls().filter(({ rule }) => rule === undefined)
    expect(refused.length).toBeGreaterThan(50)
    for (const { name, method, url, permission } of refused) {
      const { status, code } = await send(method, fillIn(url, own), method === 'GET' ? {} : { json: {} })
      const isAllowed = permission !== 'administration' && permission !== undefined
      expect({ name, status, code }).toEqual({
        name,
        status: 403,
        code: isAllowed ? 'not-for-regions' : 'no-permission',
      })
    }
  })

  it('neither reads nor changes a record by the path of a call', async () => {
    const before = await readOtherRecords()
    const named = listCalls().filter(({ rule }) => rule && rule !== 'same' && rule !== 'filtered')
    expect(named.length).toBeGreaterThan(100)
    for (const { name, method, url, rule } of named) {
      const content = method === 'GET' || method === 'DELETE' ? {} : { json: {} }
      const reply = await send(method, fillIn(url, other), content)
      expect({ name, status: reply.status, code: reply.code }).toEqual({
        name,
        status: 404,
        code: 'not-found',
      })
      expect(reply.body, name).not.toContain(other.mark)
      const missing = await send(method, fillIn(url, { eventId: missingId }), content)
      expect(missing.body.replace(/"requestId":"[^"]*"/, ''), name).toBe(
        reply.body.replace(/"requestId":"[^"]*"/, ''),
      )
      if (!url.includes(':eventId')) continue
      // an event without a region is only read
      const atGlobal = await send(method, fillIn(url, { ...other, eventId: globalEventId }), content)
      expect({ name, status: atGlobal.status }).toEqual({ name, status: rule === 'event' ? 404 : 200 })
      expect(atGlobal.body, name).not.toContain(other.mark)
    }
    expect(await readOtherRecords()).toBe(before)
  })

  it('neither reads nor changes a record by the query or the body of a call', async () => {
    const before = await readOtherRecords()
    const table = requests()
    const calls = listCalls().filter(({ rule }) => rule === 'same' || rule === 'filtered')
    expect(Object.keys(table).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
    for (const { name, method, url } of calls)
      for (const { query = '', content } of table[name] ?? []) {
        const { status, body } = await send(method, fillIn(url, other) + query, content)
        const request = `${name}${query} ${JSON.stringify(content)}`
        expect(status, `${request} ${body}`).toBeLessThan(500)
        expect(body, request).not.toContain(other.mark)
      }
    expect(await readOtherRecords()).toBe(before)
    expect(await read("select from teams where name = 'New'")).toEqual([])
  })

  it('reaches no record of the other region through the own event and team', async () => {
    const before = await readOtherRecords()
    const calls = listCalls().filter(({ rule, method }) => rule === 'event' && method !== 'DELETE')
    const mixed = { ...other, eventId: own.eventId }
    for (const { name, method, url } of calls)
      for (const body of method === 'GET' ? [undefined] : foreignBodies())
        for (const query of method === 'GET' ? ['', `?s=${other.mark}`, `?teamId=${other.teamId}`] : ['']) {
          const reply = await send(method, fillIn(url, mixed) + query, body ? { json: body } : {})
          const request = `${name}${query} ${JSON.stringify(body)}`
          expect(reply.status, `${request} ${reply.body}`).toBeLessThan(500)
          expect(reply.body, request).not.toContain(other.mark)
        }
    for (const { name, method, url } of listCalls().filter(({ rule }) => rule === 'team')) {
      const reply = await send(
        method,
        fillIn(url, { ...other, teamId: own.teamId }),
        method === 'GET' ? {} : { json: { reason: 'Curious', coachId: other.coachId, name: 'Taken over' } },
      )
      expect(reply.status, `${name} ${reply.body}`).toBeLessThan(500)
      expect(reply.body, name).not.toContain(other.mark)
    }
    for (const { method, url, name } of listCalls().filter(
      (call) => call.rule === 'event' && call.method === 'DELETE' && /:(?!eventId)/.test(call.url),
    )) {
      const { status } = await send(method, fillIn(url, mixed))
      expect(status, name).toBeLessThan(500)
    }
    expect(await readOtherRecords()).toBe(before)
    expect(
      await read('select from event_teams where event_id = $1 and team_id = $2', [own.eventId, other.teamId]),
    ).toEqual([])
  })

  it('gets nothing more from the calls for accounts and visitors than others get', async () => {
    const before = await readOtherRecords()
    for (const url of [
      `/api/teams?id=${other.teamId}`,
      `/api/payments?teamId=${other.teamId}`,
      `/api/payments/${other.paymentId}`,
      `/api/seasons?team_id=${other.teamId}`,
      `/api/teams/${other.teamId}/schedule`,
    ]) {
      const { status, body } = await send('GET', url)
      expect([url, status]).toEqual([url, 404])
      expect(body).not.toContain(other.mark)
    }
    const { body } = await send('GET', `/api/v1/events/scores/${globalEventId}`)
    expect(body).not.toContain(`${other.mark}-owner@`)
    expect(await readOtherRecords()).toBe(before)
  })
})

describe('an officer without a limit', () => {
  it('reads the other region with these requests, so the tests above can fail', async () => {
    const person = await t.person({
      role: 'admin',
      permissions: officerPermissions,
      email: 'all@office.test',
    })
    const token = String((await t.signIn(person.email, undefined, { type: 4 })).headers.authorization)
    const found = new Set<string>()
    const note = (name: string, { status, body }: { status: number; body: string }) => {
      if (status === 200 && body.includes(other.mark)) found.add(name)
    }
    const table = requests()
    for (const { name, method, url, rule } of listCalls()) {
      if (method === 'GET' && rule)
        for (const { query = '' } of table[name] ?? [{}])
          if (!query.includes('status='))
            note(name, await send(method, fillIn(url, other) + query, {}, token))
      if (method === 'GET' && rule === 'event-or-global')
        note(
          `${name} of all`,
          await send(method, fillIn(url, { ...other, eventId: globalEventId }), {}, token),
        )
    }
    expect([...found].filter((name) => !name.includes(':eventId')).toSorted()).toEqual([
      'GET /api/admin/dashboard',
      'GET /api/admin/events',
      'GET /api/admin/events/deleted',
      'GET /api/admin/events/list',
      'GET /api/admin/imports',
      'GET /api/admin/payments',
      'GET /api/admin/payments/:paymentId',
      'GET /api/admin/payments/ledger',
      'GET /api/admin/teams',
      'GET /api/admin/teams/deleted',
      'GET /api/admin/teams/export',
      'GET /api/admin/teams/leave-requests',
      'GET /api/admin/users',
    ])
    expect(found).toContain('GET /api/admin/events/:eventId/teams of all')
    expect([...found].filter((name) => name.includes(':eventId')).length).toBeGreaterThan(12)
    const { status, body } = await send(
      'POST',
      `/api/admin/events/${other.eventId}/badges`,
      { json: { roles: ['member', 'coach'] } },
      token,
    )
    expect([status, body.includes(other.mark)]).toEqual([200, true])
    // an event in which teams of other regions can take part
    const eventId = await own.createEvent('Open to all', 'jazan')
    const added: number[] = []
    for (const json of foreignBodies())
      for (const path of ['teams', 'scores'])
        added.push((await send('POST', `/api/admin/events/${eventId}/${path}`, { json }, token)).status)
    expect(added.filter((each) => each === 200).length).toBeGreaterThanOrEqual(4)
  })
})

describe('an officer of a region', () => {
  it('sees the teams, payments, events and people of the region, and their numbers', async () => {
    const teams = await ok('GET', '/api/admin/teams')
    expect(teams.teams.map(({ name }: { name: string }) => name)).toEqual([`${own.mark}team`])
    expect(teams.totalItems).toBe(1)
    expect((await ok('GET', `/api/admin/teams?id=${own.teamId}`)).team.members[0].name).toBe(
      `${own.mark}member`,
    )
    const { events, totalItems } = await ok('GET', '/api/admin/events/list')
    const titles = events.map(({ title }: { title: { en: string } }) => title.en)
    expect(titles).toEqual(expect.arrayContaining(['National final', `${own.mark}event`]))
    expect(totalItems).toBe(events.length)
    const global = (await ok('GET', `/api/admin/events?id=${globalEventId}`)).event
    expect([global.Teams, global.Scores]).toEqual([[own.teamId], []])
    const payments = await ok('GET', '/api/admin/payments')
    expect([payments.totalItems, payments.payments[0].id]).toEqual([1, own.paymentId])
    const { totals } = await ok('GET', '/api/admin/payments/totals?from=2020-01-01&to=2040-01-01')
    expect(totals.overall[0].manualCount).toBe(1)
    const users = await ok('GET', '/api/admin/users')
    expect(users.users.map(({ _id }: { _id: string }) => _id)).toEqual([own.userId])
    const { dashboard } = await ok('GET', '/api/admin/dashboard')
    const [{ entries }] = await read(
      'select sum(entry_count)::int as entries from events where region_id = $1',
      [own.regionId],
    )
    expect(dashboard.events.entries).toBe(entries)
    expect(dashboard).toMatchObject({
      teams: { total: 1, paid: 1 },
      users: { total: 1 },
      openMessages: 0,
    })
    expect((await ok('GET', '/api/admin/seasons')).seasons[0].teamCount).toBe(1)
    const csv = await send('GET', '/api/admin/teams/export')
    expect(csv.body).toContain(`${own.mark}team`)
    const ledger = await send('GET', '/api/admin/payments/ledger?from=2020-01-01&to=2040-01-01')
    expect(ledger.body).toContain(`${own.mark}team`)
    const { requests: leaving } = await ok('GET', '/api/admin/teams/leave-requests')
    expect(leaving.map(({ team }: { team: { id: string } }) => team.id)).toEqual([own.teamId])
    const { deleted } = await ok('GET', '/api/admin/teams/deleted')
    expect(deleted.map(({ id }: { id: string }) => id)).toEqual([own.deletedTeamId])
  })

  it('edits the teams of the region, and keeps them there', async () => {
    const edit = (fields: Record<string, string>) =>
      send('PUT', '/api/admin/teams', { form: { id: own.teamId, name: `${own.mark}team`, ...fields } })
    expect((await edit({ stage: 'regional' })).status).toBe(200)
    expect((await edit({ region: own.regionId })).status).toBe(200)
    for (const region of [other.regionId, other.regionSlug, '']) {
      const refused = await edit({ region })
      expect([refused.status, refused.fields]).toEqual([400, { region: 'other-region' }])
    }
    const form = { name: 'Fresh', competion: t.robo.id, region: own.regionSlug }
    const { team } = await ok('POST', '/api/admin/teams', { form })
    // an owner would keep it in another region
    expect(await read('select user_id, region_id from teams where id = $1', [team._id])).toEqual([
      { user_id: null, region_id: own.regionId },
    ])
    await ok('DELETE', `/api/admin/teams?id=${team._id}`)
    await ok('POST', '/api/admin/teams/restore', { json: { id: team._id } })
    await ok('DELETE', `/api/admin/teams?id=${team._id}`)
    await ok('DELETE', `/api/admin/teams/deleted?id=${team._id}`)
  })

  it('edits the events of the region, and keeps them there', async () => {
    const edit = (fields: Record<string, string>) =>
      send('PUT', '/api/admin/events', {
        form: { ...eventTexts, id: own.eventId, title_en: `${own.mark}event`, ...fields },
      })
    expect((await edit({ eventCode: 'RUH' })).status).toBe(200)
    for (const region of [other.regionSlug, '']) {
      const refused = await edit({ region })
      expect([refused.status, refused.fields]).toEqual([400, { region: 'other-region' }])
    }
    for (const region of [{}, { region: other.regionSlug }]) {
      const refused = await send('POST', '/api/admin/events', { form: { ...eventTexts, ...region } })
      expect([refused.status, refused.fields]).toEqual([400, { region: 'other-region' }])
    }
    await ok('POST', '/api/admin/events', { form: { ...eventTexts, region: own.regionSlug } })
    const { event } = await ok('GET', `/api/admin/events/${globalEventId}`)
    expect(event.isReadOnly).toBe(true)
    expect((await ok('GET', `/api/admin/events/${own.eventId}`)).event.isReadOnly).toBe(false)
  })

  it('runs the event of the region, and reads the own teams of an event without a region', async () => {
    const path = `/api/admin/events/${own.eventId}`
    for (const tab of [
      'schedule',
      'teams',
      'scores',
      'judges',
      'results',
      'overview',
      'score-log',
      'matches',
    ])
      expect((await send('GET', `${path}/${tab}`)).status, tab).toBe(200)
    await ok('POST', `${path}/check-in`, { json: { teamId: own.teamId, isCheckedIn: true } })
    await ok('POST', `${path}/scores`, {
      json: { teamId: own.teamId, attempts: [{ mission: 2, score: 12, timeMs: 50 }] },
    })
    const { badges } = await ok('POST', `${path}/badges`, { json: { roles: ['member', 'coach'] } })
    expect(JSON.stringify(badges)).toContain(own.mark)
    const { participants } = await ok('GET', `${path}/participants?s=${own.mark}`)
    expect(participants.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [own.userId, own.teamId].toSorted(),
    )
    const { teams } = await ok('GET', `/api/admin/events/${globalEventId}/teams`)
    expect(teams.map(({ id }: { id: string }) => id)).toEqual([own.teamId])
  })

  it('imports teams into the region, and slots and scores of the own event', async () => {
    const importFile = async (path: string, text: string, preview = false) => {
      const form = await createEventForm({
        file: new Blob([text], { type: 'text/csv' }),
        preview: String(preview),
      })
      const reply = await t.app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: officer.token, ...form.headers },
        payload: form.payload,
      })
      return { status: reply.statusCode, body: reply.body, json: reply.json() }
    }
    const before = await readOtherRecords()
    const born = `${new Date().getUTCFullYear() - 12}-03-04`
    const teams = (region: string, name = 'Imported') =>
      [
        'team_name,school_name,age_level,competition,region,coach_name,coach_email,coach_phone,member1_name,member1_dob,member1_gender,member2_name,member2_dob,member2_gender',
        `${name},School,junior,${t.robo.slug},${region},Sara,sara@school.test,0501234567,Ali,${born},male,Omar,${born},male`,
      ].join('\n')
    for (const region of ['', other.regionSlug, 'Makkah']) {
      const { status, json, body } = await importFile('/api/admin/teams/import', teams(region))
      expect([status, json.details.problems[0].field], body).toEqual([422, 'region'])
      expect(body).not.toContain('Madinah')
    }
    const again = await importFile(
      '/api/admin/teams/import',
      teams(own.regionSlug, `${other.mark}team`),
      true,
    )
    expect([again.status, again.json.warnings.join()]).toEqual([200, expect.not.stringContaining(other.mark)])
    const { status, body } = await importFile('/api/admin/teams/import', teams(own.regionSlug))
    expect(status, body).toBe(200)
    const [{ id: importedId, ...imported }] = await read(
      "select id, region_id, user_id from teams where name = 'Imported'",
    )
    expect(imported).toEqual({ region_id: own.regionId, user_id: null })
    const { imports } = await ok('GET', '/api/admin/imports')
    expect(imports.map(({ id }: { id: string }) => id)).toEqual([
      expect.any(String),
      own.eventImportId,
      own.importId,
    ])
    await ok('POST', `/api/admin/imports/${imports[0].id}/undo`, { json: {} })
    await ok('DELETE', `/api/admin/teams/deleted?id=${importedId}`)
    for (const importId of [other.importId, other.eventImportId]) {
      const undone = await send('POST', `/api/admin/imports/${importId}/undo`, { json: {} })
      expect([undone.status, undone.code]).toEqual([404, 'not-found'])
    }
    const path = `/api/admin/events/${own.eventId}`
    const slots = (teamNo: number) => `round,table,time,minutes,team_no\n5,X,2026-12-05 15:00,5,${teamNo}\n`
    expect((await importFile(`${path}/schedule/import`, slots(other.teamNo))).status).toBe(422)
    expect((await importFile(`${path}/schedule/import`, slots(own.teamNo), true)).status).toBe(200)
    const scores = await importFile(
      `${path}/scores/import`,
      `email,name,mission,score\n${other.mark}-owner@school.test,Guest,1,10\n`,
      true,
    )
    expect(scores.body).not.toContain(`${other.mark}owner`)
    expect((await importFile(`/api/admin/events/${other.eventId}/schedule/import`, slots(1))).status).toBe(
      404,
    )
    expect((await importFile(`/api/admin/events/${globalEventId}/scores/import`, 'score\n1\n')).status).toBe(
      404,
    )
    expect(await readOtherRecords()).toBe(before)
  })

  it('shows the teams of other regions that an administrator added to the event, without badges of their people', async () => {
    const eventId = await own.createEvent('Guests welcome', own.regionSlug)
    await other.takePart(eventId, '2026-12-07T09:00:00.000Z')
    const { teams } = await ok('GET', `/api/admin/events/${eventId}/teams`)
    expect(teams.map(({ id }: { id: string }) => id)).toEqual([other.teamId])
    const badges = await send('POST', `/api/admin/events/${eventId}/badges`, {
      json: { roles: ['member', 'coach'] },
    })
    expect(badges.status).toBe(400)
    expect(badges.body).not.toContain(other.mark)
    await ok('POST', `/api/admin/events/${eventId}/scores`, {
      json: { teamId: other.teamId, attempts: [{ mission: 2, score: 12, timeMs: 50 }] },
    })
  })
})

describe('the limit of an account', () => {
  const getForm = async (id: string) => {
    const { user } = await ok('GET', `/api/admin/users?id=${id}`, {}, t.adminToken)
    return {
      id,
      fname: user.info.name.fname,
      email: user.email.email,
      phone: '+966501234567',
      type: '4',
      version: String(user.version),
    }
  }
  const save = async (id: string, fields: Record<string, string>) =>
    send('PUT', '/api/admin/users', { form: { ...(await getForm(id)), ...fields } }, t.adminToken)

  it('is set, replied and removed by administrators, and holds from the next call on', async () => {
    const person = await t.person({ role: 'admin', permissions: ['registration'], email: 'new@office.test' })
    const token = String((await t.signIn(person.email, undefined, { type: 4 })).headers.authorization)
    const count = async () => (await ok('GET', '/api/admin/teams', {}, token)).totalItems
    expect(await count()).toBe(2)
    const limited = await save(person.id, { regions: `${other.regionId},${other.regionId}` })
    expect([limited.status, limited.json.user.regions]).toEqual([200, [other.regionId]])
    expect(await count()).toBe(1)
    expect((await send('GET', '/api/admin/messages', {}, token)).code).toBe('not-for-regions')
    const { user } = await ok('POST', '/api/getuser', { json: {} }, token)
    expect(user.regions).toEqual([other.regionId])
    // a form that does not know regions leaves them
    await save(person.id, { permissions: 'registration' })
    expect(await count()).toBe(1)
    const free = await save(person.id, { regions: '' })
    expect([free.status, free.json.user.regions]).toEqual([200, undefined])
    expect(await count()).toBe(2)
    const [entry] = await read(
      "select after from audit_log where entity = 'user' and entity_id = $1 and after ? 'regionIds' order by id limit 1",
      [person.id],
    )
    expect(entry.after.regionIds).toEqual([other.regionId])
  })

  it('refuses unknown regions and the permission administration, and ends with the role', async () => {
    const unknown = await save(officer.id, { regions: missingId })
    expect([unknown.status, unknown.fields]).toEqual([400, { regions: 'unknown-value' }])
    const both = await save(officer.id, { permissions: 'administration' })
    expect([both.status, both.fields]).toEqual([400, { regions: 'not-with-administration' }])
    const person = await t.person({
      role: 'admin',
      permissions: ['content'],
      regionIds: [own.regionId],
      email: 'leaves@office.test',
    })
    expect((await save(person.id, { type: '0' })).status).toBe(200)
    expect(await read('select region_ids from users where id = $1', [person.id])).toEqual([
      { region_ids: null },
    ])
  })

  it('is nothing that a limited account changes', async () => {
    const form = { ...(await getForm(officer.id)), regions: '' }
    for (const [method, path] of [
      ['POST', '/api/admin/users'],
      ['PUT', '/api/admin/users'],
      ['POST', '/api/admin/users/save'],
    ] as const)
      expect((await send(method, path, { form })).code).toBe('not-for-regions')
    await send('PUT', '/api/account', {
      json: { firstName: 'Me', lastName: '', email: officer.email, lang: 'en', regions: [], regionIds: null },
    })
    expect(await read('select region_ids from users where id = $1', [officer.id])).toEqual([
      { region_ids: [own.regionId] },
    ])
  })

  it('is checked by the database', async () => {
    const set = (text: string) => t.ownerPool.query(`update users set ${text} where id = $1`, [officer.id])
    await expect(set("region_ids = '{}'")).rejects.toThrow('users_regions_limit_offices')
    await expect(set("permissions = '{administration}'")).rejects.toThrow('users_regions_limit_offices')
  })
})
