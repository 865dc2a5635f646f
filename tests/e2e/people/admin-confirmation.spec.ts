import { admin } from '../support/admin.ts'
import { expect, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'
import { expireConfirmation } from '../support/teams.ts'

test('the full export of teams asks for the password and continues after it', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, texts }) => {
  const words = texts.admin.confirmIdentity
  await page.goto(at('/admin/auth/signin/'))
  await page.locator('input[name="identity"]').fill(admin.email)
  await page.locator('input[name="password"]').fill(admin.password)
  await page.locator('button[type="submit"]').click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  const token = await page.evaluate(() => localStorage.getItem('access_token') ?? '')
  await expireConfirmation(token)

  await page.goto('/admin/teams')
  const runExport = () =>
    page.getByRole('dialog').getByRole('button', { name: texts.adminTeams.fullRun }).click()
  const dialog = page.getByRole('dialog', { name: words.title })

  await page.getByRole('button', { name: texts.adminTeams.exportMenu }).click()
  await page.getByRole('menuitem', { name: texts.adminTeams.exportFull }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: texts.adminTeams.reveal.reason })
    .fill('A visit')
  await expectAccessibleInBothSchemes(page, '[role="dialog"]')

  // after a cancellation nothing is exported, and a message says why
  await runExport()
  await expect(dialog.getByText(words.passwordHint)).toBeVisible()
  await expectAccessibleInBothSchemes(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: texts.admin.list.cancel }).click()
  await expect(page.getByText(texts.errors.confirmation_required)).toBeVisible()

  await runExport()
  await dialog.getByRole('button', { name: words.submit }).click()
  await expect(dialog.getByText(texts.fieldErrors.required)).toBeVisible()
  await dialog.locator('input[name="password"]').fill('not the password')
  await dialog.getByRole('button', { name: words.submit }).click()
  await expect(dialog.getByText(texts.errors['wrong-password']).first()).toBeVisible()
  await dialog.locator('input[name="password"]').fill(admin.password)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: words.submit }).click()
  expect((await download).suggestedFilename()).toMatch(/full\.csv$/)
  await expect(dialog).toBeHidden()
})
