import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { isEventListedForRegion } from '#contract/event/event.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { settings } from '#server/platform/db/schema/content.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())
afterEach(() => t.resetSettings())

const read = async () => {
  const { settings } = (await t.send('GET', getPath('GET /api/admin/settings'), t.adminToken)).json()
  const { version: _, updatedAt: __, ...values } = settings
  return values as { eventListRegion: string | null }
}
const save = async (change: object) =>
  t.json('PUT', getPath('PUT /api/admin/settings'), t.adminToken, { ...(await read()), ...change })

it('the region of the lists is that of the specification until an administrator chooses another one', async () => {
  expect((await read()).eventListRegion).toBe('egypt')
  const [row] = await t.db.select().from(settings)
  const { eventListRegion: _, ...older } = (row as typeof settings.$inferSelect).value
  await t.db
    .update(settings)
    .set({ value: older as never })
    .where(eq(settings.siteName, row?.siteName ?? ''))
  expect((await read()).eventListRegion).toBe('egypt')
})

it('an administrator chooses a region or all regions, and an unknown region is rejected', async () => {
  expect((await save({ eventListRegion: 'riyadh' })).json()).toMatchObject({
    settings: { eventListRegion: 'riyadh' },
  })
  expect((await save({ eventListRegion: undefined })).json()).toMatchObject({
    settings: { eventListRegion: 'riyadh' },
  })
  const rejected = await save({ eventListRegion: 'atlantis' })
  expect([rejected.statusCode, rejected.json()]).toMatchObject([
    400,
    { fields: [{ field: 'eventListRegion' }] },
  ])
  expect((await save({ eventListRegion: null })).json()).toMatchObject({
    settings: { eventListRegion: null },
  })
})

it('the public settings do not contain the region', async () => {
  const { setting } = (await t.app.inject(`${getPath('GET /api/settings')}/?site_name=botola`)).json()
  expect(JSON.stringify(setting)).not.toContain('egion')
})

it.each([
  [null, 'egypt', true],
  ['egypt', 'egypt', true],
  ['riyadh', 'egypt', false],
  ['riyadh', null, true],
])('an event of region %s is listed for %s: %s', (eventRegion, eventListRegion, isListed) => {
  expect(isEventListedForRegion(eventRegion, eventListRegion)).toBe(isListed)
})
