import { getPath } from '#contract/platform/call-path.ts'
import { getTeamPagePath } from '#contract/site/season-page-paths.ts'
import { createPanelRuleSet } from '../../support/api/panels.ts'
import { expect, test } from '../support/fixtures.ts'
import { ask, createEventWithTeams, createJudge, type Team } from '../support/judging.ts'
import { runOnOwnSite } from '../support/own-site.ts'

// the test deletes all other events
runOnOwnSite('botola-e2e-provisional-results')

test('the display, the home page and the page of a team mark a provisional result', {
  tag: '@nightly',
}, async ({ page, at, texts }) => {
  const { eventId, teams } = await createEventWithTeams()
  const [team] = teams as [Team]
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet: createPanelRuleSet('mean', 2),
    version: null,
  })
  const { judgeId: judge } = await createJudge(eventId)
  await ask('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), {
    teamId: team.id,
    attempts: [{ mission: 1, values: { idea: 9, judge } }],
  })
  const { event } = await ask('GET', getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }))
  const mark = texts.scores.provisional
  await page.goto(at(`/events/${event.slug}/display/`))
  await expect(page.getByRole('rowheader')).toContainText(mark)
  // no medal before the jury is complete, and no time where the sheet has none
  await expect(page.getByRole('columnheader', { name: texts.display.score, exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: texts.display.time, exact: true })).toHaveCount(0)
  await expect(page.locator('table [data-medal]')).toHaveCount(0)
  await ask('POST', getPath('POST /api/admin/events/:eventId/screens', { eventId }), {
    name: 'Podium',
    scene: 'podium',
  })
  await page.goto(at(`/events/${event.slug}/display/1`))
  await expect(page.getByRole('listitem').filter({ hasText: team.name })).toContainText(mark)
  // the home page shows the leaders of the only event that visitors see
  for (const { _id: id } of (await ask('GET', getPath('GET /api/events'))).events)
    if (id !== eventId) await ask('DELETE', `${getPath('DELETE /api/admin/events')}/?id=${id}`)
  await page.goto(at('/'))
  await expect(page.getByRole('article').getByRole('listitem').first()).toContainText(mark)
  const [{ competition, teamNo }] = (
    await ask('GET', getPath('GET /api/v1/events/:idOrSlug/team-pages', { idOrSlug: event.slug }))
  ).pages
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(at(getTeamPagePath(competition, teamNo)))
  const link = page.locator(`a[href*="/events/${event.slug}/"]`)
  await expect(page.getByRole('row').filter({ has: link })).toContainText(mark)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
})
