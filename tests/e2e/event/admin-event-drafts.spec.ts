import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

test('an event is saved as a draft, previewed in both languages, published and unpublished', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, browser, baseURL, texts, language }) => {
  const words = texts.adminEvents
  const english = createUniqueName('Quiet cup')
  const arabic = createUniqueName('كأس الهدوء')
  const visitor = await (await browser.newContext({ baseURL: baseURL as string })).newPage()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  // a draft needs one title only, and 'Preview' saves it first
  await page.goto('/admin/events/new')
  const texted = page.locator('fieldset').nth(1)
  await texted.locator('input').nth(1).fill(arabic)
  await press(words.preview)
  await expect(page).toHaveURL(/\/admin\/events\/[^/]+\/preview$/)
  const id = /events\/([^/]+)\/preview/.exec(page.url())?.[1] as string
  const banner = page.getByRole('status').filter({ hasText: texts.event.preview.title })
  await expect(banner).toBeVisible()
  await expect(page.locator('h1')).toHaveText(language === 'ar' ? arabic : texts.event.preview.noTitle)

  // 'Publish' names what is missing
  await banner.getByRole('link', { name: texts.event.preview.back }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/events/${id}/edit$`))
  await expect(page.getByText(words.states.draft, { exact: true })).toBeVisible()
  await press(words.publish)
  await expect(page.getByText(texts.messages.formIncomplete, { exact: true })).toBeVisible()
  await expect(texted.locator('input').nth(0)).toBeFocused()

  // the list shows the draft, filters drafts, and does not publish it
  await page.goto(`/admin/events?state=draft&s=${encodeURIComponent(arabic)}`)
  const row = page.getByRole('row', { name: new RegExp(arabic) })
  await expect(row.getByText(words.states.draft, { exact: true })).toBeVisible()
  // the switch returns at once, so its state is not expected to change
  await row.getByRole('switch').last().click({ force: true })
  await expect(page.getByText(words.publishMissing.replace('{{fields}}', ''))).toContainText(
    words.fields.description,
  )
  await expect(row.getByRole('switch').last()).not.toBeChecked()

  // lists of events show the title in the other language
  await page.goto('/admin/scores')
  await page.getByRole('searchbox').fill(arabic)
  await expect(page.getByRole('link', { name: arabic })).toBeVisible()

  await page.goto(`/admin/events/${id}/edit`)
  await texted.locator('input').nth(0).fill(english)
  await texted.locator('textarea').nth(0).fill('Soon.')
  await texted.locator('textarea').nth(1).fill('قريبًا.')
  await press(words.saveDraft)
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  for (const url of [`/events/${id}/`, '/events/quiet-cup/'])
    expect((await visitor.goto(url))?.status()).toBe(404)

  // the preview in both languages; the language of the back office stays the same
  const preview = `/admin/events/${id}/preview`
  await page.goto(preview)
  await expect(page.locator('h1')).toHaveText(language === 'ar' ? arabic : english)
  await banner.getByRole('link', { name: texts.language.switch }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'ar' ? 'en' : 'ar')
  await expect(page.locator('h1')).toHaveText(language === 'ar' ? english : arabic)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await page.locator(`a[href="/admin/events/${id}/edit"]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  const reply = await page.goto(preview)
  expect(reply?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
  await expect(banner).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }

  // a visitor has to sign in, and the server's page has no data of the event
  const shell = await visitor.request.get(preview)
  expect(await shell.text()).not.toContain(english)
  await visitor.goto(preview)
  await expect(visitor).toHaveURL(/\/admin\/auth\/signin/)

  // an unreadable date is shown at its field before anything is asked
  await page.goto(`/admin/events/${id}/edit`)
  const start = page.getByRole('textbox', { name: words.fields.startDate })
  await start.fill('31/11/2026')
  await press(words.publish)
  await expect(start).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await start.fill('')
  // nobody has chosen the level yet
  await expect(page.getByText(words.level.question)).toBeVisible()
  await press(words.publish)
  const dialog = page.getByRole('dialog', { name: words.publishTitle })
  await expect(dialog).toContainText(words.fields.missionType)
  await dialog.getByRole('button', { name: texts.admin.list.cancel }).click()
  await page.getByRole('combobox', { name: words.fields.missionType }).click()
  await page.getByRole('option', { name: texts.allLevels }).click()
  await press(words.publish)
  await expect(dialog).not.toContainText(words.fields.missionType)
  await expect(dialog).toContainText(words.fields.startDate)
  await dialog.getByRole('button', { name: words.publish }).click()
  await expect(page.getByText(words.states.published, { exact: true })).toBeVisible()
  expect((await visitor.goto(`/events/${id}/`))?.status()).toBe(200)
  await expect(visitor.locator('h1')).toHaveText(english)
  await expect(visitor.getByText('All levels').first()).toBeVisible()
  await expect(page.getByText(words.level.question)).toHaveCount(0)

  await press(words.unpublish)
  await expect(page.getByText(words.states.draft, { exact: true })).toBeVisible()
  expect((await visitor.goto(`/events/${id}/`))?.status()).toBe(404)
  await visitor.context().close()
})
