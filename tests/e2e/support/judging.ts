import type { Page } from '@playwright/test'
import { arJudge } from '#i18n/ar-judge.ts'
import { enJudge } from '#i18n/en-judge.ts'
import { expect } from './fixtures.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
export type Team = { id: string; teamNo: number; name: string }

/** Sends a call as the administrator. */
export const ask = async (method: string, path: string, body?: object | FormData): Promise<Body> => {
  const isForm = body instanceof FormData
  const reply = await fetch(`${process.env.BOTOLA_E2E_URL}${path}`, {
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

/** Creates an event with the teams of all competitions. */
export const createEventWithTeams = async (): Promise<{ eventId: string; teams: Team[] }> => {
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
    await ask('POST', `/api/admin/events/${eventId}/teams`, {
      competitionId: competition.id ?? competition._id,
    }).catch(() => undefined)
  return { eventId, teams: (await ask('GET', `/api/admin/events/${eventId}/schedule`)).teams }
}

/** Adds a slot to the schedule of an event, `minutes` after now. */
export const addSlot = (
  eventId: string,
  { id: teamId }: Team,
  { round = 1, table = 'A1', minutes = 0 } = {},
): Promise<Body> =>
  ask('POST', `/api/admin/events/${eventId}/schedule/slots`, {
    ...{ round, table, teamId },
    startsAt: new Date(Date.now() + minutes * 60_000).toISOString(),
  })

/** Creates a judge of an event. Returns the id and the code. */
export const createJudge = async (
  eventId: string,
  fields: object = {},
): Promise<{ judgeId: string; code: string }> => {
  const { judges } = await ask('POST', `/api/admin/events/${eventId}/judges`, {
    names: ['Huda Nasser'],
    ...fields,
  })
  return { judgeId: judges[0].judge.id, code: judges[0].code }
}

/** Lists name, total score and number of attempts of the entries of an event. */
export const listTotals = async (eventId: string): Promise<[string, number, number][]> =>
  (await ask('GET', `/api/admin/events/${eventId}/scores`)).scores.map((row: Body) => [
    row.teamName,
    row.totalScore,
    row.attemptCount,
  ])

/** The texts of the judges' app. */
export const getJudgeTexts = (language: 'en' | 'ar') => (language === 'ar' ? arJudge.judge : enJudge.judge)
export type JudgeTexts = ReturnType<typeof getJudgeTexts>

/** Waits until the page can be opened without a connection. */
export const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready
    return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null
  })

/** Fills in the sheet that is open, up to its confirmation by the captain. */
export const fillSheet = async (page: Page, texts: JudgeTexts, points: string, time: string) => {
  await page.getByLabel(texts.sheet.points, { exact: true }).fill(points)
  await page.getByLabel(texts.sheet.time, { exact: true }).fill(time)
  await page.getByRole('button', { name: texts.sheet.finish, exact: true }).click()
  return page.getByRole('button', { name: texts.confirm.captain })
}

/** Fills in the sheet that is open, and lets the captain confirm it. */
export const confirmSheet = async (page: Page, texts: JudgeTexts, points: string, time: string) => {
  const confirm = await fillSheet(page, texts, points, time)
  // Arabic letters reach above and below the line
  expect(
    await confirm
      .locator('.mantine-Button-label')
      .evaluate((label) => label.scrollHeight - label.clientHeight),
  ).toBe(0)
  await confirm.click()
}
export const openNext = (page: Page, texts: JudgeTexts) =>
  page.getByRole('region', { name: texts.team.next }).getByRole('button').click()
/** The button with the number of sheets that are not sent. */
export const queueButton = (page: Page) => page.locator('header button').first()

/** Opens the judge app with the address of a card, which signs the judge in. */
export const openJudgeApp = async (page: Page, texts: JudgeTexts, address: string) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: texts.team.choose })).toBeVisible()
}
export const createEventWithTeam = async () => {
  const { eventId, teams } = await createEventWithTeams()
  return { eventId, team: teams[0] as Team }
}
export const describeTeam = ({ teamNo, name }: Team) => `${teamNo} · ${name}`
/** The button of a team in the list of the judge app. */
export const findTeam = (page: Page, team: Team) =>
  page
    .locator('[data-teams] button')
    .filter({ hasText: describeTeam(team) })
    .first()
