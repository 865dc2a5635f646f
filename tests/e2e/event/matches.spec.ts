import type { Page } from '@playwright/test'
import { getMatchesPagePath } from '#contract/event/matches/match.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { arMatches } from '#i18n/ar-matches.ts'
import { enMatches } from '#i18n/en-matches.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { ask, createEventWithTeams, type Team } from '../support/judging.ts'

test.describe.configure({ mode: 'default' })

const ruleSet = createMatchRuleSet({
  groups: { ...singleGroup, count: 2 },
  knockOuts: [
    {
      ...plainKnockOut,
      places: { from: 1, to: 2 },
      pairs: [
        ['A1', 'B2'],
        ['B1', 'A2'],
      ],
      thirdPlace: true,
    },
  ],
})
/**
 * Creates an event with six teams in two groups of three, in the order of the teams: A has the 1st, 4th and
 * 5th, B the others. Returns what is needed to play.
 */
const prepare = async (isDrawn = true) => {
  const { eventId, teams } = await createEventWithTeams()
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet,
    version: null,
  })
  const sides = teams.slice(0, 6).map(({ id }) => [id])
  if (isDrawn) await ask('POST', `/api/admin/events/${eventId}/matches/draw`, { sides })
  const { event } = await ask('GET', getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }))
  return { eventId, teams: teams.slice(0, 6), slug: String(event.slug) }
}
/** Records the result of a match between the sides that meet in it. */
const play = async (eventId: string, number: number, values: [object, object]) => {
  const { matches } = await ask('GET', `/api/admin/events/${eventId}/matches`)
  const pairing = matches.tournament.pairings.find((each: { matches: { number: number }[] }) =>
    each.matches.some((match) => match.number === number),
  )
  const sides = pairing.sides.map(({ side }: { side: number }, nth: number) => ({
    side,
    values: values[nth],
  }))
  await ask('PUT', `/api/admin/events/${eventId}/matches/${number}`, { sides, version: matches.version })
}
/** Plays all matches of the groups: the first side of each wins 2:1. */
const playGroups = async (eventId: string) => {
  for (let number = 1; number <= 6; number++) await play(eventId, number, [{ score: 2 }, { score: 1 }])
}
const getTexts = (language: 'en' | 'ar') => (language === 'ar' ? arMatches : enMatches).matches
const stripIsolates = (text: string) => text.replace(/[\u2066-\u2069]/g, '')
const expectNoPageScroll = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)

for (const [name, width, tag] of [
  ['phone', 320, '@arabic'],
  ['desktop', 1280, '@english'],
] as const)
  test(`groups and knock-out on a ${name}`, { tag: [tag, '@nightly'] }, async ({ page, language, at }) => {
    const texts = getTexts(language)
    const { eventId, teams, slug } = await prepare()
    const [first] = teams as [Team]
    await playGroups(eventId)
    await play(eventId, 7, [
      { score: 1, shoot_out: 4 },
      { score: 1, shoot_out: 3 },
    ])
    await page.setViewportSize({ width, height: 800 })
    await page.goto(at(getMatchesPagePath(slug)))
    await expect(page.getByRole('table')).toHaveCount(2)
    const advancing =
      language === 'ar' ? arMatches.matches.advancing_two : texts.advancing_other.replace('{{count}}', '2')
    await expect(page.getByText(advancing)).toHaveCount(2)
    await page.getByText(texts.reasons).first().click()
    await expect(page.locator('details[open] li').first()).toBeVisible()
    await expect(page.getByText('4:3').first()).toBeVisible()
    await expect(page.getByText(texts.sides.winner.replace('{{number}}', '8'))).toBeVisible()
    await expectNoPageScroll(page)
    // the header covers links while the page is scrolled
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)

    // a team is chosen: its matches come first, and the address names it
    await page.getByLabel(texts.team).selectOption(String(first.teamNo))
    await expect(page).toHaveURL(new RegExp(`team=${first.teamNo}`))
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(first.name)
    await expect(page.locator('tr[data-chosen]')).toContainText(first.name)
    await expectNoPageScroll(page)
    // the header covers links while the page is scrolled
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    await page.reload()
    await expect(page.locator('tr[data-chosen]')).toContainText(first.name)
  })

test('a visitor shows one group or round of a tournament, also without scripts', {
  tag: '@bilingual',
}, async ({ page, browser, baseURL, language, at }) => {
  const texts = getTexts(language)
  const { slug } = await prepare()
  const count = (shown: number) => texts.shown.replace('{{shown}}', String(shown)).replace('{{total}}', '10')
  const readTexts = async (of: Page) => (await of.getByRole('status').allInnerTexts()).map(stripIsolates)
  await page.goto(at(getMatchesPagePath(slug)))
  await expect.poll(() => readTexts(page)).toContain(count(10))
  await page.getByLabel(texts.part).selectOption('group-B')
  await expect(page).toHaveURL(/part=group-B/)
  await expect(page.getByRole('table')).toHaveCount(1)
  await expect.poll(() => readTexts(page)).toContain(count(3))
  await page.getByLabel(texts.part).selectOption('knockout-1-1')
  await expect(page.getByRole('heading', { name: texts.rounds.semiFinals, exact: true })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect.poll(() => readTexts(page)).toContain(count(2))
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)

  const visitor = await browser.newPage({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false })
  await visitor.goto(at(getMatchesPagePath(slug)))
  await expect(visitor.getByLabel(texts.team)).toBeHidden()
  await visitor.getByLabel(texts.part).selectOption('round-2')
  await visitor.getByRole('button', { name: texts.show }).click()
  await expect(visitor).toHaveURL(/part=round-2/)
  expect(await readTexts(visitor)).toContain(count(2))
  await expect(visitor.locator('html')).toHaveAttribute('lang', language)
  await visitor.close()
})

test('the teams of an alliance are listed in the direction of the page, and long names wrap on a phone', {
  tag: '@arabic',
}, async ({ page, language, at }) => {
  const { eventId, teams } = await createEventWithTeams()
  const alliances = createMatchRuleSet({
    ...{ teamsPerSide: 2, groups: singleGroup },
    knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 2 } }],
  })
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet: alliances,
    version: null,
  })
  const sides = [0, 2, 4].map((from) => teams.slice(from, from + 2).map(({ id }) => id))
  await ask('POST', `/api/admin/events/${eventId}/matches/draw`, { sides })
  for (const [at, score] of [37, 25, 30].entries()) await play(eventId, at + 1, [{ score }, { score: 20 }])
  const { event } = await ask('GET', getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }))
  let names = ['الصقور', 'Falcons']
  await page.route('**/api/v1/events/*/matches*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const side of json.tournament.sides)
      for (const [nth, team] of side.teams.entries()) team.name = names[nth]
    await route.fulfill({ response, json })
  })
  await page.goto(at(getMatchesPagePath(String(event.slug))))
  for (const place of [page.getByRole('rowheader').first(), page.locator('ul ul li').first()]) {
    await expect(place).toContainText('Falcons')
    const isFromTheLeft = await place.evaluate((element) => {
      const findLeft = (name: string) => {
        const nodes = document.createNodeIterator(element, NodeFilter.SHOW_TEXT)
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
          const start = node.textContent?.indexOf(name) ?? -1
          if (start < 0) continue
          const range = document.createRange()
          range.setStart(node, start)
          range.setEnd(node, start + name.length)
          return range.getBoundingClientRect().left
        }
        return Number.NaN
      }
      return findLeft('الصقور') < findLeft('Falcons')
    })
    expect(isFromTheLeft).toBe(language === 'en')
  }

  names = ['Mechatronics Laboratory of Alexandria', 'نادي الروبوت والذكاء الاصطناعي بالإسكندرية']
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(page.getByRole('rowheader').first()).toContainText('Alexandria')
  const cells = page.locator('tbody tr').first().locator('td')
  const difference = await cells.nth(6).boundingBox()
  const points = await cells.last().boundingBox()
  if (!difference || !points) throw new Error('no cells')
  const [before, after] = language === 'ar' ? [points, difference] : [difference, points]
  expect(before.x + before.width).toBeLessThanOrEqual(after.x + 1)
  await expectNoPageScroll(page)

  // the teams of the first alliance would have all steps of a podium
  await page.goto(at(`/events/${event.slug}/`))
  await expect(page.locator('[data-row]')).toHaveCount(6)
  await expect(page.locator('[data-step]')).toHaveCount(0)
})

test('the rounds of a knock-out are columns on a wide screen, from the start of a line to its end', {
  tag: ['@bilingual', '@nightly'],
}, async ({ page, language, at }) => {
  const texts = getTexts(language)
  const { eventId, slug } = await prepare()
  await playGroups(eventId)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(at(getMatchesPagePath(slug)))
  const readLeft = async (round: string) =>
    (await page.getByRole('heading', { name: round, exact: true }).boundingBox())?.x ?? 0
  const isFromTheLeft = (await readLeft(texts.rounds.semiFinals)) < (await readLeft(texts.rounds.final))
  expect(isFromTheLeft).toBe(language === 'en')
})

test('a result appears without a reload, and before the draw the page says what comes', {
  tag: '@nightly',
}, async ({ page, language, at }) => {
  const texts = getTexts(language)
  const { eventId, teams, slug } = await prepare(false)
  await page.goto(at(getMatchesPagePath(slug)))
  await expect(page.getByText(texts.noDraw)).toBeVisible()
  await expectAccessible(page)
  await ask('POST', `/api/admin/events/${eventId}/matches/draw`, { sides: teams.map(({ id }) => [id]) })
  await page.reload()
  await expect(page.getByText(texts.randomSeed)).toBeVisible()
  await expect(page.locator('[data-connected="true"]')).toBeVisible()
  await play(eventId, 1, [{ score: 37 }, { score: 0 }])
  await expect(page.getByText('37', { exact: true })).toBeVisible()
})

test('the page of the event links to its matches, and an event without matches has no such page', {
  tag: '@nightly',
}, async ({ page, texts, at }) => {
  const { slug } = await prepare()
  await page.goto(at(`/events/${slug}/`))
  await page.getByRole('link', { name: texts.schedule.matches }).click()
  await expect(page).toHaveURL(new RegExp(getMatchesPagePath(slug).slice(0, -1)))
  await page.goto(at('/events/oasis-rescue/'))
  await expect(page.getByRole('link', { name: texts.schedule.matches })).toHaveCount(0)
  expect((await page.goto(at(getMatchesPagePath('oasis-rescue'))))?.status()).toBe(404)
})

for (const [width, height, tag] of [
  [1920, 1080, '@arabic'],
  [1280, 720, '@english'],
] as const)
  test(`groups and the round that is played fit on a screen of ${width} × ${height}`, {
    tag: [tag, '@nightly'],
  }, async ({ page, language, at }) => {
    const texts = getTexts(language)
    const { eventId, slug } = await prepare()
    await ask('POST', `/api/admin/events/${eventId}/screens`, {
      name: 'Hall',
      scene: 'matches',
      message: { en: '', ar: '' },
    })
    await page.setViewportSize({ width, height })
    await page.goto(at(`/events/${slug}/display/1/`))
    await expect(page.getByRole('table')).toHaveCount(2)
    const expectFit = async () => {
      await expectNoPageScroll(page)
      expect(
        await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
      ).toBeLessThanOrEqual(0)
    }
    await expectFit()
    await expectAccessible(page)
    await playGroups(eventId)
    await expect(page.getByRole('heading', { name: texts.rounds.semiFinals })).toBeVisible()
    await expectFit()
  })
