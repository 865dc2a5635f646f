import { eventTabs } from '#web/admin/navigation.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import { createUser, switchUser } from '../support/people.ts'

type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>

/** Creates a published event with a title in both languages. */
const createEvent = async (asAdmin: AsAdmin) => {
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Tabs'),
    title_ar: createUniqueName('أقسام'),
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  return {
    id: String(event._id),
    path: `/admin/events/${event._id}`,
    title: { en: fields.title_en, ar: fields.title_ar },
  }
}

test('the tabs of an event stand in the order of the work, and each has an address and a title', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, language, texts }) => {
  const { path, title } = await createEvent(asAdmin)
  const { label, names } = texts.adminEvents.tabs
  await page.goto(path)
  const tabs = page.getByRole('navigation', { name: label }).getByRole('link')
  await expect(tabs).toHaveText(eventTabs.map(({ name }) => names[name]))
  await expectAccessible(page)
  const titles = new Set<string>()
  for (const [index, { name, path: part }] of eventTabs.entries()) {
    const tab = tabs.nth(index)
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(tab).toBeFocused()
    await expect(page.locator('[aria-current="page"]').and(tabs)).toHaveCount(1)
    await expect(page).toHaveURL(new RegExp(`${path}${part && `/${part}`}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title[language])
    await expect(page.getByRole('heading', { level: 2, name: names[name], exact: true })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${names[name]}: .*${title[language]}`))
    titles.add(await page.title())
  }
  expect(titles.size).toBe(eventTabs.length)
})

test('the current tab is in view on a phone, and the page is no wider than it', {
  tag: ['@bilingual', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const { path } = await createEvent(asAdmin)
  const { label, names } = texts.adminEvents.tabs
  await page.setViewportSize({ width: 360, height: 740 })
  const nav = page.getByRole('navigation', { name: label })
  for (const { name, path: part } of [...eventTabs].reverse()) {
    await page.goto(`${path}/${part}`)
    await expect(nav.getByRole('link', { name: names[name], exact: true })).toBeInViewport({ ratio: 0.95 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
  }
})

test('a page below a tab marks the tab, and is printed without the tabs', { tag: '@nightly' }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const { path } = await createEvent(asAdmin)
  const { label, names } = texts.adminEvents.tabs
  const nav = page.getByRole('navigation', { name: label })
  for (const [part, name] of [
    ['rules/sheets', 'rules'],
    ['badges', 'teams'],
    ['scores/log', 'scores'],
    ['certificates', 'results'],
  ] as const) {
    await page.goto(`${path}/${part}`)
    await expect(nav.getByRole('link', { name: names[name], exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await page.emulateMedia({ media: 'print' })
    await expect(nav).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
})

test('former addresses of the judging lead to the tabs of the event', { tag: '@nightly' }, async ({
  adminPage: page,
  asAdmin,
}) => {
  const { path } = await createEvent(asAdmin)
  for (const [query, tab] of [
    ['', 'judges'],
    ['?tab=judges', 'judges'],
    ['?tab=reviews', 'judges'],
    ['?tab=schedule', 'schedule'],
    ['?tab=checkIn', 'teams'],
  ]) {
    await page.goto(`${path}/judging${query}`)
    await expect(page).toHaveURL(new RegExp(`${path}/${tab}$`))
  }
})

test('a user sees the tabs of their permissions only, and is led to one of them', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, baseURL, texts }) => {
  const { path } = await createEvent(asAdmin)
  const { label, names, back } = texts.adminEvents.tabs
  const tabs = page.getByRole('navigation', { name: label }).getByRole('link')

  await switchUser(page, baseURL ?? '', await createUser(asAdmin, 4, 'content'))
  await page.goto(path)
  await expect(page).toHaveURL(new RegExp(`${path}/edit$`))
  await expect(tabs).toHaveText([names.details])
  await expectAccessible(page)
  await page.goto(`${path}/scores`)
  await expect(page.getByRole('heading', { name: texts.admin.noPermission.title })).toBeVisible()

  await switchUser(page, baseURL ?? '', await createUser(asAdmin, 4, 'registration'))
  await page.goto(`${path}/judging`)
  await expect(page).toHaveURL(new RegExp(`${path}/teams$`))
  await expect(tabs).toHaveText([names.overview, names.teams])
  await expect(page.getByRole('button', { name: texts.adminJudging.checkIn.addTeams })).toBeVisible()
  await page.getByRole('link', { name: back }).click()
  await expect(page).toHaveURL(/\/admin\/judging$/)
})
