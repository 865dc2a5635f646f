import { getPath } from '#contract/platform/call-path.ts'
import { displayScenes } from '#i18n/en/display-scenes.ts'
import { colourRules, createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>
const sendJson = async (asAdmin: AsAdmin, method: string, path: string, body?: object) => {
  const reply = await asAdmin(path, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })
  expect(reply.status, `${method} ${path}`).toBe(200)
  return reply.json()
}

/** Creates an event with a ranking of these players, the first one with the most points. */
const createEvent = async (
  asAdmin: AsAdmin,
  names: readonly string[],
  isLive = false,
): Promise<{ id: string; slug: string; title: string }> => {
  const title = createUniqueName('Display')
  const form = new FormData()
  const fields = {
    title_en: title,
    title_ar: `${title} ع`,
    description_en: 'One',
    description_ar: 'واحد',
    liveStatus: String(isLive),
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  for (const [index, playerName] of names.entries())
    await addScore(asAdmin, event._id, playerName, 100 - index)
  return { id: event._id, slug: event.slug, title }
}
const addScore = (asAdmin: AsAdmin, eventId: string, playerName: string, score: number) =>
  sendJson(asAdmin, 'POST', `/api/admin/events/${eventId}/scores`, {
    playerName,
    attempts: [{ mission: 1, score, timeMs: 60_000 }],
  })

const names = ['Aisha', 'Badr', 'Dana', 'Faisal', 'Hala', 'Khalid']

test('the display turns the pages of a ranking, shows new scores at once, and follows the settings in its address', {
  tag: '@nightly',
}, async ({ page, at, texts, asAdmin }) => {
  const event = await createEvent(asAdmin, names)
  await page.clock.install()
  await page.goto(at(`/events/${event.slug}/display/?rows=3`))
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Aisha')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { rules: colourRules })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.clock.fastForward(11_000)
  await expect(rows.first()).toContainText('Faisal')
  await page.clock.fastForward(10_000)
  await expect(rows.first()).toContainText('Aisha')
  await addScore(asAdmin, event.id, 'Khalid', 200)
  await expect(rows.first()).toContainText('Khalid')
  await expect(page.locator('[aria-live="polite"]')).toContainText('Khalid')

  await page.locator('summary').click()
  await page.getByLabel(texts.display.settings.rows).selectOption('5')
  await expect(rows).toHaveCount(5)
  await page.getByLabel(texts.display.settings.partners).uncheck()
  await page.getByLabel(texts.display.settings.scheme).selectOption('dark')
  await expectAccessible(page)
  expect(new URL(page.url()).searchParams.get('rows')).toBe('5')
  await page.reload()
  await expect(rows).toHaveCount(5)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  // also when the scheme of the system changes
  for (const colorScheme of ['dark', 'light'] as const) await page.emulateMedia({ colorScheme })
  await expect.poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: light)').matches)).toBe(true)
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('list', { name: texts.display.sponsors })).toHaveCount(0)
})

test('the display shows both languages in turn', { tag: '@nightly' }, async ({ page, asAdmin }) => {
  const event = await createEvent(asAdmin, names.slice(0, 2))
  await page.clock.install()
  await page.goto(`/events/${event.slug}/display/?languages=both`)
  const main = page.locator('main')
  await expect(main).toHaveAttribute('lang', 'en')
  await page.clock.fastForward(11_000)
  await expect(main).toHaveAttribute('lang', 'ar')
  await expect(main).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${event.title} ع`)
  await expectAccessible(page)
  await page.clock.fastForward(10_000)
  await expect(main).toHaveAttribute('lang', 'en')
})

test('the display says when it is not up to date, catches up, and loads itself again after a new build', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, context, at, texts, asAdmin }) => {
  const event = await createEvent(asAdmin, names.slice(0, 2))
  await page.goto(at(`/events/${event.slug}/display/`))
  const stale = page.getByText(texts.display.stale.replace(/\{\{.*/, ''))
  await expect(page.getByText(texts.display.live, { exact: true })).toBeVisible()
  await context.setOffline(true)
  await expect(stale).toBeVisible()
  await addScore(asAdmin, event.id, 'Zain', 300)
  await context.setOffline(false)
  await expect(page.locator('tbody tr').first()).toContainText('Zain')
  await expect(stale).toHaveCount(0)

  let isNewBuild = true
  await page.route('**/__manifest?*', async (route) => {
    const headers: Record<string, string> = isNewBuild ? { 'x-remix-reload-document': 'true' } : {}
    isNewBuild = false
    await route.fulfill({ status: 204, headers })
  })
  const isLoaded = page.waitForEvent('load')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await isLoaded
  await expect(page.locator('tbody tr').first()).toContainText('Zain')
})

test('an organizer freezes a ranking, rehearses its reveal and reveals it key press by key press', {
  tag: '@arabic',
}, async ({ adminPage: page, context, at, texts, asAdmin, browser, baseURL }) => {
  const event = await createEvent(asAdmin, names, true)
  const { freeze, reveal } = texts.adminResults
  const visitor = await (
    await browser.newContext({ baseURL: baseURL as string, reducedMotion: 'reduce' })
  ).newPage()
  await sendJson(
    asAdmin,
    'PUT',
    getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event.id }),
    { at: '2099-01-01T00:00:00Z' },
  )
  await visitor.goto(at(`/events/${event.slug}/`))
  await expect(visitor.getByText(texts.scores.willFreeze.split('{{')[0] as string)).toContainText('2099')
  await page.goto(`/admin/events/${event.id}/results`)
  await expect(page.getByText(reveal.needsFreeze)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: freeze.now }).click()
  await page.getByRole('dialog').getByRole('button', { name: freeze.now }).click()
  await expect(page.getByRole('button', { name: freeze.publish })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await addScore(asAdmin, event.id, 'Hala', 500)
  await visitor.goto(at(`/events/${event.slug}/`))
  await expect(visitor.locator('tbody tr[data-row]').first()).toContainText('Aisha')
  await expect(visitor.getByText(texts.scores.frozenFrom.replace(/^.*\}\} /, ''))).toBeVisible()
  const liveStatus = visitor.getByRole('search').locator('[data-connected="true"]')
  await expect(liveStatus).toHaveText(texts.scores.frozen)

  // the rehearsal
  await page.getByRole('button', { name: reveal.rehearse }).click()
  const link = page.getByRole('link', { name: reveal.openRehearsal })
  const [projector] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(projector.getByText(texts.display.reveal.rehearsal, { exact: true })).toBeVisible()
  await page.bringToFront()
  // a reply from before a step that arrives after it does not take the step back
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const resultsCall = /\/results(\?.*)?$/
  await page.route(resultsCall, async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await late.promise
    await route.fulfill({ response })
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await asked.promise
  await page.keyboard.press('Space')
  await expect(projector.locator('tr[data-open="true"]')).toHaveCount(1)
  const back = page.getByRole('button', { name: reveal.back })
  await expect(back).toBeVisible()
  const hasArrived = page.waitForEvent('requestfinished', (request) => resultsCall.test(request.url()))
  late.resolve()
  await hasArrived
  await page.unroute(resultsCall)
  await expect(projector.locator('tr[data-current="true"]')).toContainText('Khalid')
  await visitor.goto(at(`/events/${event.slug}/display/`))
  await expect(visitor.locator('tbody tr').first()).toContainText('Aisha')
  await expect(visitor.getByText(texts.display.reveal.title, { exact: true })).toHaveCount(0)
  // while a step is saved, the buttons show that they take no click
  let sendStep = () => {}
  const isHeld = new Promise<void>((send) => {
    sendStep = send
  })
  const revealCall = /\/reveal(\?.*)?$/
  await page.route(revealCall, async (route) => {
    await isHeld
    await route.continue()
  })
  await back.click()
  await expect(page.getByRole('button', { name: reveal.endRehearsal })).toBeDisabled()
  await expect(back).toBeFocused()
  sendStep()
  await expect(projector.locator('tr[data-open="true"]')).toHaveCount(0)
  await page.unroute(revealCall)
  await page.getByRole('button', { name: reveal.endRehearsal }).click()
  await expect(page.getByRole('button', { name: reveal.start })).toBeVisible()
  await projector.close()

  // the reveal
  await page.getByRole('button', { name: reveal.start }).click()
  await page.getByRole('dialog').getByRole('button', { name: reveal.start }).click()
  await expect(page.getByRole('button', { name: reveal.next })).toBeVisible()
  await expect(visitor.getByText(texts.display.reveal.start)).toBeVisible()
  await expect(visitor.getByText(texts.display.reveal.begin, { exact: true })).toBeVisible()
  await expectAccessible(page)
  const isStep = (step: number) =>
    page.getByText(reveal.step.replace('{{step}}', String(step)).replace('{{total}}', '6')).first()
  for (let step = 1; step <= 5; step++) {
    await page.keyboard.press('PageDown')
    await expect(isStep(step)).toBeVisible()
    await expect(visitor.locator('[data-opened]')).toHaveAttribute('data-opened', String(step))
    await expect(visitor.getByText(texts.display.reveal.title, { exact: true })).toBeVisible()
  }
  await expect(visitor.locator('[aria-live="polite"]')).toContainText('Aisha')
  // a fall from rank 1 is not told
  await expect(visitor.locator('[aria-live="polite"]')).toContainText(texts.display.reveal.places.second)
  await expect(visitor.locator('[aria-live="polite"] p').last()).not.toContainText(/(^|\D)1(\D|$)/)
  await expectAccessible(visitor)
  await visitor.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(visitor, { rules: colourRules })
  // both screens show the same after they are loaded again, and while it is paused no rank opens
  await page.keyboard.press('p')
  await expect(visitor.getByText(texts.display.reveal.paused)).toBeVisible()
  await page.reload()
  await visitor.clock.install()
  await visitor.reload()
  await expect(visitor.getByText(texts.display.reveal.paused)).toBeVisible()
  await expect(visitor.locator('[data-opened]')).toHaveAttribute('data-opened', '5')
  await expect(visitor.getByText('Aisha')).toHaveCount(0)
  await expect(page.getByRole('button', { name: reveal.next })).toBeDisabled()
  await page.getByRole('button', { name: reveal.resume }).click()
  await expect(page.getByRole('button', { name: reveal.next })).toBeEnabled()
  await page.getByRole('button', { name: reveal.next }).click()
  await expect(visitor.locator('[aria-live="polite"]')).toContainText('Hala')
  // the name of the first rank is at least 8 % of the screen's height
  const size = await visitor
    .getByText('Hala')
    .evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize) / window.innerHeight)
  expect(size).toBeGreaterThanOrEqual(0.08)
  await expect(isStep(6)).toBeVisible()
  await page.keyboard.press('PageUp')
  await expect(isStep(5)).toBeVisible()
  await expect(visitor.locator('[aria-live="polite"]')).toContainText('Aisha')
  await page.keyboard.press('PageDown')
  await expect(visitor.locator('[aria-live="polite"]')).toContainText('Hala')
  await visitor.clock.fastForward(13_000)
  const podium = visitor.getByRole('heading', { name: texts.display.reveal.podium })
  await expect(podium).toBeVisible()
  await expect(visitor.locator('ol li[data-rank]')).toHaveCount(3)
  await expectAccessible(visitor)
  await page.getByRole('button', { name: reveal.finish }).click()
  await page.getByRole('dialog').getByRole('button', { name: reveal.finish }).click()
  await expect(page.getByText(reveal.needsFreeze)).toBeVisible()
  await expect(visitor.getByText(texts.display.ranking, { exact: true })).toBeVisible()
  await expect(visitor.locator('tbody tr').first()).toContainText('Hala')
  await expect(visitor.getByText(texts.display.live, { exact: true })).toBeVisible()
  const headers = { 'content-type': 'application/json' }
  const publication = await asAdmin(
    getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: event.id }),
    {
      method: 'PUT',
      headers,
      body: '{"status":"final"}',
    },
  )
  expect(publication.status).toBe(200)
  await visitor.reload()
  // the display reads the status every half minute when a read fails
  await expect(visitor.getByText(texts.display.final, { exact: true })).toBeVisible()
  await visitor.context().close()
})

test('an organizer adds two screens and switches them from one page, and a screen keeps its scene without a connection', {
  tag: '@nightly',
}, async ({ adminPage: page, texts, asAdmin, browser, baseURL }) => {
  const event = await createEvent(asAdmin, names)
  const { screens, timer } = texts.adminEvents.display
  await page.goto(`/admin/events/${event.id}/display`)
  for (const name of ['Hall', 'Entrance']) {
    await page.getByRole('button', { name: screens.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(screens.name, { exact: true }).fill(name)
    await dialog.getByRole('button', { name: screens.add }).click()
    await expect(page.getByText(name, { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  }
  await expectAccessible(page)
  const context = await browser.newContext({
    baseURL: baseURL as string,
    reducedMotion: 'reduce',
    viewport: { width: 1920, height: 1080 },
  })
  const [hall, entrance] = await Promise.all([context.newPage(), context.newPage()])
  await hall.clock.install()
  await hall.addInitScript(() => {
    const heard = { tones: 0 }
    Object.assign(window, {
      heard,
      OscillatorNode: class extends OscillatorNode {
        override start(when?: number) {
          heard.tones += 1
          super.start(when)
        }
      },
    })
  })
  await hall.goto(`/events/${event.slug}/display/1/?sound=1`)
  await entrance.goto(`/events/${event.slug}/display/2/`)
  for (const screen of [hall, entrance]) await expect(screen.locator('tbody tr')).toHaveCount(6)
  // the rows of a full page reach down to the end of their area
  const gap = await hall.evaluate(() => {
    const [table, foot] = ['table', 'footer'].map((name) =>
      document.querySelector(name)?.getBoundingClientRect(),
    )
    return (foot?.top ?? 0) - (table?.bottom ?? 0)
  })
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(gap).toBeLessThan(60)

  const buttonsOf = (name: string) => page.getByRole('group', { name: new RegExp(name) })
  await buttonsOf('Hall').getByRole('button', { name: screens.scenes.timer }).click()
  await expect(hall.getByRole('timer')).toHaveText('2:00')
  await expect(entrance.locator('tbody tr')).toHaveCount(6)
  await page.getByRole('button', { name: timer.start }).click()
  await expect(hall.getByRole('timer')).toHaveText(/^1:5\d$/)
  await hall.clock.fastForward(121_000)
  await expect
    .poll(() => hall.evaluate(() => (window as unknown as { heard: { tones: number } }).heard.tones))
    .toBe(3)
  await page.getByRole('button', { name: timer.pause }).click()
  await expect(hall.getByText(displayScenes.timer.paused)).toBeVisible()

  await buttonsOf('Entrance').getByRole('button', { name: screens.scenes.message }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: screens.showMessage }).click()
  await expect(dialog.getByText(screens.messageNeeded)).toBeVisible()
  await dialog.getByLabel(/English/).fill('Lunch until two.')
  await dialog.getByLabel(/Arabic/).fill('الغداء حتى الثانية.')
  await dialog.getByRole('button', { name: screens.showMessage }).click()
  await expect(entrance.getByText('Lunch until two.')).toBeVisible()
  await expect(entrance.getByText('الغداء حتى الثانية.')).toHaveAttribute('dir', 'rtl')
  await expectAccessible(entrance)
  await expectAccessible(hall)

  await context.setOffline(true)
  await expect(entrance.getByText(texts.display.stale.replace(/\{\{.*/, ''))).toBeVisible()
  await expect(entrance.getByText('Lunch until two.')).toBeVisible()
  await page
    .getByRole('group', { name: screens.all })
    .getByRole('button', { name: screens.scenes.podium })
    .click()
  await expect(buttonsOf('Entrance').getByRole('button', { name: screens.scenes.podium })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await context.setOffline(false)
  for (const screen of [hall, entrance]) await expect(screen.locator('ol li[data-rank]')).toHaveCount(3)
  await sendJson(
    asAdmin,
    'PUT',
    getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event.id }),
    { at: null },
  )
  await expect(hall.getByText(displayScenes.podium.hidden)).toBeVisible()
  await entrance.reload()
  await expect(entrance.getByText(displayScenes.podium.hidden)).toBeVisible()
  // for a video, only the scene is not transparent
  await entrance.goto(`/events/${event.slug}/display/2/?overlay`)
  await expect(entrance.getByText(displayScenes.podium.hidden)).toBeVisible()
  for (const name of ['html', 'body', 'main'])
    await expect(entrance.locator(name)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(entrance.getByRole('heading', { level: 1 })).toBeHidden()
  await context.close()
})
