import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import type { SettingsRecord } from '#contract/platform/settings.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'

const accentColor = '#7c1fa0'
const readAccent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--button'))

// one test for both languages, because all tests share the settings
test('another accent colour is readable on pages of both languages and schemes', { tag: '@nightly' }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const settingsTexts = texts.adminContent.settings
  const { settings } = (await (await asAdmin(getPath('GET /api/admin/settings'))).json()) as {
    settings: SettingsRecord
  }
  try {
    await page.goto('/admin/settings')
    const field = page.getByLabel(settingsTexts.accentColor, { exact: true })
    await field.fill('#f5a524')
    await expect(page.getByText(texts.fieldErrors['low-contrast-light'])).toBeVisible()
    await page.getByRole('button', { name: texts.admin.form.save, exact: true }).click()
    const toasts = page.locator('body > div > [role="alert"] > p')
    await expect(toasts).toContainText(texts.fieldErrors['low-contrast-light'])
    await field.fill(accentColor)
    await expect(page.getByText(settingsTexts.accentColorDark, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: texts.admin.form.save, exact: true }).click()
    await expect(page.getByText(texts.messages.updated).first()).toBeVisible()
    await expect(toasts).toHaveCount(0)

    for (const lang of ['en', 'ar'] as const)
      for (const path of ['/', '/about/', '/challenges/', '/admin/dashboard']) {
        await page.goto(`${path}?lang=${lang}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await readAccent(page)).toBe(accentColor)
        await expectAccessibleInBothSchemes(page)
      }
  } finally {
    const { version: _, updatedAt: __, ...before } = settings
    await asAdmin(getPath('PUT /api/admin/settings'), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(before),
    })
  }
})

test('the dashboard lists what is left to set up', { tag: ['@arabic', '@nightly'] }, async ({
  adminPage: page,
  texts,
}) => {
  const { setup } = texts.adminDashboard
  await page.goto('/admin/dashboard')
  const list = page.getByRole('region', { name: setup.title })
  for (const { title } of Object.values(setup.tasks))
    await expect(list.getByRole('link', { name: title, exact: true })).toBeVisible()
  const findItem = (title: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  await expect(findItem(setup.tasks.mail.title)).toContainText(setup.done)
  await expect(findItem(setup.tasks.demo.title)).toContainText(setup.tasks.demo.text)
  await expectAccessibleInBothSchemes(page)
  await list.getByRole('link', { name: setup.tasks.contact.title, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/settings/)
})
