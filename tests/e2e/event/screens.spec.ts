import { defaultBrand } from '#contract/platform/settings.ts'
import { getTagInLanguage } from '#web/shared/event-summary.ts'
import { expect, test } from '../support/fixtures.ts'
import { createUser } from '../support/people.ts'

/** Returns the path of a link without its language. */
const pathOf = (href: string | null) => new URL(href ?? '', 'http://here').pathname.replace(/(.)\/$/, '$1')

test('header, footer and the top of the home page have the elements of the specification', {
  tag: '@bilingual',
}, async ({ page, at, texts, language, request }) => {
  await page.goto(at('/'))
  const linked = async (part: string) => {
    const all = await page
      .locator(`${part} a`)
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    return all.map(pathOf)
  }
  const header = await linked('header nav')
  expect(header).toEqual(expect.arrayContaining(['/', '/challenges', '/support']))
  const footer = await linked('footer')
  expect(footer).toEqual(expect.arrayContaining(['/', '/events', '/challenges', '/about', '/support']))

  // the counters of the settings, which are those of the specification at first
  const { setting } = await (await request.get('/api/settings/?site_name=botola')).json()
  const stats = page.getByRole('region', {
    name: texts.home.stats.title.replace('{{site}}', defaultBrand.name[language]),
  })
  await expect(stats.locator('dt')).toHaveText([
    texts.home.stats.players,
    texts.home.stats.sessions,
    texts.home.stats.countries,
    texts.home.stats.downloads,
  ])
  for (const counter of ['20906', '500K+', '10+', '30K+'])
    await expect(stats.getByText(counter).first()).toBeAttached()
  const contact = page.locator('section', {
    has: page.getByRole('heading', { name: texts.home.contact.title, exact: true }),
  })
  await expect(contact.locator('a[href^="tel:"]')).toHaveText(
    new RegExp(setting.contact.phone.replace('+', '\\+')),
  )
  await expect(contact.locator(`a[href="mailto:${setting.contact.email}"]`)).toBeVisible()
  for (const system of [texts.home.simulator.windows, texts.home.simulator.mac])
    await expect(page.locator('#simulator').getByRole('button', { name: new RegExp(system) })).toBeVisible()
})

test('global events are shown four in a row on wide screens, with cover, dates, tags and, if live, a badge', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, texts, language, request }) => {
  const { events } = await (await request.get('/api/events/?status=true&region=egypt')).json()
  await page.goto(at('/'))
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: texts.home.events.title, exact: true }),
  })
  const cards = section.locator('article')
  const tops = await cards.evaluateAll((all) =>
    all.slice(0, 5).map((card) => Math.round(card.getBoundingClientRect().top)),
  )
  expect(new Set(tops.slice(0, 4)).size).toBe(1)
  expect(tops[4]).toBeGreaterThan(tops[0] as number)
  type ListedEvent = {
    slug: string
    liveStatus: boolean
    finalResults?: boolean
    startDate: string | null
    tags: string[]
  }
  const hasBadge = ({ liveStatus, finalResults }: ListedEvent) => liveStatus && !finalResults
  const live = events.find(
    (event: ListedEvent) => hasBadge(event) && event.startDate && event.tags.length > 0,
  )
  const card = cards.filter({ has: page.locator(`a[href^="/events/${live.slug}/"]`) })
  await expect(card.getByText(texts.event.live)).toBeVisible()
  await expect(card.locator('img')).toHaveAttribute('src', /\S/)
  await expect(card.locator('time').first()).toHaveAttribute('datetime', live.startDate.slice(0, 10))
  await expect(card.getByRole('listitem').first()).toHaveText(getTagInLanguage(live.tags[0], language))
  await expect(card.getByRole('link')).toHaveAttribute('href', new RegExp(`^/events/${live.slug}/`))
  for (const event of events as ListedEvent[]) {
    const shown = cards.filter({ has: page.locator(`a[href^="/events/${event.slug}/"]`) })
    if ((await shown.count()) > 0)
      await expect(shown.getByText(texts.event.live, { exact: true })).toHaveCount(hasBadge(event) ? 1 : 0)
  }

  const seasons = page.locator('section', {
    has: page.getByRole('heading', { name: texts.home.seasons.title, exact: true }),
  })
  for (const { slug } of events.filter(({ startDate }: { startDate: string | null }) => startDate).slice(-3))
    await expect(seasons.locator(`a[href^="/events/${slug}/"]`)).toHaveCount(1)
})

test('the challenges page has scrolling tags, stage 1 and its four features', { tag: '@nightly' }, async ({
  page,
  at,
  texts,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(at('/challenges/'))
  for (const tag of texts.pages.challenges.tags)
    await expect(page.getByText(tag, { exact: true }).first()).toBeVisible()
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await expect.poll(moving).toBeGreaterThan(0)
  await page.getByRole('button', { name: texts.pages.challenges.pause }).click()
  await expect.poll(moving).toBe(0)
  await expect(page.getByText(texts.pages.challenges.stage, { exact: true })).toBeVisible()
  const { missions, customization, leaderboards, rewards } = texts.pages.challenges.features
  for (const { title } of [missions, customization, leaderboards, rewards])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
})

test('the region contacts are those of the chosen country', async ({ page, at, texts, request }) => {
  const { regions } = await (await request.get('/api/regions/')).json()
  const region = regions.find(
    (each: { country: string; email: string | null }) => each.country === 'saudi-arabia' && each.email,
  )
  await page.goto(at('/support/'))
  await page.getByLabel(texts.pages.support.country).selectOption(region.country)
  await expect(page.locator(`a[href="mailto:${region.email}"]`).first()).toBeVisible()
})

test('a student signs in on the login page and is redirected to the home page', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, texts, asAdmin, language }) => {
  const student = await createUser(asAdmin, 0)
  await page.goto(at('/login/'))
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('alert').filter({ hasText: texts.messages.loginIncomplete })).toBeVisible()
  await page.locator('input[name="identity"]').fill(student.email)
  await page.locator('input[name="password"]').fill(student.password)
  const button = page.getByRole('button', { name: texts.session.submit })
  await button.click()
  await expect(page).toHaveURL(language === 'ar' ? /\/(\?lang=ar)?$/ : /\/$/)
  await expect(page.getByText(texts.messages.signedIn)).toBeVisible()
  // students have no access to the back office
  await page.goto(at('/admin/dashboard'))
  await expect(page).toHaveURL(/\/(\?lang=ar)?$/)
})
