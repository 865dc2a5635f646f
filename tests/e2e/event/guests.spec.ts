import { getPath } from '#contract/platform/call-path.ts'
import { createCompetition, createTeam } from '../support/admin-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

test('a file shows whom its lines mean, and an organizer gives the results of participants to their teams', {
  tag: '@arabic',
}, async ({ adminPage: page, asAdmin, texts }) => {
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await asAdmin(path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.status, await reply.clone().text()).toBe(200)
    return reply.json()
  }
  const form = new FormData()
  const title = createUniqueName('Guests')
  for (const [name, value] of Object.entries({
    title_en: title,
    title_ar: title,
    description_en: 'One',
    description_ar: 'واحد',
  }))
    form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const competition = await createCompetition(asAdmin)
  const [alpha, beta] = [createUniqueName('Alpha'), createUniqueName('Beta')]
  for (const name of [alpha, beta]) {
    const { _id: teamId } = await createTeam(asAdmin, competition.id, name)
    await send(getPath('POST /api/admin/payments/mark'), { teamId, paid: true, reason: 'Paid at the desk' })
  }
  // a competition numbers its teams from 1
  const [first, second] = [1, 2]
  const words = texts.adminScores
  // before the event has teams, a number is a participant
  await send(getPath('GET /api/admin/events/:eventId/scores', { eventId: event._id }), {
    teamNo: String(first),
    attempts: [{ score: 40, timeMs: 0 }],
  })
  for (const teamNo of [first, second])
    await send(getPath('POST /api/admin/events/:eventId/teams', { eventId: event._id }), {
      competitionId: competition.id,
      teamNo,
    })

  await page.goto(`/admin/events/${event._id}/scores`)
  await page.getByRole('button', { name: words.import, exact: true }).click()
  const chooseFile = (content: string) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'scores.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await chooseFile(`Team,Score\n${second}.0,10\n9${first}0,10\n`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(texts.fieldErrors['bad-team-number'])).toBeVisible()
  await expect(dialog.getByText(texts.fieldErrors['no-such-team'])).toBeVisible()
  await chooseFile(`Team,Score\n#0${second},30\n`)
  await expect(dialog.getByRole('row', { name: new RegExp(beta) })).toContainText(
    words.importForm.kinds.registered,
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.admin.import.run, exact: true }).click()
  await expect(page.getByRole('row', { name: new RegExp(beta) })).toContainText('30')

  await page.getByRole('button', { name: words.guests.open }).click()
  await dialog.getByRole('checkbox', { name: String(first) }).check()
  await dialog.getByRole('button', { name: words.guests.showPreview }).click()
  await expect(dialog.getByRole('status')).toContainText(alpha)
  await expectAccessible(page)
  await dialog
    .getByRole('textbox', { name: words.guests.reason })
    .fill('The file was imported before the teams were added')
  await dialog.getByRole('button', { name: /إسناد/ }).click()
  await expect(dialog.getByText(words.guests.none)).toBeVisible()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: new RegExp(alpha) })
  await expect(row).toContainText('40')
  await expect(page.getByRole('button', { name: words.guests.open })).toHaveCount(0)
})
