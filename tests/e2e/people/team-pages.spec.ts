import { accountTeamsPerPage } from '#contract/people/teams/team.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { getCompetitionPagePath, listedTeamsPerPage } from '#contract/site/season-page-paths.ts'
import { createCompetition, createStudent, createTeam, signInPage } from '../support/account-teams.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'

test('a coach of many teams turns pages and finds one, and visitors without scripts see the teams in pages', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, browser, at, texts, language, asAdmin, baseURL }) => {
  const person = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin, { fee: 0, publishesTeams: true })
  const count = listedTeamsPerPage + 1
  const names: string[] = []
  for (let at = 0; at < count; at++) names.push((await createTeam(person, competition)).name)
  const words = texts.accountTeams
  await signInPage(page, person, language)
  await page.goto(at('/account/'))
  const cards = page.getByRole('article').filter({ has: page.locator('h2') })
  await expect(cards).toHaveCount(accountTeamsPerPage)
  await expect(cards.first()).toContainText(names.at(-1) as string)
  await expectAccessibleInBothSchemes(page, 'main')
  const pages = Math.ceil(count / accountTeamsPerPage)
  for (let number = 2; number <= pages; number++) {
    await page.getByRole('link', { name: texts.scores.next }).click()
    const place = texts.scores.page.replace('{{page}}', `${number}`).replace('{{pages}}', `${pages}`)
    await expect(page.getByText(place, { exact: true })).toBeVisible()
  }
  await expect(cards).toHaveCount(count - (pages - 1) * accountTeamsPerPage)
  await expect(cards.last()).toContainText(names[0] as string)
  await expect(page.getByRole('link', { name: texts.scores.next })).toHaveCount(0)
  const search = page.getByRole('searchbox', { name: words.search.label })
  await search.fill(names[7] as string)
  await search.press('Enter')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText(names[7] as string)
  await search.fill('nothing like this')
  await page.getByRole('button', { name: words.search.submit }).click()
  await expect(cards).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: words.search.clear }).click()
  await expect(cards).toHaveCount(accountTeamsPerPage)

  const visitor = await browser.newPage({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false })
  await visitor.goto(at(getCompetitionPagePath(competition.slug)))
  const listed = visitor.getByRole('region', { name: texts.seasonPages.teams })
  await expect(listed.getByRole('listitem')).toHaveCount(listedTeamsPerPage)
  await listed.getByRole('link', { name: texts.scores.next }).click()
  await expect(listed.getByRole('listitem')).toHaveCount(1)
  await expect(listed.getByRole('listitem')).toContainText(names.at(-1) as string)
  const missing = await visitor.goto(at(`${getCompetitionPagePath(competition.slug)}?page=3`))
  expect(missing?.status()).toBe(404)
  await visitor.close()
  const { page: loaded } = await (
    await asAdmin(getPath('GET /api/competitions/:slug', { slug: competition.slug }))
  ).json()
  expect(loaded.teams).toHaveLength(count)
})
