import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { addSlot, ask, createEventWithTeams } from '../support/judging.ts'

const fillTime = (page: Page, label: string, time: string) =>
  page.getByRole('textbox', { name: label, exact: true }).fill(time)

test('an organizer generates a schedule, corrects what is refused or does not fit, moves it, takes that back and prints it', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  const words = texts.adminJudging.schedule
  const { eventId, teams } = await createEventWithTeams()
  const [team] = teams as [(typeof teams)[number]]
  await page.goto(`/admin/events/${eventId}/schedule`)
  await page.getByRole('button', { name: words.generate.open }).click()
  const dialog = page.getByRole('dialog', { name: words.generate.open })
  await dialog.getByRole('button', { name: words.generate.preview }).click()
  await expect(dialog.getByText(texts.fieldErrors.required).first()).toBeVisible()
  const tables = dialog.getByLabel(words.generate.tables).first()
  await tables.fill('A1')
  await tables.press('Enter')
  await tables.fill('B2')
  await tables.press('Enter')
  await dialog.getByRole('textbox', { name: words.generate.startsAt }).first().fill('5/12/2099')
  await dialog.getByLabel(words.generate.betweenMinutes).fill('2')
  await fillTime(page, words.generate.endsBy, '09:06')
  await dialog.getByRole('button', { name: words.generate.addBreak }).click()
  const [from, to] = [words.generate.breakFrom, words.generate.breakTo].map((label) =>
    label.replace('{{number}}', '1'),
  ) as [string, string]
  await fillTime(page, from, '25:30')
  await fillTime(page, to, '٠٩٣٠')
  // a time that cannot be read stays in its field
  await dialog.getByRole('button', { name: words.generate.preview }).click()
  await expect(dialog.getByText(texts.dateField.badTime)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: from, exact: true })).toHaveValue('25:30')
  await fillTime(page, from, '09:30')
  await dialog.getByRole('button', { name: words.generate.preview }).click()
  await expect(
    dialog.getByText(texts.fieldErrors['not-later'].split('{{time}}')[0]?.trim() as string),
  ).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: from, exact: true })).toHaveValue('09:30')
  await expectAccessible(page)

  await fillTime(page, to, '09:45')
  await dialog.getByRole('button', { name: words.generate.preview }).click()
  const result = dialog.getByRole('status', { name: words.generate.result })
  await expect(result).toContainText(words.generate.reasons['tables-full'])
  await expectAccessible(page)
  await fillTime(page, words.generate.endsBy, '23:00')
  await expect(result).toHaveCount(0)
  await dialog.getByRole('button', { name: words.generate.preview }).click()
  await expect(result).toContainText(words.generate.complete)
  expect((await ask('GET', getPath('GET /api/admin/events/:eventId/schedule', { eventId }))).slots).toEqual(
    [],
  )
  await dialog.getByRole('button', { name: words.generate.save }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /09:00 .*A1/ })).toContainText(team.name)

  await page.getByRole('button', { name: words.shift.open }).click()
  const moving = page.getByRole('dialog', { name: words.shift.open })
  await moving.getByRole('textbox', { name: words.shift.minutes, exact: true }).fill('15')
  await expectAccessible(page)
  await moving.getByRole('button', { name: words.shift.run, exact: true }).click()
  await expect(moving.getByRole('status')).toContainText(String(teams.length))
  await expectAccessible(page)
  await moving.getByRole('button', { name: words.shift.done }).click()
  await expect(page.getByRole('row', { name: /09:15 .*A1/ })).toContainText(team.name)

  // the first two slots take the table of each other
  const swapButtons = page.getByRole('button', {
    name: new RegExp(words.swap.start.split('{{team}}')[0]?.trim() as string),
  })
  await swapButtons.nth(0).click()
  await expect(page.getByRole('button', { name: words.swap.cancel })).toBeVisible()
  await expectAccessible(page)
  await swapButtons.nth(1).click()
  await page
    .getByRole('dialog', { name: words.swap.title })
    .getByRole('button', { name: words.swap.run, exact: true })
    .click()
  await expect(page.getByRole('row', { name: /09:15 .*B2/ })).toContainText(team.name)

  await page.getByRole('link', { name: words.print.open }).click()
  await expect(
    page.getByRole('heading', { name: new RegExp(words.print.atTable.replace('{{table}}', '.?A1')) }),
  ).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: texts.adminPrint.print, exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expectAccessible(page)
  await page.getByText(words.print.team, { exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: team.name }).first()).toContainText('09:15')
  await expectAccessible(page)

  // the audit log takes the swap and the move back
  const { entries } = await ask(
    'GET',
    `${getPath('GET /api/admin/audit')}?entity=schedule&action=update&s=${eventId}`,
  )
  await ask('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId: entries[0].id }))
  await ask('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId: entries[1].id }))
  await page.goto(`/admin/events/${eventId}/schedule`)
  await expect(page.getByRole('row', { name: /09:00 .*A1/ })).toContainText(team.name)
})

test('an organizer generates the schedule of matches after the draw, and moves one of them; visitors see both teams in one line', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  const words = texts.adminJudging.schedule
  const { eventId, teams } = await createEventWithTeams()
  const [falcons, oryx, hawks] = teams as [
    (typeof teams)[number],
    (typeof teams)[number],
    (typeof teams)[number],
  ]
  const ruleSet = createMatchRuleSet({
    groups: singleGroup,
    knockOuts: [{ ...plainKnockOut, thirdPlace: false, places: { from: 1, to: 2 } }],
  })
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet,
    version: null,
  })
  await page.goto(`/admin/events/${eventId}/schedule`)
  await expect(page.getByText(words.drawFirst)).toBeVisible()
  await expect(page.getByRole('button', { name: words.generate.open })).toBeDisabled()
  await expectAccessible(page)

  await ask('POST', `/api/admin/events/${eventId}/matches/draw`, {
    sides: [falcons, oryx, hawks].map(({ id }) => [id]),
  })
  await page.reload()
  await page.getByRole('button', { name: words.generate.open }).click()
  const dialog = page.getByRole('dialog', { name: words.generate.open })
  const tables = dialog.getByLabel(words.generate.tables).first()
  await tables.fill('A1')
  await tables.press('Enter')
  await dialog.getByRole('textbox', { name: words.generate.startsAt_match }).first().fill('2099-12-05')
  await dialog.getByRole('button', { name: words.generate.preview }).click()
  await expect(dialog.getByRole('status', { name: words.generate.result })).toContainText(
    words.generate.complete_match,
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.generate.save }).click()
  await expect(dialog).toHaveCount(0)
  const first = page.getByRole('row', { name: /09:00 .*A1/ })
  await expect(first).toContainText(oryx.name)
  await expect(first).toContainText(hawks.name)
  await expect(page.getByRole('row', { name: /09:15 .*A1/ })).toContainText(
    texts.matches.sides.entrant.replace('{{nth}}', '2'),
  )

  const match = words.match.replace('{{number}}', '1')
  await first.getByRole('button', { name: words.editOf.replace('{{team}}', match) }).click()
  const slot = page.getByRole('dialog', { name: words.edit })
  await expect(slot.getByRole('combobox', { name: words.columns.round_match })).toHaveValue(
    new RegExp(oryx.name),
  )
  await slot.getByLabel(words.columns.table).fill('B2')
  await expectAccessible(page)
  await slot.getByRole('button', { name: texts.adminScores.save }).click()
  await expect(page.getByRole('row', { name: /09:00 .*B2/ })).toContainText(hawks.name)
  await page.goto(`/admin/events/${eventId}/schedule/print`)
  await expect(page.getByRole('row', { name: /09:00/ })).toContainText(hawks.name)

  await ask('POST', `/api/admin/events/${eventId}/schedule/published`, { isPublished: true })
  const { event } = await ask('GET', `/api/admin/events/${eventId}/schedule`)
  await page.goto(`/events/${event.slug}/`)
  const line = page.getByRole('listitem').filter({ hasText: '09:00' })
  await expect(line).toContainText(oryx.name)
  await expect(line).toContainText(hawks.name)
  await expect(line).toContainText(texts.schedule.match.replace('{{round}}', '1').split(/[,،]/)[1] as string)
})

test('an organizer finds the slots of a team, a day and a table in a long schedule', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  const words = texts.adminJudging.schedule
  const { eventId, teams } = await createEventWithTeams()
  const [first, second] = teams as [(typeof teams)[number], (typeof teams)[number]]
  for (let at = 0; at < 101; at++)
    await addSlot(eventId, at === 100 ? second : first, {
      round: at + 1,
      table: at % 2 === 0 ? 'A1' : 'B2',
      minutes: at * 20,
    })
  await page.goto(`/admin/events/${eventId}/schedule`)
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(100)
  await page.getByRole('button', { name: texts.scores.next }).click()
  await expect(rows).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('combobox', { name: words.columns.table }).click()
  await page.getByRole('option', { name: 'A1' }).click()
  await expect(rows).toHaveCount(51)
  await page.getByRole('searchbox', { name: words.filter.search }).fill(String(second.teamNo))
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: words.filter.search }).fill('')
  await page.getByRole('combobox', { name: words.filter.day }).click()
  await page.getByRole('option').last().click()
  await expect(rows).not.toHaveCount(51)
  await expect(
    page.getByRole('heading', { level: 2, name: texts.adminEvents.tabs.names.schedule }),
  ).toBeVisible()
})
