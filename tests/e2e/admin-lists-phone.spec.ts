import { expect, expectAccessible, test } from './support/fixtures.ts'

for (const path of ['teams', 'users', 'events', 'payments'])
  test(`the list of ${path} has cards on a phone, and a button opens its tools`, { tag: '@bilingual' }, async ({
    adminPage: page,
    texts,
  }) => {
    const { list } = texts.admin
    await page.goto(`/admin/${path}`)
    const table = page.getByRole('table')
    await expect(table.getByRole('row').first()).toBeVisible()
    const overflow = await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))
    expect(overflow).toBeLessThanOrEqual(0)
    await expect(page.getByRole('button', { name: list.reload })).toBeHidden()
    await page.getByRole('button', { name: list.tools }).click()
    await expect(page.getByRole('button', { name: list.reload })).toBeVisible()
    await expect(page.getByRole('combobox', { name: list.sort })).toBeVisible()
    await expectAccessible(page)
  })
