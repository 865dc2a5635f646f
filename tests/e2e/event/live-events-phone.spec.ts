import { getPath } from '#contract/platform/call-path.ts'
import { addDays, defaultTimeZone, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { readLayoutShift, recordLayoutShift } from '../../support/browser/layout-shift.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>
const sendJson = async (asAdmin: AsAdmin, method: string, path: string, body: object) => {
  const reply = await asAdmin(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return reply.json()
}
const createEvent = async (asAdmin: AsAdmin, more: Record<string, string>) => {
  const title = createUniqueName('Live')
  const form = new FormData()
  for (const [name, value] of Object.entries({
    title_en: title,
    title_ar: title,
    description_en: 'One',
    description_ar: 'واحد',
    ...more,
  }))
    form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  return event as { _id: string; slug: string }
}
const addScore = (asAdmin: AsAdmin, eventId: string, playerName: string, score: number) =>
  sendJson(asAdmin, 'POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), {
    playerName,
    attempts: [{ mission: 1, score, timeMs: 60_000 }],
  })
const today = toDateInTimeZone(new Date(), defaultTimeZone)

for (const mode of ['by-date', 'off'] as const)
  test(`a phone follows the ranking of a running event that is live ${mode}, until its results are final`, async ({
    page,
    at,
    texts,
    asAdmin,
  }) => {
    const event = await createEvent(asAdmin, {
      startDate: addDays(today, -1),
      endDate: addDays(today, 1),
      liveMode: mode,
    })
    await addScore(asAdmin, event._id, 'Aisha', 50)
    await page.goto(at(`/events/${event.slug}/`))
    const rows = page.locator('tbody tr[data-row]')
    await expect(rows).toHaveCount(1)
    const badges = page.getByText(texts.event.live, { exact: true })
    await expect(badges).toHaveCount(mode === 'off' ? 0 : 2)
    await addScore(asAdmin, event._id, 'Badr', 80)
    await expect(rows.first()).toContainText('Badr')
    await expectAccessible(page)
    await sendJson(
      asAdmin,
      'PUT',
      getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: event._id }),
      { status: 'final' },
    )
    await expect(page.getByText(texts.scores.results.final, { exact: true })).toBeVisible()
    await expect(badges).toHaveCount(0)
  })

test('pages of an event that is over open no event stream, and its display is not live', {
  tag: '@nightly',
}, async ({ page, at, texts, asAdmin }) => {
  const event = await createEvent(asAdmin, { startDate: today, liveStatus: 'true' })
  await addScore(asAdmin, event._id, 'Aisha', 50)
  const streams: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().endsWith(getPath('GET /api/v1/events/scores/:eventId/live', { eventId: event._id })) &&
      streams.push(request.url()),
  )
  await page.goto(at(`/events/${event.slug}/display/`))
  await expect(page.getByText(texts.display.live, { exact: true })).toBeVisible()
  expect(streams).toHaveLength(1)
  await sendJson(
    asAdmin,
    'PUT',
    getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: event._id }),
    { status: 'final' },
  )
  await expect(page.getByText(texts.display.final, { exact: true })).toBeVisible()
  await expect(page.getByText(texts.display.live, { exact: true })).toHaveCount(0)
  for (const path of [`/events/${event.slug}/display/`, `/events/${event.slug}/`]) {
    const answered = page.waitForResponse((reply) =>
      reply.url().includes(path.includes('display') ? '/reveal' : event.slug),
    )
    await page.goto(at(path))
    await answered
    await expect(page.getByText('Aisha').first()).toBeVisible()
    await expect(page.getByText(texts.event.live, { exact: true })).toHaveCount(0)
  }
  expect(streams).toHaveLength(1)
})

test('a phone shows the first ten entries of a ranking until it is asked for all, and all that a search finds', {
  tag: '@nightly',
}, async ({ page, browser, baseURL, at, texts, asAdmin }) => {
  const event = await createEvent(asAdmin, {})
  for (let rank = 1; rank <= 12; rank++) await addScore(asAdmin, event._id, `Player ${rank}`, 200 - rank)
  const path = at(`/events/${event.slug}/`)
  await recordLayoutShift(page)
  await page.goto(path)
  const rows = page.locator('tbody tr[data-row]').filter({ visible: true })
  const showAll = page.getByRole('button', { name: texts.scores.showAll, exact: true })
  await expect(rows).toHaveCount(10)
  await expectAccessible(page)
  expect(await readLayoutShift(page)).toBeLessThan(0.01)
  const search = page.getByRole('searchbox', { name: texts.scores.search })
  await search.fill('Player 12')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Player 12')
  await expect(showAll).toHaveCount(0)
  await search.fill('')
  await expect(rows).toHaveCount(10)
  await showAll.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(12)
  // the focus is at the first entry that appeared
  await expect(rows.nth(10).getByRole('button')).toBeFocused()
  await expect(showAll).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.scores.attemptsOf.replace('{{name}}', 'Player 11'))).toBeVisible()
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    ...(baseURL ? { baseURL } : {}),
  })
  const withoutScripts = await context.newPage()
  await withoutScripts.goto(path)
  await expect(withoutScripts.locator('tbody tr[data-row]').filter({ visible: true })).toHaveCount(12)
  await expect(withoutScripts.getByText(texts.scores.showAll, { exact: true })).toBeHidden()
  await context.close()
})
