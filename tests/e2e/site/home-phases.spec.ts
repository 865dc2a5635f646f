import { getPath } from '#contract/platform/call-path.ts'
import { addDays, defaultTimeZone, getStartOfDay, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { ar } from '#i18n/ar.ts'
import { en } from '#i18n/en.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { runOnOwnSite } from '../support/own-site.ts'

// the headline event of the shared site belongs to other tests
runOnOwnSite('botola-e2e-home-phases')
// the days of an event are those of the site's time zone
test.use({ timezoneId: 'America/Los_Angeles' })

test('the home page counts down to the next event, shows the leaders of a running one and the first three of the latest one', {
  tag: '@nightly',
}, async ({ page, asAdmin }) => {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await asAdmin(path, { method, ...(body ? { headers, body: JSON.stringify(body) } : {}) })
    expect(reply.status, await reply.clone().text()).toBe(200)
    return reply.json()
  }
  const { events } = await call('GET', `${getPath('GET /api/admin/events')}?per_page=100`)
  for (const { _id: id } of events) await call('DELETE', `${getPath('DELETE /api/admin/events')}/?id=${id}`)
  const hero = page.locator('main > div').first()
  const inBothLanguages = async (check: (texts: typeof en | typeof ar) => Promise<unknown>) => {
    for (const [path, texts] of [
      ['/', en],
      ['/?lang=ar', ar],
    ] as const) {
      await page.goto(path)
      await check(texts)
      await expectAccessible(page)
    }
  }
  await inBothLanguages((texts) => expect(hero.getByText(texts.home.noEvent)).toBeVisible())

  const today = toDateInTimeZone(new Date(), defaultTimeZone)
  const tomorrow = addDays(today, 1)
  const form = new FormData()
  const fields = {
    title_en: 'Falcon Final',
    title_ar: 'نهائي الصقور',
    description_en: 'One',
    description_ar: 'واحد',
    startDate: tomorrow,
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const move = async (startDate: string) => {
    const edit = new FormData()
    for (const [name, value] of Object.entries({ ...fields, id: event._id, startDate })) edit.set(name, value)
    expect((await asAdmin('/api/admin/events/', { method: 'PUT', body: edit })).status).toBe(200)
  }
  await inBothLanguages(async (texts) => {
    await expect(hero.getByText(texts.home.next, { exact: true })).toBeVisible()
    await expect(hero.getByRole('timer')).toBeVisible()
  })

  await call('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId: event._id }), {
    playerName: 'Zain',
    attempts: [{ mission: 1, score: 70, timeMs: 60_000 }],
  })
  await move(today)
  await inBothLanguages(async (texts) => {
    await expect(hero.getByText(texts.home.now, { exact: true })).toBeVisible()
    await expect(hero.getByText(texts.event.live, { exact: true })).toBeVisible()
    await expect(hero.getByText(texts.home.leaders, { exact: true })).toBeVisible()
    await expect(hero.getByRole('timer')).toHaveCount(0)
  })
  // the switch of the badge does not decide
  await call('PATCH', getPath('PATCH /api/admin/events'), {
    id: event._id,
    name: 'liveStatus',
    status: false,
  })
  await inBothLanguages(async (texts) => {
    await expect(hero.getByText(texts.home.now, { exact: true })).toBeVisible()
    await expect(hero.getByText(texts.event.live, { exact: true })).toHaveCount(0)
  })
  // an event without dates runs as soon as it has results
  await move('')
  await inBothLanguages(async (texts) => {
    await expect(hero.getByText(texts.home.now, { exact: true })).toBeVisible()
    await expect(hero.getByText(texts.home.leaders, { exact: true })).toBeVisible()
    await expect(hero.getByText(texts.event.live, { exact: true })).toHaveCount(0)
  })
  await move(today)
  await page.reload()
  // an open page follows the results
  await call('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId: event._id }), {
    playerName: 'Yara',
    attempts: [{ mission: 1, score: 90, timeMs: 60_000 }],
  })
  await expect(hero.locator('li').first()).toContainText('Yara')
  await call('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: event._id }), {
    status: 'final',
  })
  await expect(hero.getByText(ar.home.last, { exact: true })).toBeVisible()
  await call(
    'POST',
    getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId: event._id }),
    {
      reason: 'A sheet was read wrongly.',
    },
  )

  await move(addDays(today, -1))
  await inBothLanguages(async (texts) => {
    await expect(hero.getByText(texts.home.last, { exact: true })).toBeVisible()
    await expect(hero.getByText(texts.scores.podium, { exact: true })).toBeVisible()
    await expect(hero.locator('li')).toHaveCount(2)
    await expect(hero.getByRole('timer')).toHaveCount(0)
  })

  // an open page at midnight: the countdown ends without zeros
  await move(tomorrow)
  const midnight = getStartOfDay(tomorrow, defaultTimeZone).getTime()
  await page.clock.install({ time: midnight - 3_600_000 })
  await page.goto('/')
  await expect(hero.getByText(en.home.next, { exact: true })).toBeVisible()
  const reloads: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === getPath('GET /api/faqs')) reloads.push(request.url())
  })
  await page.clock.pauseAt(midnight - 1500)
  await page.clock.runFor(1000)
  await expect(hero.getByRole('timer')).toContainText('01')
  await page.clock.runFor(1500)
  await expect(hero.getByText(en.home.now, { exact: true })).toBeVisible()
  await expect(hero.getByRole('timer')).toHaveCount(0)
  await expect(hero.getByText(en.home.leaders, { exact: true })).toBeVisible()
  // the data are loaded again later: the clock of the device may be ahead, and other pages are open
  await page.clock.runFor(3000)
  expect(reloads).toEqual([])
  await page.clock.runFor(30_000)
  await expect.poll(() => reloads.length).toBe(1)
})
