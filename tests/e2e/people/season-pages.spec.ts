import { getPath } from '#contract/platform/call-path.ts'
import { getCompetitionPagePath, getTeamPagePath } from '#contract/site/season-page-paths.ts'
import { createCompetition } from '../support/account-teams.ts'
import { expect, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'

test('a visitor opens a competition, one of its events, and from the ranking the page of a team', {
  tag: '@nightly',
}, async ({ page, at, texts, language, request }) => {
  const { pages } = await (
    await request.get(getPath('GET /api/v1/events/:idOrSlug/team-pages', { idOrSlug: 'desert-rally' }))
  ).json()
  const { teamNo } = pages.find(({ competition }: { competition: string }) => competition === 'robo_mission')
  const loaded = (
    await (
      await request.get(
        getPath('GET /api/competitions/:slug/teams/:teamNo', { slug: 'robo_mission', teamNo }),
      )
    ).json()
  ).page
  const { competition } = (
    await (await request.get(getPath('GET /api/competitions/:slug', { slug: 'robo_mission' }))).json()
  ).page
  const name = competition.name[language]
  await page.goto(at('/competitions/'))
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page).toHaveTitle(new RegExp(`^${name}`))
  const path = getCompetitionPagePath('robo_mission')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    new RegExp(`${at(path).replace('?', '\\?')}$`),
  )
  await expect(page.locator('link[rel="alternate"]')).toHaveCount(3)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`${path}share-${language}.png$`),
  )
  await expect(
    page.getByRole('main').getByRole('link', { name: texts.competitions.page.register }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.seasonPages.rules })).toBeVisible()
  // the organizers of the demo publish no list of teams
  await expect(page.getByRole('heading', { name: texts.seasonPages.teams })).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  const { title } = loaded.results.find(
    ({ event }: { event: { slug: string } }) => event.slug === 'desert-rally',
  ).event
  await page
    .getByRole('region', { name: texts.seasonPages.events })
    .getByRole('link', { name: title[language] })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title[language])
  const row = page.locator('tbody tr[data-row]').filter({ hasText: loaded.team.name })
  await expectAccessibleInBothSchemes(page, 'main')
  await row.getByRole('link', { name: loaded.team.name }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(loaded.team.name)
  await expect(
    page
      .getByRole('region', { name: texts.seasonPages.results })
      .getByRole('link', { name: title[language] }),
  ).toBeVisible()
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`${getTeamPagePath('robo_mission', teamNo)}share-${language}.png$`),
  )
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('an administrator shows the registered teams on the page of a competition', { tag: '@nightly' }, async ({
  page,
  adminPage,
  at,
  texts,
  asAdmin,
}) => {
  const competition = await createCompetition(asAdmin, { fee: 0 })
  const path = at(getCompetitionPagePath(competition.slug))
  const heading = page.getByRole('heading', { name: texts.seasonPages.teams })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(competition.name)
  await expect(heading).toHaveCount(0)
  await adminPage.goto(at(`/admin/competitions/${competition.id}/edit`))
  const saved = adminPage.waitForResponse(
    (reply) =>
      reply.url().includes(getPath('GET /api/admin/competitions')) && reply.request().method() === 'PUT',
  )
  await adminPage.getByRole('switch', { name: texts.adminCompetitions.publishesTeams }).click()
  await adminPage.getByRole('button', { name: texts.admin.form.save, exact: true }).first().click()
  expect((await saved).status()).toBe(200)
  await page.goto(path)
  await expect(heading).toBeVisible()
  await expect(page.getByText(texts.seasonPages.noTeams)).toBeVisible()
  for (const missing of ['/competitions/no_such/', getTeamPagePath(competition.slug, 1)])
    expect((await page.goto(at(missing)))?.status()).toBe(404)
})
