import { getPath } from '#contract/platform/call-path.ts'
import { createUniqueName, expect, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'

test('the list of deleted records shows who deleted them, and restores or deletes them permanently', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, texts }) => {
  const { list } = texts.admin
  const name = createUniqueName('Oceania')
  const form = { name_en: name, name: name, description_en: 'Soon', description: 'قريبًا', status: 'false' }
  await asAdmin(`${getPath('POST /api/admin/faqs')}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  })
  const row = page.getByRole('row').filter({ hasText: name })
  const deleted = page.getByRole('button', { name: list.deleted, exact: true })
  const remove = async () => {
    await row.getByRole('button', { name: new RegExp(`^${list.remove}`) }).click()
    await page.getByRole('dialog').getByRole('button', { name: list.remove }).click()
    await expect(row).toHaveCount(0)
    await deleted.click()
    await expect(row).toContainText('Admin')
  }
  await page.goto(`/admin/faqs?s=${encodeURIComponent(name)}`)
  await remove()
  await expectAccessibleInBothSchemes(page)
  await row.getByRole('button', { name: new RegExp(`^${list.restore}`) }).click()
  await expect(row).toHaveCount(0)
  await deleted.click()
  await remove()
  await row.getByRole('button', { name: new RegExp(`^${list.purge}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: list.purge }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByText(texts.messages.purged)).toBeVisible()
})
