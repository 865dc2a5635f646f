import { randomUUID } from 'node:crypto'
import { getPath } from '#contract/platform/call-path.ts'
import {
  createEventWithTeams,
  createJudge,
  describeTeam,
  getJudgeTexts,
  type JudgeTexts,
  listTotals,
  type Team,
} from '../e2e/support/judging.ts'
import { expect, test } from './support/fixtures.ts'
import {
  button,
  buttonWith,
  expectVisible,
  field,
  heading,
  openPage,
  reloadPage,
  type Tab,
  text,
  waitUntil,
  withRole,
} from './support/tab.ts'

/** The button that says how many sheets are not sent. */
const queueButton = ({ queue }: JudgeTexts, count: number) => button(`${count} · ${queue.title}`)

/** Waits until the app can be opened without the server. */
const waitForServiceWorker = (tab: Tab) =>
  waitUntil(async () =>
    expect(
      await tab.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready
        return active?.state === 'activated' && navigator.serviceWorker.controller !== null
      }, null),
    ).toBe(true),
  )

const readValue = (tab: Tab, path: string) =>
  tab.evaluate((path) => {
    const { singleNodeValue } = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE)
    return (singleNodeValue as HTMLInputElement).value
  }, path)

const fillSheet = async (tab: Tab, texts: JudgeTexts, team: Team, points: string, time: string) => {
  await tab.click(buttonWith(describeTeam(team)))
  await tab.fill(field(texts.sheet.points), points)
  await tab.fill(field(texts.sheet.time), time)
}
const confirmSheet = async (tab: Tab, texts: JudgeTexts) => {
  await tab.click(button(texts.sheet.finish))
  await tab.click(button(texts.confirm.captain))
}

/** Makes the site reachable again, and lets the page know, as the browser of a tablet does. */
const reconnect = async (tab: Tab, site: { setReachable: (isReachable: boolean) => void }) => {
  site.setReachable(true)
  await tab.evaluate(() => void dispatchEvent(new Event('online')), null)
}

for (const language of ['en', 'ar'] as const)
  test(`a judge fills in two sheets while the site cannot be reached, and each counts once afterwards (${language})`, async ({
    tab,
    site,
  }) => {
    const texts = getJudgeTexts(language)
    const { eventId, teams } = await createEventWithTeams()
    const [first, second] = teams as [Team, Team]
    const { code } = await createJudge(eventId)
    await openPage(tab, `${site.address}/judge/?lang=${language}`)
    await tab.fill(field(texts.signIn.code), code)
    await tab.click(button(texts.signIn.submit))
    await expectVisible(tab, heading(texts.team.choose))
    await expectVisible(tab, `//html[@dir="${language === 'ar' ? 'rtl' : 'ltr'}"]`)
    await expectVisible(tab, withRole('status', texts.online))
    await waitForServiceWorker(tab)

    site.setReachable(false)
    await reloadPage(tab)
    await expectVisible(tab, withRole('status', texts.offline))
    await fillSheet(tab, texts, first, '85.5', '1:12.5')
    // the app stops while a sheet is filled in
    await reloadPage(tab)
    await expectVisible(tab, field(texts.sheet.points))
    expect(await readValue(tab, field(texts.sheet.points))).toBe('85.5')
    await confirmSheet(tab, texts)
    await fillSheet(tab, texts, second, '70', '95.4')
    await confirmSheet(tab, texts)
    await expectVisible(tab, queueButton(texts, 2))
    await reloadPage(tab)
    await expectVisible(tab, queueButton(texts, 2))
    expect(await listTotals(eventId)).toEqual([])

    await reconnect(tab, site)
    await expectVisible(tab, queueButton(texts, 0))
    await expectVisible(tab, withRole('status', texts.online))
    expect((await listTotals(eventId)).toSorted()).toEqual(
      [
        [first.name, 85.5, 1],
        [second.name, 70, 1],
      ].toSorted(),
    )
  })

/** Sends a sheet from the tablet of another judge. */
const sendSheetOfOtherJudge = async (eventId: string, team: Team, score: number) => {
  const { code } = await createJudge(eventId, { names: ['Omar Saleh'] })
  const send = (path: string, body: object, token = '') =>
    fetch(`${process.env.BOTOLA_E2E_URL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
  const { token } = await (await send(getPath('GET /api/v1/judge/session'), { code })).json()
  const now = new Date().toISOString()
  const sheet = {
    ...{ id: randomUUID(), teamId: team.id, round: 1, score, timeMs: 20_000, ruleVersion: null },
    ...{ judgedAt: now, confirmedAt: now, expected: [] },
  }
  const reply = await send(getPath('POST /api/v1/judge/sheets'), sheet, token)
  expect(reply.status, await reply.text()).toBe(200)
}

test('a head judge decides when the sheet of another tablet came first', async ({ tab, site }) => {
  const texts = getJudgeTexts('en')
  const { eventId, teams } = await createEventWithTeams()
  const [team] = teams as [Team]
  const { code } = await createJudge(eventId, { isHead: true })
  // the address of the QR code
  await openPage(tab, `${site.address}/judge/?lang=en#code=${code}`)
  await expectVisible(tab, heading(texts.team.choose))
  site.setReachable(false)
  await fillSheet(tab, texts, team, '60', '30')
  await confirmSheet(tab, texts)
  await expectVisible(tab, queueButton(texts, 1))
  await sendSheetOfOtherJudge(eventId, team, 40)

  await reconnect(tab, site)
  await tab.click(queueButton(texts, 1))
  await expectVisible(tab, text(texts.queue.notes.decide))
  await expectVisible(tab, '//tr[td[.="60"]]')
  await expectVisible(tab, '//tr[td[contains(., "Omar Saleh")]][td[.="40"]]')
  expect(await listTotals(eventId)).toEqual([[team.name, 40, 1]])
  await tab.click(button(texts.problem.replace.replace('{{points}}', '40')))
  await expectVisible(tab, text(texts.queue.notes.empty))
  expect(await listTotals(eventId)).toEqual([[team.name, 60, 1]])
})
