import { getPath } from '#contract/platform/call-path.ts'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { isolateText, joinTexts } from '#i18n/text-direction.ts'
import { createPanelRuleSet } from '../../support/api/panels.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  ask,
  createEventWithTeams,
  createJudge,
  findTeam,
  getJudgeTexts,
  listTotals,
  queueButton,
  type Team,
  waitForServiceWorker,
} from '../support/judging.ts'

test('judges of a panel judge alone and offline, the head judge asks one for a second look and leaves another one out, and the office sees it', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, context, browser, adminPage, language, at }) => {
  const texts = getJudgeTexts(language)
  const { panels } = language === 'ar' ? arAdmin : enAdmin
  const { scores } = language === 'ar' ? ar : en
  const fields = { idea: language === 'ar' ? 'الفكرة' : 'Idea', talk: language === 'ar' ? 'الإلقاء' : 'Talk' }
  const { eventId, teams } = await createEventWithTeams()
  const [team, second] = teams as [Team, Team]
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet: createPanelRuleSet('mean'),
    version: null,
  })
  const names = ['Omar Saleh', 'Lina Adel', 'Mona Fathy']
  const codes = []
  for (const name of names) codes.push((await createJudge(eventId, { names: [name] })).code)
  const { code: headCode } = await createJudge(eventId, { names: ['Huda Nasser'], isHead: true })
  const size = { width: 820, height: 1180 }
  const fill = async (tablet: typeof page, idea: string, feedback?: string) => {
    await tablet.getByLabel(fields.idea, { exact: true }).fill(idea)
    if (feedback) await tablet.getByLabel(texts.sheet.feedback).fill(feedback)
    await tablet.getByRole('button', { name: texts.sheet.finish, exact: true }).click()
    await tablet.getByRole('button', { name: texts.confirm.send }).click()
  }

  // the first judge fills in a sheet without a connection
  await page.setViewportSize(size)
  await page.goto(`${at('/judge/')}#code=${codes[0]}`)
  await expect(page.getByRole('heading', { name: texts.team.choose })).toBeVisible()
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.reload()
  await findTeam(page, team).click()
  await expect(page.getByText(texts.sheet.alone)).toBeVisible()
  await expectAccessible(page)
  await fill(page, '4', 'Show the robot earlier.')
  await expect(findTeam(page, team)).toContainText(texts.team.states.queued)
  await context.setOffline(false)
  await expect(queueButton(page)).toHaveText('0')
  await expect.poll(() => listTotals(eventId)).toEqual([[team.name, 4, 1]])

  // the second judge sees nothing of it
  const other = await browser.newPage({ baseURL: process.env.BOTOLA_E2E_URL ?? '', viewport: size })
  await other.goto(`${at('/judge/')}#code=${codes[1]}`)
  await expect(findTeam(other, team)).toContainText(texts.team.states.missing)
  await findTeam(other, team).click()
  await expect(other.getByText(texts.sheet.own)).toBeHidden()
  await fill(other, '9')
  await expect.poll(() => listTotals(eventId)).toEqual([[team.name, 6.5, 2]])

  // the head judge sees both, asks the first one, and leaves the third one out
  const head = await browser.newPage({ baseURL: process.env.BOTOLA_E2E_URL ?? '', viewport: size })
  await head.goto(`${at('/judge/')}#code=${headCode}`)
  await head.getByRole('button', { name: new RegExp(`^${texts.head.title}`) }).click()
  const teamName = joinTexts([team.teamNo, team.name], language)
  const row = head
    .getByRole('row')
    .filter({ has: head.getByRole('rowheader', { name: teamName, exact: true }) })
  await expect(row).toContainText(panels.missing.replace('{{number}}', '1'))
  await expect(head.getByRole('row').filter({ hasText: second.name })).toContainText(
    panels.missing.replace('{{number}}', '3'),
  )
  await expect(row.getByRole('cell', { name: '5', exact: true })).toBeVisible()
  const openCell = (name: string) => row.getByRole('button', { name: isolateText(name, language) }).click()
  await openCell(names[0] as string)
  const dialog = head.getByRole('dialog')
  await expect(dialog).toContainText(panels.sheetCounts)
  await dialog.getByLabel(panels.lookNote).fill('The idea is new.')
  await expectAccessible(head)
  await dialog.getByRole('button', { name: panels.askForLook }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(panels.lookOpen)
  await openCell(names[2] as string)
  await expect(dialog.getByRole('button', { name: panels.askForLook })).toHaveCount(0)
  await expect(dialog).not.toContainText(panels.sheetCounts)
  await dialog.getByLabel(panels.recusalReason).fill('Coached the team.')
  await dialog.getByRole('button', { name: panels.recuse }).click()
  await expect(row).toContainText(panels.complete)
  await expectAccessible(head)

  // the third judge is not offered the team
  const third = await browser.newPage({ baseURL: process.env.BOTOLA_E2E_URL ?? '', viewport: size })
  await third.goto(`${at('/judge/')}#code=${codes[2]}`)
  await expect(findTeam(third, second)).toBeVisible()
  await expect(findTeam(third, team)).toHaveCount(0)
  await findTeam(third, second).click()
  await fill(third, '3')
  await expect.poll(() => listTotals(eventId)).toContainEqual([second.name, 3, 1])
  await third.close()

  // the first judge corrects the sheet
  await expect(findTeam(page, team)).toContainText(texts.team.secondLook)
  await findTeam(page, team).click()
  await expect(page.getByText(texts.sheet.secondLook)).toBeVisible()
  await expect(page.getByText('The idea is new.')).toBeVisible()
  await expect(page.getByLabel(fields.idea, { exact: true })).toHaveValue('4')
  await expect(page.getByLabel(texts.sheet.feedback)).toHaveValue('Show the robot earlier.')
  await fill(page, '7')
  await expect
    .poll(() => listTotals(eventId))
    .toEqual([
      [team.name, 8, 2],
      [second.name, 3, 1],
    ])
  await expect(row).toContainText(panels.lookCorrected)
  await head.close()
  await other.close()

  // the office sees the same, and releases the feedback
  const { feedback } = (language === 'ar' ? arAdmin : enAdmin).adminJudging
  await adminPage.goto(at(`/admin/events/${eventId}/judges`))
  const section = adminPage.getByRole('region', { name: panels.title })
  await expect(section.getByRole('row').filter({ hasText: team.name })).toContainText(panels.complete)
  await expect(section).toContainText(feedback.hidden)
  await section.getByRole('button', { name: feedback.showTexts }).click()
  await expect(section.getByRole('listitem').filter({ hasText: team.name })).toContainText(
    'Show the robot earlier.',
  )
  await section.getByRole('button', { name: feedback.release }).click()
  await adminPage.getByRole('dialog').getByRole('button', { name: feedback.release }).click()
  await expect(section.getByRole('button', { name: feedback.takeBack })).toBeVisible()
  await expectAccessible(adminPage)

  // the dialog that publishes final results warns of missing sheets, and allows it
  const words = (language === 'ar' ? arAdmin : enAdmin).adminPublishing
  await adminPage.goto(at(`/admin/events/${eventId}/results`))
  await adminPage.getByRole('button', { name: words.publishFinal }).click()
  const finalDialog = adminPage.getByRole('dialog')
  await expect(finalDialog.getByRole('link', { name: words.showPanels })).toBeVisible()
  await expect(finalDialog.getByRole('button', { name: words.publishFinal })).toBeEnabled()
  await expectAccessible(adminPage)

  // visitors see which result is provisional
  const { event } = await ask('GET', getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }))
  await page.goto(at(`/events/${event.slug}/`))
  const boardRow = (name: string) => page.locator('[data-row]').filter({ hasText: name }).first()
  await expect(boardRow(second.name)).toContainText(scores.provisional)
  await expect(boardRow(team.name)).not.toContainText(scores.provisional)
  await expectAccessible(page)
})

test('a reply that was read before a change of the head judge does not hide the change', {
  tag: '@nightly',
}, async ({ browser, at }) => {
  const { eventId, teams } = await createEventWithTeams()
  const [team] = teams as [Team]
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet: createPanelRuleSet('mean', 2),
    version: null,
  })
  await createJudge(eventId, { names: ['Mona Fathy'] })
  const { code } = await createJudge(eventId, { names: ['Huda Nasser'], isHead: true })
  const head = await browser.newPage({ baseURL: process.env.BOTOLA_E2E_URL ?? '', serviceWorkers: 'block' })
  await head.clock.install()
  await head.goto(`${at('/judge/')}#code=${code}`)
  await head.getByRole('button', { name: new RegExp(`^${getJudgeTexts('en').head.title}`) }).click()
  const cell = head.getByRole('button', { name: new RegExp(`Mona Fathy.*${team.name}`) }).first()
  await expect(cell).toBeVisible()

  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const isRead = new Promise<void>((resolve) => {
    void head.route(`**${getPath('GET /api/v1/judge/panels')}`, async (route) => {
      const response = await route.fetch()
      resolve()
      await isReleased
      await route.fulfill({ response })
    })
  })
  await head.clock.runFor(11_000)
  await isRead
  await cell.click()
  const { panels } = enAdmin
  const dialog = head.getByRole('dialog')
  await dialog.getByLabel(panels.recusalReason).fill('Coached the team.')
  await dialog.getByRole('button', { name: panels.recuse }).click()
  await expect(cell).toContainText(panels.recused)
  const isReceived = head.waitForResponse((response) =>
    response.url().endsWith(getPath('GET /api/v1/judge/panels')),
  )
  release()
  await (await isReceived).finished()
  // the page has rendered what it received before this request
  await head.evaluate(async () => void (await fetch('/healthz')))
  expect(await cell.innerText()).toContain(panels.recused)
  await head.close()
})
