import { getPath } from '#contract/platform/call-path.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { ask, createEventWithTeams } from '../support/judging.ts'

test('alliances are drawn, and a match is recorded, on a phone', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
}) => {
  const words = texts.adminMatches
  const { eventId, teams } = await createEventWithTeams()
  const ruleSet = createMatchRuleSet({
    teamsPerSide: 2,
    groups: { ...singleGroup, count: 1 },
    standing: [{ of: 'points' }, { of: 'lot' }],
    knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 2 } }],
  })
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet,
    version: null,
  })
  const expectNoOverflow = async () =>
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
  await page.goto(`/admin/events/${eventId}/matches`)
  const list = page.getByRole('list', { name: words.draw.teams })
  for (const [at, { name }] of teams.slice(0, 4).entries())
    await list
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('combobox')
      .selectOption(String(Math.floor(at / 2) + 1))
  await expectNoOverflow()
  await expectAccessible(page)
  await page.getByRole('button', { name: words.draw.start, exact: true }).click()
  const standing = page.getByRole('region', {
    name: texts.matches.standing,
    exact: true,
  })
  await expect(standing.getByRole('rowheader')).toHaveCount(2)
  await expectNoOverflow()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: words.table.enterFor.replace('{{number}}', '1'), exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  const scores = dialog.getByLabel('score', { exact: true })
  await scores.first().fill('4')
  await scores.last().fill('2')
  await expectNoOverflow()
  await dialog.getByRole('button', { name: words.match.preview }).click()
  await dialog.getByRole('button', { name: words.match.save }).click()
  await expect(dialog).toBeHidden()
  await expect(standing).toContainText('4:2')
  await expectAccessible(page)
})
