import type { Page } from '@playwright/test'
import type { RuleSetTemplateKey } from '#contract/event/scoring/rule-set.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { ruleSetTemplates as arTemplates } from '#i18n/ar/rule-set-templates.ts'
import { arJudge } from '#i18n/ar-judge.ts'
import { ruleSetTemplates as enTemplates } from '#i18n/en/rule-set-templates.ts'
import { enJudge } from '#i18n/en-judge.ts'
import { expect } from './fixtures.ts'
import { ask, createEventWithTeams, createJudge, findTeam, getJudgeTexts, type Team } from './judging.ts'

type Language = 'en' | 'ar'
export const getTemplateTexts = (language: Language) => (language === 'ar' ? arTemplates : enTemplates)
export const getSheetTexts = (language: Language) => (language === 'ar' ? arJudge : enJudge).scoreSheet
export const fillNumber = (text: string, number: number) => text.replace('{{number}}', String(number))

/** Creates an event with teams and the rules of a template. */
export const createEventByTemplate = async (template: RuleSetTemplateKey) => {
  const { templates } = await ask('GET', getPath('GET /api/admin/rule-set-templates'))
  const { ruleSet } = templates.find(({ key }: { key: string }) => key === template)
  const created = await createEventWithTeams()
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId: created.eventId }), {
    ruleSet,
    version: null,
  })
  return created
}

type SheetValues = {
  fields?: Record<string, string>
  options?: readonly string[]
  switches?: readonly string[]
}
export const fillSheetForm = async (
  page: Page,
  { fields = {}, options = [], switches = [] }: SheetValues,
): Promise<void> => {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  for (const name of options) await page.getByRole('radio', { name }).click()
  for (const name of switches) await page.getByRole('switch', { name }).click()
}

/** Signs a new judge in on a tablet. */
export const openTablet = async (page: Page, path: string, eventId: string, judgeName = 'Huda Nasser') => {
  const { code } = await createJudge(eventId, { names: [judgeName] })
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${path}#code=${code}`)
}

/** Records the sheet of a team in a round on the tablet. */
export const recordSheet = async (
  page: Page,
  language: Language,
  team: Team,
  round: string,
  values: SheetValues,
): Promise<void> => {
  const texts = getJudgeTexts(language)
  await findTeam(page, team).click()
  await page.getByRole('combobox', { name: texts.sheet.round }).click()
  await page.getByRole('option', { name: round, exact: true }).click()
  await fillSheetForm(page, values)
  await page.getByRole('button', { name: texts.sheet.finish, exact: true }).click()
  if (values.switches) await expect(page.getByText(getSheetTexts(language).disqualified)).toBeVisible()
  await page.getByRole('button', { name: texts.confirm.captain }).click()
  // the sheet is in the queue only now
  await expect(page.getByRole('heading', { name: texts.team.choose })).toBeVisible()
}

/** Reads the headings of a ranking and the first line of each of its cells, without some columns. */
const readRanking = (page: Page, omitted: readonly string[]) =>
  page
    .locator('table')
    .filter({ has: page.locator('[data-row]') })
    .evaluate((table: HTMLTableElement, without) => {
      // the label of a medal stands beside its number
      const readTexts = (row: HTMLTableRowElement | undefined) =>
        [...(row?.cells ?? [])].map(
          ({ innerText }) =>
            innerText
              .split('\n')[0]
              ?.trim()
              .replace(/^(\d+)\p{L}+$/u, '$1') ?? '',
        )
      const headings = readTexts(table.tHead?.rows[0])
      const isKept = (_: string, column: number) => !without.includes(headings[column] ?? '')
      return [
        headings.filter(isKept),
        ...[...table.querySelectorAll<HTMLTableRowElement>('tr[data-row]')].map((row) =>
          readTexts(row).filter(isKept),
        ),
      ]
    }, omitted)

type Ranking = {
  page: Page
  eventId: string
  at: (path: string) => string
  texts: { scores: { level: string; attempts: string } }
}
/**
 * Expects this ranking on the page of the event in a wide window and on a phone, and on the display: headings
 * and rows.
 */
export const expectRanking = async (
  { page, eventId, at, texts }: Ranking,
  expected: readonly (readonly string[])[],
): Promise<string> => {
  const slug: string = (await ask('GET', getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId })))
    .event.slug
  const omitted = [texts.scores.level, texts.scores.attempts]
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(at(`/events/${slug}/display/`))
  await expect.poll(() => readRanking(page, omitted)).toEqual(expected)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(at(`/events/${slug}/`))
  await expect.poll(() => readRanking(page, omitted)).toEqual(expected)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  return slug
}
/** Opens the attempts of a team in the ranking. */
export const openAttempts = async (page: Page, team: Team, attemptsOf: string) => {
  const row = page.locator('tr[data-row]').filter({ hasText: team.name })
  await row.getByRole('button').click()
  return page.getByRole('table', { name: new RegExp(`^${attemptsOf.split('{{')[0]}.*${team.name}`) })
}

/** The sheet of a side of the match that is open on the tablet. */
export const findMatchSide = (page: Page, { name }: Team) => page.getByRole('region', { name })
/** Fills in a field of both sides of the match that is open. */
export const fillMatchSides = async (
  page: Page,
  label: string,
  ...[one, value, other, otherValue]: [Team, string, Team, string]
) => {
  const findField = (team: Team) => findMatchSide(page, team).getByRole('textbox', { name: label })
  await findField(one).fill(value)
  await findField(other).fill(otherValue)
}
