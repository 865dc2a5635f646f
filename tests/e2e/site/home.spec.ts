import { demoFaqs } from '#server/seed/demo/content.ts'
import { currentDemoEvents } from '#server/seed/demo/events-current.ts'
import { pastDemoEvents } from '#server/seed/demo/events-past.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

const demoEvents = [...currentDemoEvents, ...pastDemoEvents]

test('a visitor goes from the home page to an event and its ranking', async ({ page, at, texts }) => {
  await page.goto(at('/'))
  // events that other tests add have no rules
  const titles = currentDemoEvents.flatMap((event) => [event.title.en, event.title.ar])
  const link = page.locator('article h3', { hasText: new RegExp(`^(${titles.join('|')})$`) }).first()
  const title = await link.innerText()
  await link.getByRole('link').click()
  await expect(page).toHaveURL(/\/events\/[a-z0-9-]+\//)
  await expect(page.locator('h1')).toHaveText(title)
  for (const name of [texts.event.dates, texts.event.howToPlay, texts.event.rules])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.scores.title, exact: true })).toBeVisible()
})

test('the trending ranks follow the chosen event', { tag: ['@arabic', '@nightly'] }, async ({
  page,
  at,
  texts,
}) => {
  await page.goto(at('/'))
  const chooser = page.getByLabel(texts.scores.chooseEvent, { exact: true })
  const options = await chooser.locator('option').allInnerTexts()
  expect(options.length).toBeGreaterThan(1)
  await chooser.selectOption({ label: options[1] as string })
  await expect(page.getByRole('table').first()).toContainText(texts.scores.medal.bronze)
  await expect(page.getByRole('table').first().locator('caption')).toContainText(options[1] as string)
})

test('a ranking with rules has its order, and the values that decide as columns', {
  tag: '@nightly',
}, async ({ page, at, request, language }) => {
  const { event } = await (await request.get('/api/v1/events/scores/desert-rally')).json()
  const [, points, time] = event.rules.keys
  for (const path of ['/', '/events/desert-rally/', '/events/desert-rally/display/']) {
    await page.goto(at(path))
    const table = page.getByRole('table', { description: event.rules.text[language] })
    for (const { label } of [points, time])
      await expect(table.getByRole('columnheader', { name: label[language], exact: true })).toBeVisible()
    await expect(table.locator('tbody').getByText(points.label[language]).first()).toBeHidden()
  }
})

test('the headline event and its ranks use one event stream', { tag: '@nightly' }, async ({
  page,
  at,
  texts,
}) => {
  const lines: string[] = []
  page.on('request', (request) => request.resourceType() === 'eventsource' && lines.push(request.url()))
  await page.goto(at('/'))
  await expect(page.getByText(texts.home.leaders, { exact: true })).toBeVisible()
  await expect(page.locator('ol > li[data-rank="1"]').first()).toBeVisible()
  await expect(page.locator('[data-connected="true"]')).toBeVisible()
  expect(lines).toHaveLength(1)
  // without the colours of the medals the numbers and the arrows of lists remain
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.locator('ol > li[data-rank="1"] b').first()).toHaveText('1')
  await expect(page.locator('main select').first()).toHaveCSS('appearance', 'auto')
})

test('cached partners and FAQs are shown with a message when they cannot be loaded', {
  tag: '@nightly',
}, async ({ page, at, texts }) => {
  await page.goto(at('/'))
  await expect(page.locator('details[name="faq"]')).toHaveCount(8)
  await page.goto(at('/about'))
  await page.route(/\/api\/(faqs|partners)/, (route) => route.abort())
  await page.locator('header nav a').filter({ hasText: texts.nav.home }).first().click()
  await expect(page.getByRole('alert').filter({ hasText: texts.messages.loadFailed }).first()).toBeVisible()
  await expect(page.locator('details[name="faq"]')).toHaveCount(8)
  await expect(page.locator('#partners li')).toHaveCount(10)
})

test('cached settings, partners and FAQs are shown when they cannot be loaded', { tag: '@nightly' }, async ({
  page,
  at,
  baseURL,
  request,
}) => {
  await page.goto(at('/'))
  const kept = () =>
    page.evaluate(() =>
      ['settings', 'partners', 'faqs'].map((key) => JSON.parse(localStorage.getItem(key) ?? 'null')),
    )
  const [settings, partners, faqs] = await kept()
  const { setting } = await (await request.get(`${baseURL}/api/settings/?site_name=botola`)).json()
  expect(settings.contact.email).toBe(setting.contact.email)
  expect([partners.length, faqs.length]).toEqual([10, 8])
  // the page replaces invalid cached values
  await page.evaluate(() => {
    for (const key of ['settings', 'partners', 'faqs']) localStorage.setItem(key, '[]')
  })
  await page.reload()
  await expect.poll(async () => (await kept())[0]?.contact?.email).toBe(setting.contact.email)
  await expect.poll(async () => (await kept()).slice(1).map(({ length }) => length)).toEqual([10, 8])
})

test('FAQs open to show their answers', { tag: ['@arabic', '@nightly'] }, async ({ page, at }) => {
  await page.goto(at('/'))
  const question = page.locator('details[name="faq"]').first()
  await expect(question.locator('p')).toBeHidden()
  await question.locator('summary').click()
  await expect(question.locator('p')).toBeVisible()
  // the browser caches FAQs and partners
  const kept = await page.evaluate(() =>
    [localStorage.getItem('faqs'), localStorage.getItem('partners')].map(
      (text) => JSON.parse(text ?? '[]').length,
    ),
  )
  expect(kept[0]).toBe(8)
  expect(kept[1]).toBe(10)
})

test('the carousel shows one partner from widths of 0 and 600 and five from 1000, with a margin of 10', {
  tag: '@nightly',
}, async ({ page, at }) => {
  await page.goto(at('/'))
  const strip = page.locator('#partners ul')
  const measured = () =>
    strip.evaluate((list) => {
      const { left, right } = list.getBoundingClientRect()
      const boxes = [...list.children].map((item) => item.getBoundingClientRect())
      const [one, two] = boxes as [DOMRect, DOMRect]
      return {
        whole: boxes.filter((box) => box.left >= left - 1 && box.right <= right + 1).length,
        margin: Math.round(Math.max(two.left - one.right, one.left - two.right)),
      }
    })
  for (const [width, whole] of [
    [320, 1],
    [600, 1],
    [999, 1],
    [1000, 5],
    [1600, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(measured, { message: `${width} px` }).toEqual({ whole, margin: 10 })
  }
})

test('the carousel moves, but not under a pointer, with the focus inside, when stopped, or with reduced motion', {
  tag: '@nightly',
}, async ({ page, at, texts }) => {
  await page.addInitScript(() => {
    const counted = window as unknown as { moves: number }
    counted.moves = 0
    const { scrollTo } = Element.prototype
    Element.prototype.scrollTo = function (this: Element, ...to: unknown[]) {
      if (this.closest('#partners')) counted.moves++
      return Reflect.apply(scrollTo, this, to)
    } as typeof scrollTo
  })
  const moves = () => page.evaluate(() => (window as unknown as { moves: number }).moves)
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(at('/'))
  const strip = page.locator('#partners ul')
  await strip.scrollIntoViewIfNeeded()
  const later = async () => {
    const before = await moves()
    await page.clock.runFor(8000)
    return (await moves()) - before
  }
  expect(await later()).toBeGreaterThan(0)
  await strip.hover()
  expect(await later()).toBe(0)
  await page.mouse.move(0, 0)
  expect(await later()).toBeGreaterThan(0)
  await strip.focus()
  expect(await later()).toBe(0)
  await strip.blur()
  expect(await later()).toBeGreaterThan(0)
  const pause = page.getByRole('button', { name: texts.home.partners.pause, exact: true })
  await pause.click()
  await page.mouse.move(0, 0)
  expect(await later()).toBe(0)
  await page.getByRole('button', { name: texts.home.partners.play, exact: true }).click()
  await page.mouse.move(0, 0)
  expect(await later()).toBeGreaterThan(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(at('/'))
  await strip.scrollIntoViewIfNeeded()
  expect(await later()).toBe(0)
})

test('the carousel has page buttons in the text direction', { tag: ['@bilingual', '@nightly'] }, async ({
  page,
  at,
  texts,
  language,
}) => {
  await page.goto(at('/'))
  const strip = page.locator('#partners ul')
  await strip.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: texts.home.partners.next, exact: true }).click()
  const at1 = () => strip.evaluate((element) => element.scrollLeft)
  await expect.poll(async () => (language === 'ar' ? -(await at1()) : await at1())).toBeGreaterThan(100)
})

test('the promo video plays from this site and loads nothing before', { tag: '@nightly' }, async ({
  page,
  at,
  texts,
}) => {
  const videos: string[] = []
  page.on('request', (request) => request.url().endsWith('.mp4') && videos.push(request.url()))
  await page.goto(at('/'))
  const play = page.getByRole('button', { name: texts.home.story.play })
  await play.scrollIntoViewIfNeeded()
  expect(videos).toEqual([])
  await play.click()
  await expect(page.locator('video')).toBeVisible()
  await expect.poll(() => videos.length).toBeGreaterThan(0)
})

test.describe('the simulator', () => {
  test('is downloaded after a registration', { tag: '@arabic' }, async ({ page, at, texts }) => {
    await page.goto(at('/'))
    await page.getByRole('button', { name: new RegExp(texts.home.simulator.windows) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('select[name="phone_country"]')).toHaveValue('EG')
    await expect(dialog.locator('select[name="country"]')).toHaveValue('egypt')
    // the country of the phone number and the country are independent of each other
    await dialog.locator('select[name="phone_country"]').selectOption('SA')
    await expect(dialog.locator('select[name="country"]')).toHaveValue('egypt')
    await dialog.locator('select[name="phone_country"]').selectOption('EG')
    const send = dialog.locator('button[type="submit"]')
    await send.click()
    await expect(dialog.getByRole('alert')).toHaveText(texts.messages.downloadIncomplete)
    await expect(dialog.locator('input[name="name"]')).toBeFocused()
    await expectAccessible(page)
    await dialog.locator('input[name="name"]').fill('مريم Saleh')
    await send.click()
    await expect(dialog.locator('input[name="email"]')).toBeFocused()
    await dialog.locator('input[name="email"]').fill('not an address')
    await dialog.locator('input[name="phone_number"]').fill('٠١٠٠ ١٢٣ ٤٥٦٧')
    await send.click()
    // the server rejects a field, and the form keeps what was typed
    await expect(dialog.locator('input[name="email"]')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.locator('input[name="name"]')).toHaveValue('مريم Saleh')
    await dialog.locator('input[name="email"]').fill('maryam@school.test')
    const download = page.waitForEvent('download')
    await send.click()
    expect((await download).suggestedFilename()).toMatch(/\.exe$/)
    await expect(dialog).toBeHidden()
  })

  test('returns the focus to the button when its dialog is closed', { tag: '@nightly' }, async ({
    page,
    at,
    texts,
  }) => {
    await page.goto(at('/'))
    const open = page.getByRole('button', { name: new RegExp(texts.home.simulator.windows) })
    await open.click()
    await page.getByRole('dialog').getByRole('button', { name: texts.download.close, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(open).toBeFocused()
  })

  test('is announced by email for a system without a file, as the page says before', {
    tag: '@nightly',
  }, async ({ page, at, texts }) => {
    await page.goto(at('/'))
    await expect(page.locator('#simulator')).toContainText(texts.home.simulator.notYet)
    await expect(
      page.locator('#simulator').getByRole('button', {
        name: texts.home.simulator.notify.replace('{{system}}', texts.home.simulator.mac),
      }),
    ).toBeVisible()
    await page.getByRole('button', { name: new RegExp(texts.home.simulator.mac) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(
      texts.download.introWithoutFile.replaceAll('{{system}}', texts.home.simulator.mac),
    )
    for (const [name, value] of Object.entries({
      name: 'Adam',
      email: 'adam@school.test',
      phone_number: '01001234567',
    }))
      await dialog.locator(`input[name="${name}"]`).fill(value)
    await dialog.getByRole('button', { name: texts.download.submitWithoutFile }).click()
    await expect(page.getByText(texts.replies.downloadFollows)).toBeVisible()
    await expect(dialog).toBeHidden()
  })
})

test('links of other pages open the blocks of the home page', { tag: '@nightly' }, async ({
  page,
  at,
  texts,
}) => {
  await page.goto(at('/challenges/'))
  await page.locator('main').locator('a[href$="#simulator"]').click()
  await expect(page.locator('#simulator')).toBeInViewport()
  await page.goto(at('/about'))
  await page.locator('footer').getByRole('link', { name: texts.footer.partners }).click()
  await expect(page.locator('#partners')).toBeInViewport()
})

test('the home page with demo content is at most 6,000 pixels high on a desktop and 7,000 on a phone', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at }) => {
  for (const [width, highest] of [
    [1280, 6000],
    [390, 7000],
    [360, 7400],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(at('/'))
    await page.evaluate(() => document.fonts.ready)
    // other tests add events and questions meanwhile
    await page.evaluate(
      ({ slugs, questions }) => {
        for (const item of document.querySelectorAll('main ol ul > li'))
          if (!slugs.some((slug) => item.querySelector('a')?.href.includes(`/events/${slug}/`))) item.remove()
        for (const month of document.querySelectorAll('main ol > li:has(> ul)'))
          if (!month.querySelector('ul > li')) month.remove()
        for (const item of document.querySelectorAll('main details'))
          if (!questions.includes(item.querySelector('h3')?.textContent?.trim() ?? '')) item.remove()
      },
      {
        slugs: demoEvents.map(({ slug }) => slug),
        questions: demoFaqs.flatMap(({ question }) => [question.en, question.ar]),
      },
    )
    expect(await page.locator('main ol ul > li').count()).toBeGreaterThan(8)
    expect(await page.locator('main details').count()).toBeGreaterThan(3)
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight),
      `${width} px`,
    ).toBeLessThanOrEqual(highest)
  }
})

test('events are beside each other on a phone, and all of them can be reached', { tag: '@nightly' }, async ({
  page,
  at,
  texts,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(at('/'))
  const cards = page
    .locator('section', { has: page.getByRole('heading', { name: texts.home.events.title, exact: true }) })
    .locator('article')
  await expect(cards).toHaveCount(8)
  await cards.last().getByRole('link').focus()
  await expect(cards.last()).toBeInViewport()
})

test('an entry has the same time on the podium and in the table', { tag: '@nightly' }, async ({
  page,
  at,
}) => {
  await page.goto(at('/'))
  const table = page.getByRole('table').first()
  for (const time of await page.locator('[data-step] bdi[dir="ltr"]').allInnerTexts())
    await expect(table.getByText(time, { exact: true }).first()).toBeVisible()
})
