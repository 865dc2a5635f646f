import { expect, test } from '../support/fixtures.ts'

test('a page leads to its chapter of the handbook, whose pictures and links work', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  await page.goto('/admin/events')
  await page.getByRole('link', { name: texts.admin.bar.help, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/help\/event$/)
  const picture = page.locator('article img')
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('naturalWidth', 1280)
  // the site is not loaded again
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''))
  await page.getByRole('navigation', { name: texts.adminHelp.chapters }).getByRole('link').last().click()
  await expect(page).toHaveURL(/\/admin\/help\/rules$/)
  await page.locator('article a').first().click()
  await expect(page).toHaveURL(/\/admin\/help\/judges$/)
  await expect(page.locator('body[data-loaded-once]')).toBeAttached()
})

test('the search of the handbook finds a heading and leads to it', { tag: ['@arabic', '@nightly'] }, async ({
  adminPage: page,
  texts,
}) => {
  await page.goto('/admin/help')
  const headings = page.locator('ol a[href*="#"]')
  const title = await headings.last().innerText()
  const search = page.getByLabel(texts.adminHelp.search)
  await search.fill('xyzzy')
  await expect(page.getByText(texts.adminHelp.nothingFound)).toBeVisible()
  await search.fill(title.toUpperCase())
  await expect(headings).toHaveCount(1)
  await headings.click()
  await expect(page.getByRole('heading', { name: title })).toBeInViewport()
})

test('a chapter opens at the heading of its address, and an unknown one is a missing page', {
  tag: '@nightly',
}, async ({ adminPage: page, texts }) => {
  await page.goto('/admin/help/final-day#protests')
  await expect(page.getByRole('heading', { name: texts.adminProtests.open, exact: true })).toBeInViewport()
  await page.goto('/admin/help/nothing')
  await expect(page.getByText(texts.admin.missing.title)).toBeVisible()
})
