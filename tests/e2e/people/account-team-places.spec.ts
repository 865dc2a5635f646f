import {
  createCompetition,
  createStudent,
  createTeam,
  fillCoach,
  fillMember,
  locateField,
  signInPage,
} from '../support/account-teams.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

const past = '2020-01-01T00:00:00Z'

test('a full competition has a waiting list, and a closed registration is reported', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, language, texts, asAdmin }) => {
  const t = texts.accountTeams
  const person = await createStudent(asAdmin)
  const closing = await createCompetition(asAdmin, { maxTeams: 2 })
  const team = await createTeam(person, closing)
  await signInPage(page, person, language)
  await page.goto(at(`/account/teams/new?competition=${closing.slug}`))
  await locateField(page, 'name').fill('Falcons')
  await locateField(page, 'schoolName').fill('School')
  await fillCoach(page)
  await fillMember(page, 0)
  await fillMember(page, 1)
  await createTeam(await createStudent(asAdmin), closing)
  await page.getByRole('button', { name: t.form.submit }).click()
  await expect(page.getByText(t.trouble.places)).toBeVisible()
  await expect(
    page.locator('label').filter({ hasText: closing.name }).getByText(texts.competitions.waitingList),
  ).toBeVisible()
  await expect(locateField(page, 'members.1.name')).toHaveValue('Member 2')
  await expectAccessible(page)
  await page.getByRole('button', { name: t.form.submit }).click()
  await expect(page.getByText(t.view.waitingText.split(':')[0] as string)).toBeVisible()
  await expect(page.getByText(t.card.withoutPlace.waiting, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(t.card.payNewTab) })).toHaveCount(0)
  await expectAccessible(page)
  const waitingTeamId = new URL(page.url()).pathname.split('/')[3]
  await page.goto(at(`/payment/telr/?team_id=${waitingTeamId}`))
  await expect(page.getByRole('heading', { name: texts.payment.noPlace.waiting.title })).toBeVisible()
  await expect(page.getByRole('button', { name: texts.payment.pay })).toHaveCount(0)
  await page.getByRole('link', { name: texts.payment.noPlace.toTeam }).click()
  await expect(page).toHaveURL(new RegExp(`/account/teams/${waitingTeamId}(\\?|/|$)`))

  await closing.set({ closesAt: past })
  await page.goto(at(`/account/teams/${team.id}/edit`))
  await expect(page).toHaveURL(new RegExp(`/account/teams/${team.id}(\\?|$)`))
  await expect(page.getByText(t.view.locked)).toBeVisible()
  await expect(page.getByRole('link', { name: t.view.edit })).toHaveCount(0)
  // an unpaid team can give its place back until its event begins
  await expect(page.getByRole('button', { name: t.view.withdraw })).toBeVisible()
  await expectAccessible(page)
  await page.goto(at('/account/'))
  await expect(
    page
      .getByRole('article', { name: 'Falcons', exact: true })
      .getByText(t.card.withoutPlace.waiting, { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('article', { name: closing.name })).toContainText(texts.competitions.closed)
})
