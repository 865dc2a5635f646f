import { expect, test } from './support/fixtures.ts'

test('an organizer writes an announcement, sees its recipients and a preview, schedules it and cancels it', { tag: '@bilingual' }, async ({
  adminPage: page,
  at,
  texts,
}) => {
  const words = texts.adminAnnouncements
  await page.goto(at('/admin/announcements'))
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
  await page.getByRole('link', { name: texts.admin.list.add }).click()
  const subject = `Robots ${Date.now()}`
  await page.getByLabel(`${words.subject} (${texts.admin.form.english})`).fill(subject)
  await page.getByLabel(`${words.body} (${texts.admin.form.english})`).fill('Bring your robot.')
  await page.getByLabel(`${words.body} (${texts.admin.form.arabic})`).fill('أحضروا روبوتكم.')
  await expect(page.getByRole('button', { name: words.send })).toBeDisabled()
  await page.getByRole('button', { name: texts.admin.form.save }).click()
  // a text is missing in Arabic
  await expect(page.getByLabel(`${words.subject} (${texts.admin.form.arabic})`)).toBeFocused()
  await page.getByLabel(`${words.subject} (${texts.admin.form.arabic})`).fill('الروبوتات')
  await page.getByRole('button', { name: words.showList }).click()
  await expect(page.getByRole('region', { name: words.recipients }).locator('tbody tr').first()).toBeVisible()
  await page.getByRole('button', { name: texts.admin.form.save }).click()
  await expect(page).toHaveURL(/\/admin\/announcements\/[^/]+\/edit/)

  await page.getByRole('button', { name: words.preview }).click()
  await page.getByText(words.previewBoth).click()
  const mail = page.frameLocator(`iframe[title="${words.preview}"]`)
  await expect(mail.getByText('Bring your robot.')).toBeVisible()
  await expect(mail.getByText('أحضروا روبوتكم.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: words.send }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.sendLater).check()
  await expect(dialog.getByRole('button', { name: words.schedule })).toBeEnabled()
})

test('people unsubscribe from news on a page that works without signing in', { tag: '@bilingual' }, async ({ page, at, texts }) => {
  await page.goto(at('/unsubscribe/'))
  await expect(page.getByText(texts.pages.unsubscribe.noLink)).toBeVisible()
  await page.goto(`${at('/unsubscribe/')}#not-a-token`)
  await page.reload()
  await page.getByRole('button', { name: texts.pages.unsubscribe.submit }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
})
