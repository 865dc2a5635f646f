import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Permission } from '#contract/accounts/permissions.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { type SetupChecklist, type SetupTask, setupTasks } from '#contract/site/dashboard.schema.ts'
import { simulatorFiles } from '#server/platform/db/schema/media.ts'
import { messages } from '#server/platform/db/schema/messages.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { removeDemoContentAndFiles } from '#server/seed/demo/remove.ts'
import { seedDemoContentIfMissing } from '#server/seed/demo/seed.ts'
import { getSetupChecklistOfUser } from '#server/site/dashboard/service.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { silentLog } from '../../support/services/cluster.ts'

let t: SessionsApp
let admin: string
beforeAll(async () => {
  t = await startSessionsApp()
  admin = await t.admin()
})
afterAll(() => t.close())

const readReply = async (authorization = admin) => {
  const reply = await t.app.inject({
    url: getPath('GET /api/admin/setup-checklist'),
    headers: { authorization },
  })
  expect(reply.statusCode).toBe(200)
  return reply.json() as SetupChecklist
}
const read = async (authorization?: string) => (await readReply(authorization)).items
const listDone = async () => (await read()).filter(({ done }) => done).map(({ task }) => task)
const setSetting = (path: string, value: unknown) =>
  t.database.pool.query('update settings set value = jsonb_set(value, $1, $2)', [path, JSON.stringify(value)])
const query = (text: string) => t.database.pool.query(text)

it('a new installation without demo content has everything else to do', async () => {
  expect((await read()).map(({ task }) => task)).toEqual([...setupTasks])
  expect(await listDone()).toEqual(['demo'])
})

it('each task is done by the state that it asks for', async () => {
  const changes: [SetupTask, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      'brand',
      () => setSetting('{brand,name,en}', 'Gulf Robots'),
      () => setSetting('{brand,name,en}', 'Botola'),
    ],
    [
      'brand',
      () => setSetting('{brand,logo}', '/public/uploads/site/x.webp'),
      () => setSetting('{brand,logo}', null),
    ],
    [
      'contact',
      () => setSetting('{contact,email}', 'a@olympiad.test'),
      () => setSetting('{contact,email}', ''),
    ],
    ['region', () => setSetting('{timeZone}', 'Africa/Cairo'), () => setSetting('{timeZone}', 'Asia/Riyadh')],
    ['counters', () => setSetting('{showCounters}', false), () => setSetting('{showCounters}', true)],
    [
      'counters',
      () => setSetting('{counters,players}', '12'),
      () => setSetting('{counters,players}', '20906'),
    ],
    ['legal', () => setSetting('{legal,isReviewed}', true), () => setSetting('{legal,isReviewed}', false)],
    ['payment', () => setSetting('{features,payment}', false), () => setSetting('{features,payment}', true)],
    [
      'competitions',
      () => query('update competitions set opens_at = now(), closes_at = now()'),
      () => query(`update competitions set closes_at = null where slug = 'robo_mission'`),
    ],
    [
      'event',
      () =>
        query(
          `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values (gen_random_uuid(), 'a', 'A', 'A', 'A', 'A')`,
        ),
      () => query('update events set deleted_at = now()'),
    ],
    [
      'secondFactor',
      () => query(`update users set totp_secret = 'x' where role = 'admin'`),
      () => query(`update users set totp_secret = null where role = 'admin'`),
    ],
  ]
  for (const [task, complete, reopen] of changes) {
    await complete()
    expect((await listDone()).toSorted()).toEqual(['demo', task].toSorted())
    await reopen()
    expect(await listDone()).toEqual(['demo'])
  }
  await setSetting('{phoneCountry}', 'SA')
  expect(await listDone()).toEqual(['demo'])
  await setSetting('{eventListRegion}', null)
  expect(await listDone()).toEqual(['region', 'demo'])
  await setSetting('{eventListRegion}', 'egypt')
  await setSetting('{phoneCountry}', 'EG')
})

it('email and payment are done when the server has their settings, and real money is taken', async () => {
  const user = { permissions: ['administration'] as Permission[], regionLimit: null, hasSecondFactor: false }
  const telr = { TELR_STORE: '1', TELR_AUTH_KEY: 'x' }
  const check = async (config: object, isEnabled: boolean) =>
    (
      await getSetupChecklistOfUser(
        { ...t, config: { ...t.config, ...config }, emails: { ...t.emails, isEnabled } },
        user,
      )
    ).items.filter(({ done }) => done)
  expect(await check({ ...telr, TELR_TEST: false }, true)).toEqual(
    ['mail', 'payment', 'demo'].map((task) => ({ task, done: true })),
  )
  expect(await check({ ...telr, TELR_TEST: true }, false)).toEqual([{ task: 'demo', done: true }])
})

it.each([
  [['content'], ['brand', 'contact', 'region', 'counters', 'legal', 'event', 'secondFactor']],
  [['registration'], ['competitions', 'secondFactor']],
  [['finance', 'results', 'privacy'], ['secondFactor']],
] as [Permission[], SetupTask[]][])(
  'a user with the permissions %j sees only the tasks that they allow',
  async (permissions, tasks) => {
    const { email } = await t.person({ role: 'admin', permissions })
    const items = await read(String((await t.signIn(email)).headers.authorization))
    expect(items.map(({ task }) => task)).toEqual(tasks)
  },
)

it('demo content is a task until it is removed, which also hides the invented counters', async () => {
  const { db } = t.database
  const before = (await query('select value from settings')).rows[0].value
  const readHasDemoContent = async () => (await readReply()).hasDemoContent
  expect(await readHasDemoContent()).toBe(false)
  await seedDemoContentIfMissing({ db, files: t.files, log: silentLog, root: process.cwd() })
  expect(await listDone()).toEqual([])
  expect(await readHasDemoContent()).toBe(true)
  await removeDemoContentAndFiles({ db, files: t.files })
  expect(await listDone()).toEqual(['counters', 'demo'])
  expect((await query('select value from settings')).rows[0].value).toEqual({
    ...before,
    showCounters: false,
  })
  await setSetting('{showCounters}', true)
})

it.each([
  [messages, { kind: 'contact' as const, firstName: 'A', email: 'a@x.test', body: 'A' }],
  [
    simulatorFiles,
    { platform: 'win' as const, storedName: 'a.exe', fileName: 'a.exe', version: '1', size: 1, sha256: 'a' },
  ],
  [seasonYears, { year: 2019, nameEn: 'A', nameAr: 'A' }],
] as unknown as [typeof messages, typeof messages.$inferInsert][])(
  'demo content is a task while there is a row of demo content in any table',
  async (table, values) => {
    const { db } = t.database
    const [row] = await db
      .insert(table)
      .values({ ...values, demo: true })
      .returning()
    expect(await listDone()).toEqual([])
    await db.delete(table).where(eq(table.id, row?.id ?? ''))
    expect(await listDone()).toEqual(['demo'])
  },
)
