import {
  createCompetition,
  createStudent,
  createTeam,
  fillCoach,
  fillMember,
  locateField,
  signInPage,
} from '../support/account-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

test('a team is registered on a phone', { tag: '@arabic' }, async ({
  page,
  at,
  language,
  texts,
  asAdmin,
}) => {
  const t = texts.accountTeams
  const person = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  await signInPage(page, person, language)
  const fits = async () => {
    // axe measures only the visible part of a button that the sticky header covers
    await page.evaluate(() => window.scrollTo(0, 0))
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  }
  await page.goto(at('/account/teams/new'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.form.newTitle)
  await page.getByRole('button', { name: t.form.submit }).tap()
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('radio', { name: competition.name })).toBeVisible()
  await expect(page.locator('input[type="radio"]:focus')).toHaveAccessibleDescription(t.problems.competition)
  await fits()
  await expectAccessible(page)
  await page.getByRole('radio', { name: competition.name }).check()
  const name = createUniqueName('Falcons')
  await locateField(page, 'name').fill(name)
  await locateField(page, 'schoolName').fill('School of the Oasis')
  await fillCoach(page)
  await fillMember(page, 0)
  await fillMember(page, 1)
  await fits()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.form.submit }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await fits()
  await expectAccessible(page)
  await createTeam(person, await createCompetition(asAdmin))
  await page.goto(at('/account/'))
  await expect(page.getByRole('article', { name })).toBeVisible()
  await fits()
  await expectAccessible(page)
})
