import { expect, test } from '../support/fixtures.ts'

test('a list is sorted by a column heading, and the address keeps the order', { tag: '@nightly' }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
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

test('rows of several pages are selected, and a search clears the selection', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
  asAdmin,
}) => {
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
  await page
    .getByRole('button', { name: list.selectAllPages_other.replace('{{formatted}}', String(totalItems)) })
    .click()
  await expect(page.getByText(count(totalItems))).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: list.exportSelection }).click(),
  ])
  const stream = await file.createReadStream()
  let csv = ''
  for await (const part of stream) csv += part
  expect(csv.trim().split('\r\n')).toHaveLength(totalItems + 1)
  await page.getByRole('searchbox', { name: list.search }).fill('a')
  await expect(page.getByText(count(totalItems))).toHaveCount(0)
})

test('a screen of 1280 × 800 has room for eight rows of a list, below one row of tools', {
  tag: '@nightly',
}, async ({ adminPage: page, texts }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of ['users', 'teams', 'events', 'payments']) {
    await page.goto(`/admin/${path}`)
    await expect(page.locator('tbody').getByRole('row').nth(9)).toBeAttached()
    const top = await page.getByRole('heading', { level: 1 }).elementHandle()
    const keys = page.getByRole('button', { name: texts.admin.list.keys })
    const { height, toolRows } = await keys.evaluate((lastTool, heading) => {
      const measure = (element: Element | null | undefined) =>
        element?.getBoundingClientRect() ?? new DOMRect()
      const search = document.querySelector('main input[type="search"]')
      return {
        height: measure(document.querySelectorAll('tbody tr')[7]).bottom - measure(heading as Element).top,
        toolRows: new Set([measure(search), measure(lastTool)].map(({ bottom }) => Math.round(bottom))).size,
      }
    }, top)
    // the bar and the space below it take 80 pixels; notices above the heading are not there always
    expect(height, path).toBeLessThanOrEqual(720)
    expect(toolRows, path).toBe(1)
  }
})

test('a list with many filters opens them with a button, and shows the chosen ones', {
  tag: '@nightly',
}, async ({ adminPage: page, texts }) => {
  await page.goto('/admin/teams')
  const filter = page.getByRole('combobox', { name: texts.adminTeams.payment })
  await expect(filter).toBeHidden()
  await page.getByRole('button', { name: texts.admin.list.filters, exact: true }).click()
  await filter.click()
  await page.getByRole('option', { name: texts.adminTeams.paid, exact: true }).click()
  await expect(page).toHaveURL(/payment=paid/)
  await page.getByRole('button', { name: texts.admin.list.filters, exact: true }).click()
  await expect(filter).toBeHidden()
  await page
    .getByRole('button', { name: `${texts.admin.list.clearFilter}: ${texts.adminTeams.payment}` })
    .click()
  await expect(page).not.toHaveURL(/payment=paid/)
})
