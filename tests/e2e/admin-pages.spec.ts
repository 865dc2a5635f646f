import { accessible, expect, test } from './support/fixtures.ts'

const pages = ['/admin/dashboard', '/admin/users', '/admin/users/new', '/admin/events', '/admin/events/new', '/admin/scores'] as const

for (const path of pages)
  test(`${path} is accessible in both schemes`, async ({ adminPage: page, language }) => {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await accessible(page)
    }
  })

test('lists keep search and page in the address, and know their keys', async ({ adminPage: page }) => {
  await page.goto('/admin/events')
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('searchbox').fill('واحه')
  // taa marbuta and haa are one letter to the search
  await expect(page.getByRole('row', { name: /Oasis Rescue/ })).toBeVisible()
  await expect(page).toHaveURL(/s=/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('واحه')
  await expect(page.getByRole('row', { name: /Oasis Rescue/ })).toBeVisible()
  await page.locator('h1').click()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/admin\/events\/new/)
})

test('an unknown page of the back office says so inside the frame', async ({ adminPage: page }) => {
  await page.goto('/admin/nothing')
  await expect(page.getByRole('navigation')).toBeVisible()
  await expect(page.locator('h1')).toBeVisible()
  await accessible(page)
})
