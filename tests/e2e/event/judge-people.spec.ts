import { getLanguageName } from '#contract/event/judging/judge-person.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  ask,
  confirmSheet,
  createEventWithTeams,
  createJudge,
  findTeam,
  getJudgeTexts,
  listTotals,
  openJudgeApp,
  queueButton,
  type Team,
  waitForServiceWorker,
} from '../support/judging.ts'

test('people who judge are added, imported, filtered and assigned to an event', {
  tag: '@translated',
}, async ({ adminPage: page, language, texts, at }) => {
  const words = texts.adminJudgePeople
  const [first, second, third] = [
    createUniqueName(language === 'ar' ? 'هدى' : 'Huda'),
    createUniqueName(language === 'ar' ? 'عمر' : 'Omar'),
    createUniqueName(language === 'ar' ? 'سلمى' : 'Salma'),
  ]
  await page.goto(at('/admin/judges/new'))
  await page.getByLabel(words.fields.name).fill(first)
  await page.getByLabel(words.fields.languages).first().click()
  await page.getByRole('option', { name: getLanguageName('fr', language) }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.getByRole('button', { name: texts.admin.form.save, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/judges\/?$/)

  await page.getByRole('button', { name: words.importJudges.title }).click()
  const dialog = page.getByRole('dialog')
  const rows = [
    [words.fields.name, words.fields.languages],
    [second, getLanguageName('fr', language)],
    [third, getLanguageName('ko', language)],
  ]
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'judges.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map((cells) => cells.join(',')).join('\n')),
  })
  await expect(dialog.getByRole('row', { name: new RegExp(third) })).toBeVisible()
  await dialog.getByRole('button', { name: texts.admin.import.run, exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(at('/admin/judges?language=fr&per_page=100'))
  await expect(page.getByRole('row').filter({ hasText: second })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: third })).toHaveCount(0)

  const { eventId } = await createEventWithTeams()
  await page.goto(at(`/admin/events/${eventId}/judges`))
  await page.getByRole('button', { name: texts.adminJudging.judges.add }).click()
  await dialog.getByLabel(words.search).fill(first)
  await dialog.getByLabel(first, { exact: true }).check()
  await dialog.getByLabel(words.search).fill(third)
  await dialog.getByLabel(third, { exact: true }).check()
  // who was chosen stays in the list
  await expect(dialog.getByLabel(first, { exact: true })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.adminJudging.judges.create }).click()
  await expect(page.getByText(texts.adminJudging.codes.title)).toBeVisible()
  for (const name of [first, third])
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await expectAccessible(page)
  // both are judges of the event already
  await page.getByRole('button', { name: texts.adminJudging.judges.add }).click()
  await dialog.getByLabel(words.search).fill(first)
  await expect(dialog.getByText(words.nobody)).toBeVisible()
})

test('a new code ends the old one in one step, and the tablet sends its sheets after a sign-in with it', {
  tag: '@arabic',
}, async ({ browser, adminPage, language, texts, at }) => {
  const context = await browser.newContext({ viewport: { width: 820, height: 1180 } })
  const tablet = await context.newPage()
  const words = getJudgeTexts(language)
  const { eventId, teams } = await createEventWithTeams()
  const [team, other] = teams as [Team, Team]
  const { judgeId, code } = await createJudge(eventId, { names: ['Huda Nasser'] })
  await openJudgeApp(tablet, words, `${process.env.BOTOLA_E2E_URL}${at('/judge/')}#code=${code}`)
  await waitForServiceWorker(tablet)
  await context.setOffline(true)
  await findTeam(tablet, team).click()
  await confirmSheet(tablet, words, '40', '30')
  await expect(queueButton(tablet)).toHaveText('1')

  await adminPage.goto(at(`/admin/events/${eventId}/judges`))
  const row = adminPage.getByRole('row').filter({ hasText: 'Huda Nasser' })
  await row.getByRole('button', { name: texts.adminJudging.judges.renew }).click()
  const dialog = adminPage.getByRole('dialog')
  await dialog.getByRole('button', { name: texts.adminJudging.judges.renew }).click()
  const shown = adminPage
    .locator('bdi[dir="ltr"]')
    .filter({ hasText: /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/ })
  const renewed = (await shown.textContent()) ?? ''
  expect(renewed).not.toBe('')

  await context.setOffline(false)
  await expect(tablet.getByText(words.signIn.ended)).toBeVisible()
  await tablet.getByLabel(words.signIn.code).fill(renewed)
  await tablet.getByRole('button', { name: words.signIn.submit, exact: true }).click()
  await expect(queueButton(tablet)).toHaveText('0')
  expect(await listTotals(eventId)).toEqual([[team.name, 40, 1]])
  const { judges } = await ask('GET', getPath('GET /api/admin/events/:eventId/judges', { eventId }))
  expect(judges).toMatchObject([{ id: judgeId, deviceCount: 1 }])
  // the old code is nobody's
  const reply = await fetch(`${process.env.BOTOLA_E2E_URL}/api/v1/judge/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  expect(reply.status).toBe(401)

  // the overview follows the tablet by the event stream, and names it only while it has a problem
  const overview = texts.adminOverview
  await adminPage.goto(at(`/admin/events/${eventId}`))
  const problems = adminPage.getByRole('region', { name: overview.tablets })
  await expect(adminPage.getByText(overview.signedInJudges)).toBeVisible()
  await expect(problems).toHaveCount(0)
  const setClosed = (isClosed: boolean) =>
    ask('POST', getPath('POST /api/admin/events/:eventId/judging/closed', { eventId }), { isClosed })
  await context.setOffline(true)
  await findTeam(tablet, other).click()
  await confirmSheet(tablet, words, '50', '30')
  await setClosed(true)
  await expect(adminPage.getByText(overview.judgingClosed)).toBeVisible()
  await context.setOffline(false)
  await expect(problems).toContainText('Huda Nasser')
  await expectAccessible(adminPage)
  await setClosed(false)
  await queueButton(tablet).click()
  await tablet.getByRole('button', { name: words.problem.again, exact: true }).click()
  await expect(problems).toHaveCount(0)
  await context.close()
})
