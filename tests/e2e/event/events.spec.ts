import { timeMachine as ar } from '#i18n/ar/time-machine.ts'
import { timeMachine as en } from '#i18n/en/time-machine.ts'
import { expect, test } from '../support/fixtures.ts'

test('organizers are selected by continent, with arrow keys in the text direction', {
  tag: '@arabic',
}, async ({ page, at, texts, language }) => {
  await page.goto(at('/events'))
  const tabs = page.getByRole('tab')
  await expect(tabs.first()).toHaveText(texts.pages.events.global)
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  const cards = page.getByRole('tabpanel').getByRole('listitem')
  const all = await cards.count()
  expect(all).toBe(24)
  await tabs.first().focus()
  await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
  await expect(tabs.nth(1)).toBeFocused()
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => cards.count()).toBeLessThan(all)
  await page.keyboard.press(language === 'ar' ? 'ArrowRight' : 'ArrowLeft')
  await expect(tabs.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(tabs.last()).toBeFocused()
  await expect(tabs.last()).toBeInViewport()
  // only the selected tab is in the tab order; arrow keys reach the others
  await expect(page.locator('[role="tab"][tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Home')
  await expect(tabs.first()).toBeFocused()
  await expect.poll(() => cards.count()).toBe(all)
})

test('an active organizer opens in a new tab, and an inactive one is not available', async ({
  page,
  at,
  texts,
}) => {
  await page.goto(at('/events'))
  const active = page.getByRole('tabpanel').getByRole('link').first()
  await expect(active).toHaveAttribute('target', '_blank')
  await expect(active).toHaveAttribute('rel', /noopener/)
  await expect(active).toHaveAttribute('href', /^https:/)
  await page.getByRole('tabpanel').getByRole('button').first().click()
  await expect(page.getByText(texts.messages.organizerInactive)).toBeVisible()
})

test('a ranking is searched and filtered, and its entries show their attempts', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, texts }) => {
  await page.goto(at('/events/oasis-rescue/'))
  const table = page.getByRole('table')
  const first = table.locator('tbody tr[data-row]').first()
  await expect(first).toBeVisible()
  await first.getByRole('button').click()
  await expect(table.getByText(texts.scores.mission).first()).toBeVisible()
  const search = page.getByRole('searchbox')
  await search.fill('zzz nobody zzz')
  await expect(page.getByText(texts.scores.nothingFound)).toBeVisible()
})

test('the ranking of a past event is shown at earlier times, with a slider and a playback', {
  tag: ['@bilingual', '@nightly'],
}, async ({ page, at, texts, language, request }) => {
  const words = language === 'ar' ? ar : en
  const { times } = await (await request.get('/api/v1/events/scores/lunar-base/timeline')).json()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(at('/events/lunar-base/'))
  const opener = page.getByRole('button', { name: texts.scores.openTimeMachine })
  await opener.click()
  const machine = page.getByRole('region', { name: words.title })
  await expect(machine.getByRole('heading', { name: words.title })).toBeFocused()
  const slider = machine.getByRole('slider', { name: words.slider })
  await expect(slider).toHaveValue(String(times.length - 1))
  const rows = machine.getByRole('table').locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const count = await rows.count()
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveValue('0')
  await expect.poll(() => rows.count()).toBeLessThan(count)
  await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
  await expect(slider).toHaveValue('1')
  await page.keyboard.press('Home')
  await machine.getByRole('button', { name: words.play }).click()
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(0)
  await machine.getByRole('button', { name: words.pause }).click()
  await machine.getByRole('button', { name: words.close }).click()
  await expect(machine).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('an event is opened by its id and by its slug', { tag: '@nightly' }, async ({ page, at, request }) => {
  const { event } = await (await request.get('/api/v1/events/oasis-rescue')).json()
  await page.goto(at(`/events/${event._id}`))
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/events\/oasis-rescue\//)
})

test('events come before organizers, the soonest first, past ones apart, and are found by both titles', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, texts }) => {
  await page.goto(at('/events'))
  const headings = page.locator('main h2')
  await expect(headings).toHaveText([
    texts.pages.events.upcoming,
    texts.pages.events.past,
    texts.pages.events.organizers,
  ])
  const list = (title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
  const upcoming = list(texts.pages.events.upcoming).locator('article')
  const starts = async (isLive: boolean) =>
    upcoming
      .filter({ [isLive ? 'hasText' : 'hasNotText']: texts.event.live })
      .locator('time:first-of-type')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  const coming = await starts(false)
  expect(coming.length).toBeGreaterThan(1)
  expect(coming).toEqual(coming.toSorted())
  const past = list(texts.pages.events.past).locator('article')
  await expect(past.first()).toBeVisible()
  await page.getByRole('searchbox', { name: texts.pages.events.search }).fill('انقاذ')
  await expect(upcoming).toHaveCount(1)
  await expect(upcoming.getByRole('link')).toHaveAttribute('href', /oasis-rescue/)
  await expect(past).toHaveCount(0)
  await page.getByRole('searchbox', { name: texts.pages.events.search }).fill('zzz')
  await expect(page.getByText(texts.pages.events.noMatch)).toBeVisible()
})

test('the covers of all events have one shape, whatever the pictures have', { tag: '@nightly' }, async ({
  page,
  at,
}) => {
  await page.goto(at('/events'))
  const covers = page.locator('article img')
  await expect
    .poll(() => covers.first().evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const shapes = await covers.evaluateAll((images) =>
    images.map((image) => {
      const { width, height } = image.getBoundingClientRect()
      return (width / height).toFixed(2)
    }),
  )
  expect(new Set(shapes)).toEqual(new Set(['1.78']))
})
