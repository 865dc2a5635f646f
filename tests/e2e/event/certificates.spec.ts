import { printLimits } from '#contract/event/print.ts'
import { formatEventDates } from '#web/shared/format.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('an organizer opens the certificates of a final event, and a visitor verifies one', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts, at, language }) => {
  const { events } = await (await asAdmin('/api/admin/events/?per_page=100&s=Warehouse')).json()
  const event = events.find(({ slug }: { slug: string }) => slug === 'warehouse-sprint')
  await page.goto(`/admin/events/${event._id}/certificates`)
  await expect(page.getByRole('heading', { level: 1, name: event[`title_${language}`] })).toBeVisible()
  const { adminPrint } = texts
  await page.getByRole('combobox', { name: adminPrint.holders, exact: true }).click()
  await page.getByRole('option', { name: texts.adminPublishing.certificates.participants }).click()
  await expect(page).toHaveURL(/\?holders=participants/)
  await expect(page.getByRole('article')).toHaveCount(Math.min(event.entryCount, printLimits.pagesShown))
  // all days of the event, not one that may be after the date of issue
  await expect(page.getByRole('article').first()).toContainText(formatEventDates(event, 'en'))
  await expectAccessible(page)

  // one of them alone, by its code, which is not in the URL
  const { certificates } = await (await asAdmin(`/api/admin/events/${event._id}/certificates`)).json()
  await page.getByLabel(adminPrint.oneCode).fill('0000 0000 0000')
  await page.getByRole('button', { name: adminPrint.find }).click()
  await expect(page.getByText(adminPrint.noCode).first()).toBeVisible()
  await page.getByLabel(adminPrint.oneCode).fill(certificates[1].code.toLowerCase())
  await page.getByRole('button', { name: adminPrint.find }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(certificates[1].name)
  expect(page.url()).not.toContain(certificates[1].code)
  await page.getByRole('button', { name: adminPrint.showAll }).click()
  await expect(page.getByRole('article').nth(1)).toBeVisible()

  await page.goto(at(`/verify/${certificates[0].code}/`))
  await expect(page.getByText(texts.certificates.verify.valid)).toBeVisible()
  await expect(page.getByText(certificates[0].name, { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  // the printed code, typed as people do
  await page.goto(at('/verify/'))
  await expectAccessible(page)
  await page
    .getByLabel(texts.certificates.verify.code)
    .fill(certificates[0].code.toLowerCase().replace(/(.{4})/g, '$1 '))
  await page.getByRole('button', { name: texts.certificates.verify.submit }).click()
  await expect(page).toHaveURL(new RegExp(`/verify/${certificates[0].code}/`))
  await expect(page.getByText(texts.certificates.verify.valid)).toBeVisible()
  await page.goto(at('/verify/000000000000/'))
  await expect(page.getByText(texts.certificates.verify.unknown)).toBeVisible()
  // the longest text of the page does not wait for the result
  await expect(page.getByText(texts.certificates.verify.short)).toBeVisible()
})
