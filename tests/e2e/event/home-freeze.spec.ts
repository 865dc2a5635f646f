import { getPath } from '#contract/platform/call-path.ts'
import { ar } from '#i18n/ar.ts'
import { en } from '#i18n/en.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { runOnOwnSite } from '../support/own-site.ts'

// the freeze of the event that the home page features would disturb other tests
runOnOwnSite('botola-e2e-home')

type Attempt = { mission: number; values: Record<string, unknown> }

test('the home page says in both languages that the ranking of the featured event is frozen, and shows the new leader after the freeze', {
  tag: '@nightly',
}, async ({ page, asAdmin }) => {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await asAdmin(path, { method, ...(body ? { headers, body: JSON.stringify(body) } : {}) })
    expect(reply.status, await reply.clone().text()).toBe(200)
    return reply.json()
  }
  await page.goto('/')
  const hero = page.locator('article', { has: page.locator('h2') }).first()
  const leader = hero.locator('li').first()
  await expect(hero.getByText(en.home.leaders, { exact: true })).toBeVisible()
  const slug = (await hero.locator('h2 a').getAttribute('href'))?.split('/')[2]
  const { events } = await call('GET', `${getPath('GET /api/admin/events')}?per_page=100`)
  const { _id: eventId } = events.find((event: { slug: string }) => event.slug === slug)
  const { scores } = await call('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId }))
  const { entry } = await call(
    'GET',
    getPath('GET /api/admin/events/:eventId/scores/:entryId', { eventId, entryId: scores[0].id }),
  )
  const name = await leader.locator('bdi').innerText()

  // the hidden leader is a bit faster than the former one
  await call('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), { at: null })
  const attempts = entry.attempts.map(({ mission, values }: Attempt) => ({
    mission,
    values: typeof values.time === 'number' ? { ...values, time: values.time - 100 } : values,
  }))
  await call('PUT', `/api/admin/events/${eventId}/guests`, { acceptsGuests: true })
  await call('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), {
    playerName: 'Zain',
    attempts,
  })
  for (const [path, texts] of [
    ['/', en],
    ['/?lang=ar', ar],
  ] as const) {
    await page.goto(path)
    await expect(hero.getByText(texts.scores.frozen, { exact: true })).toBeVisible()
    await expect(hero.getByText(texts.home.leaders, { exact: true })).toHaveCount(0)
    await expect(leader).toContainText(name)
    await expectAccessible(page)
  }

  await call('DELETE', getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId }))
  await expect(leader).toContainText('Zain')
  await expect(hero.getByText(ar.home.leaders, { exact: true })).toBeVisible()
})
