import { expect, test } from './support/fixtures.ts'

test('a list is sorted by a column heading, and the address keeps the order', async ({ adminPage: page, asAdmin, texts }) => {
  await page.goto('/admin/events?per_page=25')
  const heading = page.getByRole('columnheader', { name: texts.adminEvents.dates })
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=dates/)
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  // events without dates that other tests create would fill the list of the newest
  const { events } = await (await asAdmin('/api/admin/events/?per_page=100&sort=-dates')).json()
  const newestFirst = (events as { _id: string; startDate: string | null }[])
    .filter(({ startDate }) => startDate !== null)
    .toSorted((a, b) => String(b.startDate).localeCompare(String(a.startDate)))
  const links = page.locator('tbody tr td:nth-child(3) a')
  await expect(links.first()).toHaveAttribute('href', new RegExp(`${newestFirst[0]?._id}`))
  await heading.getByRole('button').click()
  await expect(heading).not.toHaveAttribute('aria-sort', /./)
  await expect(page).not.toHaveURL(/sort=/)
})

test('rows of several pages are selected, and a search clears the selection', async ({ adminPage: page, texts, asAdmin }) => {
  const { totalItems } = await (await asAdmin('/api/admin/teams/')).json()
  expect(totalItems).toBeGreaterThan(10)
  const { list } = texts.admin
  const count = (value: number) => list.selected_other.replace('{{formatted}}', String(value))
  await page.goto('/admin/teams')
  await page.getByRole('checkbox', { name: list.selectAll }).check()
  await expect(page.getByText(count(10))).toBeVisible()
  await page.getByRole('button', { name: list.next, exact: true }).click()
  await expect(page.getByRole('checkbox', { name: list.selectAll })).not.toBeChecked()
  await page
    .getByRole('checkbox', { name: new RegExp(`^${list.selectOne}`) })
    .first()
    .check()
  await expect(page.getByText(count(11))).toBeVisible()
  await page.getByRole('button', { name: list.previous, exact: true }).click()
  await page.getByRole('button', { name: list.selectAllPages_other.replace('{{formatted}}', String(totalItems)) }).click()
  await expect(page.getByText(count(totalItems))).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: list.exportSelection }).click()])
  const stream = await file.createReadStream()
  let csv = ''
  for await (const part of stream) csv += part
  expect(csv.trim().split('\r\n')).toHaveLength(totalItems + 1)
  await page.getByRole('searchbox', { name: list.search }).fill('a')
  await expect(page.getByText(count(totalItems))).toHaveCount(0)
})
