import { createCompetition, createStudent, createTeam, signInPage } from '../support/account-teams.ts'
import { expect, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'

test('the home page and the teams show the next step of a team, and its page shows the history', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, language, texts, asAdmin }) => {
  const t = texts.accountTeams.progress
  const student = await createStudent(asAdmin)
  const team = await createTeam(student, await createCompetition(asAdmin))
  await signInPage(page, student, language)
  await page.goto(at('/'))
  const strip = page.getByRole('complementary', { name: t.next })
  await expect(strip).toContainText(team.name)
  await expect(strip).toContainText(t.steps.pay)
  await expectAccessibleInBothSchemes(page)
  await strip.getByRole('link', { name: texts.accountTeams.title }).click()
  const card = page.getByRole('article', { name: team.name })
  await expect(card).toContainText(`${t.next}: ${t.steps.pay}`)
  await card.getByRole('link', { name: team.name }).click()
  const history = page.getByRole('region', { name: t.history })
  await expect(history).toContainText(t.kinds.registered)
  await expectAccessibleInBothSchemes(page)
})
