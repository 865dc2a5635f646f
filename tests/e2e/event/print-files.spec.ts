import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'

test('an organizer makes a PDF file of the certificates, finds it under Tasks, downloads and deletes it', async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const words = texts.adminTasks
  const { events } = await (await asAdmin('/api/admin/events/?per_page=100&s=Warehouse')).json()
  const event = events.find(({ slug }: { slug: string }) => slug === 'warehouse-sprint')
  await page.goto(`/admin/events/${event._id}/certificates`)
  await page.getByRole('button', { name: words.print.create }).click()
  await page.getByRole('status').getByRole('link', { name: words.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()

  const name = words.documents.certificates
  const rows = page.getByRole('region', { name: words.files.title }).getByRole('row', { name })
  await expect(rows).toHaveCount(1)
  const row = rows.first()
  const download = row.getByRole('button', { name: words.files.downloadFile.replace('{{name}}', name) })
  await expect(download).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  const saved = page.waitForEvent('download')
  await download.click()
  expect((await saved).suggestedFilename()).toBe('certificates.pdf')

  await row.getByRole('button', { name: words.files.removeFile.replace('{{name}}', name) }).click()
  await expect(rows).toHaveCount(0)
  await expectAccessible(page)
})
