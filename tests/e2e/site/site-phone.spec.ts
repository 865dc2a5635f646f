import { expect, expectAccessible, expectNoAccessibilityProblems, test } from '../support/fixtures.ts'

test('the menu of a phone opens, traps the focus and navigates', { tag: '@arabic' }, async ({
  page,
  at,
  texts,
}) => {
  await page.goto(at('/'))
  await page.getByRole('button', { name: texts.nav.openMenu }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await expectAccessible(page)
  for (let i = 0; i < 12; i++) await page.keyboard.press('Tab')
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
    ),
  ).toBe(true)
  await drawer.getByRole('link', { name: texts.nav.support }).click()
  await expect(page.locator('h1')).toHaveText(texts.pages.support.title)
  await expect(drawer).toBeHidden()
})

test('the accessibility check waits for the heading of a page that is still loading', async ({ page }) => {
  const release = Promise.withResolvers<void>()
  await page.route('**/assets/en-judge*', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/judge/')
  await expect(page.locator('h1')).toHaveCount(0)
  const checked = expectNoAccessibilityProblems(page)
  // a check that does not wait has run after these round trips to the page
  for (let sent = 0; sent < 20; sent++) await page.evaluate(() => document.readyState)
  release.resolve()
  await checked
})

test('the menu of a phone has the pages of the footer, and a labelled sign-out', { tag: '@nightly' }, async ({
  adminPage,
  at,
  texts,
}) => {
  await adminPage.goto(at('/about'))
  await adminPage.getByRole('button', { name: texts.nav.openMenu }).click()
  const drawer = adminPage.getByRole('dialog')
  for (const name of [texts.nav.events, texts.nav.competitions, texts.nav.contact])
    await expect(drawer.getByRole('link', { name })).toBeVisible()
  await expect(drawer.getByText(texts.nav.signOut, { exact: true })).toBeVisible()
})

test('a long name of the site takes one row of the header', { tag: ['@arabic', '@nightly'] }, async ({
  page,
  at,
  language,
  texts,
}) => {
  const name =
    language === 'ar' ? 'الأولمبياد العالمي للروبوت في السعودية' : 'World Robot Olympiad Saudi Arabia'
  await page.route(
    (url) => url.pathname === '/about',
    async (route) => {
      const response = await route.fetch()
      // its policy has the hashes of the scripts with the former name
      const { 'content-security-policy': _, ...headers } = response.headers()
      const html = (await response.text()).replace(
        `<span>${texts.name}</span>`,
        `<span data-long="true">${name}</span>`,
      )
      await route.fulfill({ response, headers, body: html.replaceAll(texts.name, name) })
    },
  )
  for (const width of [360, 900]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(at('/about'))
    const brand = page.locator('header').getByText(name, { exact: true })
    await expect(brand).toBeVisible()
    expect((await page.locator('header').boundingBox())?.height).toBeLessThan(75)
    expect(
      await brand.evaluate((element) => element.getClientRects().length > 0 && element.clientHeight <= 44),
    ).toBe(true)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
  }
})

test('a ranking with rules has its order, and below the names the values that decide', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, request, language, texts }) => {
  const { event } = await (await request.get('/api/v1/events/scores/desert-rally')).json()
  for (const path of ['/events/desert-rally/', '/events/desert-rally/display/']) {
    await page.goto(at(path))
    const order = page.getByText(event.rules.text[language], { exact: true })
    // the sentence has six lines on a phone
    if (!path.includes('display')) {
      await expect(order).toBeHidden()
      await page.getByText(texts.scores.order, { exact: true }).click()
    }
    await expect(order).toBeVisible()
    const labels = event.rules.keys.filter(({ isTotal }: { isTotal: boolean }) => !isTotal)
    await expect(page.locator('tbody').getByText(labels[1].label[language]).first()).toBeVisible()
    for (const { label } of labels)
      await expect(page.getByRole('columnheader', { name: label[language] })).toHaveCount(0)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
})

test('text can be enlarged to 200 % without loss', { tag: ['@arabic', '@nightly'] }, async ({ page, at }) => {
  await page.goto(at('/'))
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
})

test('the footer of a tablet has each link on one line, at the end of the window', {
  tag: '@nightly',
}, async ({ page, at }) => {
  await page.setViewportSize({ width: 768, height: 1600 })
  await page.goto(at('/about'))
  const footer = page.getByRole('contentinfo')
  for (const link of await footer.getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeLessThanOrEqual(44)
  const box = await footer.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(1600)
})
