import { languages } from '#i18n/languages.ts'
import { expect, test } from '../support/fixtures.ts'

test('an organizer writes an announcement, sees its recipients and a preview, schedules it and cancels it', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, at, texts, language }) => {
  const words = texts.adminAnnouncements
  const fillCount = (name: 'sendText' | 'sendToCount' | 'scheduleForCount', count: number) =>
    String(words[`${name}_${new Intl.PluralRules(language).select(count)}` as 'sendText_other']).replace(
      '{{formatted}}',
      new Intl.NumberFormat(languages[language].locale).format(count),
    )
  await page.goto(at('/admin/announcements'))
  await expect(
    page.getByRole('heading', { level: 1, name: texts.adminEntities.announcement.many }),
  ).toBeVisible()
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
  // judges are those of an event
  const judges = page.getByRole('checkbox', { name: words.groupNames.judges })
  await judges.check()
  await page.getByRole('button', { name: texts.admin.form.save }).click()
  await expect(page.getByText(words.judgesNeedEvent)).toBeVisible()
  const event = page.getByRole('combobox', { name: words.event, exact: true })
  await event.click()
  await page.getByRole('option').nth(1).click()
  await page.getByRole('button', { name: texts.admin.form.save }).click()
  // the page of the saved draft replaces the form, and with it a dialog that opens before
  await expect(
    page.getByRole('heading', { level: 1, name: texts.adminEntities.announcement.edit }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/announcements\/[^/]+\/edit/)
  await page.reload()
  await expect(judges).toBeChecked()
  await judges.uncheck()
  await event.click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: texts.admin.form.save }).click()
  await expect(page.getByRole('button', { name: words.send })).toBeEnabled()

  await page.getByRole('button', { name: words.preview }).click()
  await page.getByText(words.previewBoth).click()
  const mail = page.frameLocator(`iframe[title="${words.preview}"]`)
  await expect(mail.getByText('Bring your robot.')).toBeVisible()
  await expect(mail.getByText('أحضروا روبوتكم.')).toBeVisible()
  await page.keyboard.press('Escape')

  const audience = page
    .waitForResponse((response) => response.url().includes('/audience'))
    .then((response) => response.json())
  await page.getByRole('button', { name: words.send }).click()
  const dialog = page.getByRole('dialog')
  const count = (await audience).totalItems
  expect(count).toBeGreaterThan(10)
  await expect(dialog.getByText(fillCount('sendText', count))).toBeVisible()
  await expect(dialog.getByRole('button', { name: fillCount('sendToCount', count) })).toBeEnabled()
  await expect(dialog.getByText(String(words.duration).split('{{')[0] ?? '')).toBeVisible()
  await dialog.getByLabel(words.sendLater).check()
  await expect(dialog.getByRole('button', { name: fillCount('scheduleForCount', count) })).toBeEnabled()
  // without the confirmation nothing is sent
  await dialog.getByRole('button', { name: texts.admin.list.cancel }).click()
  await expect(page.getByRole('button', { name: words.send })).toBeEnabled()
})

test('people unsubscribe from news on a page that works without signing in', { tag: '@nightly' }, async ({
  page,
  at,
  texts,
}) => {
  await page.goto(at('/unsubscribe/'))
  await expect(page.getByText(texts.pages.unsubscribe.noLink)).toBeVisible()
  await page.goto(`${at('/unsubscribe/')}#not-a-token-of-an-email-of-this-site`)
  await page.reload()
  await page.getByRole('button', { name: texts.pages.unsubscribe.submit }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
})
