import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { buildApp } from '#server/app.ts'
import { createRankingFreezeService } from '#server/event/scores/service.ts'
import { writeScoresInOwnTransaction } from '#server/event/scores/write/score-writer.ts'
import { listEventsForResultEmails } from '#server/people/team-emails/queries-results.ts'
import { openCacheTagPubSub } from '#server/platform/db/pub-sub.ts'
import {
  allTags,
  createCacheTagBus,
  getEventOverviewCacheTag,
} from '#server/platform/lib/cache-invalidation.ts'
import { createForm, eventTexts } from '../../support/api/events.ts'
import { recordTags } from '../../support/api/recorded-tags.ts'
import {
  type FrozenRecords,
  publicPages,
  publicReplies,
  readExportedScores,
  readFirstEvents,
  readPublicReplies,
} from '../../support/api/results-freeze.ts'
import { openEventStream } from '../../support/api/scores-live.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { pageRoutes } from '../../support/browser/page-routes.ts'
import { silentLog } from '../../support/services/cluster.ts'

const routes: RouteOptions[] = []
// `npm test` builds the pages before
const hasPages = existsSync('build/server/index.js')
let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp(
    {},
    {},
    { onRoute: (route) => routes.push(route), pages: hasPages ? 'built' : 'none' },
  )
})
afterAll(() => t.close())

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Body> => {
  const reply = await t.app.inject({
    method,
    url,
    headers: { authorization: t.adminToken },
    ...(payload ? { payload } : {}),
  })
  if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
  return reply.json()
}
const results = (eventId: string) => getPath('GET /api/admin/events/:eventId/results', { eventId })
const freeze = (eventId: string, at: string | null = null) =>
  send('PUT', `${results(eventId)}/freeze`, { at })
const unfreeze = (eventId: string) => send('DELETE', `${results(eventId)}/freeze`)
const add = async (eventId: string, name: string, score: number, more: object = {}): Promise<string> =>
  (
    await send('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), {
      playerName: name,
      attempts: [{ mission: 1, score, timeMs: 1000 }],
      ...more,
    })
  ).entry.id
const readNames = async (eventId: string) =>
  (await t.app.inject({ url: getPath('GET /api/v1/events/scores/:eventId', { eventId }) }))
    .json()
    .event.Scores.map((row: Body) => row.userId.info.name.fname || row.teamId.name)
let count = 0
const createEvent = async (more: Record<string, string> = {}): Promise<string> => {
  const form = await createForm({ ...eventTexts, title_en: `Frozen ${++count}`, ...more })
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/admin/events/',
    headers: { ...form.headers, authorization: t.adminToken },
    payload: form.payload,
  })
  return reply.json().event._id
}
const setFreezeTime = (eventId: string, offset: string) =>
  t.database.pool.query(
    `update ranking_freezes set freeze_at = clock_timestamp() + $2::interval where event_id = $1`,
    [eventId, offset],
  )

describe('a frozen ranking', () => {
  it('has an entry in the comparison of public replies for every route and page', () => {
    const urls = routes
      .filter(
        ({ method, config }) =>
          [method].flat().includes('GET') && config?.for !== 'admin' && config?.for !== 'judge',
      )
      .map(({ url }) => url)
    const isPage = (url: string) =>
      url === '/*' || url === '/__manifest' || url === '' || url.startsWith('/assets') || /\.\w+$/.test(url)
    const known = new Set(Object.keys(publicReplies))
    expect([...new Set(urls)].filter((url) => !known.has(url) && !isPage(url))).toEqual([])
    expect(pageRoutes.filter((route) => !route.startsWith('/admin') && !(route in publicPages))).toEqual([])
  })

  it('changes no public reply by one byte, in any process, until it is published', {
    // it reads every public reply and page in both languages three times, which takes minutes on a busy machine
    timeout: 400_000,
  }, async () => {
    const eventId = await createEvent({ startDate: '2026-01-01', endDate: '2026-01-02' })
    const team = (await t.send('POST', getPath('POST /api/teams'), t.token, t.team())).json().team as {
      id: string
      teamNo: number
    }
    const other = (await t.send('POST', getPath('POST /api/teams'), t.token, t.team())).json().team as {
      id: string
      teamNo: number
    }
    expect(other.teamNo).toBe(team.teamNo + 1)
    await t.database.pool.query('update teams set paid = true')
    const sara = await add(eventId, 'Sara', 50)
    const omar = await add(eventId, 'Omar', 40)
    const falcons = await add(eventId, '', 30, { teamId: team.id })
    const coach = await add(eventId, '', 20, { userId: t.account.id })
    const { slug } = (
      await t.app.inject({ url: getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }) })
    ).json().event
    await send('PUT', getPath('PUT /api/admin/events/:eventId/protest-settings', { eventId }), {
      protestsUntil: '2099-01-01T00:00:00Z',
    })
    await t.database.pool.query(
      `insert into schedule_slots (id, event_id, team_id, round, table_name, starts_at)
       select gen_random_uuid(), $1, $2, round, 'A1', '2099-01-01'::timestamptz + round * interval '1 hour' from generate_series(1, 2) round`,
      [eventId, team.id],
    )
    await send('POST', getPath('POST /api/admin/events/:eventId/schedule/published', { eventId }), {
      isPublished: true,
    })
    for (const scene of ['podium', 'tables', 'ranking'])
      await send('POST', getPath('POST /api/admin/events/:eventId/screens', { eventId }), {
        name: scene,
        scene,
      })
    await freeze(eventId)

    const invalidator = createCacheTagBus(await openCacheTagPubSub(t.database, silentLog))
    const second = await buildApp({
      ...t,
      invalidator,
      logger: false,
      root: resolve('.'),
      pages: hasPages ? 'built' : 'none',
      maxEventLoopDelay: 0,
    })
    // pages with dates contain the time at which they were rendered
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const [address, otherAddress] = [await t.listen(), await second.listen({ port: 0, host: '127.0.0.1' })]
      const records: FrozenRecords = {
        eventId,
        slug,
        entryIds: [sara, omar, falcons, coach],
        teamId: team.id,
        teamNo: team.teamNo,
        token: t.token,
      }
      const read = async (app: typeof t.app, url: string) => ({
        replies: await readPublicReplies(app, records, hasPages),
        streams: await readFirstEvents(url, records),
        export: await readExportedScores(app, records),
      })
      const before = await read(t.app, address)
      expect(Object.values(before.replies).filter(({ status }) => status === 200).length).toBeGreaterThan(80)
      const schedulePaths = [
        getPath('GET /api/v1/events/:idOrSlug/schedule', { idOrSlug: slug }),
        getPath('GET /api/v1/events/:idOrSlug/schedule/slots', { idOrSlug: slug }),
        getPath('GET /api/v1/events/:idOrSlug/schedule/tables', { idOrSlug: slug }),
        eventFilePaths.teamCalendar(slug, team.id),
      ]
      for (const path of schedulePaths)
        expect(before.replies[`visitor ${path}?lang=en`], path).toMatchObject({
          status: 200,
          body: expect.stringContaining('A1'),
        })
      expect(
        before.replies[
          `participant ${getPath('GET /api/teams/:teamId/schedule', { teamId: team.id })}?lang=en`
        ],
      ).toMatchObject({
        status: 200,
        body: expect.stringContaining('A1'),
      })
      expect(
        before.replies[
          `visitor ${getPath('GET /api/v1/events/:idOrSlug/screens', { idOrSlug: slug })}?lang=en`
        ],
      ).toMatchObject({
        status: 200,
        body: expect.stringContaining('"scene":"podium"'),
      })
      expect(
        before.replies[
          `visitor ${getPath('GET /api/competitions/:slug/teams/:teamNo', { slug: 'robo_mission', teamNo: team.teamNo })}?lang=en`
        ],
      ).toMatchObject({
        status: 200,
        body: expect.stringContaining('"totalScore":30'),
      })
      expect(
        before.replies[
          `visitor ${getPath('GET /api/competitions/:slug/teams/:teamNo', { slug: 'robo_mission', teamNo: other.teamNo })}?lang=en`
        ],
      ).toMatchObject({ status: 404 })
      const stream = await openEventStream(
        `${address}${getPath('GET /api/v1/events/scores/:eventId/live', { eventId })}`,
      )
      await stream.next()

      const hidden = await add(eventId, 'Hidden', 99)
      await add(eventId, 'Sara', 60, { entryId: sara })
      const [attempt] = (
        await send(
          'GET',
          getPath('GET /api/admin/events/:eventId/scores/:entryId', { eventId, entryId: omar }),
        )
      ).entry.attempts
      await send(
        'PATCH',
        getPath('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
          eventId,
          entryId: omar,
          attemptId: attempt.id,
        }),
        { score: 70 },
      )
      await send(
        'PUT',
        getPath('PUT /api/admin/events/:eventId/scores/:entryId', { eventId, entryId: sara }),
        {
          playerName: 'Sara Hidden',
          missionType: 1,
        },
      )
      await send(
        'DELETE',
        getPath('DELETE /api/admin/events/:eventId/scores/:entryId', { eventId, entryId: coach }),
      )
      await add(eventId, '', 80, { teamId: team.id })
      // a team that nothing public has named so far
      await add(eventId, '', 78, { teamId: other.id })
      const file = new File(['name,mission,score,time\nImported,1,75,3\n'], 'scores.csv', {
        type: 'text/csv',
      })
      const form = await createForm({ preview: 'false', file })
      const importReply = await t.app.inject({
        method: 'POST',
        url: getPath('POST /api/admin/events/:eventId/scores/import', { eventId }),
        headers: { ...form.headers, authorization: t.adminToken },
        payload: form.payload,
      })
      expect(importReply.statusCode).toBe(200)
      await writeScoresInOwnTransaction(
        { database: t.database, invalidator },
        eventId,
        {
          kind: 'add',
          attempts: [
            { participant: { playerName: 'Simulated' }, attempt: { mission: 1, score: 90, timeMs: 1 } },
          ],
        },
        { source: 'simulator', actor: { userId: null, name: 'simulator' } },
      )
      await send('POST', getPath('POST /api/admin/events/:eventId/results/awards', { eventId }), {
        name: { en: 'Hidden award', ar: 'جائزة مخفية' },
        teamId: team.id,
      })
      // a rehearsal of the reveal is hidden, too
      await send('POST', `${results(eventId)}/reveal`, { isRehearsal: true })

      const expectSame = async (app: typeof t.app, url: string) => {
        const after = await read(app, url)
        expect(Object.keys(after.replies)).toEqual(Object.keys(before.replies))
        for (const [name, reply] of Object.entries(before.replies))
          expect(after.replies[name], name).toEqual(reply)
        expect(after.streams).toEqual(before.streams)
        expect(after.export).toEqual(before.export)
      }
      await expectSame(second, otherAddress)
      // new renderings do not change either
      await t.invalidator.invalidate(allTags)
      await expectSame(t.app, address)

      // organizers see the standing ranking
      expect(
        (await send('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId }))).scores
          .map(({ id }: Body) => id)
          .slice(0, 1),
      ).toEqual([hidden])
      await unfreeze(eventId)
      // the stream had no event since the first one
      const published = await stream.next()
      expect(published.event).toBe('ranking')
      expect(published.data.totalScores).toBe(7)
      stream.close()
      expect(await readNames(eventId)).toEqual([
        'Hidden',
        'Simulated',
        expect.stringContaining('Falcons'),
        expect.stringContaining('Falcons'),
        'Imported',
        'Omar',
        'Sara H.',
      ])
    } finally {
      vi.useRealTimers()
      await second.close()
      await invalidator.close()
    }
  })

  it('invalidates no tag of a public reply when a hidden change is written', async () => {
    const eventId = await createEvent()
    const [overview, scores] = [getEventOverviewCacheTag(eventId), `scores:${eventId}`]
    let sara = ''
    const addFirst = async () => {
      sara = await add(eventId, 'Sara', 50)
    }
    // an event without dates is live from its first result, which lists of events show
    expect(await recordTags(t, addFirst)).toEqual([overview, 'events', scores])
    const omar = await add(eventId, 'Omar', 40)
    await freeze(eventId)
    const scorePath = getPath('GET /api/admin/events/:eventId/scores', { eventId })
    const [attempt] = (await send('GET', `${scorePath}/${omar}`)).entry.attempts
    for (const write of [
      () => add(eventId, 'Sara', 60, { entryId: sara }),
      () => add(eventId, 'New', 70),
      () => send('PATCH', `${scorePath}/${omar}/attempts/${attempt.id}`, { score: 90 }),
      () => send('PUT', `${scorePath}/${omar}`, { playerName: 'Omar Hidden', missionType: 1 }),
      () => send('DELETE', `${scorePath}/${omar}`),
    ])
      expect(await recordTags(t, write)).toEqual([overview])
    expect(await recordTags(t, () => unfreeze(eventId))).toContain(scores)
    const empty = await createEvent()
    await freeze(empty)
    expect(await recordTags(t, () => add(empty, 'First', 10))).toEqual([getEventOverviewCacheTag(empty)])
  })

  it('shows no hidden change in the order and the deciding values of a rule set', async () => {
    const eventId = await createEvent()
    const templates: Body[] = (await send('GET', getPath('GET /api/admin/rule-set-templates'))).templates
    const { ruleSet } = templates.find(({ key }) => key === 'future_engineers')
    await send('PUT', `/api/admin/events/${eventId}/rule-set`, { ruleSet, version: null })
    const addRun = (teamName: string, mission: number, points: number, more: object = {}) =>
      send('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), {
        teamName,
        attempts: [{ mission, values: { points, time: 60_000 } }],
        ...more,
      })
    const { entry: first } = await addRun('Falcons', 3, 40)
    await addRun('Hawks', 3, 39)
    await freeze(eventId)
    const { slug } = (
      await t.app.inject({ url: getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }) })
    ).json().event
    const urls = [
      getPath('GET /api/v1/events/scores/:eventId', { eventId }),
      ...(hasPages ? [`/events/${slug}/`, `/events/${slug}/display/`] : []),
    ]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const read = async () => {
        await t.invalidator.invalidate(allTags)
        return Promise.all(urls.map(async (url) => (await t.app.inject({ url })).body))
      }
      const before = await read()
      for (const body of before) expect(body).toContain('Ranked by total points, then best obstacle round')
      // the same total, which a later value decides
      await addRun('Hawks', 4, 1)
      await addRun('', 4, 1, { entryId: first.id })
      expect(await read()).toEqual(before)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is written to the audit log with the administrator, as is its publication', async () => {
    const eventId = await createEvent()
    await freeze(eventId)
    expect(
      (
        await t.app.inject({
          method: 'PUT',
          url: `${results(eventId)}/freeze`,
          headers: { authorization: t.adminToken },
          payload: { at: null },
        })
      ).statusCode,
    ).toBe(409)
    await unfreeze(eventId)
    await unfreeze(eventId)
    const { rows } = await t.database.pool.query(
      `select action, after from audit_log where entity_id = $1 and action <> 'create' order by id`,
      [eventId],
    )
    expect(rows).toEqual([
      { action: 'freeze', after: { freezeAt: expect.any(String) } },
      { action: 'unfreeze', after: null },
    ])
  })

  it('starts at once without a time, whatever the fraction of a millisecond', async () => {
    const eventId = await createEvent()
    for (let time = 0; time < 20; time++) {
      await freeze(eventId)
      const { rows } = await t.database.pool.query(
        'select frozen_at from ranking_freezes where event_id = $1',
        [eventId],
      )
      expect(rows).toEqual([{ frozen_at: expect.any(Date) }])
      await unfreeze(eventId)
    }
  })

  it('starts exactly at its set time, also when no job has run since', async () => {
    const eventId = await createEvent()
    await add(eventId, 'Sara', 10)
    const at = new Date(Date.now() + 3_600_000).toISOString()
    await freeze(eventId, at)
    expect(
      (await t.app.inject({ url: getPath('GET /api/v1/events/scores/:eventId', { eventId }) })).json().event
        .freezeAt,
    ).toBe(at)
    await add(eventId, 'Before', 20)
    expect(await readNames(eventId)).toEqual(['Before', 'Sara'])
    await setFreezeTime(eventId, '0')
    await add(eventId, 'After', 30)
    await t.invalidator.invalidate(allTags)
    expect(await readNames(eventId)).toEqual(['Before', 'Sara'])
    expect((await send('GET', results(eventId))).freeze.isFrozen).toBe(true)
  })

  it('hides a write that began before its set time and ends after it', async () => {
    const eventId = await createEvent()
    const sara = await add(eventId, 'Sara', 10)
    await freeze(eventId, new Date(Date.now() + 3_600_000).toISOString())
    const client = await t.database.pool.connect()
    try {
      // this transaction holds the entry until the freeze time has passed
      await client.query('begin')
      await client.query('select 1 from score_entries where id = $1 for update', [sara])
      const write = add(eventId, 'Sara', 99, { entryId: sara })
      await expect
        .poll(
          async () =>
            (
              await t.database.pool.query(
                `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
              )
            ).rows[0].n,
        )
        .toBeGreaterThan(0)
      await setFreezeTime(eventId, '0')
      await client.query('commit')
      await write
    } finally {
      client.release()
    }
    const board = (
      await t.app.inject({ url: getPath('GET /api/v1/events/scores/:eventId', { eventId }) })
    ).json()
    expect(board.event.Scores.map((row: Body) => row.totalScore)).toEqual([10])
    expect(
      (await send('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId }))).scores[0].totalScore,
    ).toBe(99)
  })

  it('is taken by the recurring job when its time has come, and hides a changed rule for totals', async () => {
    const eventId = await createEvent()
    await add(eventId, 'Sara', 10)
    await send('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), {
      playerName: 'Sara',
      attempts: [{ mission: 2, score: 5, timeMs: 1000 }],
    })
    await freeze(eventId, new Date(Date.now() + 3_600_000).toISOString())
    const freezer = createRankingFreezeService(t)
    expect(await freezer.freezeAllDue()).toBe(0)
    await setFreezeTime(eventId, '-1 second')
    expect(await freezer.freezeAllDue()).toBe(1)
    expect(await freezer.freezeAllDue()).toBe(0)
    const form = await createForm({
      ...eventTexts,
      title_en: `Frozen ${count}`,
      id: eventId,
      totalRule: 'best',
    })
    const reply = await t.app.inject({
      method: 'PUT',
      url: '/api/admin/events/',
      headers: { ...form.headers, authorization: t.adminToken },
      payload: form.payload,
    })
    expect(reply.statusCode).toBe(200)
    expect(
      (await send('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId }))).scores[0].totalScore,
    ).toBe(10)
    expect(
      (await t.app.inject({ url: getPath('GET /api/v1/events/scores/:eventId', { eventId }) })).json().event
        .Scores[0].totalScore,
    ).toBe(15)
  })

  it('cancelled before its time changes nothing', async () => {
    const eventId = await createEvent()
    await freeze(eventId, new Date(Date.now() + 3_600_000).toISOString())
    await unfreeze(eventId)
    await add(eventId, 'Sara', 10)
    expect(await readNames(eventId)).toEqual(['Sara'])
    expect(
      (await t.app.inject({ url: getPath('GET /api/v1/events/scores/:eventId', { eventId }) })).json().event,
    ).not.toHaveProperty('freezeAt')
  })

  it('sends no email with results before it is published', async () => {
    const eventId = await createEvent({ startDate: '2026-01-01', endDate: '2026-01-02' })
    await add(eventId, 'Sara', 10)
    const listIds = async () => (await listEventsForResultEmails(t.db, '2026-01-03')).map(({ id }) => id)
    expect(await listIds()).toContain(eventId)
    await freeze(eventId)
    expect(await listIds()).not.toContain(eventId)
    await unfreeze(eventId)
    expect(await listIds()).toContain(eventId)
  })
})
