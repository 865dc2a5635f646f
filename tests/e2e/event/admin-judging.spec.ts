import { randomUUID } from 'node:crypto'
import { getPath } from '#contract/platform/call-path.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { createCompetition, createStudent, createTeam, signInPage } from '../support/account-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>

const send = async (asAdmin: AsAdmin, method: string, path: string, body: object): Promise<Body> => {
  const reply = await asAdmin(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return reply.json()
}

/** Creates an event on 5 and 6 December 2026 with a team in it. Returns it with the account of the team. */
const prepareEvent = async (asAdmin: AsAdmin, name: string) => {
  const student = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  const team = await createTeam(student, competition)
  const form = new FormData()
  const fields = {
    title_en: createUniqueName(name),
    title_ar: createUniqueName('نهائي'),
    description_en: 'One',
    description_ar: 'واحد',
    startDate: '2026-12-05',
    endDate: '2026-12-06',
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const eventId = String(event._id)
  await send(asAdmin, 'POST', getPath('POST /api/admin/events/:eventId/teams', { eventId }), {
    competitionId: competition.id,
  })
  return { eventId, slug: String(event.slug), team, student }
}

test('an organizer changes a slot, is asked about a day outside the event, and asked before a slot or the judging is taken away', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const words = texts.adminJudging.schedule
  const { eventId, team } = await prepareEvent(asAdmin, 'Schedule')
  const slots = getPath('POST /api/admin/events/:eventId/schedule/slots', { eventId })
  const slot = { teamId: team.id, round: 1, table: 'A1', startsAt: '2026-12-05T06:30:00Z' }
  await send(asAdmin, 'POST', slots, slot)
  const { slot: second } = await send(asAdmin, 'POST', slots, {
    ...slot,
    round: 2,
    startsAt: '2026-12-05T07:30:00Z',
  })
  await page.goto(`/admin/events/${eventId}/schedule`)
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '2', exact: true }) })
  const edit = words.editOf.replace('{{team}}', team.name)
  await row.getByRole('button', { name: edit }).click()
  const dialog = page.getByRole('dialog', { name: words.edit })
  const [round, table] = [dialog.getByLabel(words.columns.round), dialog.getByLabel(words.columns.table)]
  await expect(round).toHaveValue('2')
  await expectAccessible(page)
  // a refused change keeps what was typed
  await round.fill('1')
  await table.fill('B7')
  await dialog.getByRole('button', { name: texts.adminScores.save }).click()
  await expect(
    dialog.getByText(texts.fieldErrors['slot-exists'].split('{{team}}')[0]?.trim() as string).first(),
  ).toBeVisible()
  await expect(round).toBeFocused()
  await expect(table).toHaveValue('B7')
  await round.fill('3')
  await dialog.getByRole('textbox', { name: words.date }).first().fill('2026-12-09')
  await dialog.getByRole('button', { name: texts.adminScores.save }).click()
  const question = page.getByRole('dialog', { name: words.otherDay })
  await expect(question).toContainText('2026-12-05')
  await expectAccessible(page)
  await question.getByRole('button', { name: texts.admin.list.cancel }).click()
  await expect(table).toHaveValue('B7')
  // somebody else changes the slot meanwhile
  await send(asAdmin, 'PUT', `${slots}/${second.id}`, {
    ...slot,
    round: 2,
    table: 'C3',
    startsAt: second.startsAt,
    version: 1,
  })
  await dialog.getByRole('button', { name: texts.adminScores.save }).click()
  const conflict = page.getByRole('dialog', { name: texts.admin.form.staleTitle })
  await expect(conflict.getByRole('row', { name: /C3/ })).toContainText('B7')
  await conflict.getByRole('button', { name: texts.admin.form.keepMine }).click()
  await page
    .getByRole('dialog', { name: words.otherDay })
    .getByRole('button', { name: texts.adminScores.save })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row', { name: /B7/ })).toBeVisible()

  await page
    .getByRole('row', { name: /B7/ })
    .getByRole('button', { name: words.remove.replace('{{team}}', team.name) })
    .click()
  const removal = page.getByRole('dialog', { name: texts.messages.confirmDelete })
  await expect(removal).toContainText('B7')
  await removal.getByRole('button', { name: texts.admin.list.cancel }).click()
  await expect(page.getByRole('row', { name: /B7/ })).toBeVisible()
  await page
    .getByRole('row', { name: /B7/ })
    .getByRole('button', { name: words.remove.replace('{{team}}', team.name) })
    .click()
  await removal.getByRole('button', { name: texts.adminScores.remove }).click()
  await expect(page.getByRole('row', { name: /B7/ })).toHaveCount(0)

  await page.getByRole('button', { name: words.close }).click()
  const closing = page.getByRole('dialog', { name: words.close })
  await expect(closing).toContainText(words.closeText)
  await expect(page.getByText(words.closed)).toHaveCount(0)
  await closing.getByRole('button', { name: words.close }).click()
  await expect(page.getByText(words.closed)).toBeVisible()
})

test('an organizer corrects the sheet of a judge with a reason; team and visitors see that it was corrected, and no judge', {
  tag: '@arabic',
}, async ({ adminPage: page, asAdmin, at, browser, baseURL, language, texts }) => {
  const words = texts.adminScores
  const { eventId, slug, team, student } = await prepareEvent(asAdmin, 'Corrected')
  const { judges } = await send(asAdmin, 'POST', `/api/admin/events/${eventId}/judges`, {
    names: ['Lina Omar'],
  })
  await send(asAdmin, 'PUT', getPath('PUT /api/admin/events/:eventId/protest-settings', { eventId }), {
    protestsUntil: '2099-01-01T00:00:00Z',
  })
  const now = '2026-11-23T09:00:00Z'
  const sheet = {
    id: randomUUID(),
    teamId: team.id,
    round: 1,
    score: 50,
    timeMs: 30_000,
    ruleVersion: null,
    judgedAt: now,
    confirmedAt: now,
  }
  const imported = { sheets: [{ ...sheet, expected: [], judgeId: judges[0].judge.id }] }
  await send(asAdmin, 'POST', `/api/admin/events/${eventId}/judge-sheets`, imported)

  await page.goto(`/admin/events/${eventId}/scores`)
  await page.getByRole('button', { name: words.more.replace('{{name}}', team.name) }).click()
  const judgedBy = words.judgedBy.replace('{{name}}', isolateText('Lina Omar', language))
  await expect(page.getByText(judgedBy)).toBeVisible()
  await page.getByRole('button', { name: words.editAttempt }).click()
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel(words.reason)
  await dialog.getByLabel(words.fields.score).fill('60')
  await dialog.getByRole('button', { name: words.save, exact: true }).click()
  await expect(dialog.getByText(texts.fieldErrors.required)).toBeVisible()
  await expect(reason).toBeFocused()
  await expectAccessible(page)
  await reason.fill('One cube was counted twice')
  await dialog.getByRole('button', { name: words.save, exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const corrected = texts.scores.corrected.split('{{time}}')[0]?.trim() as string
  await expect(page.getByText(corrected).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/admin/events/${eventId}/scores/log`)
  // the attempt, and the sheet that the tablet sent
  await expect(page.getByRole('row', { name: /Lina Omar/ })).toHaveCount(2)

  const ownerPage = await (await browser.newContext({ baseURL: baseURL as string })).newPage()
  await signInPage(ownerPage, student, language)
  await ownerPage.goto(at(`/account/teams/${team.id}`))
  await ownerPage.getByRole('button', { name: new RegExp(texts.protests.ask) }).click()
  await expect(ownerPage.getByRole('dialog').getByRole('option', { name: corrected })).toHaveCount(1)
  await ownerPage.goto(at(`/events/${slug}/`))
  await ownerPage.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await ownerPage
    .getByRole('button', { name: texts.scores.showAttempts.replace('{{name}}', team.name) })
    .click()
  await expect(ownerPage.getByText(corrected)).toBeVisible()
  await expectAccessible(ownerPage)
  expect(await ownerPage.content()).not.toMatch(/Lina|cube/)
  await ownerPage.context().close()
})

test('an organizer prints badges of people, and corrects the name of a volunteer that is too long', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, texts }) => {
  const words = texts.adminJudging.badges
  const { eventId, team } = await prepareEvent(asAdmin, 'Badges')
  await page.goto(`/admin/events/${eventId}/badges`)
  const badges = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
  await expect(badges).toHaveCount(1)
  await page.getByText(words.people, { exact: true }).click()
  const print = page.getByRole('button', { name: texts.adminPrint.print, exact: true })
  const show = page.getByRole('button', { name: words.show })
  await expect(badges).toHaveCount(0)
  await show.click()
  await expect(page.getByText(texts.fieldErrors.required, { exact: true })).toBeVisible()
  for (const role of ['member', 'coach', 'volunteer'] as const)
    await page.getByLabel(words.roles[role], { exact: true }).check()
  const names = page.getByLabel(words.volunteers)
  await names.fill(`Ali Hassan\n\n${'x'.repeat(101)}`)
  await show.click()
  const tooLong = texts.fieldErrors['too-long'].replace('{{limit}}', '100')
  await expect(
    page.getByText(words.line.replace('{{line}}', '3').replace('{{problem}}', tooLong)),
  ).toBeVisible()
  await expect(names).toBeFocused()
  await expect(names).toHaveValue(/^Ali Hassan\n\nx+$/)
  await expect(print).toBeDisabled()
  // the bar at the top covers a part of the tabs where the page is scrolled to the field
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await names.fill('Ali Hassan')
  await show.click()
  // a coach, two members and a volunteer
  await expect(badges).toHaveCount(4)
  await expect(badges.filter({ hasText: words.role.coach })).toContainText(team.name)
  await expect(badges.filter({ hasText: 'Ali Hassan' })).toContainText(words.role.volunteer)
  await expect(print).toBeEnabled()
  await expectAccessible(page)
  // badges of a former choice are not printed
  await page.getByLabel(words.roles.member, { exact: true }).uncheck()
  await expect(badges).toHaveCount(0)
})

test('an organizer withdraws a team, takes it back, and replaces a judge who leaves', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const words = texts.adminJudging
  const { withdrawal } = texts.adminMatches
  const { eventId, team } = await prepareEvent(asAdmin, 'Withdrawal')
  const slots = getPath('POST /api/admin/events/:eventId/schedule/slots', { eventId })
  for (const round of [1, 2])
    await send(asAdmin, 'POST', slots, {
      ...{
        teamId: team.id,
        round,
        table: 'A1',
        startsAt: `2099-12-0${round}T06:30:00Z`,
        acceptOtherDays: true,
      },
    })
  await page.goto(`/admin/events/${eventId}/teams`)
  const row = page.getByRole('row').filter({ hasText: team.name })
  await row.getByRole('button', { name: withdrawal.withdraw }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: withdrawal.withdraw }).click()
  await expect(dialog.getByText(texts.fieldErrors.required)).toBeVisible()
  await dialog.getByLabel(withdrawal.reason).fill('The robot is broken.')
  await dialog.getByRole('button', { name: withdrawal.withdraw }).click()
  await expect(row).toContainText(words.checkIn.withdrawn)
  await expect(row).toContainText('The robot is broken.')
  await expect(row.getByRole('button', { name: words.checkIn.checkIn })).toHaveCount(0)
  await row.getByRole('button', { name: withdrawal.takeBack }).click()
  await dialog.getByRole('button', { name: withdrawal.takeBack }).click()
  await expect(row.getByRole('button', { name: words.checkIn.checkIn })).toBeVisible()

  await send(asAdmin, 'POST', getPath('POST /api/admin/events/:eventId/judges', { eventId }), {
    names: ['Huda Nasser'],
  })
  await page.goto(`/admin/events/${eventId}/judges`)
  const judge = page.getByRole('row').filter({ hasText: 'Huda Nasser' })
  const leaves = words.judges.leaveTitle.replace('{{name}}', 'Huda Nasser')
  await judge.getByRole('button', { name: leaves }).click()
  await expectAccessible(page)
  await dialog.getByLabel(words.judges.substituteName).fill('Sami Odeh')
  await dialog.getByLabel(words.judges.leaveReason).fill('Ill')
  await dialog.getByRole('button', { name: words.judges.leave }).click()
  await expect(judge).toContainText(words.judges.left)
  await expect(judge).toContainText('Sami Odeh')
  await expect(page.getByText(words.codes.title)).toBeVisible()
})
