import { expect, expectAccessible, test } from './support/fixtures.ts'
import { getPageAddress, publicRoutes } from './support/page-addresses.ts'

test('the menu of a phone opens, traps the focus and navigates', { tag: '@bilingual' }, async ({ page, at, texts }) => {
  await page.goto(at('/'))
  await page.getByRole('button', { name: texts.nav.openMenu }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await expectAccessible(page)
  for (let i = 0; i < 12; i++) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')))).toBe(
    true,
  )
  await drawer.getByRole('link', { name: texts.nav.support }).click()
  await expect(page.locator('h1')).toHaveText(texts.pages.support.title)
  await expect(drawer).toBeHidden()
})

for (const route of publicRoutes)
  test(`${route} fits on a phone and is accessible`, { tag: '@bilingual' }, async ({ page, at, asAdmin }) => {
    await page.goto(at(await getPageAddress(route, asAdmin)))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })

test('the menu of a phone has the pages of the footer, and a labelled sign-out', async ({ adminPage, at, texts }) => {
  await adminPage.goto(at('/about'))
  await adminPage.getByRole('button', { name: texts.nav.openMenu }).click()
  const drawer = adminPage.getByRole('dialog')
  for (const name of [texts.nav.events, texts.nav.competitions, texts.nav.contact])
    await expect(drawer.getByRole('link', { name })).toBeVisible()
  await expect(drawer.getByText(texts.nav.signOut, { exact: true })).toBeVisible()
})

test('text can be enlarged to 200 % without loss', { tag: '@bilingual' }, async ({ page, at }) => {
  await page.goto(at('/'))
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('the footer of a tablet has each link on one line, at the end of the window', async ({ page, at }) => {
  await page.setViewportSize({ width: 768, height: 1600 })
  await page.goto(at('/about'))
  const footer = page.getByRole('contentinfo')
  for (const link of await footer.getByRole('link').all()) expect((await link.boundingBox())?.height).toBeLessThanOrEqual(44)
  const box = await footer.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(1600)
})
