import { waitForMails } from '../support/emails.ts'
import { createUniqueName, expect, test } from '../support/fixtures.ts'

test('an issue is reported with at most 300 words', { tag: '@arabic' }, async ({ page, at, texts }) => {
  await page.goto(at('/support/'))
  const words = (count: number) =>
    texts.pages.support.words.replace('{{used}}', String(count)).replace('{{limit}}', '300')
  await expect(page.getByText(words(0))).toBeVisible()
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('alert').filter({ hasText: texts.messages.formIncomplete })).toBeVisible()
  await page.locator('input[name="firstName"]').fill('ليلى')
  await page.locator('input[name="lastName"]').fill('Haddad')
  await page.locator('input[name="email"]').fill('layla@school.test')
  await page.locator('textarea').fill('word '.repeat(301))
  await expect(page.getByText(words(301))).toBeVisible()
  await page.locator('button[type="submit"]').click()
  await expect(page.locator('textarea')).toHaveAttribute('aria-invalid', 'true')
  const story = createUniqueName('The robot turns left')
  await page.locator('textarea').fill(story)
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(texts.replies.messageSent)).toBeVisible()
})

test('a message to the organizers survives a lost connection', { tag: '@nightly' }, async ({
  page,
  at,
  texts,
  context,
}) => {
  await page.goto(at('/contact-us/'))
  await page.locator('input[name="name"]').fill('Sami')
  await page.locator('input[name="email"]').fill('sami@school.test')
  const message = createUniqueName('Hello')
  await page.locator('textarea').fill(message)
  await context.setOffline(true)
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('alert').filter({ hasText: texts.pages.support.offline })).toBeVisible()
  await expect(page.locator('textarea')).toHaveValue(message)
  await context.setOffline(false)
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(texts.replies.messageSent)).toBeVisible()
  const readTexts = async () => (await waitForMails('hello@botola.example')).map(({ text }) => text ?? '')
  await expect.poll(async () => (await readTexts()).join()).toContain(message)
})

test('the Support page says that the regions could not be loaded, and an issue can still be reported', {
  tag: '@arabic',
}, async ({ page, at, texts }) => {
  await page.route('**/api/regions*', (route) => route.abort())
  await page.goto(at('/about'))
  await page.locator('footer').getByRole('link', { name: texts.nav.support }).click()
  await expect(
    page.locator('main').getByRole('alert').filter({ hasText: texts.messages.loadFailed }),
  ).toBeVisible()
  await expect(page.getByText(texts.messages.loadFailed)).toHaveCount(2)
  await expect(page.locator('textarea')).toBeVisible()
})
