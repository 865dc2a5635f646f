import { readFileSync } from 'node:fs'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

const picture = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: readFileSync(`web/public/${name}`),
})

test('an administrator creates and publishes an event, and visitors see it immediately', async ({
  adminPage: page,
  browser,
  texts,
  baseURL,
  language,
}) => {
  const title = createUniqueName('Bridge builders')
  const arabic = createUniqueName('بناة الجسور')
  await page.goto('/admin/events/new')
  const save = page.locator('button[type="submit"]')

  // an empty form is not sent
  let sent = 0
  page.on(
    'request',
    (request) => request.method() === 'POST' && request.url().includes('/admin/events') && sent++,
  )
  await save.click()
  await expect(page.getByText(texts.messages.formIncomplete).first()).toBeVisible()
  expect(sent).toBe(0)

  const texted = page.locator('fieldset').nth(1)
  await texted.locator('input').nth(0).fill(title)
  await texted.locator('input').nth(1).fill(arabic)
  await texted.locator('textarea').nth(0).fill('Build a bridge that carries your robot.')
  await texted.locator('textarea').nth(1).fill('ابنِ جسرًا يحمل روبوتك.')
  await page.locator('input[type="file"]').nth(0).setInputFiles(picture('icon-512.png'))
  await page.locator('input[type="file"]').nth(1).setInputFiles(picture('og-en.png'))
  const tags = page.locator('fieldset').last()
  const addTag = tags.getByRole('button').first()
  await tags.locator('input').first().fill('   ')
  await addTag.click()
  await expect(tags.locator('input')).toHaveCount(1)
  await tags.locator('input').first().fill('Bridges')
  await addTag.click()
  await expect(tags.locator('input')).toHaveCount(2)
  // the dialog names what visitors would miss
  await page.getByRole('button', { name: texts.adminEvents.publish }).click()
  const publishing = page.getByRole('dialog', { name: texts.adminEvents.publishTitle })
  await expect(publishing).toContainText(texts.adminEvents.fields.startDate)
  await expect(publishing).not.toContainText(texts.adminEvents.fields.coverImage)
  await publishing.getByRole('button', { name: texts.adminEvents.publish }).click()
  await expect(page.getByText(texts.messages.saved)).toBeVisible()
  await expect(page).toHaveURL(/\/edit$/)
  expect(sent).toBe(1)
  const id = /events\/([^/]+)\/edit/.exec(page.url())?.[1] as string
  await expect(texted.locator('input').nth(1)).toHaveValue(arabic)

  // visitors see the event in both languages
  const visitor = await (await browser.newContext({ baseURL: baseURL as string })).newPage()
  await visitor.goto(`/events/${id}`)
  await expect(visitor.locator('h1')).toHaveText(title)
  await expect(visitor.getByText('Bridges')).toBeVisible()
  await visitor.goto(`/events/${id}?lang=ar`)
  await expect(visitor.locator('h1')).toHaveText(arabic)
  await visitor.goto('/events')
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible()

  // an unpublished event is not found, and the list shows its state
  await page.goto(`/admin/events?s=${encodeURIComponent(language === 'ar' ? arabic : title)}`)
  const row = page.getByRole('row', { name: new RegExp(title) })
  await row.getByRole('switch').last().setChecked(false, { force: true })
  await expect(page.getByText(texts.messages.statusUpdated)).toBeVisible()
  expect((await visitor.goto(`/events/${id}`))?.status()).toBe(404)
  await visitor.goto('/events')
  await expect(visitor.getByRole('heading', { name: title })).toHaveCount(0)
  await visitor.context().close()

  // the switch of the list asks as the button does
  await row.getByRole('switch').last().click({ force: true })
  await expect(publishing).toContainText(texts.adminEvents.fields.startDate)
  await publishing.getByRole('button', { name: texts.admin.list.cancel }).click()
  await expect(row.getByRole('switch').last()).not.toBeChecked()

  // the event is deleted and restored
  await row.getByRole('button', { name: new RegExp(`^${texts.admin.list.remove}`) }).click()
  const dialog = page.getByRole('dialog', { name: texts.messages.confirmDelete })
  await dialog.getByRole('button', { name: texts.admin.list.remove }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: texts.admin.list.undo }).click()
  await expect(row).toBeVisible()
})

test('a conflicting edit shows the other change and loses nothing', { tag: ['@arabic', '@nightly'] }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const title = createUniqueName('Two editors')
  const form = new FormData()
  for (const [name, value] of Object.entries({
    title_en: title,
    title_ar: 'محرران',
    description_en: 'One',
    description_ar: 'واحد',
  }))
    form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  await page.goto(`/admin/events/${event._id}/edit`)
  const english = page.locator('fieldset').nth(1).locator('textarea').nth(0)
  await english.fill('Mine')
  form.set('id', event._id)
  form.set('description_en', 'Theirs')
  expect((await asAdmin('/api/admin/events/', { method: 'PUT', body: form })).status).toBe(200)
  await page.locator('button[type="submit"]').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Mine')
  await expect(dialog).toContainText('Theirs')
  await dialog.getByRole('button').last().click()
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  const { event: saved } = await (await asAdmin(`/api/admin/events/?id=${event._id}`)).json()
  expect(saved.description_en).toBe('Mine')
})

test('a session that ends during an edit loses nothing', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
  asAdmin,
}) => {
  const { admin } = await import('../support/admin.ts')
  await page.goto('/admin/events/new')
  const title = createUniqueName('Signed out')
  const texted = page.locator('fieldset').nth(1)
  await texted.locator('input').nth(0).fill(title)
  await texted.locator('input').nth(1).fill('جلسة انتهت')
  await texted.locator('textarea').nth(0).fill('One')
  await texted.locator('textarea').nth(1).fill('واحد')
  await page.evaluate(() => localStorage.setItem('access_token', 'ended'))
  await page.locator('button[type="submit"]').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name="identity"]').fill(admin.email)
  await dialog.locator('input[name="password"]').fill(admin.password)
  await dialog.locator('button[type="submit"]').click()
  await expect(page.getByText(texts.messages.saved)).toBeVisible()
  const { events } = await (await asAdmin(`/api/admin/events/?s=${encodeURIComponent(title)}`)).json()
  expect(events).toHaveLength(1)
})

test('a file that is not an image is reported at its field, and all values are kept', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  await page.goto('/admin/events/new')
  const texted = page.locator('fieldset').nth(1)
  for (const i of [0, 1]) {
    await texted.locator('input').nth(i).fill('Kept')
    await texted.locator('textarea').nth(i).fill('Kept')
  }
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await page.locator('button[type="submit"]').click()
  await expect(page.locator('fieldset').first()).toContainText(texts.fieldErrors['bad-picture'])
  await expect(texted.locator('input').first()).toHaveValue('Kept')
})

test('dates are typed and picked; an end before the start is a warning and can be saved', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const form = new FormData()
  const title = createUniqueName('Backwards')
  const fields = {
    title_en: title,
    title_ar: 'إلى الوراء',
    description_en: 'One',
    description_ar: 'واحد',
    startDate: '2026-11-18T09:30:00Z',
    endDate: '2026-12-20T10:00:00Z',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  await page.goto(`/admin/events/${event._id}/edit`)
  const end = page.getByRole('textbox', { name: texts.adminEvents.fields.endDate })
  await expect(end).toHaveValue('20/12/2026')
  const openCalendar = page.getByRole('button', {
    name: `${texts.dateField.choose}: ${texts.adminEvents.fields.endDate}`,
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  // the calendar belongs to the browser, which tells its input what was picked
  await page.evaluate(() => {
    HTMLInputElement.prototype.showPicker = function () {
      this.dataset.opened = this.value
    }
  })
  await openCalendar.press('Enter')
  const calendar = page.locator('input[data-opened="2026-12-20"]')
  await expect(calendar).toHaveCount(1)
  await expect(openCalendar).toBeFocused()
  await calendar.fill('2026-09-15')
  await expect(end).toHaveValue('15/09/2026')
  await expect(page.getByText(texts.adminEvents.endsFirst)).toBeVisible()

  // a day that does not exist stays in the field with a hint, and a date in Arabic digits is read
  await end.fill('31/02/2026')
  await expect(page.getByText(texts.fieldErrors['bad-date'])).toHaveCount(0)
  await end.blur()
  await expect(page.getByText(texts.fieldErrors['bad-date'])).toBeVisible()
  await page.locator('button[type="submit"]').click()
  await expect(end).toHaveValue('31/02/2026')
  await expect(end).toBeFocused()
  await end.fill('١٦/٩/٢٠٢٦')
  await end.blur()
  await expect(end).toHaveValue('16/09/2026')
  await expect(page.getByText(texts.fieldErrors['bad-date'])).toHaveCount(0)
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  const { event: saved } = await (await asAdmin(`/api/admin/events/?id=${event._id}`)).json()
  expect(saved.startDate).toBe('2026-11-18T00:00:00.000Z')
  expect(saved.endDate).toBe('2026-09-16T00:00:00.000Z')
})

test('tags are added, changed and removed with the keyboard, and a corrected text is no longer marked', {
  tag: '@nightly',
}, async ({ adminPage: page, texts }) => {
  await page.goto('/admin/events/new')
  await page.locator('button[type="submit"]').click()
  const texted = page.locator('fieldset').nth(1)
  const title = texted.locator('input').nth(0)
  await expect(title).toBeFocused()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await title.fill('Corrected')
  await expect(title).not.toHaveAttribute('aria-invalid', 'true')
  await expect(texted.locator('input').nth(1)).toHaveAttribute('aria-invalid', 'true')

  const tag = page.getByLabel(texts.adminEvents.tag, { exact: true })
  await tag.focus()
  for (const text of ['First', '   ', 'Second']) {
    await tag.fill(text)
    await page.keyboard.press('Enter')
  }
  const tags = page.locator('fieldset').last()
  await expect(tags.locator('input')).toHaveCount(3)
  await tags.locator('input').nth(1).fill('Changed')
  await page
    .getByRole('button', { name: texts.adminEvents.removeTag.replace('{{number}}', '2') })
    .press('Enter')
  await expect(tags.locator('input')).toHaveCount(2)
  await expect(tag).toBeFocused()
  await expect(tags.locator('input').nth(1)).toHaveValue('Changed')
})
