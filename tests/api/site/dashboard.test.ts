import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createDatabasePools } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { createDashboardService } from '#server/site/dashboard/service.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { silentLog } from '../../support/services/cluster.ts'

let server: SessionsApp
let token: string
beforeAll(async () => {
  server = await startSessionsApp()
  token = await server.admin()
})
afterAll(() => server.close())

const insertDownload = (country: string, platform: string, daysAgo = 0) =>
  server.database.pool.query(
    `insert into downloads (id, name, email, phone, country, platform, user_type, created_at)
     values (gen_random_uuid(), 'A', 'a@b.sa', '1', $1, $2, 'student', now() - $3 * interval '1 day')`,
    [country, platform, daysAgo],
  )

test('has the metrics of the first page', async () => {
  const { pool, db } = server.database
  await insertDownload('egypt', 'win')
  await insertDownload('egypt', 'mac')
  await insertDownload('jordan', 'mac')
  await insertDownload('jordan', 'mac', 90)
  await pool.query(
    `insert into messages (id, kind, first_name, email, body) values (gen_random_uuid(), 'contact', 'A', 'a@b.sa', 'Hello')`,
  )
  await pool.query(
    `insert into messages (id, kind, first_name, email, body, state) values (gen_random_uuid(), 'contact', 'A', 'a@b.sa', 'Hello', 'closed')`,
  )
  await db.insert(users).values([
    { firstName: 'Mona', email: 'mona@school.test', role: 'coach' },
    { firstName: 'Sara', email: 'sara@school.test', role: 'coach', active: false },
    { firstName: 'Omar', email: 'omar@school.test', role: 'student', deletedAt: new Date() },
  ])
  const { rows: competitions } = await pool.query(
    'select id, name_en from competitions order by position limit 2',
  )
  await pool.query(
    `insert into teams (id, competition_id, team_no, name, stage, paid, deleted_at)
     values (gen_random_uuid(), $1, 1, 'A', 'regional', true, null), (gen_random_uuid(), $2, 1, 'B', 'regional', false, null),
       (gen_random_uuid(), $2, 2, 'C', 'national', false, null), (gen_random_uuid(), $2, 3, 'D', 'national', true, now())`,
    [competitions[0].id, competitions[1].id],
  )
  await pool.query(
    `insert into teams (id, competition_id, team_no, name, status)
     values (gen_random_uuid(), $1, 4, 'E', 'waiting'), (gen_random_uuid(), $1, 5, 'F', 'waiting'), (gen_random_uuid(), $1, 6, 'G', 'lapsed')`,
    [competitions[1].id],
  )
  const reply = await server.app.inject({
    url: getPath('GET /api/admin/dashboard'),
    headers: { authorization: token },
  })
  expect(reply.statusCode).toBe(200)
  const { dashboard } = reply.json()
  expect(dashboard.users).toEqual({
    total: 3,
    active: 2,
    byRole: [
      { key: 'coach', count: 2 },
      { key: 'admin', count: 1 },
    ],
  })
  expect(dashboard.downloads).toMatchObject({
    total: 4,
    byCountry: [
      { key: 'egypt', count: 2 },
      { key: 'jordan', count: 2 },
    ],
    byUserType: [{ key: 'student', count: 4 }],
  })
  expect(dashboard.downloads.byDay).toHaveLength(30)
  expect(dashboard.downloads.byDay.at(-1)).toMatchObject({ win: 1, mac: 2 })
  expect(dashboard.openMessages).toBe(1)
  expect(dashboard.teams).toMatchObject({
    total: 3,
    paid: 1,
    pending: 2,
    waiting: 2,
    lapsed: 1,
    byStage: [
      { key: 'regional', count: 2 },
      { key: 'national', count: 1 },
    ],
  })
  expect(dashboard.teams.byCompetition.map(({ count }: { count: number }) => count)).toEqual([1, 2, 0, 0, 0])
})

test('counts again only after ten seconds, also for many simultaneous requests', async () => {
  let now = Date.now()
  const dashboard = createDashboardService(server, () => now)
  const totalOf = async () => (await dashboard.figures(null)).downloads.total
  const [before] = await Promise.all([totalOf(), totalOf()])
  await insertDownload('egypt', 'win')
  now += 9999
  expect(await totalOf()).toBe(before)
  now += 1
  expect(await Promise.all([totalOf(), totalOf()])).toEqual([before + 1, before + 1])
  await server.database.pool.query('delete from downloads')
  now += 10_000
  expect(await dashboard.figures(null)).toMatchObject({ downloads: { total: 0, byCountry: [] } })
})

test('lists the newest scores by the times of the attempts', async () => {
  const { db } = server.database
  const texts = { titleEn: 'Newest', titleAr: 'الأحدث', descriptionEn: 'Scores', descriptionAr: 'نتائج' }
  const [event] = await db
    .insert(events)
    .values({ slug: 'newest', ...texts })
    .returning()
  const entry = { eventId: event?.id ?? '', participantKey: 'guest:newest', playerName: 'Sara' }
  const [{ id: entryId } = { id: '' }] = await db.insert(scoreEntries).values(entry).returning()
  const times = ['2026-03-02T10:00:00Z', '2026-03-03T10:00:00Z', '2026-03-01T10:00:00Z']
  for (const [index, at] of times.entries())
    await db
      .insert(scoreAttempts)
      .values({ entryId, mission: 1, score: index, timeMs: 1000, at: new Date(at), source: 'admin' })
  const { newestScores } = await createDashboardService(server, () => 0).figures(null)
  expect(newestScores.map(({ score }) => score)).toEqual([1, 0, 2])
})

test('a failed count is not cached', async () => {
  const { database } = server
  const missing = createDatabasePools(
    { ...database.connection, database: 'no_such_database' },
    { log: silentLog },
  )
  const core = { config: server.config, database: { ...database, readDb: missing.db } }
  const dashboard = createDashboardService(core, () => 0)
  await expect(dashboard.figures(null)).rejects.toThrow()
  core.database.readDb = database.db
  expect((await dashboard.figures(null)).users.total).toBe(3)
  await missing.close()
})
