import { getPath } from '#contract/platform/call-path.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { ask, createEventWithTeams } from '../support/judging.ts'

test('an organizer sees which played matches other rules and a deleted or corrected score change', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  const { eventId, teams } = await createEventWithTeams()
  const ruleSet = createMatchRuleSet({
    groups: { ...singleGroup, count: 2 },
    knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 1 } }],
  })
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet,
    version: null,
  })
  const path = `/api/admin/events/${eventId}/matches`
  await ask('POST', `${path}/draw`, { sides: teams.slice(0, 4).map(({ id }) => [id]) })
  for (const number of [1, 2, 3]) {
    const { tournament, version } = (await ask('GET', path)).matches
    const sides = tournament.pairings[number - 1].sides.map(({ side }: { side: number }, nth: number) => ({
      side,
      values: { score: 1 - nth },
    }))
    await ask('PUT', `${path}/${number}`, { sides, version })
  }
  const dialog = page.getByRole('dialog')
  const accept = dialog.getByRole('checkbox', { name: texts.adminMatches.preview.accept })

  // rules with other matches are refused beside the switch of the matches
  await page.goto(`/admin/events/${eventId}/rules`)
  const save = page.getByRole('button', { name: texts.adminRuleSets.save, exact: true })
  await page.getByLabel(texts.adminMatchRules.groupCount, { exact: true }).fill('1')
  await save.click()
  await expect(page.locator('form').getByText(texts.fieldErrors['has-results'])).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(texts.adminMatchRules.groupCount, { exact: true }).fill('2')

  await page.getByLabel(texts.adminMatchRules.placesTo, { exact: true }).fill('2')
  await page.getByLabel(texts.adminMatchRules.placesFrom, { exact: true }).fill('2')
  await save.click()
  const confirm = dialog.getByRole('button', { name: texts.adminRuleSets.save })
  await expect(confirm).toBeDisabled()
  await expect(dialog.getByRole('heading', { name: texts.adminMatches.preview.matches })).toBeVisible()
  await expectAccessible(page)
  await accept.check()
  await expect(confirm).toBeEnabled()
  await dialog.getByRole('button', { name: texts.admin.list.cancel }).click()

  const { tournament } = (await ask('GET', path)).matches
  const [first, second] = tournament.pairings[0].sides
  const [loser] = tournament.sides[second.side].teams
  await page.goto(`/admin/events/${eventId}/scores?s=${encodeURIComponent(loser.name)}`)
  await page.getByRole('button', { name: texts.adminScores.more.replace('{{name}}', loser.name) }).click()
  await page.getByRole('button', { name: texts.adminScores.editAttempt }).click()
  await dialog.getByLabel('score', { exact: true }).fill('5')
  const saveScore = dialog.getByRole('button', { name: texts.adminScores.save, exact: true })
  await saveScore.click()
  await expect(dialog.getByRole('heading', { name: texts.adminMatches.preview.matches })).toBeVisible()
  await expectAccessible(page, { part: '[role=dialog]' })
  await saveScore.click()
  await expect(accept).not.toBeChecked()
  await accept.check()
  await saveScore.click()
  await expect(dialog).toBeHidden()
  await ask('PUT', `${path}/1`, {
    version: (await ask('GET', path)).matches.version,
    sides: [first, second].map(({ side }, nth) => ({ side, values: { score: 1 - nth } })),
  })

  const [{ name }] = tournament.sides[first.side].teams
  await page.goto(`/admin/events/${eventId}/scores?s=${encodeURIComponent(name)}`)
  await page
    .getByRole('button', {
      name: new RegExp(texts.adminScores.removeEntry.replace('{{name}}', `.*${name}.*`)),
    })
    .click()
  const remove = dialog.getByRole('button', { name: texts.adminScores.remove, exact: true })
  await expect(dialog.getByRole('heading', { name: texts.adminMatches.preview.problems })).toBeVisible()
  await expect(remove).toBeDisabled()
  await expectAccessible(page)
  await accept.check()
  await expect(remove).toBeEnabled()
})
