import { getPath } from '#contract/platform/call-path.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { addSlot, ask, createEventWithTeams } from '../support/judging.ts'

test('families see the published schedule of an event on a phone, and changes of it, by time, table and team', {
  tag: '@arabic',
}, async ({ page, at, texts }) => {
  const words = texts.schedule
  const { eventId, teams } = await createEventWithTeams()
  const [running, next] = teams as [(typeof teams)[number], (typeof teams)[number]]
  await addSlot(eventId, running, { table: 'A1', minutes: -1 })
  await addSlot(eventId, next, { table: 'B2', minutes: 60 })
  const { event } = await ask('GET', getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }))
  await page.clock.install()
  await page.goto(at(`/events/${event.slug}/`))
  const section = page.getByRole('region', { name: words.title })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(section).toHaveCount(0)

  // the open page shows the schedule once it is published
  await ask('POST', getPath('POST /api/admin/events/:eventId/schedule/published', { eventId }), {
    isPublished: true,
  })
  await page.clock.fastForward(31_000)
  await expect(section.getByRole('listitem').filter({ hasText: words.now })).toContainText(running.name)
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)

  // 'now' moves on
  await page.clock.fastForward('10:00')
  await expect(section.getByText(words.now, { exact: true })).toHaveCount(0)
  await expect(section.getByRole('listitem')).toHaveCount(1)

  await section.getByRole('combobox', { name: words.view, exact: true }).selectOption('table')
  await section.getByRole('combobox', { name: words.table, exact: true }).selectOption('A1')
  await expect(section.getByRole('listitem')).toHaveText(new RegExp(running.name))
  await section.getByRole('combobox', { name: words.view, exact: true }).selectOption('team')
  await section
    .getByRole('combobox', { name: words.team, exact: true })
    .selectOption({ label: `${next.teamNo} · ${next.name}` })
  await expect(section.getByRole('listitem')).toContainText('B2')
  const calendar = section.getByRole('link', { name: words.calendarOfTeam })
  const file = await page.request.get((await calendar.getAttribute('href')) as string)
  expect(await file.text()).toMatch(/DTSTART:\d{8}T\d{6}Z/)

  // a page that is loaded again has the schedule from the server
  await page.reload()
  await expect(section.getByRole('listitem').filter({ hasText: next.name })).toBeVisible()
})
