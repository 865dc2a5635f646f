import { expect, expectAccessible, test } from './support/fixtures.ts'

test('an organizer opens the certificates of a final event, and a visitor verifies one', { tag: '@bilingual' }, async ({
  adminPage: page,
  asAdmin,
  texts,
  at,
  language,
}) => {
  const { events } = await (await asAdmin('/api/admin/events/?per_page=100')).json()
  const event = events.find(({ slug }: { slug: string }) => slug === 'warehouse-sprint')
  await page.goto(`/admin/events/${event._id}/certificates`)
  await expect(page.getByRole('heading', { level: 1, name: event[`title_${language}`] })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(event.entryCount)
  await expectAccessible(page)

  const { certificates } = await (await asAdmin(`/api/admin/events/${event._id}/certificates`)).json()
  await page.goto(at(`/verify/${certificates[0].code}/`))
  await expect(page.getByText(texts.certificates.verify.valid)).toBeVisible()
  await expect(page.getByText(certificates[0].name, { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(at('/verify/000000000000/'))
  await expect(page.getByText(texts.certificates.verify.unknown)).toBeVisible()
  // the longest text of the page does not wait for the result
  await expect(page.getByText(texts.certificates.verify.short)).toBeVisible()
})
