import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RegionRule } from '#contract/platform/define-calls.ts'
import { eventTexts } from '../../support/api/events.ts'
import {
  type Content,
  officerPermissions,
  type Records,
  type RegionalApp,
  startRegionalApp,
} from '../../support/api/regional-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const missingId = '01890000-0000-7000-8000-000000000000'

let { t, routes, own, other, globalEventId, officer, read, send, readOtherRecords } = {} as RegionalApp
beforeAll(async () => {
  ;({ t, routes, own, other, globalEventId, officer, read, send, readOtherRecords } =
    await startRegionalApp())
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

/** Fills the parameters of a path with the ids of a region; others are those of no record. */
const fillIn = (url: string, records: Partial<Records> & { eventId: string }) =>
  url.replace(/:(\w+)/g, (_, name: string) =>
    String((records as unknown as Record<string, string>)[name] ?? (/Number$/.test(name) ? 1 : missingId)),
  )

/** The requests about the other region of each call without a record in its path. */
const requests = (): Record<string, { query?: string; content?: Content; params?: object }[]> => {
  const queries = (...names: string[]) => names.map((query) => ({ query }))
  const json = (...bodies: object[]) => bodies.map((body) => ({ content: { json: body } }))
  const forms = (...fields: Record<string, string>[]) => fields.map((form) => ({ content: { form } }))
  const team = { id: other.teamId, name: 'Taken over' }
  const event = { ...eventTexts, id: other.eventId, title_en: 'Taken over' }
  const search = [`?s=${other.mark}`, '?s=national', '', '?deleted=true', '?page=1&per_page=50']
  const days = '?from=2020-01-01&to=2040-01-01'
  const texts = {
    ...{ 'subject.en': 'Taken over', 'subject.ar': 'خبر', 'body.en': 'Taken over', 'body.ar': 'نص' },
  }
  const messageIds = [other.messageId, other.issueId, other.deletedMessageId]
  const announcementIds = [other.announcementId, other.deletedAnnouncementId]
  return {
    'GET /api/admin/announcements': queries(...search, `?id=${other.announcementId}`, '?state=draft'),
    'GET /api/admin/announcements/audience': queries(
      '',
      `?s=${other.mark}`,
      `?regionId=${other.regionId}`,
      `?eventId=${other.eventId}`,
      `?eventId=${other.eventId}&groups=judges,owners`,
      `?eventId=${globalEventId}&groups=judges,owners,coaches`,
      `?announcementId=${other.announcementId}`,
      `?announcementId=${other.announcementId}&regionId=${other.regionId}`,
    ),
    'GET /api/admin/announcements/:announcementId/recipients': queries('', `?s=${other.mark}`),
    'GET /api/admin/announcements/deleted': queries('', `?s=${other.mark}`),
    'DELETE /api/admin/announcements/deleted': queries(`?id=${other.deletedAnnouncementId}`),
    'POST /api/admin/announcements': forms(
      { ...texts, id: other.announcementId },
      { ...texts, id: other.announcementId, regionIds: own.regionId },
      { ...texts, regionId: other.regionId },
      { ...texts, eventId: other.eventId, groups: 'judges' },
    ),
    'PUT /api/admin/announcements': forms(
      { ...texts, id: other.announcementId },
      { ...texts, id: other.announcementId, version: '999' },
    ),
    'DELETE /api/admin/announcements': announcementIds.map((id) => ({ query: `?id=${id}` })),
    'POST /api/admin/announcements/restore': json(...announcementIds.map((id) => ({ id }))),
    'POST /api/admin/announcements/schedule': json(...announcementIds.map((id) => ({ id, at: null }))),
    'POST /api/admin/announcements/cancel': json(...announcementIds.map((id) => ({ id }))),
    'POST /api/admin/announcements/cancel-unsent': json(...announcementIds.map((id) => ({ id }))),
    'POST /api/admin/announcements/test': json(...announcementIds.map((id) => ({ id }))),
    'POST /api/admin/announcements/preview': json({
      ...{ subject: { en: 'News', ar: 'خبر' }, body: { en: 'Text', ar: 'نص' }, kind: 'news' },
    }),
    'GET /api/admin/audit': queries(
      ...search,
      `?s=${other.teamId}`,
      `?s=${other.userId}`,
      '?entity=user',
      '?entity=team&per_page=100',
      '?entity=event&action=update&per_page=100',
      '?entity=announcement',
      '?entity=message',
      '?page=2&per_page=100',
    ),
    'POST /api/admin/audit/:entryId/revert': [{ params: { entryId: other.auditEntryId } }, {}],
    'GET /api/admin/messages': queries(...search, '?state=new', '?sort=name', '?s=visitor'),
    'GET /api/admin/messages/deleted': queries('', `?s=${other.mark}`),
    'DELETE /api/admin/messages/deleted': queries(`?id=${other.deletedMessageId}`),
    'PATCH /api/admin/messages': json(...messageIds.map((id) => ({ id, state: 'closed' }))),
    'POST /api/admin/messages/reply': json(...messageIds.map((id) => ({ id, body: 'Taken over' }))),
    'DELETE /api/admin/messages': messageIds.map((id) => ({ query: `?id=${id}` })),
    'POST /api/admin/messages/restore': json(...messageIds.map((id) => ({ id }))),
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
    'GET /api/admin/read-only-mode': queries(''),
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
  { assignments: [{ entryId: own.entryId, teamId: other.teamId }], reason: 'Guest', preview: true },
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
      for (const { query = '', content, params } of table[name] ?? []) {
        const { status, body } = await send(method, fillIn(url, { ...other, ...params }) + query, content)
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
    const { body: log } = await send('GET', '/api/admin/audit', {}, t.adminToken)
    expect(log).toContain(other.mark)
    expect([...found].filter((name) => !name.includes(':eventId')).toSorted()).toEqual([
      'GET /api/admin/announcements',
      'GET /api/admin/announcements/:announcementId/recipients',
      'GET /api/admin/announcements/audience',
      'GET /api/admin/announcements/deleted',
      'GET /api/admin/dashboard',
      'GET /api/admin/events',
      'GET /api/admin/events/deleted',
      'GET /api/admin/events/list',
      'GET /api/admin/imports',
      'GET /api/admin/messages',
      'GET /api/admin/messages/deleted',
      'GET /api/admin/payments',
      'GET /api/admin/payments/:paymentId',
      'GET /api/admin/payments/ledger',
      'GET /api/admin/teams',
      'GET /api/admin/teams/deleted',
      'GET /api/admin/teams/export',
      'GET /api/admin/teams/leave-requests',
      'GET /api/admin/teams/stages',
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
