import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { createSaudiId } from '../support/national-ids.ts'
import { createUniqueName, expect, expectAccessible, test } from './support/fixtures.ts'

const year = new Date().getUTCFullYear()
const serialOf = () => Math.floor(Math.random() * 90_000_000) + 1_000_000
type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>

/** A competition of its own, so that no other test fills its places: two or three members, one coach, two rounds. */
const competitionOf = async (asAdmin: AsAdmin, more: Record<string, string> = {}) => {
  const name = createUniqueName('Dune Race')
  const form = new FormData()
  for (const [key, value] of Object.entries({ 'name.en': name, 'name.ar': `${name} ع`, minMembers: '2', maxMembers: '3', ...more }))
    form.set(key, value)
  const reply = await asAdmin(`${paths.adminCompetitions}/`, { method: 'POST', body: form })
  return (await reply.json()).competition as { id: string; name: { en: string; ar: string }; slug: string }
}
const teamOf = async (asAdmin: AsAdmin, competition: string, name: string) => {
  const form = new FormData()
  for (const [key, value] of Object.entries({ name, schoolName: 'Al Noor', ageLevel: 'Jonior', competion: competition }))
    form.set(key, value)
  return (await (await asAdmin(`${paths.adminTeams}/`, { method: 'POST', body: form })).json()).team as { _id: string }
}
const memberOf = async (asAdmin: AsAdmin, team: string, name: string, nationalId: string) => {
  const form = new FormData()
  const consent = JSON.stringify({ guardian: 'Huda', contact: '0501234567', agreed: true, publish: false })
  for (const [key, value] of Object.entries({ name, nationalId, birthDate: `${year - 12}-03-04`, gender: '1', consent }))
    form.set(key, value)
  return asAdmin(paths.adminTeamPeople(team, 'member'), { method: 'POST', body: form })
}
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const save = (page: Page) => page.locator('button[type="submit"]').click()

test('a competition gets its limits and its fee in whole units; contradicting limits are rejected', async ({
  adminPage: page,
  texts,
  asAdmin,
  language,
}) => {
  const words = texts.adminCompetitions
  const competition = await competitionOf(asAdmin)
  await page.goto('/admin/competitions?per_page=100')
  await page.getByRole('link', { name: competition.name[language], exact: true }).click()
  await expect(page.getByText(competition.slug)).toBeVisible()
  await page.getByLabel(words.maxTeams).fill('٤')
  await page.getByLabel(words.maxMembers).fill('1')
  await page.getByRole('textbox', { name: words.fee }).fill('150.505')
  await save(page)
  await expect(page.getByText(words.below)).toBeVisible()
  await expect(page.getByText(texts.fieldErrors['bad-number'])).toBeVisible()
  await expect(page.getByLabel(words.maxMembers)).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel(words.maxMembers).fill('3')
  await page.getByRole('textbox', { name: words.fee }).fill('150.5')
  await save(page)
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  await expect(page.getByRole('textbox', { name: words.fee })).toHaveValue('150.50')
  const saved = await (await asAdmin(`${paths.adminCompetitions}/?id=${competition.id}`)).json()
  expect(saved.competition).toMatchObject({ fee: 15_050, currency: 'SAR', maxTeams: 4, maxMembers: 3, version: 2 })
})

test('a team with coach and members is created within the limits, deleted and restored', { tag: '@arabic' }, async ({
  adminPage: page,
  texts,
  asAdmin,
  language,
}) => {
  const words = texts.adminTeams
  const fieldTexts = texts.teamFields
  const competition = await competitionOf(asAdmin, { maxMembers: '2' })
  const name = createUniqueName('Sand Falcons')
  const [first, second] = [serialOf(), serialOf()]

  await page.goto('/admin/teams/new')
  await save(page)
  await expect(page.getByText(texts.messages.formIncomplete).first()).toBeVisible()
  await page.getByLabel(fieldTexts.team.name).fill(name)
  await page.getByLabel(fieldTexts.team.schoolName).fill('مدرسة النور')
  await choose(page, fieldTexts.team.schoolType, fieldTexts.options.schoolType.private)
  await choose(page, fieldTexts.team.competitionId, competition.name[language])
  await page.getByRole('combobox', { name: fieldTexts.team.stage }).fill('regional')
  // who marks a team as paid says why
  await page.getByRole('switch', { name: words.paidSwitch }).press('Space')
  await save(page)
  await expect(page.getByText(texts.fieldErrors.required)).toBeVisible()
  await page.getByLabel(words.reason).fill('Cash at the desk')
  await save(page)
  await expect(page).toHaveURL(/\/view$/)
  await expect(page.locator('h1')).toHaveText(name)
  await expect(page.getByText(words.incomplete)).toBeVisible()
  await expect(page.getByText(fieldTexts.options.schoolType.private, { exact: true })).toBeVisible()
  const id = /team\/([^/]+)\/view/.exec(page.url())?.[1] as string

  await page.getByRole('link', { name: words.coach.add }).click()
  await page.getByLabel(fieldTexts.person.name).fill('Omar Khalid')
  await save(page)
  await expect(page.getByText(texts.fieldErrors.required)).toHaveCount(2)
  await page.getByLabel(fieldTexts.person.email).fill('omar@school.test')
  await page.getByLabel(fieldTexts.person.phone).fill('0501234567')
  await save(page)
  await expect(page).toHaveURL(/\/view$/)
  await expect(page.getByText('+966501234567')).toBeVisible()

  const fillMember = async (person: string, nationalId: string) => {
    await page.getByRole('link', { name: words.member.add }).click()
    await page.getByLabel(fieldTexts.person.name).fill(person)
    await page.getByLabel(fieldTexts.person.nationalId).fill(nationalId)
    await page.getByLabel(fieldTexts.person.birthDate).fill(`${year - 12}-03-04`)
    await choose(page, fieldTexts.person.gender, fieldTexts.genders['1'])
  }
  await fillMember('Sara Ahmed', '1000000001')
  await save(page)
  // a wrong check digit, and a guardian who has not agreed
  await expect(page.getByText(texts.fieldErrors['bad-national-id'])).toBeVisible()
  await expect(page.getByText(texts.fieldErrors.consent)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(fieldTexts.person.nationalId).fill(createSaudiId(first))
  await page.getByLabel(fieldTexts.person.consent.guardian).fill('Ahmed Ali')
  await page.getByLabel(fieldTexts.person.consent.contact).fill('0501112233')
  await page.getByLabel(words.person.agreed).check()
  await save(page)
  await expect(page).toHaveURL(/\/view$/)
  await expect(page.getByText('Sara Ahmed')).toBeVisible()

  // the same ID again: the server knows it, and what was typed stays
  await fillMember('Layla Ahmed', createSaudiId(first))
  await page.getByLabel(fieldTexts.person.consent.guardian).fill('Ahmed Ali')
  await page.getByLabel(fieldTexts.person.consent.contact).fill('0501112233')
  await page.getByLabel(words.person.agreed).check()
  await save(page)
  await expect(page.getByLabel(fieldTexts.person.nationalId)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(fieldTexts.person.name)).toHaveValue('Layla Ahmed')
  await page.getByLabel(fieldTexts.person.nationalId).fill(createSaudiId(second))
  await save(page)
  await expect(page).toHaveURL(/\/view$/)
  await expect(page.getByText(words.complete, { exact: true })).toBeVisible()

  // it is full: no way to add a member, and who goes there all the same is told
  await expect(page.getByRole('link', { name: words.member.add })).toHaveCount(0)
  await expect(page.getByText(words.member.full.replace('{{limit}}', '2'))).toBeVisible()
  const refused = await memberOf(asAdmin, id, 'One too many', createSaudiId(serialOf()))
  expect([refused.status, (await refused.json()).fields[0].code]).toEqual([400, 'too-many'])
  await expectAccessible(page)

  // somebody is taken out, and brought back at once
  await page.getByRole('button', { name: new RegExp(words.removePerson.replace('{{name}}', '.*Layla Ahmed.*')) }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.admin.list.remove }).click()
  await expect(page.getByText(words.incomplete, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: texts.admin.list.undo }).click()
  await expect(page.getByText(words.complete, { exact: true })).toBeVisible()

  // deleted from the list, and brought back
  await page.goto(`/admin/teams?s=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row.getByText(words.paid, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: `${texts.admin.list.remove}: ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(texts.messages.confirmDelete)).toBeVisible()
  await dialog.getByRole('button', { name: texts.admin.list.remove }).click()
  await expect(page.getByText(texts.messages.teamDeleted)).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: texts.admin.list.undo }).click()
  await expect(page.getByText(texts.messages.restored)).toBeVisible()
  await expect(row).toBeVisible()
})

test('a national ID is revealed to an administrator who enters a reason', async ({ adminPage: page, texts, asAdmin }) => {
  const words = texts.adminTeams
  const team = await teamOf(asAdmin, (await competitionOf(asAdmin)).id, createUniqueName('Oryx'))
  const ids = [createSaudiId(serialOf()), createSaudiId(serialOf())] as const
  for (const [at, id] of ids.entries()) await memberOf(asAdmin, team._id, `Member ${at}`, id)
  await page.goto(`/admin/team/${team._id}/view`)
  const shown = (at: 0 | 1) => page.getByText(ids[at], { exact: true })
  const reveal = async (at: 0 | 1) => {
    await page.getByRole('button', { name: new RegExp(words.showIdOf.replace('{{name}}', `\u2068Member ${at}\u2069`)) }).click()
    await page.getByLabel(words.reveal.reason).fill('Checked at the door')
    await page.getByRole('dialog').getByRole('button', { name: words.reveal.run, exact: true }).click()
  }
  await expect(page.getByText('Member 0')).toBeVisible()
  await expect(shown(0)).toHaveCount(0)
  await page.getByRole('button', { name: new RegExp(words.showIdOf.replace('{{name}}', `\u2068Member 0\u2069`)) }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.reveal.run, exact: true }).click()
  await expect(page.getByText(words.reveal.short.replace('{{min}}', '3'))).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await reveal(0)
  await expect(shown(0)).toBeVisible()
  await reveal(1)
  await expect(shown(1)).toBeVisible()
  await expect(shown(0)).toHaveCount(0)
  // on paper it stays masked
  await page.emulateMedia({ media: 'print' })
  await expect(shown(1)).toBeHidden()
  await expect(page.getByText(`•••••••${ids[1].slice(-3)}`)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: words.hide }).click()
  await expect(shown(1)).toHaveCount(0)
  const { entries } = await (await asAdmin(`${paths.adminAudit}?action=reveal&per_page=10`)).json()
  expect(JSON.stringify(entries)).toContain('Checked at the door')
  expect(JSON.stringify(entries)).not.toContain(ids[0])
})

test('scores are typed with a live total, errors are shown at their field, and a conflicting change is shown', { tag: '@arabic' }, async ({
  adminPage: page,
  texts,
  asAdmin,
}) => {
  const words = texts.adminTeams.scores
  const team = await teamOf(asAdmin, (await competitionOf(asAdmin)).id, createUniqueName('Lynx'))
  await page.goto(`/admin/team/${team._id}/view#scores`)
  const place = (number: number) => page.getByRole('group', { name: words.places.r.replace('{{number}}', String(number)), exact: true })
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
  await save(page)
  await expect(place(2).getByText(words.badTime)).toBeVisible()
  await expect(place(2).getByLabel(words.time)).toBeFocused()
  await place(2).getByLabel(words.time).fill('1:15.5')
  await save(page)
  await expect(page.getByText(texts.messages.updated).or(page.getByText(texts.messages.saved))).toBeVisible()
  const read = async () => (await (await asAdmin(`${paths.adminTeams}/?id=${team._id}&view_team=true`)).json()).team
  const saved = await read()
  expect(saved.scores).toMatchObject([
    { key: 'r1', score: 80.5, time: 0, matches: [] },
    { key: 'r2', score: 20, time: 75_500, matches: [{ fbs: 3, obs: -2, youtube_link: '' }] },
    { key: 'final', score: 9 },
  ])

  // somebody else saves meanwhile: both are shown, and the choice counts
  await place(1).getByLabel(words.score).fill('90')
  const theirs = { version: saved.version, scores: [{ key: 'r1', score: 70 }] }
  const changed = await asAdmin(paths.adminTeamScores(team._id), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(theirs),
  })
  expect(changed.status).toBe(200)
  await save(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('90')
  await expect(dialog).toContainText('70')
  await dialog.getByRole('button', { name: texts.admin.form.keepMine }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await read()).scores[0].score).toBe(90)
})

test('teams are exported with the columns of their competition, and all people only after a confirmation', { tag: '@arabic' }, async ({
  adminPage: page,
  texts,
  asAdmin,
  language,
}) => {
  const words = texts.adminTeams
  const competition = await competitionOf(asAdmin)
  const team = await teamOf(asAdmin, competition.id, '=Formula')
  const id = createSaudiId(serialOf())
  await memberOf(asAdmin, team._id, 'Sara', id)
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
      '\uFEFFteam_no,team_name,school,school_type,region,competition,age_level,stage,payment_status,created_at,coach_name',
    ),
  ).toBe(true)
  expect(one.text.split('\r\n')[0]).toContain(
    'member2_gender,r1_score,r1_time,r2_score,r2_time,best_score,best_time,total_score,total_time',
  )
  expect(one.text).toContain("'=Formula")
  expect(one.text).not.toContain(id)

  const full = await fileOf(async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: words.exportFull }).click()
    await expect(page.getByText(words.fullText)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: words.fullRun }).click()
  })
  expect(full.name).toBe(`teams-${competition.slug}-full.csv`)
  expect(full.text).toContain(id)
})

test('an import of teams shows problems with their rows, then imports a valid file', async ({ adminPage: page, texts, asAdmin }) => {
  const words = texts.adminTeams.import
  const competition = await competitionOf(asAdmin)
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
  const [a, b] = [createSaudiId(serialOf()), createSaudiId(serialOf())]
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
  await expect(page.getByText(texts.messages.saved)).toBeVisible()
  const { teams } = await (await asAdmin(`${paths.adminTeams}/?page=1&competion_id=${competition.id}`)).json()
  expect(teams).toMatchObject([{ name, complete: true, member_count: 2 }])
})
