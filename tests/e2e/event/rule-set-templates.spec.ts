import { getMatchesPagePath } from '#contract/event/matches/match.ts'
import { matchExplanations as ar } from '#i18n/ar/explanations.ts'
import { arMatches } from '#i18n/ar-matches.ts'
import { matchExplanations as en } from '#i18n/en/explanations.ts'
import { enMatches } from '#i18n/en-matches.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  ask,
  createEventWithTeams,
  findTeam,
  getJudgeTexts,
  queueButton,
  type Team,
} from '../support/judging.ts'
import {
  createEventByTemplate,
  expectRanking,
  fillMatchSides,
  fillNumber,
  fillSheetForm,
  findMatchSide,
  getSheetTexts,
  getTemplateTexts,
  openAttempts,
  openTablet,
  recordSheet,
} from '../support/rule-set-templates.ts'

test('RoboMission: two teams share the first rank, one is last without points, one is disqualified and one does not come', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, adminPage, texts, language, at }) => {
  const { labels, names } = getTemplateTexts(language)
  const { disqualified } = getSheetTexts(language)
  const { eventId, teams } = await createEventWithTeams()
  const [first, second, last, expelled, absent] = teams as [Team, Team, Team, Team, Team]
  const rules = texts.adminRuleSets
  await adminPage.goto(at(`/admin/events/${eventId}/rules`))
  await adminPage.getByRole('button', { name: `${rules.start}: ${names.robo_mission}` }).click()
  await adminPage.getByRole('button', { name: rules.save }).click()
  await expect(adminPage.getByText(rules.version.replace('{{version}}', '1'))).toBeVisible()
  await adminPage.goto(at(`/admin/events/${eventId}/teams`))
  const { withdrawal } = texts.adminMatches
  const listed = adminPage.getByRole('row').filter({ hasText: absent.name })
  await listed.getByRole('button', { name: withdrawal.withdraw }).click()
  const dialog = adminPage.getByRole('dialog')
  await dialog.getByLabel(withdrawal.reason).fill('The team did not come.')
  await dialog.getByRole('button', { name: withdrawal.withdraw }).click()
  await expect(listed).toContainText(texts.adminJudging.checkIn.withdrawn)

  await openTablet(page, at('/judge/'), eventId)
  await expect(findTeam(page, absent)).toContainText(getJudgeTexts(language).team.withdrawn)
  const round = fillNumber(labels.roundNumber, 1)
  const createRun = (objects: string, displaced: string, time: string, structure: string) => ({
    fields: {
      [labels.objectsInArea]: objects,
      [labels.objectsPartlyInArea]: '0',
      [labels.displaced]: displaced,
      [labels.time]: time,
    },
    options: [structure],
  })
  for (const team of [first, second])
    await recordSheet(page, language, team, round, createRun('5', '0', '1:30', labels.structureComplete))
  // more is lost than won, which counts as no points
  await recordSheet(page, language, last, round, createRun('1', '9', '2:00', labels.structureMissing))
  await recordSheet(page, language, expelled, round, { switches: [disqualified] })
  await expect(queueButton(page)).toHaveText('0')

  const { scores } = texts
  await expectRanking({ page, eventId, at, texts }, [
    [scores.place, scores.playerAndTeam, scores.score, scores.time],
    ['1', first.name, '80', '1:30'],
    ['1', second.name, '80', '1:30'],
    ['3', last.name, '0', '2:00'],
    ['4', expelled.name, '0', '–'],
  ])
  const attempts = await openAttempts(page, expelled, scores.attemptsOf)
  await expect(attempts.getByText(disqualified, { exact: true })).toBeVisible()
  await expect(attempts.getByRole('columnheader', { name: scores.time })).toHaveCount(0)
  await expectAccessible(page)
})

test('Future Engineers: the obstacle round decides between equal totals, and a disqualified round has its word and the longest time', {
  tag: '@nightly',
}, async ({ page, texts, language, at }) => {
  const { labels } = getTemplateTexts(language)
  const { disqualified } = getSheetTexts(language)
  const { eventId, teams } = await createEventByTemplate('future_engineers')
  const [first, second, third, last] = teams as [Team, Team, Team, Team]
  await openTablet(page, at('/judge/'), eventId)
  const open = fillNumber(labels.openRoundNumber, 1)
  const obstacle = fillNumber(labels.obstacleRoundNumber, 1)
  const record = (team: Team, round: string, points: string, time?: string) =>
    recordSheet(page, language, team, round, {
      fields: { [labels.points]: points, ...(time ? { [labels.time]: time } : {}) },
    })
  for (const [team, openPoints, obstaclePoints] of [
    [second, '30', '50'],
    [first, '20', '60'],
  ] as const) {
    await record(team, open, openPoints, '1:00')
    await record(team, obstacle, obstaclePoints, '1:40')
    await record(team, labels.documentation, '20')
  }
  await record(third, open, '12', '1:00')
  for (const team of [third, last])
    await recordSheet(page, language, team, obstacle, { switches: [disqualified] })
  await expect(queueButton(page)).toHaveText('0')

  const { scores } = texts
  await expectRanking({ page, eventId, at, texts }, [
    [scores.place, scores.playerAndTeam, scores.score, scores.time, 'Best obstacle round (points)'],
    ['1', first.name, '100', '2:40', '60'],
    ['2', second.name, '100', '2:40', '50'],
    ['3', third.name, '12', '4:00', '0'],
    ['4', last.name, '0', '3:00', '0'],
  ])
  const attempts = await openAttempts(page, third, scores.attemptsOf)
  await expect(attempts.getByRole('row').filter({ hasText: disqualified })).toContainText(obstacle)
  await expect(attempts.getByRole('row').filter({ hasText: open })).not.toContainText(disqualified)
})

test('Virtual Robot Challenges: the office enters equal runs, the last one and a disqualification', {
  tag: '@nightly',
}, async ({ page, adminPage, texts, language, at }) => {
  const { labels } = getTemplateTexts(language)
  const { disqualified } = getSheetTexts(language)
  const { eventId, teams } = await createEventByTemplate('virtual_robot_challenges')
  const [first, second, last, expelled] = teams as [Team, Team, Team, Team]
  const { adminScores, scores } = texts
  await adminPage.goto(at(`/admin/events/${eventId}/scores`))
  const dialog = adminPage.getByRole('dialog')
  const run = (points: string, time: string) => ({ fields: { [labels.points]: points, [labels.time]: time } })
  for (const [team, values] of [
    [first, run('12.5', '1:00')],
    [second, run('12.5', '60')],
    [last, run('0', '1:30')],
    [expelled, { switches: [disqualified] }],
  ] as const) {
    await adminPage.getByRole('button', { name: adminScores.add, exact: true }).click()
    await dialog.getByRole('textbox', { name: adminScores.form.account }).fill(team.name)
    await adminPage.getByRole('option', { name: team.name }).first().click()
    await fillSheetForm(adminPage, values)
    await dialog.getByRole('button', { name: adminScores.save, exact: true }).click()
    await expect(adminPage.getByRole('row', { name: team.name })).toBeVisible()
  }
  await adminPage
    .getByRole('button', { name: new RegExp(`^${adminScores.more.split('{{')[0]}.*${expelled.name}`) })
    .click()
  await expect(adminPage.getByText(disqualified, { exact: true })).toBeVisible()

  await expectRanking({ page, eventId, at, texts }, [
    [scores.place, scores.playerAndTeam, scores.score, scores.time],
    ['1', first.name, '12.5', '1:00'],
    ['1', second.name, '12.5', '1:00'],
    ['3', last.name, '0', '1:30'],
    ['4', expelled.name, '0', '–'],
  ])
  const attempts = await openAttempts(page, expelled, scores.attemptsOf)
  await expect(attempts.getByText(disqualified, { exact: true })).toBeVisible()
})

test('Future Innovators: the idea decides between equal means, a disqualified team is below the last one, and one waits for a judge', {
  tag: '@nightly',
}, async ({ page, browser, texts, language, at }) => {
  const judge = getJudgeTexts(language)
  const { labels } = getTemplateTexts(language)
  const { disqualified } = getSheetTexts(language)
  const { eventId, teams } = await createEventByTemplate('future_innovators')
  const [first, second, waiting, last, expelled, absent] = teams as [Team, Team, Team, Team, Team, Team]
  const createRubric = (idea: number, poster: number) => {
    const { research, benefit, function: action, engineering, program, explanation, answers } = labels
    const others = [research, benefit, action, engineering, program, explanation, answers]
    return {
      fields: {
        ...Object.fromEntries(others.map((label) => [label, '4'])),
        [labels.idea]: String(idea),
        [labels.poster]: String(poster),
      },
    }
  }
  for (const [nth, name] of ['Omar Saleh', 'Lina Adel', 'Mona Fathy'].entries()) {
    const tablet = await browser.newPage({ baseURL: process.env.BOTOLA_E2E_URL ?? '' })
    await openTablet(tablet, at('/judge/'), eventId, name)
    for (const [team, values] of [
      [first, createRubric(12, 2)],
      [second, createRubric(10, 4)],
      ...(nth === 2 ? [] : [[waiting, createRubric(8, 0)] as const]),
      [last, createRubric(nth, 0)],
      [expelled, { switches: [disqualified] }],
    ] as const) {
      await findTeam(tablet, team).click()
      await fillSheetForm(tablet, values)
      await tablet.getByRole('button', { name: judge.sheet.finish, exact: true }).click()
      await tablet.getByRole('button', { name: judge.confirm.send }).click()
    }
    await expect(queueButton(tablet)).toHaveText('0')
    await expect(findTeam(tablet, absent)).toContainText(judge.team.states.missing)
    await tablet.close()
  }

  const { scores } = texts
  await expectRanking({ page, eventId, at, texts }, [
    [scores.place, scores.playerAndTeam, scores.score, labels.idea],
    ['1', first.name, '42', '12'],
    ['2', second.name, '42', '10'],
    ['3', waiting.name, '36', '8'],
    ['4', last.name, '29', '1'],
    ['5', expelled.name, '0', '–'],
  ])
  const row = (team: Team) => page.locator('tr[data-row]').filter({ hasText: team.name })
  await expect(row(waiting)).toContainText(scores.provisional)
  await expect(row(last)).not.toContainText(scores.provisional)
  const attempts = await openAttempts(page, expelled, scores.attemptsOf)
  await expect(attempts.getByText(disqualified, { exact: true })).toHaveCount(3)
})

test('RoboSports: a draw, a side that does not come, a drawn quarter-final that the jury decides, and four teams on the last place', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, texts, language, at }) => {
  const judge = getJudgeTexts(language)
  const { labels } = getTemplateTexts(language)
  const { matches } = language === 'ar' ? arMatches : enMatches
  const { headings, knockOutPlaces: reached } = language === 'ar' ? ar : en
  const { eventId, teams } = await createEventByTemplate('robosports')
  const path = `/api/admin/events/${eventId}/matches`
  const sides = teams.slice(0, 8)
  const pairs = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ]
  const draw = { sides: sides.map(({ id }) => [id]), groups: pairs, lots: pairs.flat() }
  await ask('POST', `${path}/draw`, draw)
  await openTablet(page, at('/judge/'), eventId)
  const openMatch = (number: number) => page.locator(`[data-match="${number}"]`).first().click()
  const finish = page.getByRole('button', { name: judge.match.finish, exact: true })
  const confirm = async () => {
    await finish.click()
    await page.getByRole('button', { name: judge.match.captains }).click()
    // the sheet is in the queue before its form closes
    await expect(finish).toBeHidden()
  }
  const [a1, a2, b1, b2, c1, c2, d1, d2] = sides as [Team, Team, Team, Team, Team, Team, Team, Team]
  const win = async (number: number, winner: Team, loser: Team) => {
    await openMatch(number)
    await fillMatchSides(page, labels.gamePoints, winner, '9', loser, '3')
    await confirm()
  }

  await openMatch(1)
  await fillMatchSides(page, labels.gamePoints, a1, '7', a2, '7')
  const result = page.getByRole('status', { name: judge.match.result })
  await expect(result).toContainText('7 : 7')
  await confirm()
  await openMatch(2)
  await findMatchSide(page, b2).getByRole('switch', { name: judge.match.absent }).click()
  await confirm()
  await win(3, c1, c2)
  await win(4, d1, d2)
  // the quarter-finals follow from the groups
  await openMatch(5)
  await fillMatchSides(page, labels.gamePoints, a1, '7', b2, '7')
  await expect(page.getByText(judge.match.needsWinnerBy.split('{{')[0] as string)).toBeVisible()
  await expect(finish).toBeDisabled()
  await fillMatchSides(page, labels.juryVotes, a1, '1', b2, '2')
  await expect(result).toContainText(b2.name)
  await confirm()
  await win(6, c1, d2)
  await win(7, b1, a2)
  await win(8, d1, c2)
  await win(9, c1, b2)
  await win(10, b1, d1)
  await win(11, d1, b2)
  await win(12, b1, c1)
  await expect(queueButton(page)).toHaveText('0')

  const { scores } = texts
  const slug = await expectRanking({ page, eventId, at, texts }, [
    [scores.place, scores.playerAndTeam, scores.score, headings.knockOutPlace],
    ['1', b1.name, '3', reached.winner],
    ['2', c1.name, '3', reached.final],
    ['3', d1.name, '3', reached.thirdPlace],
    ['4', b2.name, '0', reached.semiFinals],
    // those who share a rank are in the order of their last results
    ['5', a1.name, '1', reached.quarterFinals],
    ['5', d2.name, '0', reached.quarterFinals],
    ['5', a2.name, '1', reached.quarterFinals],
    ['5', c2.name, '0', reached.quarterFinals],
  ])
  const attempts = await openAttempts(page, b2, scores.attemptsOf)
  await expect(attempts.getByText(scores.absent, { exact: true })).toHaveCount(1)
  await page.goto(at(getMatchesPagePath(slug)))
  await expect(page.getByText(matches.walkover, { exact: true })).toHaveCount(1)
  await expect(page.getByText(labels.juryVotes)).toContainText('1:2')
  await expectAccessible(page)
})
