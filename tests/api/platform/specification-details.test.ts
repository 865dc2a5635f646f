import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { settings } from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

it('the active competitions have the published key at both paths', async () => {
  for (const path of ['/api/admin/competitions/?all_active=true', '/api/admin/competions?all_active=true']) {
    const reply = await t.send('GET', path, t.adminToken)
    expect([reply.statusCode, reply.json().competions.length]).toEqual([200, 5])
  }
})

it('a team that the published call marks as paid without a reason is stored with one', async () => {
  const { team } = (
    await t.send('POST', getPath('POST /api/admin/teams'), t.adminToken, {
      name: 'Hawks',
      competion: t.robo.id,
    })
  ).json()
  const saved = await t.send('PUT', getPath('PUT /api/admin/teams'), t.adminToken, {
    id: team._id,
    name: 'Hawks',
    payment_status: 'true',
  })
  expect(saved.json()).toMatchObject({ success: true, team: { payment_status: true } })
  expect(
    await t.db.select({ reason: payments.reason }).from(payments).where(eq(payments.teamId, team._id)),
  ).toEqual([{ reason: 'by the published call' }])
})

it('the setting that closes registration closes the registration of teams, too', async () => {
  const [row] = await t.db.select().from(settings)
  const value = row?.value as { features: object }
  const save = (registration: boolean) =>
    t.db.update(settings).set({ value: { ...value, features: { ...value.features, registration } } as never })
  await save(false)
  expect((await t.send('POST', getPath('POST /api/teams'), t.token, t.team())).json()).toMatchObject({
    code: 'registration-closed',
  })
  await save(true)
  expect((await t.send('POST', getPath('POST /api/teams'), t.token, t.team())).json()).toMatchObject({
    success: true,
  })
})

it('the cover `image.png` means that an event has none', async () => {
  await t.db.insert(events).values({
    slug: 'no-cover',
    titleEn: 'No cover',
    titleAr: 'بلا غلاف',
    descriptionEn: '',
    descriptionAr: '',
    coverImage: 'image.png',
  })
  const list = (
    await t.app.inject({ method: 'GET', url: `${getPath('GET /api/events')}?status=true` })
  ).json().events
  expect(list.find(({ slug }: { slug: string }) => slug === 'no-cover')).toMatchObject({ coverImage: null })
})
