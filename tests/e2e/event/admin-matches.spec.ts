import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import { ask, createEventWithTeams, type Team } from '../support/judging.ts'

test.describe.configure({ mode: 'default' })

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an organizer turns rounds into matches with groups and a knock-out, and corrects what does not fit', {
  tag: '@nightly',
}, async ({ adminPage: page, texts }) => {
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Matches'),
    title_ar: 'مباريات',
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await ask('POST', '/api/admin/events/', form)
  const words = texts.adminMatchRules
  const ruleWords = texts.adminRuleSets

  // without rules of matches, the page leads to the rules
  await page.goto(`/admin/events/${event._id}/matches`)
  await expect(page.getByText(texts.adminMatches.noMatches)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: texts.adminMatches.openRules }).click()
  await page
    .getByRole('button', { name: new RegExp(`${ruleWords.start}: (Future Engineers|مهندسو المستقبل)`) })
    .click()
  const isOn = page.getByRole('switch', { name: words.isOn })
  await isOn.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog).toContainText(words.removed.rankingKeys)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.admin.list.cancel }).click()
  await expect(isOn).not.toBeChecked()
  await isOn.click()
  await dialog.getByRole('button', { name: words.turnOn }).click()
  await expect(isOn).toBeChecked()
  await expect(page.getByText(ruleWords.rankingHint)).toBeHidden()
  await expect(page.getByText(ruleWords.disqualificationHint)).toBeHidden()

  await page.getByLabel(words.groupCount, { exact: true }).fill('2')
  await page.getByRole('button', { name: words.addKnockOut }).click()
  await choose(page, words.pairing, words.pairings.table)
  const pairSide = (number: string, side: string) =>
    page.getByLabel(words.pairSide.replace('{{number}}', number).replace('{{side}}', side), { exact: true })
  await expect(pairSide('2', '2')).toHaveValue('A2')
  await pairSide('2', '2').fill('c9')
  await page.getByLabel(words.win, { exact: true }).fill('0')
  // the matches between equal sides again before the difference
  await choose(page, words.apply, words.applies.restart)
  const moveUp = page.getByRole('button', {
    name: ruleWords.moveUp.replace('{{name}}', words.standingKey.replace('{{number}}', '4')),
  })
  await moveUp.press('Enter')
  await expect(page.getByRole('combobox', { name: words.standingValue, exact: true }).nth(2)).toHaveValue(
    words.standingValues.headToHead,
  )
  const knockOut = page.getByRole('listitem').filter({ has: page.getByLabel(words.key, { exact: true }) })
  await knockOut.getByLabel(`${words.name} (${texts.admin.form.english})`).fill('Finals')
  await knockOut.getByLabel(`${words.name} (${texts.admin.form.arabic})`).fill('النهائيات')
  await expect(page.getByLabel(words.key, { exact: true })).toHaveValue('finals')
  const save = page.getByRole('button', { name: ruleWords.save })
  await save.click()
  // each contradiction is explained beside its field
  await expect(page.locator('form').getByText(words.problems['points-win-below-others'])).toBeVisible()
  await expect(page.getByText(words.problems['knockOuts-n-pairs-n-n-unknown-value'])).toBeVisible()
  await expect(page.getByText(words.problems['knockOuts-n-pairs-required'])).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(words.win, { exact: true }).fill('3')
  await page.getByRole('button', { name: words.fillPairs }).click()
  await save.click()
  await expect(page.getByText(ruleWords.version.replace('{{version}}', '1'))).toBeVisible()
  const { ruleSet } = await ask(
    'GET',
    getPath('GET /api/admin/events/:eventId/rule-set', { eventId: event._id }),
  )
  expect(ruleSet.groups).toHaveLength(1)
  expect(ruleSet.matches.standing.map(({ of }: { of: string }) => of)).toEqual([
    'points',
    'difference',
    'headToHead',
    'scored',
    'lot',
  ])
  expect(ruleSet.matches.knockOuts).toMatchObject([
    {
      key: 'finals',
      pairs: [
        ['A1', 'B2'],
        ['B1', 'A2'],
      ],
    },
  ])

  // a blank sheet has a column for each side
  await page.getByRole('link', { name: ruleWords.print, exact: true }).click()
  await expect(page.getByRole('columnheader')).toHaveText([
    words.printSide.replace('{{number}}', '1'),
    words.printSide.replace('{{number}}', '2'),
  ])
  await expectAccessible(page)
})

test('an organizer draws, records a final, sees what a correction before it changes, and withdraws a team', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts, language }) => {
  const { t, tAttribute } = createTextsFromCatalogue(language, texts, 'Botola')
  const words = texts.adminMatches
  const { eventId, teams } = await createEventWithTeams()
  const [one, two, three, four] = teams as [Team, Team, Team, Team]
  const ruleSet = createMatchRuleSet({
    groups: { ...singleGroup, count: 2, draw: 'seed' },
    standing: [{ of: 'points' }, { of: 'lot' }],
    knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 1 }, pairs: [['A1', 'B1']] }],
  })
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet,
    version: null,
  })
  await page.goto(`/admin/events/${eventId}/matches`)
  // four teams; the second one becomes the strongest by the keyboard
  for (const { name } of teams.slice(4)) await page.getByRole('checkbox', { name }).uncheck()
  await page
    .getByRole('button', {
      name: new RegExp(`${texts.adminRuleSets.moveUp.replace('{{name}}', '')}.*${two.name}`),
    })
    .first()
    .press('Enter')
  await expect(
    page.getByRole('list', { name: words.draw.teams }).getByRole('listitem').first(),
  ).toContainText(two.name)
  await expectAccessible(page)
  await page.getByRole('button', { name: words.draw.start, exact: true }).click()
  const standing = (group: string) =>
    page.getByRole('region', { name: t('matches.group', { letter: group }), exact: true })
  // seeds in turns: the first and the fourth, the second and the third
  for (const { name } of [two, four])
    await expect(standing('A').getByRole('rowheader').filter({ hasText: name })).toBeVisible()
  for (const { name } of [one, three])
    await expect(standing('B').getByRole('rowheader').filter({ hasText: name })).toBeVisible()
  await expect(page.getByText(words.draw.seed)).toBeVisible()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: t('adminMatches.problems.small-group', { group: 'A', count: 2 }) }),
  ).toBeVisible()

  // one group alone, and all again
  await choose(page, t('matches.part'), t('matches.group', { letter: 'B' }))
  await expect(page).toHaveURL(/part=group-B/)
  await expect(standing('A')).toHaveCount(0)
  await expect(standing('B')).toBeVisible()
  await expectAccessible(page)
  await choose(page, t('matches.part'), t('matches.group', { letter: 'B' }))
  await expect(standing('A')).toBeVisible()

  // groups that were drawn by hand replace it
  await page.getByRole('button', { name: words.draw.again, exact: true }).click()
  await page.getByText(words.draw.methods.hand, { exact: true }).click()
  await expect(page.getByText(words.draw.missingGroups)).toBeVisible()
  for (const [{ name }, group] of [
    [one, 'A'],
    [two, 'A'],
    [three, 'B'],
    [four, 'B'],
  ] as const)
    await page
      .getByRole('group', { name: words.draw.handHint })
      .getByRole('combobox', { name })
      .selectOption({ label: tAttribute('matches.group', { letter: group }) })
  // the header covers nothing at the top of the page
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await page.getByRole('button', { name: words.draw.start, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words.draw.again }).click()
  await expect(standing('A').getByRole('rowheader').filter({ hasText: one.name })).toBeVisible()

  // the results of both groups lead to the final
  const openMatch = (number: number, isRecorded = false) =>
    page
      .getByRole('button', {
        name: t(isRecorded ? 'adminMatches.table.changeFor' : 'adminMatches.table.enterFor', { number }),
        exact: true,
      })
      .click()
  const fill = async (scores: readonly (readonly [Team, string])[]) => {
    for (const [{ name }, score] of scores) {
      const sheet = dialog.getByRole('group', { name })
      await sheet.getByLabel('score', { exact: true }).fill(score)
    }
    await dialog.getByRole('button', { name: words.match.preview }).click()
  }
  const save = async () => {
    await dialog.getByRole('button', { name: words.match.save }).click()
    await expect(dialog).toBeHidden()
  }
  await openMatch(1)
  await dialog.getByRole('button', { name: words.match.preview }).click()
  // both sheets are empty
  await expect(dialog.getByText(texts.fieldErrors.required)).toHaveCount(2)
  await expectAccessible(page)
  await fill([
    [one, '2'],
    [two, '1'],
  ])
  await expect(dialog).toContainText(one.name)
  await expectAccessible(page)
  await save()
  await expect(page.getByText(words.draw.closed)).toBeVisible()
  // a side that did not come: the sheet of the other one stays empty
  await openMatch(2)
  await dialog
    .getByRole('group', { name: four.name })
    .getByRole('checkbox', { name: words.match.absent })
    .check()
  await dialog.getByRole('button', { name: words.match.preview }).click()
  await expect(dialog).toContainText(texts.matches.walkover)
  await save()
  // a final has a winner
  await openMatch(3)
  await fill([
    [one, '1'],
    [three, '1'],
  ])
  await expect(dialog.getByRole('alert')).toContainText(words.match.needsWinnerBy.split('{{')[0] as string)
  await expect(dialog.getByRole('button', { name: words.match.save })).toBeDisabled()
  await dialog.getByRole('button', { name: words.match.back }).click()
  await fill([
    [one, '1'],
    [three, '0'],
  ])
  await save()
  const final = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: texts.matches.rounds.final, exact: true }) })
  await expect(final).toContainText(one.name)

  // the correction of the group leaves the final with another side than it should have
  await openMatch(1, true)
  await fill([
    [one, '0'],
    [two, '1'],
  ])
  const saveButton = dialog.getByRole('button', { name: words.match.save })
  await expect(saveButton).toBeDisabled()
  await expect(dialog.getByRole('listitem').filter({ hasText: two.name }).first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: words.preview.accept }).check()
  await save()
  await expect(final).toContainText(one.name)
  const problem = page
    .getByRole('alert')
    .getByRole('listitem')
    .filter({ hasText: words.problems.openMatch.replace('{{number}}', '3') })
  await expect(problem).toContainText(two.name)
  await problem.getByRole('button').click()
  await expect(dialog.getByRole('group', { name: three.name })).toBeVisible()
  await page.keyboard.press('Escape')

  // a withdrawal needs a reason, and is taken back
  const row = page
    .getByRole('region', { name: words.withdrawal.label })
    .getByRole('row')
    .filter({ hasText: four.name })
  await row.getByRole('button').click()
  await dialog.getByRole('button', { name: words.withdrawal.withdraw }).click()
  await expect(dialog.getByText(texts.fieldErrors.required)).toBeVisible()
  await dialog.getByLabel(words.withdrawal.reason).fill('The robot is broken.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.withdrawal.withdraw }).click()
  await expect(row).toContainText(words.withdrawn)
  await expect(page.getByRole('alert').filter({ hasText: four.name })).toBeVisible()
  await row.getByRole('button').click()
  await dialog.getByRole('button', { name: words.withdrawal.takeBack }).click()
  await expect(row).toContainText(words.withdrawal.playing)
  await expectAccessible(page)
})
