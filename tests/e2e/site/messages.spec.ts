import type { Page } from '@playwright/test'
import { admin } from '../support/admin.ts'
import { createUniqueName, expect, test } from '../support/fixtures.ts'

const told = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first()

// all loads share the code that reports them, so the ordinary run tries two
for (const [what, call, from, link] of [
  ['partners', /\/api\/partners/, '/about', '/'],
  ['questions', /\/api\/faqs/, '/about', '/'],
  ['events', /\/api\/events/, '/about', '/events'],
  ['events of the home page', /\/api\/events/, '/about', '/'],
  ['continents', /\/api\/continents/, '/about', '/events'],
  ['organizers', /\/api\/organizers/, '/about', '/events'],
  ['scores', /\/api\/v1\/events\/scores\//, '/about', '/'],
] as const)
  test(`a failed load is reported: ${what}`, {
    tag: what === 'events' || what === 'scores' ? [] : '@nightly',
  }, async ({ page, at, texts, language }) => {
    await page.goto(at(from))
    await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
    const href = language === 'ar' ? `${link}?lang=ar` : link
    await page.locator(`footer a[href="${href}"]`).first().click()
    await expect(told(page, texts.messages.loadFailed)).toBeVisible()
  })

test('a sign-in whose user cannot be loaded is reported and does not succeed', async ({
  page,
  at,
  texts,
}) => {
  await page.route('**/api/getuser*', (route) => route.abort())
  await page.goto(at('/admin/auth/signin/'))
  await page.locator('input[name="identity"]').fill(admin.email)
  await page.locator('input[name="password"]').fill(admin.password)
  await page.locator('button[type="submit"]').click()
  await expect(told(page, texts.messages.signInFailed)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('a sign-out that does not reach the server is reported, and the browser removes the session', {
  tag: '@arabic',
}, async ({ adminPage: page, texts }) => {
  await page.goto('/admin/dashboard')
  await page.route('**/api/signout*', (route) => route.abort())
  await page.getByRole('button', { name: texts.admin.bar.menu }).click()
  await page.getByRole('menuitem', { name: texts.admin.bar.logout }).click()
  await expect(told(page, texts.messages.signOutFailed)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/auth\/signin/)
  expect(
    await page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('user_data')]),
  ).toEqual([null, null])
})

test('a failed save of an event shows the message of the server, or an unknown error', async ({
  adminPage: page,
  texts,
}) => {
  await page.goto('/admin/events/new')
  const texted = page.locator('fieldset').nth(1)
  const title = createUniqueName('Refused')
  for (const i of [0, 1]) {
    await texted.locator('input').nth(i).fill(title)
    await texted.locator('textarea').nth(i).fill('Kept')
  }
  const words = 'The referees have not agreed.'
  for (const [status, body, text] of [
    [200, { success: false, msg: words }, words],
    [500, { success: false, msg: words }, words],
    [200, { success: false }, texts.messages.unknownError],
    [502, undefined, texts.messages.unknownError],
  ] as const) {
    await page.route(
      '**/api/admin/events*',
      (route) => route.fulfill({ status, body: body ? JSON.stringify(body) : '<html>' }),
      {
        times: 1,
      },
    )
    await page.locator('button[type="submit"]').click()
    const toasted = page.locator('p').filter({ hasText: text })
    await expect(toasted.first()).toBeVisible()
    await toasted.first().click()
    await expect(texted.locator('input').first()).toHaveValue(title)
  }
})

test('a failed deletion is reported, and the row is kept', { tag: '@arabic' }, async ({
  adminPage: page,
  texts,
}) => {
  await page.goto('/admin/partners')
  const row = page.getByRole('row').nth(1)
  const name = await row.getByRole('link').first().innerText()
  await page.route('**/api/admin/partners*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await row.getByRole('button', { name: new RegExp(`^${texts.admin.list.remove}`) }).click()
  const dialog = page.getByRole('dialog', { name: texts.messages.confirmDelete })
  await dialog.getByRole('button', { name: texts.admin.list.remove }).click()
  await expect(told(page, texts.session.offline)).toBeVisible()
  await page.unroute('**/api/admin/partners*')
  await page.route('**/api/admin/partners*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await row.getByRole('button', { name: new RegExp(`^${texts.admin.list.remove}`) }).click()
  await dialog.getByRole('button', { name: texts.admin.list.remove }).click()
  await expect(told(page, texts.messages.deleteFailed)).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})
