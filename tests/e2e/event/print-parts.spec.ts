import { printLimits } from '#contract/event/print.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { addSlot, createEventWithTeams } from '../support/judging.ts'

test('an organizer limits a printed schedule to a table or a team, leafs through its parts, and prints one page alone', {
  tag: '@arabic',
}, async ({ adminPage: page, texts }) => {
  const words = texts.adminPrint
  const { eventId, teams } = await createEventWithTeams()
  const [first, second] = teams as [(typeof teams)[number], (typeof teams)[number]]
  const tableCount = printLimits.pagesShown + 1
  for (let at = 1; at <= tableCount; at++)
    await addSlot(eventId, at === 1 ? second : first, { round: at, table: `T${at}`, minutes: at * 20 })
  // a test has no printer
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-print-calls', '1')
  })
  await page.goto(`/admin/events/${eventId}/schedule/print`)
  // those that are not printed count, too
  const tables = page.locator('main table')
  await expect(tables).toHaveCount(printLimits.pagesShown)
  const say = (from: number, to: number) =>
    words.shown
      .replace('{{from}}', String(from))
      .replace('{{to}}', String(to))
      .replace('{{total}}', String(tableCount))
  await expect(page.getByText(say(1, printLimits.pagesShown))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: words.next }).click()
  await expect(tables).toHaveCount(1)
  await expect(page).toHaveURL(/[?&]part=2/)
  await expect(page.getByText(say(tableCount, tableCount))).toBeVisible()
  await page.getByRole('button', { name: words.previous }).click()
  await expect(tables).toHaveCount(printLimits.pagesShown)

  const only = page.getByRole('button', { name: words.printOneOf.replace('{{name}}', '') })
  await only.nth(1).click()
  await expect(page.locator('body')).toHaveAttribute('data-print-calls', '1')
  await page.emulateMedia({ media: 'print' })
  await expect(tables.nth(1)).toBeVisible()
  await expect(tables.nth(0)).toBeHidden()
  await expect(tables.nth(2)).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(tables.nth(0)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  // the choice is in the URL, without names
  const team = page.getByRole('combobox', { name: words.team })
  await team.fill(String(second.teamNo))
  await page.getByRole('option', { name: second.name }).click()
  await expect(tables).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`[?&]teamId=${second.id}$`))
  await page.reload()
  await expect(tables).toHaveCount(1)
  await expect(team).toHaveValue(new RegExp(second.name))
  await expect(page.getByText(words.pages_one.replace('{{count}}', '1'), { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: texts.adminJudging.schedule.columns.table }).click()
  await page.getByRole('option', { name: 'T2', exact: true }).click()
  await expect(page.getByText(words.nothing)).toBeVisible()
  await expect(page.getByRole('button', { name: words.print, exact: true })).toBeDisabled()
})
