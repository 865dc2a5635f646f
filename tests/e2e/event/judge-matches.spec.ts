import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { createFinalRuleSet } from '../../support/api/match-sheets.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  ask,
  createEventWithTeams,
  createJudge,
  getJudgeTexts,
  queueButton,
  type Team,
  waitForServiceWorker,
} from '../support/judging.ts'

/**
 * Creates an event with three teams in one group and a final, of which the first match has a result: the
 * second team beat the third.
 */
const createMatchEvent = async (ruleSet = createFinalRuleSet()) => {
  const { eventId, teams } = await createEventWithTeams()
  const [first, second, third] = teams as [Team, Team, Team]
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet,
    version: null,
  })
  const path = `/api/admin/events/${eventId}/matches`
  const sides = [first, second, third].map(({ id }) => [id])
  const { matches } = await ask('POST', `${path}/draw`, { sides, groups: [[0, 1, 2]], lots: [0, 1, 2] })
  const result = [
    { side: 1, values: { score: 2 } },
    { side: 2, values: { score: 1 } },
  ]
  await ask('PUT', `${path}/1`, { sides: result, version: matches.version })
  return { eventId, path, first, second, third }
}
const findMatch = (page: Page, number: number) => page.locator(`[data-match="${number}"]`).first()
/** The sheet of the side of a team. */
const findSide = (page: Page, { name }: Team) => page.getByRole('region', { name })
const fillSide = async (page: Page, team: Team, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await findSide(page, team)
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .fill(value)
}
/** Reads the sheets that the tablet has stored while they are filled in, as JSON. */
const readStoredDraft = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('botola-judge')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('values').objectStore('values').get('draft')
          reading.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(reading.result ?? null))
          }
        }
      }),
  )

test('a judge enters matches offline, who plays the final follows on the tablet, and the standing counts once it is back online', {
  tag: '@arabic',
}, async ({ page, context, language, at }) => {
  const texts = getJudgeTexts(language)
  const { eventId, path, first, second, third } = await createMatchEvent()
  const { code } = await createJudge(eventId, { isHead: true })
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  await expect(page.getByRole('heading', { name: texts.match.choose })).toBeVisible()
  await expect(findMatch(page, 1)).toContainText('2 : 1')
  await expect(findMatch(page, 4)).toContainText(language === 'ar' ? 'المتأهل رقم 1' : 'Qualifier 1')
  await expectAccessible(page)
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.reload()

  // a walkover
  await findMatch(page, 2).click()
  const finish = page.getByRole('button', { name: texts.match.finish, exact: true })
  await expect(finish).toBeDisabled()
  await findSide(page, third).getByRole('switch', { name: texts.match.absent }).click()
  const result = page.getByRole('status', { name: texts.match.result })
  await expect(result).toContainText('0 : 3')
  await expectAccessible(page)
  await finish.click()
  await expectAccessible(page)
  await page.getByRole('button', { name: texts.match.captains }).click()
  await expect(findMatch(page, 2)).toContainText(texts.match.states.queued)

  // the second one is still there after a reload in the middle of it
  await page.getByLabel(texts.match.search).fill(second.name)
  await expect(findMatch(page, 2)).toBeHidden()
  await findMatch(page, 3).click()
  await fillSide(page, first, { score: '4' })
  await expect.poll(() => readStoredDraft(page)).toContain('"score":4')
  await page.reload()
  await fillSide(page, second, { score: '1' })
  await expect(result).toContainText('4 : 1')
  await finish.click()
  await page.getByRole('button', { name: texts.match.captains }).click()
  await expect(queueButton(page)).toHaveText('2')

  // both finalists are known on the tablet; a final needs a winner
  await page.getByLabel(texts.match.search).fill('4')
  await findMatch(page, 4).click()
  await fillSide(page, first, { score: '1' })
  await fillSide(page, second, { score: '1' })
  await expect(page.getByText(texts.match.needsWinnerBy.split('{{')[0] as string)).toBeVisible()
  await expect(finish).toBeDisabled()
  await fillSide(page, first, { shoot_out: '3' })
  await fillSide(page, second, { shoot_out: '4' })
  await expect(result).toContainText(second.name)
  await finish.click()
  await page.getByRole('button', { name: texts.match.captains }).click()

  await context.setOffline(false)
  await expect(queueButton(page)).toHaveText('0')
  const readMatches = async () => (await ask('GET', path)).matches
  const { tournament, problems } = await readMatches()
  expect(
    tournament.groups[0].rows.map(({ side, points }: { side: number; points: number }) => [side, points]),
  ).toEqual([
    [0, 6],
    [1, 3],
    [2, 0],
  ])
  expect(tournament.pairings.at(-1)).toMatchObject({ winner: 1 })
  expect(problems).toEqual([])
  await expect(findMatch(page, 4)).toContainText('1 : 1')

  // a correction says that others would have played the final
  await findMatch(page, 1).click()
  await expect(page.getByText(texts.match.known)).toBeVisible()
  await fillSide(page, third, { score: '9' })
  await finish.click()
  await expect(page.getByText(texts.match.changes.title)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: third.name })).toContainText(second.name)
  await expectAccessible(page)
  await page.getByRole('button', { name: texts.match.captains }).click()
  await expect(queueButton(page)).toHaveText('0')
  await expect
    .poll(async () => (await readMatches()).problems)
    .toMatchObject([{ code: 'other-sides', match: 4 }])

  // visitors see the standing
  const { event } = await ask('GET', getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }))
  await page.goto(at(`/events/${event.slug}/`))
  await expect(page.locator('[data-row]').first()).toContainText(second.name)
})

test('a drawn final is played again where no field decides it: in the office and on the tablet', {
  tag: ['@bilingual', '@nightly'],
}, async ({ page, adminPage, texts, language, at }) => {
  const ruleSet = createFinalRuleSet()
  const { eventId, path, first, second } = await createMatchEvent({
    ...ruleSet,
    matches: { ...ruleSet.matches, deciders: [] },
  })
  const final = 4
  for (const number of [2, 3]) {
    const { tournament, version } = (await ask('GET', path)).matches
    const [{ side: one }, { side: other }] = tournament.pairings[number - 1].sides
    const sides = [one, other].map((side: number) => ({ side, values: { score: 3 - side } }))
    await ask('PUT', `${path}/${number}`, { sides, version })
  }

  const words = texts.adminMatches
  await adminPage.goto(`/admin/events/${eventId}/matches`)
  await adminPage
    .getByRole('button', { name: words.table.enterFor.replace('{{number}}', String(final)), exact: true })
    .click()
  const dialog = adminPage.getByRole('dialog')
  const sheet = ({ name }: Team) => dialog.getByRole('group', { name }).getByLabel('score', { exact: true })
  for (const team of [first, second]) await sheet(team).fill('7')
  await dialog.getByRole('button', { name: words.match.preview }).click()
  await expect(dialog.getByRole('alert')).toHaveText(words.match.replay)
  await expectAccessible(adminPage, { part: '[role=dialog]' })
  await dialog.getByRole('button', { name: words.match.enterReplay }).click()
  for (const team of [first, second]) await expect(sheet(team)).toHaveValue('')

  const tablet = getJudgeTexts(language)
  const { code } = await createJudge(eventId)
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  await findMatch(page, final).click()
  for (const team of [first, second]) await fillSide(page, team, { score: '7' })
  await expect(page.getByText(tablet.match.replay)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: tablet.match.enterReplay }).click()
  await expect(page.getByText(tablet.match.incomplete)).toBeVisible()
  await fillSide(page, first, { score: '2' })
  await fillSide(page, second, { score: '1' })
  await page.getByRole('button', { name: tablet.match.finish, exact: true }).click()
  await page.getByRole('button', { name: tablet.match.captains }).click()
  await expect
    .poll(async () => (await ask('GET', path)).matches.tournament.pairings.at(-1))
    .toMatchObject({ winner: 0 })
})

test('a match that is opened before its sides are known gets them, and what was typed stays', {
  tag: '@nightly',
}, async ({ page, language, at }) => {
  const texts = getJudgeTexts(language)
  const { eventId, path, first, second } = await createMatchEvent()
  const { code } = await createJudge(eventId)
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${at('/judge/')}#code=${code}`)
  await findMatch(page, 4).click()
  const openSide = page.getByRole('region', { name: texts.match.firstSide, exact: true })
  await openSide.getByRole('textbox', { name: 'score' }).fill('2')
  for (const [number, one, other] of [
    [2, 2, 0],
    [3, 0, 1],
  ] as const) {
    const sides = [
      { side: one, values: { score: 3 - one } },
      { side: other, values: { score: 3 - other } },
    ]
    const { version } = (await ask('GET', path)).matches
    await ask('PUT', `${path}/${number}`, { sides, version })
  }
  await page.reload()
  await expect(findSide(page, first).getByRole('textbox', { name: 'score' })).toHaveValue('2')
  await fillSide(page, second, { score: '1' })
  await page.getByRole('button', { name: texts.match.finish, exact: true }).click()
  await page.getByRole('button', { name: texts.match.captains }).click()
  await expect
    .poll(async () => (await ask('GET', path)).matches.tournament.pairings.at(-1))
    .toMatchObject({ winner: 0 })
})
