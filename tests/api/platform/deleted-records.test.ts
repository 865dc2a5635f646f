import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { restorePeriodDays } from '#contract/accounts/retention.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { msPerDay } from '#contract/platform/time.ts'
import { downloads } from '#server/platform/db/schema/media.ts'
import { messages } from '#server/platform/db/schema/messages.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { sessions, users } from '#server/platform/db/schema/users.ts'
import { createImageFile } from '../../support/api/events.ts'
import { createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { testAdmin } from '../../support/services/app.ts'

let t: TeamsApp
let admin: typeof users.$inferSelect | undefined
beforeAll(async () => {
  t = await startTeamsApp()
  admin = (await t.db.select().from(users).where(eq(users.email, testAdmin.email)))[0]
})
afterAll(() => t.close())

const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, fields?: Record<string, unknown>) => {
  const reply = await t.send(method, url, t.adminToken, fields)
  return { status: reply.statusCode, json: reply.json() }
}
const restore = async (path: string, id: string) =>
  (await t.json('POST', `${path}/restore`, t.adminToken, { id })).json()
const named = { 'name.en': 'Abha', 'name.ar': 'أبها' }
const createImage = async () =>
  createImageFile(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b8f70' } })
      .png()
      .toBuffer(),
  )
const createByForm = (path: string, one: string, fields: Record<string, unknown>) => async () => {
  const { json } = await ask('POST', path, fields)
  return (json[one]._id ?? json[one].id) as string
}

const kinds: [string, string, () => Promise<string>, { en: string; ar: string }][] = [
  [
    'FAQs',
    getPath('GET /api/admin/faqs'),
    createByForm(getPath('GET /api/admin/faqs'), 'faq', {
      name: 'س',
      name_en: 'Q',
      description: 'ج',
      description_en: 'A',
    }),
    { en: 'Q', ar: 'س' },
  ],
  [
    'regions',
    getPath('GET /api/admin/regions'),
    createByForm(getPath('GET /api/admin/regions'), 'region', { ...named, country: 'saudi-arabia' }),
    { en: 'Abha', ar: 'أبها' },
  ],
  [
    'continents',
    getPath('GET /api/admin/continents'),
    createByForm(getPath('GET /api/admin/continents'), 'continent', named),
    { en: 'Abha', ar: 'أبها' },
  ],
  [
    'people who judge',
    getPath('GET /api/admin/judges'),
    createByForm(getPath('GET /api/admin/judges'), 'judge', { name: 'Lina' }),
    { en: 'Lina', ar: 'Lina' },
  ],
  [
    'competitions',
    getPath('GET /api/admin/competitions'),
    createByForm(getPath('GET /api/admin/competitions'), 'competition', named),
    { en: 'Abha', ar: 'أبها' },
  ],
  [
    'seasons',
    getPath('GET /api/admin/seasons'),
    createByForm(getPath('GET /api/admin/seasons'), 'season', { ...named, year: '2090' }),
    expect.objectContaining({ en: expect.stringContaining('Abha') }) as never,
  ],
  [
    'events',
    getPath('GET /api/admin/events'),
    createByForm(getPath('GET /api/admin/events'), 'event', {
      title_en: 'Abha',
      title_ar: 'أبها',
      description_en: 'A',
      description_ar: 'أ',
    }),
    { en: 'Abha', ar: 'أبها' },
  ],
  [
    'teams',
    getPath('GET /api/admin/teams'),
    async () =>
      (await ask('POST', getPath('POST /api/admin/teams'), { name: 'Hawks', competion: t.robo.id })).json.team
        ._id,
    { en: 'Hawks', ar: 'Hawks' },
  ],
  [
    'users',
    getPath('GET /api/admin/users'),
    async () => (await t.person({ role: 'student' })).id,
    expect.objectContaining({ en: expect.any(String) }) as never,
  ],
  [
    'messages',
    getPath('GET /api/admin/messages'),
    async () => {
      const values = { kind: 'contact' as const, firstName: 'Lina', email: 'lina@mail.test', body: 'Hello' }
      return (await t.db.insert(messages).values(values).returning({ id: messages.id }))[0]?.id as string
    },
    { en: 'Lina', ar: 'Lina' },
  ],
  [
    'announcements',
    getPath('GET /api/admin/announcements'),
    createByForm(getPath('GET /api/admin/announcements'), 'announcement', {
      'subject.en': 'Abha',
      'subject.ar': 'أبها',
      'body.en': 'A',
      'body.ar': 'أ',
    }),
    { en: 'Abha', ar: 'أبها' },
  ],
  [
    'registrants',
    getPath('GET /api/admin/downloads'),
    async () => {
      const values = {
        name: 'Lina',
        email: 'lina@mail.test',
        phone: '+966501234567',
        platform: 'win' as const,
        userType: 'coach' as const,
      }
      return (await t.db.insert(downloads).values(values).returning({ id: downloads.id }))[0]?.id as string
    },
    { en: 'Lina', ar: 'Lina' },
  ],
]

it.each(kinds)(
  'deleted %s are listed with who deleted them and until when, restored, and deleted permanently',
  async (_name, path, create, name) => {
    const id = await create()
    expect((await ask('DELETE', `${path}/deleted?id=${id}`)).json).toMatchObject({ code: 'not-found' })
    expect((await ask('DELETE', `${path}?id=${id}`)).status).toBe(200)
    const list = async () =>
      (await ask('GET', `${path}/deleted`)).json.deleted as { id: string; deletedAt: string }[]
    const [deleted] = await list()
    expect(deleted).toEqual({
      id,
      name,
      deletedAt: expect.any(String),
      restorableUntil: new Date(
        Date.parse(deleted?.deletedAt ?? '') + restorePeriodDays * msPerDay,
      ).toISOString(),
      deletedBy: { id: admin?.id, name: `${admin?.firstName} ${admin?.lastName}`.trim() },
    })
    expect(await restore(path, id)).toMatchObject({ success: true })
    expect(await list()).toEqual([])
    await ask('DELETE', `${path}?id=${id}`)
    expect((await ask('DELETE', `${path}/deleted?id=${id}`)).json).toMatchObject({
      success: true,
      msg: 'Deleted permanently.',
    })
    expect(await list()).toEqual([])
    expect(await restore(path, id)).toMatchObject({ code: 'not-found' })
  },
)

it('deleting permanently removes the file of a record', async () => {
  const id = await createByForm(getPath('GET /api/admin/partners'), 'partner', {
    name: 'Masar',
    file: await createImage(),
  })()
  const countFiles = async () => (await readdir(join(t.config.DATA_DIR, 'files', 'partners'))).length
  const before = await countFiles()
  await ask('DELETE', `${getPath('DELETE /api/admin/partners')}?id=${id}`)
  expect(await countFiles()).toBe(before)
  await ask('DELETE', `${getPath('DELETE /api/admin/partners/deleted')}?id=${id}`)
  expect(await countFiles()).toBeLessThan(before)
})

it('what other records need is not deleted permanently, and the reply says why', async () => {
  const continentId = await createByForm(getPath('GET /api/admin/continents'), 'continent', named)()
  const organizerId = await createByForm(getPath('GET /api/admin/organizers'), 'organizer', {
    ...named,
    continentId,
  })()
  expect(
    (await ask('DELETE', `${getPath('DELETE /api/admin/continents')}?id=${continentId}`)).json,
  ).toMatchObject({
    code: 'has-organizers',
  })
  await ask('DELETE', `${getPath('DELETE /api/admin/organizers')}?id=${organizerId}`)
  await ask('DELETE', `${getPath('DELETE /api/admin/continents')}?id=${continentId}`)
  expect(
    (await ask('DELETE', `${getPath('DELETE /api/admin/continents/deleted')}?id=${continentId}`)).json,
  ).toMatchObject({
    code: 'has-organizers',
  })
  await ask('DELETE', `${getPath('DELETE /api/admin/organizers/deleted')}?id=${organizerId}`)
  expect(
    (await ask('DELETE', `${getPath('DELETE /api/admin/continents/deleted')}?id=${continentId}`)).json,
  ).toMatchObject({
    success: true,
  })

  const team = (await ask('POST', getPath('POST /api/admin/teams'), { name: 'Payers', competion: t.robo.id }))
    .json.team
  await t.db.insert(payments).values({
    teamId: team._id,
    method: 'telr',
    state: 'failed',
    cartId: team._id,
    amount: 100,
    currency: 'SAR',
  })
  await ask('DELETE', `${getPath('DELETE /api/admin/teams')}?id=${team._id}`)
  const refused = await ask('DELETE', `${getPath('DELETE /api/admin/teams/deleted')}?id=${team._id}`)
  expect([refused.status, refused.json.code]).toEqual([409, 'has-payments'])
  expect(await t.db.$count(teams, eq(teams.id, team._id))).toBe(1)
})

it('deleting a team permanently removes its people', async () => {
  const team = (
    await ask('POST', getPath('POST /api/admin/teams'), { name: 'Leavers', competion: t.robo.id })
  ).json.team
  await t.send(
    'POST',
    getPath('POST /api/admin/teams/:teamId/members', { teamId: team._id }),
    t.adminToken,
    createMember(),
  )
  await ask('DELETE', `${getPath('DELETE /api/admin/teams')}?id=${team._id}`)
  expect(await t.db.$count(teamPeople, eq(teamPeople.teamId, team._id))).toBe(1)
  await ask('DELETE', `${getPath('DELETE /api/admin/teams/deleted')}?id=${team._id}`)
  expect(await t.db.$count(teamPeople, eq(teamPeople.teamId, team._id))).toBe(0)
})

it('deleting an account permanently needs a confirmed session and the permission for personal data, and erases the person', async () => {
  const { id, email } = await t.person({ role: 'student', emailConfirmedAt: new Date() })
  await t.db.insert(messages).values({ kind: 'contact', firstName: 'Self', email, body: 'Hello' })
  await ask('DELETE', `${getPath('DELETE /api/admin/users')}?id=${id}`)
  const clerk = await t.person({ role: 'admin', permissions: ['registration'] })
  const clerkToken = String((await t.signIn(clerk.email, undefined, { type: 4 })).headers.authorization)
  const url = `${getPath('GET /api/admin/users/deleted')}?id=${id}`
  expect((await t.send('DELETE', url, clerkToken)).json()).toMatchObject({ code: 'no-permission' })
  await t.db.update(sessions).set({ confirmedAt: null })
  expect((await ask('DELETE', url)).json).toMatchObject({ code: 'confirmation_required' })
  await t.db.update(sessions).set({ confirmedAt: new Date() })
  expect((await ask('DELETE', url)).json).toMatchObject({ success: true })
  expect(await t.db.$count(users, eq(users.id, id))).toBe(0)
  expect(await t.db.$count(messages, eq(messages.email, email))).toBe(0)
})
