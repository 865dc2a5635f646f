import { randomUUID } from 'node:crypto'
import { getPath } from '#contract/platform/call-path.ts'
import { createApiCaller, createCompetition, createStudent, createTeam } from '../support/account-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

test('an organizer sees that sheets wait before the final publication, no changes of scores after it, and that the next event is over', {
  tag: '@arabic',
}, async ({ adminPage: page, asAdmin, language, texts }) => {
  const words = texts.adminPublishing
  const send = async (call: typeof asAdmin, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await call(path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.status, await reply.clone().text()).toBe(200)
    return reply.json()
  }
  const createEvent = async (more: Record<string, string> = {}) => {
    const form = new FormData()
    const title = createUniqueName('Cup')
    const fields = {
      title_en: title,
      title_ar: title,
      description_en: 'One',
      description_ar: 'واحد',
      ...more,
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
    return { id: event._id as string, title }
  }
  const competition = await createCompetition(asAdmin)
  const team = await createTeam(await createStudent(asAdmin), competition)
  const event = await createEvent()
  const past = await createEvent({ startDate: '2020-01-01', endDate: '2020-01-02' })
  await send(asAdmin, getPath('POST /api/admin/events/:eventId/teams', { eventId: event.id }), {
    competitionId: competition.id,
  })
  await send(asAdmin, `/api/admin/events/${event.id}/judging/second-judge`, { needsSecondJudge: true })
  const { judges } = await send(
    asAdmin,
    getPath('GET /api/admin/events/:eventId/judges', { eventId: event.id }),
    { names: ['Huda Nasser'] },
  )
  const { token } = await send(createApiCaller({ token: '' }), getPath('GET /api/v1/judge/session'), {
    code: judges[0].code,
  })
  const at = new Date().toISOString()
  const sheet = {
    id: randomUUID(),
    teamId: team.id,
    round: 1,
    score: 50,
    timeMs: 30_000,
    ruleVersion: null,
    judgedAt: at,
    confirmedAt: at,
  }
  await send(createApiCaller({ token: `Bearer ${token}` }), getPath('POST /api/v1/judge/sheets'), {
    ...sheet,
    expected: [],
  })

  await page.goto(`/admin/events/${event.id}/results`)
  await page.getByRole('button', { name: words.publishFinal }).click()
  const dialog = page.getByRole('dialog')
  const waiting = dialog.getByText(words.waitingSheets_one.replace('{{formatted}}', '1'))
  await expect(waiting).toBeVisible()
  await expect(dialog.getByRole('button', { name: words.publishFinal })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: words.showWaitingSheets }).click()
  // a field of the sheet may be called points
  await expect(page.getByText(`${texts.scoreSheet.total}: `).first()).toBeVisible()
  await page.getByRole('button', { name: texts.adminJudging.reviews.confirm, exact: true }).click()
  await expect(page.getByText(texts.adminJudging.reviews.none)).toBeVisible()

  const openTab = (tab: 'scores' | 'results') =>
    page
      .getByRole('navigation', { name: texts.adminEvents.tabs.label })
      .getByRole('link', { name: texts.adminEvents.tabs.names[tab], exact: true })
      .click()
  await openTab('scores')
  const scoreChanges = page.getByRole('button', {
    name: new RegExp(`^(${texts.adminScores.add}|${texts.adminScores.import})$`),
  })
  await expect(scoreChanges).toHaveCount(2)
  await openTab('results')
  await page.getByRole('button', { name: words.publishFinal }).click()
  await expect(dialog).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await dialog.getByRole('button', { name: words.publishFinal }).click()
  await expect(page.getByRole('button', { name: words.takeBack })).toBeVisible()
  await openTab('scores')
  await expect(page.getByText(words.final.split('{{')[0] as string)).toBeVisible()
  await expect(scoreChanges).toHaveCount(0)
  await openTab('results')
  await page.getByRole('button', { name: words.advance }).click()
  await dialog.getByLabel(words.stage).fill(language === 'ar' ? 'وطنية' : 'National')
  await page.keyboard.press('Escape')
  await dialog.getByLabel(words.targetEvent).fill(past.title)
  await page.getByRole('option', { name: past.title }).click()
  await dialog.getByRole('button', { name: words.preview }).click()
  await expect(dialog.getByText(words.targetEnded)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.advanceAction }).click()
  await expect(dialog).toHaveCount(0)
  const results = page.getByRole('region', { name: words.title })
  await expect(results.getByRole('link', { name: past.title })).toBeVisible()
  await expect(
    results.getByRole('link', { name: words.advancedTeams_one.replace('{{formatted}}', '1') }),
  ).toBeVisible()
  await results.getByRole('button', { name: new RegExp(`^${words.undo}: `) }).click()
  await dialog.getByRole('button', { name: words.undo }).click()
  await expect(results.getByText(words.undone, { exact: true })).toBeVisible()
})
