import { readFileSync } from 'node:fs'
import { arJudge } from '#i18n/ar-judge.ts'
import { enJudge } from '#i18n/en-judge.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  addSlot,
  ask,
  confirmSheet,
  createEventWithTeams,
  createJudge,
  getJudgeTexts,
  listTotals,
  openNext,
  queueButton,
  waitForServiceWorker,
} from '../support/judging.ts'
import { runOnOwnSite } from '../support/own-site.ts'

test.describe.configure({ mode: 'serial' })

// these tests kill the server
const site = runOnOwnSite('botola-e2e-judging')

/** Creates an event with three teams, a schedule and a judge. */
const prepareEvent = async (judge: object = {}) => {
  const { eventId, teams } = await createEventWithTeams()
  const scheduled = teams.slice(0, 3)
  for (const [index, team] of scheduled.entries()) await addSlot(eventId, team, { minutes: index * 10 })
  return { eventId, teams: scheduled, ...(await createJudge(eventId, judge)) }
}

test('a judge enters scores while the network is cut and the server is killed, and each is recorded once when they are back', async ({
  page,
  context,
  language,
  at,
}) => {
  const texts = getJudgeTexts(language)
  const { eventId, teams, code } = await prepareEvent()
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  await expect(page.getByRole('heading', { name: texts.team.choose })).toBeVisible()
  expect(page.url()).not.toContain(code)
  await expectAccessible(page)
  await waitForServiceWorker(page)

  await context.setOffline(true)
  await site.kill()
  await page.reload()
  await expect(page.getByText(texts.offline, { exact: true })).toBeVisible()
  await openNext(page, texts)
  await expect(page.getByRole('heading', { name: String(teams[0]?.teamNo) })).toBeVisible()
  // impossible values cannot be entered
  await page.getByLabel(texts.sheet.time, { exact: true }).fill('99999:00')
  await expect(page.getByRole('button', { name: texts.sheet.finish, exact: true })).toBeDisabled()
  await page.getByLabel(texts.sheet.points, { exact: true }).fill('85.5')
  await expectAccessible(page)
  // the app crashes while a sheet is filled in
  await page.reload()
  await expect(page.getByLabel(texts.sheet.points, { exact: true })).toHaveValue('85.5')
  await confirmSheet(page, texts, '85.5', '1:12.5')
  await openNext(page, texts)
  await confirmSheet(page, texts, '70', '95.4')
  await expect(queueButton(page)).toHaveText('2')
  await page.reload()
  await expect(queueButton(page)).toHaveText('2')
  await queueButton(page).click()
  await expect(page.locator('[data-entry=waiting]')).toHaveCount(2)
  await expect(page.getByText(texts.queue.notes.offline)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: texts.queue.download }).click(),
  ])
  const file: { sheets: object[] } = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(file.sheets).toHaveLength(2)
  await expectAccessible(page)

  await site.start()
  // the first reply is lost after the server has recorded the sheet
  let lost = 0
  await context.route('**/api/v1/judge/sheets*', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await context.setOffline(false)
  await expect(async () => {
    // the queue may have been sent by itself
    const button = page.getByRole('button', { name: texts.queue.send })
    if (await button.isVisible()) await button.click({ timeout: 1000 })
    await expect(page.getByText(texts.queue.notes.empty)).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  expect(lost).toBeGreaterThan(1)
  // the organizers have the file as well
  const { results } = await ask('POST', `/api/admin/events/${eventId}/judge-sheets`, file)
  expect(results.map(({ result }: { result: string }) => result)).toEqual(['repeated', 'repeated'])
  expect((await listTotals(eventId)).toSorted()).toEqual(
    [
      [teams[0]?.name, 85.5, 1],
      [teams[1]?.name, 70, 1],
    ].toSorted(),
  )

  // a sheet waits on the tablet while the site is read-only
  const message = { en: 'Back at ten.', ar: 'نعود في العاشرة.' }
  const setReadOnly = (isOn: boolean) => ask('PUT', '/api/admin/read-only-mode', { isOn, message })
  await setReadOnly(true)
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  await openNext(page, texts)
  await confirmSheet(page, texts, '55', '40')
  const note = page.getByText(texts.queue.notes.readOnly.replace('{{message}}', message[language]))
  await expect(note).toBeVisible()
  await expect(queueButton(page)).toHaveText('1')
  await expect(page.getByText(texts.online, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.clock.install()
  await page.reload()
  await expect(note).toBeVisible()
  await queueButton(page).click()
  await expect(page.locator('[data-entry=waiting]')).toHaveCount(1)
  await expect(note).toBeVisible()
  await setReadOnly(false)
  // the app sends it by itself, after the time that the server named, also when the clock of the tablet is set back
  await page.clock.setSystemTime(Date.now() - 3_600_000)
  await page.clock.fastForward('01:10')
  await expect(page.getByText(texts.queue.notes.empty)).toBeVisible()
  await expect(note).toBeHidden()
  expect((await listTotals(eventId)).find(([name]) => name === teams[2]?.name)).toEqual([
    teams[2]?.name,
    55,
    1,
  ])
})

test('a head judge decides when somebody else changed the round, and keeps the queue when the code is revoked', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, context, language, at }) => {
  const texts = getJudgeTexts(language)
  const { eventId, teams, judgeId, code } = await prepareEvent({ isHead: true })
  const [first, second] = teams
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  await expect(page.getByRole('heading', { name: texts.team.choose })).toBeVisible()
  await waitForServiceWorker(page)

  await context.setOffline(true)
  await openNext(page, texts)
  await confirmSheet(page, texts, '60', '30')
  await expect(queueButton(page)).toHaveText('1')
  await ask('POST', `/api/admin/events/${eventId}/scores`, {
    teamId: first?.id,
    attempts: [{ mission: 1, score: 40, timeMs: 20_000 }],
  })
  await context.setOffline(false)
  await queueButton(page).click()
  await expect(page.locator('[data-entry=stopped]')).toBeVisible()
  await expect(page.getByText(texts.online, { exact: true })).toBeVisible()
  await expect(page.getByText(texts.queue.notes.decide)).toBeVisible()
  await expect(page.getByText(texts.queue.notes.offline)).toBeHidden()
  // not to count a sheet asks first
  await page.getByRole('button', { name: texts.problem.discard }).click()
  const question = page.getByRole('dialog', { name: texts.problem.discardTitle })
  await expect(question).toContainText(String(first?.teamNo))
  await expect(question).toContainText('60')
  await expectAccessible(page)
  await question.getByRole('button', { name: texts.cancel, exact: true }).click()
  await expect(page.locator('[data-entry=stopped]')).toBeVisible()
  await expect(page.getByRole('cell', { name: '60' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '40' })).toBeVisible()
  await expectAccessible(page)
  // a decision in the queue leaves the sheet that is being filled in
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  await openNext(page, texts)
  await page.getByLabel(texts.sheet.points, { exact: true }).fill('33')
  await queueButton(page).click()
  await page.getByRole('button', { name: texts.problem.replace.replace('{{points}}', '40') }).click()
  await expect(page.getByText(texts.queue.notes.empty)).toBeVisible()
  expect(await listTotals(eventId)).toEqual([[first?.name, 60, 1]])
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  await expect(page.getByLabel(texts.sheet.points, { exact: true })).toHaveValue('33')
  await page.getByRole('button', { name: texts.cancel, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.sheet.discard, exact: true }).click()

  await context.setOffline(true)
  await openNext(page, texts)
  await confirmSheet(page, texts, '50', '30')
  await ask('DELETE', `/api/admin/events/${eventId}/judges/${judgeId}`)
  await context.setOffline(false)
  await expect(page.getByText(texts.signIn.ended)).toBeVisible()
  await expect(queueButton(page)).toHaveText('1')
  await expectAccessible(page)
  const { code: newCode } = await ask('POST', `/api/admin/events/${eventId}/judges/${judgeId}/code`)
  await page.getByLabel(texts.signIn.code).fill(newCode)
  await page.getByRole('button', { name: texts.signIn.submit, exact: true }).click()
  await expect(queueButton(page)).toHaveText('0')
  expect((await listTotals(eventId)).toSorted()).toEqual(
    [
      [first?.name, 60, 1],
      [second?.name, 50, 1],
    ].toSorted(),
  )
})

test('a sheet counts after a second judge has confirmed it, and its sender sees why another was rejected', {
  tag: '@nightly',
}, async ({ page, browser, language, at }) => {
  const texts = getJudgeTexts(language)
  const { eventId, teams, code } = await prepareEvent()
  await ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, { needsSecondJudge: true })
  const other = await createJudge(eventId, { names: ['Omar Saleh'] })
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  for (const points of ['60', '50']) {
    await openNext(page, texts)
    await confirmSheet(page, texts, points, '30')
  }
  await expect(queueButton(page)).toHaveText('0')
  await expect(page.getByRole('button', { name: texts.review.open.replace('{{number}}', '0') })).toBeVisible()
  expect(await listTotals(eventId)).toEqual([])

  const second = await browser.newPage({ baseURL: site.url })
  await second.goto(`${at('/judge/')}#code=${other.code}`)
  await second.getByRole('button', { name: texts.review.open.replace('{{number}}', '2') }).click()
  const sheets = second.locator('[data-review=other]')
  await expect(sheets).toHaveCount(2)
  await expectAccessible(second)
  await sheets.filter({ hasText: '60' }).getByRole('button', { name: texts.review.confirm }).click()
  await expect(sheets).toHaveCount(1)
  expect(await listTotals(eventId)).toEqual([[teams[0]?.name, 60, 1]])
  await sheets.getByRole('button', { name: texts.review.reject, exact: true }).click()
  await sheets.getByLabel(texts.review.reason).fill('One cube too many.')
  await sheets.getByRole('button', { name: texts.review.rejectNow }).click()
  await expect(second.getByText(texts.review.empty)).toBeVisible()

  await queueButton(page).click()
  await expect(page.getByText('One cube too many.')).toBeVisible()
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  await page.getByRole('button', { name: texts.review.open.replace('{{number}}', '0') }).click()
  await page.getByRole('button', { name: texts.review.correct }).click()
  await confirmSheet(page, texts, '45', '30')
  await expect(second.getByRole('heading', { name: String(teams[1]?.teamNo) })).toBeVisible()
  await second.close()
})

/** A rule set with two groups of rounds: a run with a time, and a talk. */
const runAndTalk = {
  groups: [
    {
      ...{ key: 'runs', label: { en: 'Runs', ar: 'الجولات' }, combine: 'best' },
      rounds: [{ key: 'run_1', label: { en: 'Run', ar: 'الجولة' } }],
      fields: [{ kind: 'time', key: 'time', label: { en: 'Run time', ar: 'زمن الجولة' }, max: 120_000 }],
    },
    {
      ...{ key: 'talks', label: { en: 'Talks', ar: 'العروض' }, combine: 'best' },
      rounds: [{ key: 'talk_1', label: { en: 'Talk', ar: 'العرض' } }],
      fields: [
        {
          kind: 'measure',
          key: 'marks',
          label: { en: 'Marks', ar: 'الدرجات' },
          min: 0,
          max: 10,
          step: 1,
          pointsPerUnit: 1,
        },
      ],
    },
  ],
  disqualification: { points: 0, timeMs: null },
  rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
}

test('a sheet with a value or a running stopwatch is discarded only after a question', {
  tag: '@nightly',
}, async ({ page, context, language, at }) => {
  const texts = getJudgeTexts(language)
  const { scoreSheet } = language === 'ar' ? arJudge : enJudge
  const { eventId, code } = await prepareEvent()
  await ask('PUT', `/api/admin/events/${eventId}/rule-set`, { ruleSet: runAndTalk, version: null })
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  const list = page.getByRole('heading', { name: texts.team.choose })
  const cancel = page.getByRole('button', { name: texts.cancel, exact: true })
  const question = page.getByRole('dialog', { name: texts.sheet.discardTitle })
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click()
  const round = page.getByRole('combobox', { name: texts.sheet.round })
  const stop = page.getByRole('button', { name: new RegExp(`^${scoreSheet.stop}`) })
  const [run, talk] = runAndTalk.groups.map(({ rounds }) => rounds[0]?.label[language] ?? '') as [
    string,
    string,
  ]
  const chooseTalk = async () => {
    await round.click()
    await page.getByRole('option', { name: talk, exact: true }).click()
  }

  // an empty sheet has nothing to lose
  await openNext(page, texts)
  await cancel.click()
  await expect(list).toBeVisible()
  await openNext(page, texts)
  await page.getByRole('button', { name: scoreSheet.start, exact: true }).click()
  await cancel.click()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await answer(texts.sheet.keep)
  await expect(stop).toBeVisible()
  await chooseTalk()
  await answer(texts.sheet.keep)
  await expect(round).toHaveValue(run)
  await expect(stop).toBeVisible()
  await chooseTalk()
  await answer(texts.sheet.discard)
  await expect(round).toHaveValue(talk)
  const marks = page.getByLabel(runAndTalk.groups[1]?.fields[0]?.label[language] ?? '')
  await marks.fill('7')
  await cancel.click()
  await answer(texts.sheet.discard)
  await expect(list).toBeVisible()

  // nor does a sheet of the queue replace the one that is being filled in
  await context.setOffline(true)
  await ask('POST', `/api/admin/events/${eventId}/judging/closed`, { isClosed: true })
  await openNext(page, texts)
  await chooseTalk()
  await marks.fill('5')
  await page.getByRole('button', { name: texts.sheet.finish, exact: true }).click()
  await page.getByRole('button', { name: texts.confirm.captain }).click()
  await openNext(page, texts)
  await chooseTalk()
  await marks.fill('3')
  await context.setOffline(false)
  await queueButton(page).click()
  const edit = page
    .locator('[data-entry=stopped]')
    .getByRole('button', { name: texts.problem.edit, exact: true })
  await edit.click()
  await answer(texts.sheet.keep)
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  await expect(marks).toHaveValue('3')
  await queueButton(page).click()
  await edit.click()
  await answer(texts.sheet.discard)
  await expect(marks).toHaveValue('5')
})
