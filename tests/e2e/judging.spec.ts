import type { Page } from '@playwright/test'
import { arJudge } from '#i18n/ar-judge.ts'
import { enJudge } from '#i18n/en-judge.ts'
import { expect, expectAccessible, test } from './support/fixtures.ts'
import { runOnOwnSite } from './support/own-site.ts'

test.describe.configure({ mode: 'serial' })

// these tests kill the server
const site = runOnOwnSite('botola-e2e-judging')

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
const ask = async (method: string, path: string, body?: object | FormData): Promise<Body> => {
  const isForm = body instanceof FormData
  const reply = await fetch(`${site.url}${path}`, {
    method,
    headers: {
      authorization: process.env.BOTOLA_E2E_TOKEN ?? '',
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  if (!reply.ok) throw new Error(`${method} ${path} → ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** Creates an event with three teams, a schedule and a judge. */
const prepareEvent = async () => {
  const form = new FormData()
  const texts = {
    title_en: `Finals ${Date.now()}`,
    title_ar: 'النهائيات',
    description_en: 'Finals',
    description_ar: 'النهائيات',
    status: 'true',
  }
  for (const [name, value] of Object.entries(texts)) form.append(name, value)
  const eventId: string = (await ask('POST', '/api/admin/events/', form)).event._id
  const { competitions } = await ask('GET', '/api/competitions')
  for (const competition of competitions)
    await ask('POST', `/api/admin/events/${eventId}/teams`, { competitionId: competition.id ?? competition._id }).catch(() => undefined)
  const teams: { id: string; teamNo: number; name: string }[] = (await ask('GET', `/api/admin/events/${eventId}/schedule`)).teams.slice(
    0,
    3,
  )
  for (const [index, team] of teams.entries())
    await ask('POST', `/api/admin/events/${eventId}/schedule/slots`, {
      ...{ round: 1, table: 'A1', teamId: team.id },
      startsAt: new Date(Date.now() + index * 600_000).toISOString(),
    })
  const { judges } = await ask('POST', `/api/admin/events/${eventId}/judges`, { names: ['Huda Nasser'] })
  return { eventId, teams, judgeId: judges[0].judge.id as string, code: judges[0].code as string }
}
const listTotals = async (eventId: string): Promise<[string, number, number][]> =>
  (await ask('GET', `/api/admin/events/${eventId}/scores`)).scores.map((row: Body) => [row.teamName, row.totalScore, row.attemptCount])

const getTexts = (language: 'en' | 'ar') => (language === 'ar' ? arJudge.judge : enJudge.judge)
type JudgeTexts = ReturnType<typeof getTexts>

const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready
    return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null
  })

/** Fills in the sheet that is open, and lets the captain confirm it. */
const fillSheet = async (page: Page, texts: JudgeTexts, points: string, time: string) => {
  await page.getByLabel(texts.sheet.points, { exact: true }).fill(points)
  await page.getByLabel(texts.sheet.time, { exact: true }).fill(time)
  await page.getByRole('button', { name: texts.sheet.finish, exact: true }).click()
  const confirm = page.getByRole('button', { name: texts.confirm.captain })
  // Arabic letters reach above and below the line
  expect(await confirm.locator('.mantine-Button-label').evaluate((label) => label.scrollHeight - label.clientHeight)).toBe(0)
  await confirm.click()
}
const openNext = (page: Page, texts: JudgeTexts) => page.getByRole('region', { name: texts.team.next }).getByRole('button').click()
const queueButton = (page: Page) => page.locator('header button').first()

test('a judge enters scores while the network is cut and the server is killed, and each is recorded once when they are back', {
  tag: '@bilingual',
}, async ({ page, context, language, at }) => {
  test.setTimeout(180_000)
  const texts = getTexts(language)
  const { eventId, teams, code } = await prepareEvent()
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  await expect(page.getByRole('heading', { name: texts.team.choose })).toBeVisible()
  expect(page.url()).not.toContain(code)
  await page.getByRole('button', { name: texts.menu, exact: true }).click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await waitForServiceWorker(page)

  await context.setOffline(true)
  await site.kill()
  await page.reload()
  await expect(page.getByText(texts.offline)).toBeVisible()
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
  await fillSheet(page, texts, '85.5', '1:12.5')
  await openNext(page, texts)
  await fillSheet(page, texts, '70', '95.4')
  await expect(queueButton(page)).toHaveText('2')
  await page.reload()
  await expect(queueButton(page)).toHaveText('2')
  await queueButton(page).click()
  await expect(page.locator('[data-entry=waiting]')).toHaveCount(2)
  // the code of a sheet has many modules, and a camera has to read it
  await page.getByRole('button', { name: texts.queue.showCode }).first().click()
  const sheetCode = page.getByRole('img', { name: texts.queue.code.replace('{{team}}', '') })
  expect((await sheetCode.boundingBox())?.width).toBe(480)
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
    await expect(page.getByText(texts.queue.empty)).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  expect(lost).toBeGreaterThan(1)
  expect((await listTotals(eventId)).toSorted()).toEqual(
    [
      [teams[0]?.name, 85.5, 1],
      [teams[1]?.name, 70, 1],
    ].toSorted(),
  )
})

test('a judge decides when somebody else changed the round, and keeps the queue when the code is revoked', {
  tag: '@bilingual',
}, async ({ page, context, language, at }) => {
  test.setTimeout(180_000)
  const texts = getTexts(language)
  const { eventId, teams, judgeId, code } = await prepareEvent()
  const [first, second] = teams
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  await expect(page.getByRole('heading', { name: texts.team.choose })).toBeVisible()
  await waitForServiceWorker(page)

  await context.setOffline(true)
  await openNext(page, texts)
  await fillSheet(page, texts, '60', '30')
  await expect(queueButton(page)).toHaveText('1')
  await ask('POST', `/api/admin/events/${eventId}/scores`, { teamId: first?.id, attempts: [{ mission: 1, score: 40, timeMs: 20_000 }] })
  await context.setOffline(false)
  await queueButton(page).click()
  await expect(page.locator('[data-entry=stopped]')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('cell', { name: '60' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '40' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: texts.problem.replace.replace('{{points}}', '40') }).click()
  await expect(page.getByText(texts.queue.empty)).toBeVisible()
  expect(await listTotals(eventId)).toEqual([[first?.name, 60, 1]])
  await page.getByRole('button', { name: texts.close, exact: true }).click()

  await context.setOffline(true)
  await openNext(page, texts)
  await fillSheet(page, texts, '50', '30')
  await ask('DELETE', `/api/admin/events/${eventId}/judges/${judgeId}`)
  await context.setOffline(false)
  await expect(page.getByText(texts.signIn.ended)).toBeVisible({ timeout: 30_000 })
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

test('a sheet counts after a second judge has confirmed it, and its sender sees why another was rejected', async ({
  page,
  browser,
  language,
  at,
}) => {
  const texts = getTexts(language)
  const { eventId, teams, code } = await prepareEvent()
  await ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, { needsSecondJudge: true })
  const { judges } = await ask('POST', `/api/admin/events/${eventId}/judges`, { names: ['Omar Saleh'] })
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  for (const points of ['60', '50']) {
    await openNext(page, texts)
    await fillSheet(page, texts, points, '30')
  }
  await expect(queueButton(page)).toHaveText('0')
  await expect(page.getByRole('button', { name: texts.review.open.replace('{{number}}', '0') })).toBeVisible()
  expect(await listTotals(eventId)).toEqual([])

  const second = await browser.newPage({ baseURL: site.url })
  await second.goto(`${at('/judge/')}#code=${judges[0].code}`)
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
  await expect(page.getByText('One cube too many.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  await page.getByRole('button', { name: texts.review.open.replace('{{number}}', '0') }).click()
  await page.getByRole('button', { name: texts.review.correct }).click()
  await fillSheet(page, texts, '45', '30')
  await expect(second.getByRole('heading', { name: String(teams[1]?.teamNo) })).toBeVisible({ timeout: 30_000 })
  await second.close()
})
