import { getPath } from '#contract/platform/call-path.ts'
import { createPanelRuleSet } from '../../support/api/panels.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  ask,
  confirmSheet,
  createEventWithTeam,
  createJudge,
  findTeam,
  getJudgeTexts,
  listTotals,
  openJudgeApp,
  queueButton,
  waitForServiceWorker,
} from '../support/judging.ts'

test.beforeEach(({ page }) => page.setViewportSize({ width: 820, height: 1180 }))

test('a sheet of a panel stays on a shared tablet until its judge signs in again, and no other judge sees it', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, context, language, texts: { nav }, at }) => {
  const texts = getJudgeTexts(language)
  const { eventId, team } = await createEventWithTeam()
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet: createPanelRuleSet('mean'),
    version: null,
  })
  const omar = await createJudge(eventId, { names: ['Omar Saleh'] })
  const lina = await createJudge(eventId, { names: ['Lina Adel'] })
  const idea = language === 'ar' ? 'الفكرة' : 'Idea'
  const signOut = async () => {
    await page.locator('header').getByRole('button', { name: nav.signOut }).click()
    await page.getByRole('dialog').getByRole('button', { name: nav.signOut, exact: true }).click()
  }
  const signInAs = async (code: string) => {
    await page.getByLabel(texts.signIn.code).fill(code)
    await page.getByRole('button', { name: texts.signIn.submit, exact: true }).click()
    await expect(page.getByRole('heading', { name: texts.team.choose })).toBeVisible()
  }
  const judge = async (value: string) => {
    await findTeam(page, team).click()
    await page.getByLabel(idea, { exact: true }).fill(value)
    await page.getByRole('button', { name: texts.sheet.finish, exact: true }).click()
    await page.getByRole('button', { name: texts.confirm.send }).click()
  }
  const note = texts.queue.notes.signIn.replace('{{number}}', '1')

  await openJudgeApp(page, texts, `${at('/judge/')}#code=${omar.code}`)
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await judge('4')
  await expect(queueButton(page)).toHaveText('1')
  await signOut()
  await queueButton(page).click()
  await expect(page.getByText(note)).toBeVisible()
  await expect(page.getByText(team.name)).toBeHidden()
  await queueButton(page).click()
  await context.setOffline(false)

  await signInAs(lina.code)
  await expect(findTeam(page, team)).toContainText(texts.team.states.missing)
  await judge('9')
  await expect.poll(() => listTotals(eventId)).toEqual([[team.name, 9, 1]])
  await expect(queueButton(page)).toHaveText('1')
  await queueButton(page).click()
  await expect(page.getByText(note)).toBeVisible()
  await expect(page.locator('[data-entry]')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  await signOut()

  await signInAs(omar.code)
  await expect(queueButton(page)).toHaveText('0')
  expect(await listTotals(eventId)).toEqual([[team.name, 6.5, 2]])
  // a sheet that is refused because of a recusal cannot be edited, because the app has its team no longer
  await context.setOffline(true)
  await judge('8')
  const setRecusal = (isRecused: boolean) =>
    ask('PUT', `/api/admin/events/${eventId}/panels/recusals`, {
      ...{ judgeId: omar.judgeId, teamId: team.id, isRecused, reason: 'Relative.' },
    })
  await setRecusal(true)
  await context.setOffline(false)
  await queueButton(page).click()
  await expect(page.locator('[data-entry=stopped]')).toBeVisible()
  await expect(page.getByRole('button', { name: texts.problem.edit, exact: true })).toBeHidden()
  await setRecusal(false)
  await page.getByRole('button', { name: texts.problem.again, exact: true }).click()
  await expect(queueButton(page)).toHaveText('0')
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  // a sheet that is open when the code is revoked is not for the next judge
  await findTeam(page, team).click()
  await page.getByLabel(idea, { exact: true }).fill('7')
  await ask('DELETE', `/api/admin/events/${eventId}/judges/${omar.judgeId}`)
  await expect(page.getByText(texts.signIn.ended)).toBeVisible()
  await signInAs(lina.code)
  await queueButton(page).click()
  await expect(page.locator('[data-entry]')).toHaveCount(1)
})

test('a reading of the event that began before a sheet was sent, or before a sign-out, changes nothing', {
  tag: '@nightly',
}, async ({ browser, at, texts: { nav } }) => {
  const texts = getJudgeTexts('en')
  const { eventId, team } = await createEventWithTeam()
  const { code } = await createJudge(eventId, { names: ['Mona Fathy'] })
  // requests of a service worker cannot be held
  const page = await browser.newPage({ baseURL: process.env.BOTOLA_E2E_URL ?? '', serviceWorkers: 'block' })
  await page.clock.install()
  await openJudgeApp(page, texts, `${at('/judge/')}#code=${code}`)
  /** Holds the reply to the next reading, which begins after ten seconds, and returns what lets it through. */
  const holdNextReading = async () => {
    const isHeld = Promise.withResolvers<void>()
    const isReleased = Promise.withResolvers<void>()
    await page.route(
      `**${getPath('GET /api/v1/judge/event')}?*`,
      async (route) => {
        const response = await route.fetch()
        isHeld.resolve()
        await isReleased.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.clock.runFor(11_000)
    await isHeld.promise
    return async () => {
      const reply = page.waitForResponse((response) =>
        response.url().includes(getPath('GET /api/v1/judge/event')),
      )
      isReleased.resolve()
      await (await reply).finished()
      // the page has stored what it received before this request
      await page.evaluate(async () => void (await fetch('/healthz')))
    }
  }
  await expect(findTeam(page, team)).toContainText(texts.team.states.missing)
  const releaseFirst = await holdNextReading()
  await findTeam(page, team).click()
  const isReadAgain = page.waitForResponse((response) =>
    response.url().includes(getPath('GET /api/v1/judge/event')),
  )
  await confirmSheet(page, texts, '10', '30')
  await isReadAgain
  await expect(findTeam(page, team)).toContainText(texts.team.states.recorded)
  await releaseFirst()
  expect(await findTeam(page, team).innerText()).toContain(texts.team.states.recorded)

  const releaseSecond = await holdNextReading()
  await page.locator('header').getByRole('button', { name: nav.signOut }).click()
  await page.getByRole('dialog').getByRole('button', { name: nav.signOut, exact: true }).click()
  await expect(page.getByLabel(texts.signIn.code)).toBeVisible()
  await releaseSecond()
  await page.reload()
  await expect(page.getByLabel(texts.signIn.code)).toBeVisible()
  await expect(page.getByText(texts.signIn.ended)).toBeHidden()
  const stored = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('botola-judge')
        opening.onerror = reject
        opening.onsuccess = () => {
          const reading = opening.result.transaction('values').objectStore('values').getAllKeys()
          reading.onsuccess = () => resolve(reading.result)
        }
      }),
  )
  expect(stored).toEqual([])
  await page.close()
})
