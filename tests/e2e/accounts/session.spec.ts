import { admin } from '../support/admin.ts'
import { expect, test } from '../support/fixtures.ts'

test('an administrator signs in and out', { tag: '@arabic' }, async ({ page, at, texts }) => {
  await page.goto(at('/admin/auth/signin/'))
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('alert').filter({ hasText: texts.messages.loginIncomplete })).toBeVisible()
  await page.locator('input[name="identity"]').fill(admin.email)
  await page.locator('input[name="password"]').fill('not the password')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('alert').filter({ hasText: texts.errors['sign-in-failed'] })).toBeVisible()
  await page.locator('input[name="password"]').fill(admin.password)
  await page.locator('button[type="submit"]').click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await expect(page.getByText(texts.messages.signedIn)).toBeVisible()
  await expect(page.getByRole('navigation')).toBeVisible()
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem').last().click()
  await expect(page).toHaveURL(/\/admin\/auth\/signin/)
  await expect(page.getByText(texts.messages.signedOut)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('an administrator who comes from the other sign-in page gets the content security policy of the back office', {
  tag: '@nightly',
}, async ({ page, at, texts }) => {
  const canCompileWebAssembly = () =>
    page.evaluate(() =>
      WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)).then(
        () => true,
        () => false,
      ),
    )
  await page.goto(at('/login/'))
  expect(await canCompileWebAssembly()).toBe(false)
  await page.getByRole('link', { name: texts.session.toAdmin }).click()
  await expect(page.getByRole('heading', { name: texts.session.adminTitle })).toBeVisible()
  await page.locator('input[name="identity"]').fill(admin.email)
  await page.locator('input[name="password"]').fill(admin.password)
  await page.locator('button[type="submit"]').click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await expect(page.getByText(texts.messages.signedIn)).toBeVisible()
  expect(await canCompileWebAssembly()).toBe(true)
})

test('the back office requires a sign-in', async ({ page, at }) => {
  await page.goto(at('/admin/events'))
  await expect(page).toHaveURL(/\/admin\/auth\/signin/)
})

test('an unknown token is removed', async ({ page, at }) => {
  await page.addInitScript(() => {
    localStorage.setItem('access_token', 'made up')
    localStorage.setItem(
      'user_data',
      JSON.stringify({ id: '1', name: 'X', firstName: 'X', role: 'admin', lang: 'en' }),
    )
  })
  await page.goto(at('/admin/dashboard/'))
  await expect(page).toHaveURL(/\/admin\/auth\/signin/)
})

test('a link for a new password survives a change of the language, the skip link and a reload, and is removed from the URL', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, language }) => {
  await page.goto(`${at('/reset-password/')}#${'x'.repeat(43)}`)
  await expect(page.locator('input[name="confirm"]')).toBeVisible()
  await expect(page).not.toHaveURL(/#/)
  const other = language === 'ar' ? 'en' : 'ar'
  await page.locator(`header a[hreflang="${other}"]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', other)
  await expect(page.locator('input[name="confirm"]')).toBeVisible()
  // the address of a part of the page is no token
  await page.locator('a[href="#content"]').press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await page.reload()
  for (const name of ['password', 'confirm'])
    await page.locator(`input[name="${name}"]`).fill('a new long password')
  const sent = page.waitForRequest('**/api/password/reset')
  await page.locator('form button[type="submit"]').last().click()
  expect((await sent).postDataJSON()).toMatchObject({ token: 'x'.repeat(43) })
})
