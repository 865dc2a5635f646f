import { getPath } from '#contract/platform/call-path.ts'
import { chooseOption, createCompetition, createTeam, submitForm } from '../support/admin-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

test('teams of a competition move to a new season, unpaid, and back', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts, language }) => {
  const words = texts.adminSeasons
  const competition = await createCompetition(asAdmin)
  const name = createUniqueName('Movers')
  const team = await createTeam(asAdmin, competition.id, name)
  await asAdmin(getPath('POST /api/admin/payments/mark'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ teamId: team._id, paid: true, reason: 'Paid at the school' }),
  })

  // a year that no other test uses
  const taken = new Set(
    (
      (await (await asAdmin(`${getPath('GET /api/admin/seasons')}/?per_page=100`)).json()).seasons as {
        year: number
      }[]
    ).map(({ year }) => year),
  )
  const free = Array.from({ length: 60 }, (_, at) => 2040 + at).filter((year) => !taken.has(year))
  const year = free[Math.floor(Math.random() * free.length)] as number
  await page.goto('/admin/seasons/new')
  await submitForm(page)
  await expect(page.getByText(texts.fieldErrors.required).first()).toBeVisible()
  await page.getByLabel(words.year).fill(String(year))
  await page.locator('fieldset input').nth(1).fill(`Season ${year}`)
  await page.locator('fieldset input').nth(2).fill(`موسم ${year}`)
  await expectAccessible(page)
  await submitForm(page)
  await expect(page).toHaveURL(/\/admin\/seasons$/)

  // the demo content has live events, and the question is answered with no
  const activation = page.getByRole('switch', { name: `${words.active}: ${year}` })
  await activation.click({ force: true })
  const question = page.getByRole('dialog', {
    name: words.activate.question.replace('{{year}}', String(year)),
  })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: texts.admin.list.cancel }).click()
  await expect(question).toHaveCount(0)
  await expect(activation).not.toBeChecked()

  const seasonName = `${year} · ${language === 'ar' ? 'موسم' : 'Season'} ${year}`
  await page.getByRole('button', { name: words.move.open }).click()
  const dialog = page.getByRole('dialog', { name: words.move.title })
  await expect(dialog.getByRole('combobox', { name: words.move.from })).not.toHaveValue('')
  await chooseOption(page, words.move.to, seasonName)
  await chooseOption(page, words.move.competition, competition.name[language])
  await dialog.getByRole('button', { name: words.move.preview }).click()
  await expect(dialog.getByText(name)).toBeVisible()
  await expect(dialog.getByText(texts.adminTeams.paid, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.move.run }).click()
  await expect(page.getByText(words.move.done)).toBeVisible()

  const readTeam = async () =>
    (await (await asAdmin(`${getPath('GET /api/admin/teams')}/?id=${team._id}`)).json()).team
  expect((await readTeam()).payment_status).toBe(false)
  await page.goto(`/admin/team/${team._id}/view`)
  const records = page.getByRole('region', { name: words.records.title }).first()
  await expect(records.getByText(language === 'ar' ? `موسم ${year}` : `Season ${year}`)).toBeVisible()
  await expect(records.getByRole('row')).toHaveCount(3)

  await page.goto('/admin/seasons')
  const undo = page.getByRole('button', { name: new RegExp(`^${words.moves.undo}:.*${year}`) })
  await undo.click()
  await page.getByRole('dialog').getByRole('button', { name: words.moves.undo }).click()
  await expect(page.getByText(words.moves.undoDone)).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect((await readTeam()).payment_status).toBe(true)
})
