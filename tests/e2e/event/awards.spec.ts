import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import { ask, createEventWithTeams } from '../support/judging.ts'

test('an organizer gives a team an award and prints the certificates of its coach, and visitors see it with final results', {
  tag: '@nightly',
}, async ({ adminPage: page, texts, at }) => {
  const { eventId, teams } = await createEventWithTeams()
  const [team] = teams
  if (!team) throw new Error('The demo content has no teams.')
  await ask('POST', `/api/admin/events/${eventId}/scores`, {
    teamId: team.id,
    attempts: [{ mission: 1, score: 70, timeMs: 1000 }],
  })
  const words = texts.adminResults.awards
  const name = createUniqueName('Best design')
  await page.goto(`/admin/events/${eventId}/results`)
  await page.getByRole('button', { name: words.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.team).fill(team.name)
  await page
    .getByRole('option', { name: new RegExp(`^${team.teamNo} · .*${team.name}`) })
    .first()
    .click()
  await dialog.getByLabel(`${words.name} (${texts.admin.form.english})`).fill(name)
  await dialog.getByRole('button', { name: texts.adminScores.save }).click()
  // the name in Arabic is missing: its field says so, and the form keeps what was typed
  const arabic = dialog.getByLabel(`${words.name} (${texts.admin.form.arabic})`)
  await expect(arabic).toHaveAttribute('aria-invalid', 'true')
  await expect(arabic).toBeFocused()
  await expectAccessible(page)
  await arabic.fill('أفضل تصميم')
  await dialog.getByRole('button', { name: texts.adminScores.save }).click()
  await expect(page.getByRole('rowheader', { name })).toBeVisible()

  const slug = (await ask('GET', `/api/admin/events/?id=${eventId}`)).event.slug
  await page.goto(at(`/events/${slug}/`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await ask('PUT', `/api/admin/events/${eventId}/results/publication`, { status: 'final' })
  await page.goto(at(`/events/${slug}/`))
  await expect(
    page.getByRole('region', { name: texts.event.awards }).getByRole('heading', { name }),
  ).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/admin/events/${eventId}/certificates`)
  const certificates = page.getByRole('article')
  await expect(certificates.first()).toBeVisible()
  await page.getByRole('combobox', { name: texts.adminPrint.holders, exact: true }).click()
  await page.getByRole('option', { name: texts.adminPublishing.certificates.coaches }).click()
  await expect(certificates.first()).toContainText(
    texts.certificates.coachOfTeam.replace('{{team}}', '').trim(),
  )
  await expect(certificates.first()).toContainText('المركز الأول')
  await expect(certificates.first()).toContainText(name)
  // each on a page of its own, whatever the length of its texts
  await page.emulateMedia({ media: 'print' })
  const heights = await certificates.evaluateAll((sheets) =>
    sheets.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  )
  expect(heights.every((overflow) => overflow <= 0)).toBe(true)
})
