import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { enJudge } from '#i18n/en-judge.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  addSlot,
  ask,
  confirmSheet,
  createEventWithTeam,
  createEventWithTeams,
  createJudge,
  describeTeam,
  fillSheet,
  findTeam,
  getJudgeTexts,
  openJudgeApp,
  queueButton,
  waitForServiceWorker,
} from '../support/judging.ts'

test.beforeEach(({ page }) => page.setViewportSize({ width: 820, height: 1180 }))

/** Lists number and name of the teams in a group of the list, also of those outside the window. */
const listTeams = async (page: Page, group: 'own' | 'others') =>
  page.locator(`[data-teams=${group}] [data-name]`).allTextContents()

test('a judge finds every team, those of the own tables first, with the rounds that are done', {
  tag: '@arabic',
}, async ({ page, context, language, at }) => {
  const texts = getJudgeTexts(language)
  const { eventId, teams } = await createEventWithTeams()
  expect(teams.length).toBeGreaterThanOrEqual(40)
  // the last team of the list has the first slot
  const [late, second, foreign] = [teams.at(-1), teams[5], teams[2]] as const
  if (!late || !second || !foreign) throw new Error('too few teams')
  await addSlot(eventId, second, { table: 'A4' })
  await addSlot(eventId, second, { table: 'A2', round: 2, minutes: 30 })
  await addSlot(eventId, late, { table: 'A1' })
  await addSlot(eventId, foreign, { table: 'A4', minutes: 10 })
  await ask('POST', `/api/admin/events/${eventId}/scores`, {
    teamId: foreign.id,
    attempts: [{ mission: 1, score: 40, timeMs: 20_000 }],
  })
  const { code } = await createJudge(eventId, { tables: ['A1', 'A2'] })
  await openJudgeApp(page, texts, `${at('/judge/')}#code=${code}`)

  expect(await listTeams(page, 'own')).toEqual([late, second].map(describeTeam))
  const others = teams.filter((team) => team !== late && team !== second)
  expect(await listTeams(page, 'others')).toEqual(others.map(describeTeam))
  await expect(findTeam(page, foreign)).toContainText(`A4: ${texts.team.states.recorded}`)
  await expect(findTeam(page, late)).toContainText(texts.team.states.missing)
  await expect(page.getByText(texts.team.missingOwn.replace('{{number}}', '2'))).toBeVisible()
  await expectAccessible(page)

  // a sheet on this device counts, also after a start without a connection
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.reload()
  await findTeam(page, late).click()
  await confirmSheet(page, texts, '10', '30')
  await expect(findTeam(page, late)).toContainText(texts.team.states.queued)
  await expect(page.getByText(texts.team.missingOwn.replace('{{number}}', '1'))).toBeVisible()
  // a team of the list opens with the round of the own slot
  await findTeam(page, second).click()
  await expect(page.getByRole('combobox', { name: texts.sheet.round })).toHaveValue(
    texts.sheet.mission.replace('{{number}}', '2'),
  )
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: texts.cancel, exact: true }).click()
  await context.setOffline(false)
  await expect(queueButton(page)).toHaveText('0')
  const last = others.at(-1)
  if (!last) throw new Error('no other team')
  await findTeam(page, last).click()
  await expect(page.getByRole('heading', { name: describeTeam(last) })).toBeVisible()
})

test('the app asks for lasting storage after the sign-in, and looks for a new version when it is shown again', {
  tag: '@nightly',
}, async ({ page, language, at }) => {
  const texts = getJudgeTexts(language)
  const calls: string[] = []
  await page.exposeFunction('noteCall', (name: string) => void calls.push(name))
  await page.addInitScript(() => {
    const { noteCall } = window as unknown as { noteCall: (name: string) => void }
    const { persist } = StorageManager.prototype
    StorageManager.prototype.persist = function () {
      noteCall('persist')
      return persist.call(this)
    }
    const { update } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.update = function () {
      noteCall('update')
      return update.call(this)
    }
  })
  const { eventId, teams } = await createEventWithTeams()
  const [team] = teams
  if (!team) throw new Error('no team')
  const { code } = await createJudge(eventId)
  await page.goto(at('/judge/'))
  await page.getByLabel(texts.signIn.code).fill(code)
  expect(calls).toEqual([])
  await page.getByRole('button', { name: texts.signIn.submit, exact: true }).click()
  await expect(page.getByRole('heading', { name: texts.team.choose })).toBeVisible()
  await expect.poll(() => calls).toContain('persist')
  await waitForServiceWorker(page)
  expect(calls).not.toContain('update')

  await findTeam(page, team).click()
  const points = page.getByLabel(texts.sheet.points, { exact: true })
  await points.fill('17')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => calls).toContain('update')
  await expect(points).toHaveValue('17')
})

test('a captain cannot confirm a sheet for a table of another judge', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, context, language, at }) => {
  const texts = getJudgeTexts(language)
  const { eventId, teams } = await createEventWithTeams()
  const [own, foreign] = teams
  if (!own || !foreign) throw new Error('too few teams')
  await addSlot(eventId, own, { table: 'A1' })
  const { slot } = await addSlot(eventId, foreign, { table: 'A4' })
  const { code, judgeId } = await createJudge(eventId, { tables: ['A1', 'A2'] })
  await openJudgeApp(page, texts, `${at('/judge/')}#code=${code}`)
  const warning = page.getByRole('alert').filter({ hasText: 'A4' })

  await findTeam(page, foreign).click()
  const text =
    language === 'ar'
      ? 'هذا الفريق في الطاولة A4، وأنت مكلّف بالطاولات: A1 وA2.'
      : 'This team is at table A4; you are assigned to A1 and A2.'
  await expect(warning).toBeVisible()
  expect((await warning.innerText()).replace(/[\u2068\u2069]/g, '')).toContain(text)
  await expectAccessible(page)
  const captain = await fillSheet(page, texts, '10', '30')
  await expect(warning).toBeVisible()
  await expect(captain).toBeDisabled()
  await expectAccessible(page)

  // without a connection the schedule may be old, and the organizers know better
  await context.setOffline(true)
  await expect(page.getByText(texts.offline, { exact: true })).toBeVisible()
  await expect(captain).toBeDisabled()
  await page.getByRole('checkbox', { name: texts.confirm.allowed }).check()
  await expect(captain).toBeEnabled()
  await expectAccessible(page)
  await captain.click()
  await context.setOffline(false)
  await queueButton(page).click()
  // the server decides, and the queue names the table
  await expect(page.locator('[data-entry=stopped]')).toContainText('A4')
  await page.getByRole('button', { name: texts.problem.discard }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.problem.discard }).click()
  await expect(page.getByText(texts.queue.notes.empty)).toBeVisible()
  await expect(page.getByText(texts.queue.discarded)).toBeVisible()
  await page.getByRole('button', { name: texts.close, exact: true }).click()

  // the tablet asks the server when a team is not the judge's
  await findTeam(page, foreign).click()
  await expect(warning).toBeVisible()
  await ask('PUT', `/api/admin/events/${eventId}/judges/${judgeId}`, {
    name: 'Huda Nasser',
    tables: ['A1', 'A4'],
    days: [],
  })
  const enabled = await fillSheet(page, texts, '10', '30')
  await expect(enabled).toBeEnabled()
  await expect(warning).toBeHidden()
  await page.getByRole('button', { name: texts.confirm.back }).click()
  await ask('PUT', `/api/admin/events/${eventId}/judges/${judgeId}`, {
    name: 'Huda Nasser',
    tables: ['A1', 'A2'],
    days: [],
  })
  await ask('DELETE', `/api/admin/events/${eventId}/schedule/slots/${slot.id}`)
  await page.getByRole('button', { name: texts.sheet.finish, exact: true }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: texts.refusal.noSlot.split('{{')[0] as string }),
  ).toBeVisible()
  await expect(captain).toBeDisabled()
})

test('a captain cannot confirm a sheet on a day of another judge, or when judging is closed', {
  tag: '@nightly',
}, async ({ page, language }) => {
  const texts = getJudgeTexts(language)
  const { eventId, team } = await createEventWithTeam()
  const otherDay = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const { code, judgeId } = await createJudge(eventId, { days: [otherDay] })
  await openJudgeApp(page, texts, `/judge/#code=${code}`)
  await findTeam(page, team).click()
  const captain = await fillSheet(page, texts, '10', '30')
  await expect(page.getByRole('alert')).toContainText(/^Today is .+; you are assigned to .+\./)
  await expect(captain).toBeDisabled()
  await ask('PUT', `/api/admin/events/${eventId}/judges/${judgeId}`, {
    name: 'Huda Nasser',
    tables: [],
    days: [],
  })
  await ask('POST', `/api/admin/events/${eventId}/judging/closed`, { isClosed: true })
  await expect(page.getByRole('alert')).toContainText(texts.closed)
  await expect(captain).toBeDisabled()
  await ask('POST', `/api/admin/events/${eventId}/judging/closed`, { isClosed: false })
  await expect(captain).toBeEnabled()
})

test('a stopwatch runs on when the app reloads, and when another panel is open', { tag: '@nightly' }, async ({
  page,
  context,
  language,
}) => {
  const texts = getJudgeTexts(language)
  const { scoreSheet } = enJudge
  const { eventId, team } = await createEventWithTeam()
  const { code } = await createJudge(eventId)
  await openJudgeApp(page, texts, `/judge/#code=${code}`)
  await findTeam(page, team).click()
  await page.getByLabel(texts.sheet.points, { exact: true }).fill('12')
  await page.getByRole('button', { name: scoreSheet.start, exact: true }).click()
  const stop = page.getByRole('button', { name: new RegExp(`^${scoreSheet.stop}`) })
  await expect(stop).toBeVisible()
  await expect(page.getByRole('button', { name: texts.sheet.finish, exact: true })).toBeDisabled()
  /** Moves the start of the stopwatch that the device has stored. */
  const moveStart = (milliseconds: number) =>
    page.evaluate(
      (by) =>
        new Promise<void>((resolve, reject) => {
          const opened = indexedDB.open('botola-judge')
          opened.onerror = () => reject(opened.error)
          opened.onsuccess = () => {
            const transaction = opened.result.transaction('values', 'readwrite')
            const store = transaction.objectStore('values')
            const read = store.get('draft')
            read.onsuccess = () => {
              const draft = read.result
              for (const key of Object.keys(draft.stopwatches)) draft.stopwatches[key] += by
              store.put(draft, 'draft')
            }
            transaction.oncomplete = () => {
              opened.result.close()
              resolve()
            }
          }
        }),
      milliseconds,
    )
  // as if the page had been away for a minute
  await moveStart(-60_000)
  await page.reload()
  await expect(stop).toContainText(/1:0\d\.\d/)
  await expect(page.getByLabel(texts.sheet.points, { exact: true })).toHaveValue('12')
  // the sheets on the tablet replace the form for a while
  await queueButton(page).click()
  await page.getByRole('button', { name: texts.close, exact: true }).click()
  await expect(stop).toContainText(/1:[01]\d\.\d/)
  await expectAccessible(page)

  // the tablet's clock is set back by an hour, and the browser is started again
  await moveStart(3_600_000)
  const address = page.url()
  await page.close()
  const again = await context.newPage()
  await again.setViewportSize({ width: 820, height: 1180 })
  await again.goto(address)
  const stopAgain = again.getByRole('button', { name: new RegExp(`^${scoreSheet.stop}`) })
  await expect(stopAgain).toContainText(/0:\d\d\.\d/)
  await stopAgain.click()
  const time = again.getByLabel(texts.sheet.time, { exact: true })
  await expect(time).toHaveValue(/^\d/)
  const stopped = await time.inputValue()
  await again.reload()
  await expect(again.getByRole('button', { name: scoreSheet.start, exact: true })).toBeVisible()
  await expect(time).toHaveValue(stopped)
  await again.getByRole('button', { name: texts.sheet.finish, exact: true }).click()
  await expect(again.getByRole('button', { name: texts.confirm.captain })).toBeEnabled()
})

test('the app opens in the language of the device, and the judge chooses the other one, also without a connection', {
  tag: '@nightly',
}, async ({ browser, baseURL }) => {
  const [en, ar] = [getJudgeTexts('en'), getJudgeTexts('ar')]
  const { eventId } = await createEventWithTeams()
  const { code } = await createJudge(eventId)
  const context = await browser.newContext({
    locale: 'ar-SA',
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(`/judge/#code=${code}`)
  await expect(page.getByRole('heading', { name: ar.team.choose })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(page.url()).not.toContain(code)
  await expectAccessible(page)
  await waitForServiceWorker(page)

  await context.setOffline(true)
  await page.goto('/judge/')
  await expect(page.getByRole('heading', { name: ar.team.choose })).toBeVisible()
  await page.getByRole('link', { name: 'English', exact: true }).click()
  await expect(page.getByRole('heading', { name: en.team.choose })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: en.team.choose })).toBeVisible()
  // the choice stays without the language in the address
  await page.goto('/judge/')
  await expect(page.getByRole('heading', { name: en.team.choose })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await page.getByRole('link', { name: 'العربية', exact: true }).click()
  await expect(page.getByRole('heading', { name: ar.team.choose })).toBeVisible()
  await page.reload()
  await expect(page.getByText(ar.offline, { exact: true })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'تسجيل الخروج', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'تسجيل الخروج', exact: true }).click()
  await expect(page.getByRole('heading', { name: ar.signIn.title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'English', exact: true })).toBeVisible()
  await expectAccessible(page)
  await context.close()
})

test('the printed card opens the app in its language', { tag: ['@arabic', '@nightly'] }, async ({
  adminPage: page,
  browser,
  language,
  texts,
}) => {
  const words = getJudgeTexts(language)
  const { eventId } = await createEventWithTeams()
  await page.goto(`/admin/events/${eventId}/judges`)
  // codes are shown once, so those of the second dialog do not replace the first
  for (const name of ['Lina Saad', 'Omar Ali']) {
    await page.getByRole('button', { name: texts.adminJudging.judges.add }).click()
    await page.getByLabel(texts.adminJudging.judges.names).fill(name)
    // the second judge has two days
    for (const day of name === 'Omar Ali' ? ['6/12/2099', '٥/١٢/٢٠٩٩'] : []) {
      await page.getByRole('button', { name: texts.adminJudging.judges.addDay }).click()
      await page.getByRole('dialog').getByRole('textbox').last().fill(day)
    }
    await page.getByRole('button', { name: texts.adminJudging.judges.create }).click()
    await expect(
      page.getByRole('img', { name: texts.adminJudging.codes.picture.replace('{{name}}', name) }),
    ).toBeVisible()
  }
  const { judges } = await ask('GET', `/api/admin/events/${eventId}/judges`)
  expect(judges.find(({ name }: { name: string }) => name === 'Omar Ali').days).toEqual([
    '2099-12-05',
    '2099-12-06',
  ])
  const card = page.getByRole('img', {
    name: texts.adminJudging.codes.picture.replace('{{name}}', 'Lina Saad'),
  })
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  const [code] = await readBarcodes(new Uint8Array(await card.screenshot()), { formats: ['QRCode'] })
  const address = new URL(code?.text ?? '')
  expect(address.search).toBe(`?lang=${language}`)
  expect(address.pathname).toBe('/judge/')
  // the tablet has another language
  const tablet = await browser.newPage({ locale: language === 'ar' ? 'en-GB' : 'ar-SA' })
  await tablet.goto(address.href)
  await expect(tablet.getByRole('heading', { name: words.team.choose })).toBeVisible()
  expect(tablet.url()).not.toContain(address.hash.replace('#code=', ''))
  // the next start without the card
  await tablet.goto(`${address.origin}/judge/`)
  await expect(tablet.getByRole('heading', { name: words.team.choose })).toBeVisible()
  await tablet.close()
})

test('an organizer takes in the file of a tablet', { tag: ['@arabic', '@nightly'] }, async ({
  adminPage: page,
  texts,
}) => {
  const { eventId, teams } = await createEventWithTeams()
  const words = texts.adminJudging.sheets
  const now = new Date().toISOString()
  // the file as the app wrote it before it had the slots of other judges
  const sheet = {
    ...{
      id: crypto.randomUUID(),
      teamId: teams[0]?.id,
      round: 1,
      values: null,
      score: 7,
      timeMs: 1000,
      ruleVersion: null,
    },
    ...{ judgedAt: now, confirmedAt: now, expected: [], replaces: null, isDiscarded: false, judgeId: null },
  }
  await page.goto(`/admin/events/${eventId}/judges`)
  await page.getByRole('button', { name: words.open }).click()
  const dialog = page.getByRole('dialog', { name: words.open })
  const choose = async (content: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: words.file }).click(),
    ])
    await chooser.setFiles({
      name: 'sheets.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    })
  }
  await choose('no sheets')
  await expect(dialog).toContainText(words.bad)
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await choose(JSON.stringify({ sheets: [sheet] }))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.run }).click()
  await expect(dialog.getByRole('status').filter({ hasText: words.results.saved })).toBeVisible()
})
