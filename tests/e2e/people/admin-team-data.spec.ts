import { readFileSync } from 'node:fs'
import { getPath } from '#contract/platform/call-path.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'
import {
  createCompetition,
  createMember,
  createSerial,
  createTeam,
  submitForm,
  year,
} from '../support/admin-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

test('scores are typed with a live total, errors are shown at their field, and a conflicting change is shown', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts, asAdmin }) => {
  const words = texts.adminTeams.scores
  const team = await createTeam(asAdmin, (await createCompetition(asAdmin)).id, createUniqueName('Lynx'))
  await page.goto(`/admin/team/${team._id}/view#scores`)
  const place = (number: number) =>
    page.getByRole('group', { name: words.places.r.replace('{{number}}', String(number)), exact: true })
  const total = (points: string) => expect(page.getByText(`${words.total}: ${points}`)).toBeVisible()
  await total('0')
  await place(1).getByLabel(words.score).fill('80.5')
  await total('80.5')
  await place(2).getByLabel(words.score).fill('٢٠')
  await place(2).getByLabel(words.time).fill('1:75')
  await total('100.5')
  await place(2)
    .getByRole('button', { name: new RegExp(words.addMatch) })
    .click()
  await place(2)
    .getByLabel(`${words.match.replace('{{number}}', '1')}: ${words.fbs}`)
    .fill('3')
  await place(2)
    .getByLabel(`${words.match.replace('{{number}}', '1')}: ${words.obs}`)
    .fill('-2')
  await page.getByRole('button', { name: words.addEntry }).click()
  const other = page.getByRole('group', { name: words.other, exact: true })
  await other.getByLabel(words.key).fill('final')
  await other.getByLabel(words.score).fill('9')
  await total('109.5')
  await expectAccessible(page)
  await submitForm(page)
  await expect(place(2).getByText(words.badTime)).toBeVisible()
  await expect(place(2).getByLabel(words.time)).toBeFocused()
  await place(2).getByLabel(words.time).fill('1:15.5')
  await submitForm(page)
  await expect(page.getByText(texts.messages.updated).or(page.getByText(texts.messages.saved))).toBeVisible()
  const read = async () =>
    (await (await asAdmin(`${getPath('GET /api/admin/teams')}/?id=${team._id}&view_team=true`)).json()).team
  const saved = await read()
  expect(saved.scores).toMatchObject([
    { key: 'r1', score: 80.5, time: 0, matches: [] },
    { key: 'r2', score: 20, time: 75.5, matches: [{ fbs: 3, obs: -2, youtube_link: '' }] },
    { key: 'final', score: 9 },
  ])

  // another user saves meanwhile: the dialog shows both values, and the chosen one is saved
  await place(1).getByLabel(words.score).fill('90')
  const theirs = { version: saved.version, scores: [{ key: 'r1', score: 70 }] }
  const changed = await asAdmin(getPath('PUT /api/admin/teams/:teamId/scores', { teamId: team._id }), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(theirs),
  })
  expect(changed.status).toBe(200)
  await submitForm(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('90')
  await expect(dialog).toContainText('70')
  await dialog.getByRole('button', { name: texts.admin.form.keepMine }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await read()).scores[0].score).toBe(90)
})

test('teams are exported with the columns of their competition, and all people only after a confirmation', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts, asAdmin, language }) => {
  const words = texts.adminTeams
  const competition = await createCompetition(asAdmin)
  const team = await createTeam(asAdmin, competition.id, '=Formula')
  const id = createSaudiId(createSerial())
  await createMember(asAdmin, team._id, 'Sara', id)
  await page.goto(`/admin/teams?competition=${competition.id}`)
  await expect(page.getByRole('row', { name: /=Formula/ })).toBeVisible()
  const fileOf = async (open: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), open()])
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
  }
  const menu = page.getByRole('button', { name: words.exportMenu })
  const one = await fileOf(async () => {
    await menu.click()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: competition.name[language], exact: true }).click()
  })
  expect(one.name).toBe(`teams-${competition.slug}.csv`)
  expect(
    one.text.startsWith(
      '\uFEFFرقم الفريق,اسم الفريق,المدرسة أو النادي,نوع المدرسة,المنطقة,المسابقة,الفئة,المرحلة,الدفع,المقعد,وقت التسجيل,المدرب 1: الاسم الكامل',
    ),
  ).toBe(true)
  expect(one.text.split('\r\n')[0]).toContain(
    'العضو 2: الجنس,الجولة 1: النقاط,الجولة 1: الزمن,الجولة 2: النقاط,الجولة 2: الزمن,أفضل نتيجة: النقاط,أفضل نتيجة: الزمن,مجموع النقاط,مجموع الزمن',
  )
  expect(one.text).toContain("'=Formula")
  expect(one.text).not.toContain(id)

  const full = await fileOf(async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: words.exportFull }).click()
    await expect(page.getByText(words.fullText)).toBeVisible()
    await page.getByRole('dialog').getByRole('textbox', { name: words.reveal.reason }).fill('A visit')
    await page.getByRole('dialog').getByRole('button', { name: words.fullRun }).click()
  })
  expect(full.name).toBe(`teams-${competition.slug}-full.csv`)
  expect(full.text).toContain(id)
})

test('an import of teams shows problems with their rows, then imports a valid file', {
  tag: '@nightly',
}, async ({ adminPage: page, texts, asAdmin }) => {
  const words = texts.adminTeams.import
  const competition = await createCompetition(asAdmin)
  const name = createUniqueName('Palms')
  const head =
    'team_name,school,competition,coach_name,coach_email,coach_phone,member1_name,member1_national_id,member1_dob,member1_gender,member1_guardian,member1_guardian_contact,member2_name,member2_national_id,member2_dob,member2_gender,member2_guardian,member2_guardian_contact'
  const person = (nationalId: string) => `Sara,${nationalId},${year - 12}-03-04,female,Huda,0501234567`
  const file = (...ids: [string, string]) => ({
    name: 'teams.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `\uFEFF${head}\r\n${name},Al Noor,${competition.slug},Omar,omar@school.test,0501234567,${ids.map(person).join(',')}\r\n`,
    ),
  })
  const [a, b] = [createSaudiId(createSerial()), createSaudiId(createSerial())]
  await page.goto('/admin/teams')
  await page.getByRole('button', { name: words.title }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type="file"]').setInputFiles(file(a, '123'))
  await expect(dialog.getByRole('row', { name: /2 member2_national_id/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.admin.import.run, exact: true })).toBeDisabled()
  await expectAccessible(page)
  await dialog.locator('input[type="file"]').setInputFiles(file(a, b))
  await expect(dialog.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await dialog.getByRole('button', { name: texts.admin.import.run, exact: true }).click()
  await expect(page.getByText('1 team imported.')).toBeVisible()
  const { teams } = await (
    await asAdmin(`${getPath('GET /api/admin/teams')}/?page=1&competion_id=${competition.id}`)
  ).json()
  expect(teams).toMatchObject([{ name, complete: true, member_count: 2 }])
})
