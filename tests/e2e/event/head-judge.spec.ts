import { randomUUID } from 'node:crypto'
import { getPath } from '#contract/platform/call-path.ts'
import { isolateText, joinTexts } from '#i18n/text-direction.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  addSlot,
  ask,
  confirmSheet,
  createEventWithTeams,
  createJudge,
  findTeam,
  getJudgeTexts,
  listTotals,
  queueButton,
  type Team,
} from '../support/judging.ts'

/** Sends a sheet for the first round of a team as a judge with this code, in place of a tablet. */
const sendSheet = async (code: string, { id: teamId }: Team, score: number) => {
  const { token } = await ask('POST', getPath('POST /api/v1/judge/session'), { code })
  const now = new Date().toISOString()
  const sheet = { id: randomUUID(), teamId, round: 1, score, timeMs: 30_000, judgedAt: now, confirmedAt: now }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(`${process.env.BOTOLA_E2E_URL}${getPath('POST /api/v1/judge/sheets')}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(sheet),
  })
  expect(reply.status, await reply.text()).toBe(200)
}

test('a head judge decides between two sheets, allows an attempt and enters a protest on paper; the other tablet says that its sheet waits', {
  tag: '@nightly',
}, async ({ page, browser, language, at }) => {
  const texts = getJudgeTexts(language)
  const { eventId, teams } = await createEventWithTeams()
  const [team] = teams as [Team]
  const [{ code }, { code: otherCode }, { code: headCode }] = [
    await createJudge(eventId, { names: ['Lina Adel'] }),
    await createJudge(eventId, { names: ['Omar Saleh'] }),
    await createJudge(eventId, { names: ['Huda Nasser'], isHead: true }),
  ]
  await sendSheet(code, team, 40)
  const openSheet = (tablet: typeof page) => findTeam(tablet, team).click()
  const chooseRoundOne = async (tablet: typeof page) => {
    await tablet.getByRole('combobox', { name: texts.sheet.round }).click()
    await tablet
      .getByRole('option', { name: texts.sheet.mission.replace('{{number}}', '1'), exact: true })
      .click()
  }

  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${otherCode}`)
  await openSheet(page)
  await chooseRoundOne(page)
  await expect(page.getByText(texts.sheet.needsDecision)).toBeVisible()
  await confirmSheet(page, texts, '60', '30')
  await expect(queueButton(page)).toHaveText('0')
  await queueButton(page).click()
  await expect(page.getByText(texts.review.undecided)).toBeVisible()
  await expectAccessible(page)
  expect(await listTotals(eventId)).toEqual([[team.name, 40, 1]])
  // an ordinary judge has no page of a head judge
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^${texts.head.title}`) })).toHaveCount(0)

  const head = await browser.newPage({
    baseURL: process.env.BOTOLA_E2E_URL ?? '',
    viewport: { width: 820, height: 1180 },
  })
  await head.goto(`${at('/judge/')}#code=${headCode}`)
  await head.getByRole('button', { name: texts.head.open.replace('{{number}}', '1') }).click()
  const undecided = head.locator('[data-review=undecided]')
  await expect(undecided.getByRole('row')).toHaveCount(3)
  await expect(undecided.getByRole('cell', { name: '60', exact: true })).toBeVisible()
  await expect(undecided.getByRole('cell', { name: '40', exact: true })).toBeVisible()
  await expectAccessible(head)
  await undecided.getByRole('button', { name: texts.problem.replace.replace('{{points}}', '40') }).click()
  await expect(head.getByText(texts.head.none)).toBeVisible()
  expect(await listTotals(eventId)).toEqual([[team.name, 60, 1]])

  const option = joinTexts([team.teamNo, team.name], 'en')
  const attempt = head.getByRole('region', { name: texts.head.allowTitle })
  await attempt.getByRole('combobox', { name: texts.head.team }).fill(String(team.teamNo))
  await head.getByRole('option', { name: option, exact: true }).first().click()
  await attempt.getByRole('combobox', { name: texts.sheet.round }).click()
  await head
    .getByRole('option', { name: texts.sheet.mission.replace('{{number}}', '1'), exact: true })
    .click()
  await attempt.getByRole('button', { name: texts.head.allow }).click()
  await expect(attempt.getByText(texts.head.allowedList)).toBeVisible()

  const protest = head.getByRole('region', { name: texts.head.protestTitle })
  await protest.getByRole('combobox', { name: texts.head.team }).fill(String(team.teamNo))
  await head.getByRole('option', { name: option, exact: true }).first().click()
  await protest.getByLabel(texts.head.protestReason).fill('A cube was not counted.')
  await protest.getByRole('button', { name: texts.head.sendProtest }).click()
  await expect(
    head.getByText(texts.head.protestSent.replace('{{team}}', isolateText(team.name, 'en'))),
  ).toBeVisible()
  const { protests } = await ask('GET', `/api/admin/events/${eventId}/protests`)
  expect(protests).toMatchObject([{ isOnPaper: true, reason: 'A cube was not counted.', attemptId: null }])

  // the allowed attempt counts without a decision
  await openSheet(page)
  await chooseRoundOne(page)
  await expect(page.getByText(texts.sheet.known)).toBeVisible()
  // the tablet learns of it with its next reading of the event
  await expect(page.getByText(texts.sheet.needsDecision)).toBeHidden()
  await confirmSheet(page, texts, '70', '30')
  await expect(queueButton(page)).toHaveText('0')
  await expect.poll(() => listTotals(eventId)).toEqual([[team.name, 70, 2]])
  await head.close()
})

test('the overview of an event follows sheets, check-ins and unsent sheets by itself, and each figure is a link', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  const words = texts.adminOverview
  const { eventId, teams } = await createEventWithTeams()
  const [first, second] = teams as [Team, Team]
  await addSlot(eventId, first, { minutes: 0 })
  await addSlot(eventId, second, { minutes: 10 })
  const { code } = await createJudge(eventId, { names: ['Lina Adel'] })
  const { code: headCode } = await createJudge(eventId, { names: ['Huda Nasser'], isHead: true })
  await page.goto(`/admin/events/${eventId}`)
  const figure = (label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) })
  const playedOf = (played: number, planned: number) =>
    words.playedOf.replace('{{played}}', String(played)).replace('{{planned}}', String(planned))
  await expect(figure(words.played)).toContainText(playedOf(0, 2))
  await expect(figure(words.decisions)).toContainText('0')
  await expectAccessible(page)

  await sendSheet(code, first, 40)
  await expect(figure(words.played)).toContainText(playedOf(1, 2))
  await expect(page.getByRole('row', { name: 'A1' })).toContainText(playedOf(1, 2))
  await sendSheet(code, first, 50)
  await expect(figure(words.decisions)).toContainText('1')
  await ask('POST', `/api/admin/events/${eventId}/check-in`, { teamId: first.id, isCheckedIn: true })
  await expect(figure(words.notCheckedIn)).toContainText(String(teams.length - 1))
  const { token } = await ask('POST', getPath('POST /api/v1/judge/session'), { code: headCode })
  await fetch(`${process.env.BOTOLA_E2E_URL}${getPath('GET /api/v1/judge/event')}?unsentSheets=3`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await expect(figure(words.unsent)).toContainText('3')
  await expect(page.getByRole('row', { name: 'Huda Nasser' }).first()).toContainText(
    texts.adminJudging.judges.head,
  )

  const links = {
    [words.played]: 'schedule',
    [words.delay]: 'schedule',
    [words.decisions]: 'judges',
    [words.secondJudge]: 'judges',
    [words.protests]: 'protests',
    [words.notCheckedIn]: 'teams',
    [words.unsent]: 'judges?state=problem',
    [words.results]: 'results',
  }
  for (const [label, tab] of Object.entries(links))
    await expect(figure(label)).toHaveAttribute('href', `/admin/events/${eventId}/${tab}`)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)

  // publishing as final says what is missing
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/admin/events/${eventId}/results`)
  await page.getByRole('button', { name: texts.adminPublishing.publishFinal }).click()
  const dialog = page.getByRole('dialog', { name: texts.adminPublishing.finalQuestion })
  await expect(dialog).toContainText(texts.adminPublishing.missingRuns_one.replace('{{formatted}}', '1'))
})
