import { getPath } from '#contract/platform/call-path.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'
import {
  chooseOption,
  createCompetition,
  createMember,
  createSerial,
  createTeam,
  submitForm,
  year,
} from '../support/admin-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import { locatePhoneCountryButton } from '../support/people.ts'

test('a competition gets its limits and its fee in whole units; contradicting limits are rejected', {
  tag: '@nightly',
}, async ({ adminPage: page, texts, asAdmin, language }) => {
  const words = texts.adminCompetitions
  const competition = await createCompetition(asAdmin)
  await page.goto('/admin/competitions?per_page=100')
  await page.getByRole('link', { name: competition.name[language], exact: true }).click()
  await expect(page.getByText(competition.slug)).toBeVisible()
  await page.getByLabel(words.maxTeams).fill('٤')
  await page.getByLabel(words.maxMembers).fill('1')
  await page.getByRole('textbox', { name: words.fee }).fill('150.505')
  await submitForm(page)
  await expect(page.getByText(words.below)).toBeVisible()
  await expect(page.getByText(texts.fieldErrors['bad-number'])).toBeVisible()
  await expect(page.getByLabel(words.maxMembers)).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel(words.maxMembers).fill('3')
  await page.getByRole('textbox', { name: words.fee }).fill('150.5')
  await submitForm(page)
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  await expect(page.getByRole('textbox', { name: words.fee })).toHaveValue('150.50')
  const saved = await (
    await asAdmin(`${getPath('GET /api/admin/competitions')}/?id=${competition.id}`)
  ).json()
  expect(saved.competition).toMatchObject({
    fee: 15_050,
    currency: 'SAR',
    maxTeams: 4,
    maxMembers: 3,
    version: 2,
  })
})

test('the form asks before a team exceeds the maximum of its competition', {
  tag: ['@nightly', '@arabic'],
}, async ({ adminPage: page, texts, asAdmin, language }) => {
  const words = texts.adminTeams
  const competition = await createCompetition(asAdmin, { maxTeams: '1' })
  await createTeam(asAdmin, competition.id, createUniqueName('First Falcons'))
  const name = createUniqueName('Late Falcons')
  await page.goto('/admin/teams/new')
  await page.getByLabel(texts.teamFields.team.name).fill(name)
  await page.getByLabel(texts.teamFields.team.schoolName).fill('Al Noor')
  await chooseOption(page, texts.teamFields.team.competitionId, competition.name[language])
  await submitForm(page)
  const dialog = page.getByRole('dialog', { name: words.full.title })
  await expect(dialog).toContainText(competition.name[language])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.admin.list.cancel, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel(texts.teamFields.team.name)).toHaveValue(name)
  await submitForm(page)
  await dialog.getByRole('button', { name: words.full.action, exact: true }).click()
  await expect(page).toHaveURL(/\/view$/)
  await expect(page.locator('h1')).toHaveText(name)
})

test('a switch and the form ask before they show a competition without dates or a fee', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts, asAdmin, language }) => {
  const words = texts.adminCompetitions.opening
  const competition = await createCompetition(asAdmin, { active: 'false' })
  const name = competition.name[language]
  const isActive = async () =>
    (await (await asAdmin(`${getPath('GET /api/admin/competitions')}/?id=${competition.id}`)).json())
      .competition.active
  await page.goto('/admin/competitions?per_page=100')
  const rowSwitch = page.getByRole('row', { name: new RegExp(name) }).getByRole('switch')
  const dialog = page.getByRole('dialog', { name: words.title })
  await rowSwitch.press('Space')
  for (const part of [name, words.free, words.openNow, words.neverCloses, words.unlimited])
    await expect(dialog).toContainText(part)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.admin.list.cancel }).click()
  await expect(rowSwitch).not.toBeChecked()
  await expect(rowSwitch).toBeFocused()

  await page.goto(`/admin/competitions/${competition.id}/edit`)
  await page.getByRole('switch', { name: texts.adminCompetitions.active }).press('Space')
  await submitForm(page)
  await dialog.getByRole('button', { name: texts.admin.list.cancel }).click()
  expect(await isActive()).toBe(false)
  await submitForm(page)
  await dialog.getByRole('button', { name: words.run }).click()
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  expect(await isActive()).toBe(true)
})

test('a team with coach and members is created within the limits, deleted and restored', {
  tag: '@arabic',
}, async ({ adminPage: page, texts, asAdmin, language }) => {
  const words = texts.adminTeams
  const fieldTexts = texts.teamFields
  const competition = await createCompetition(asAdmin, { maxMembers: '2' })
  const name = createUniqueName('Sand Falcons')
  const [first, second] = [createSerial(), createSerial()]

  await page.goto('/admin/teams/new')
  await submitForm(page)
  await expect(page.getByText(texts.messages.formIncomplete).first()).toBeVisible()
  await page.getByLabel(fieldTexts.team.name).fill(name)
  await page.getByLabel(fieldTexts.team.schoolName).fill('مدرسة النور')
  await chooseOption(page, fieldTexts.team.schoolType, fieldTexts.options.schoolType.private)
  await chooseOption(page, fieldTexts.team.competitionId, competition.name[language])
  await page.getByRole('combobox', { name: fieldTexts.team.stage }).fill('regional')
  // marking a team as paid needs a reason
  await page.getByRole('switch', { name: words.paidSwitch }).press('Space')
  await submitForm(page)
  await expect(page.getByText(texts.fieldErrors.required)).toBeVisible()
  await page.getByLabel(words.reason).fill('Cash at the desk')
  await submitForm(page)
  await expect(page).toHaveURL(/\/view$/)
  await expect(page.locator('h1')).toHaveText(name)
  await expect(page.getByText(words.incomplete)).toBeVisible()
  await expect(page.getByText(fieldTexts.options.schoolType.private, { exact: true })).toBeVisible()
  const id = /team\/([^/]+)\/view/.exec(page.url())?.[1] as string

  await page.getByRole('link', { name: words.coach.add }).click()
  await page.getByLabel(fieldTexts.person.name).fill('Omar Khalid')
  await submitForm(page)
  await expect(page.getByText(texts.fieldErrors.required)).toHaveCount(2)
  await page.getByLabel(fieldTexts.person.email).fill('omar@school.test')
  await page.getByLabel(fieldTexts.person.phone).fill('0501234567')
  await submitForm(page)
  await expect(page.getByText(texts.download.decideCountry)).toBeVisible()
  await locatePhoneCountryButton(page, texts.download.chooseCountry, language, 'SA').click()
  await expect(page.getByLabel(fieldTexts.person.phone)).toHaveValue('+966501234567')
  await expectAccessible(page)
  await submitForm(page)
  await expect(page).toHaveURL(/\/view$/)
  await expect(page.getByText('+966501234567')).toBeVisible()

  const fillMember = async (person: string, nationalId: string) => {
    await page.getByRole('link', { name: words.member.add }).click()
    await page.getByLabel(fieldTexts.person.name).fill(person)
    await page.getByLabel(fieldTexts.person.nationalId).fill(nationalId)
    await page.getByRole('textbox', { name: fieldTexts.person.birthDate }).fill(`04/03/${year - 12}`)
    await chooseOption(page, fieldTexts.person.gender, fieldTexts.genders['1'])
  }
  await fillMember('Sara Ahmed', '1000000001')
  await submitForm(page)
  // a wrong check digit, and a guardian who has not agreed
  await expect(page.getByText(texts.fieldErrors['bad-national-id'])).toBeVisible()
  await expect(page.getByText(texts.fieldErrors.consent)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(fieldTexts.person.nationalId).fill(createSaudiId(first))
  await page.getByLabel(fieldTexts.person.consent.guardian).fill('Ahmed Ali')
  await page.getByLabel(fieldTexts.person.consent.contact).fill('0501112233')
  await page.getByLabel(words.person.agreed).check()
  await submitForm(page)
  await expect(page).toHaveURL(/\/view$/)
  await expect(page.getByText('Sara Ahmed')).toBeVisible()

  // the same ID again: the server rejects it, and the form keeps what was typed
  await fillMember('Layla Ahmed', createSaudiId(first))
  await page.getByLabel(fieldTexts.person.consent.guardian).fill('Ahmed Ali')
  await page.getByLabel(fieldTexts.person.consent.contact).fill('0501112233')
  await page.getByLabel(words.person.agreed).check()
  await submitForm(page)
  await expect(page.getByLabel(fieldTexts.person.nationalId)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(fieldTexts.person.name)).toHaveValue('Layla Ahmed')
  await page.getByLabel(fieldTexts.person.nationalId).fill(createSaudiId(second))
  await submitForm(page)
  await expect(page).toHaveURL(/\/view$/)
  await expect(page.getByText(words.complete, { exact: true })).toBeVisible()

  // the team is full: there is no button to add a member, and the page of the form says so
  await expect(page.getByRole('link', { name: words.member.add })).toHaveCount(0)
  await expect(page.getByText(words.member.full.replace('{{limit}}', '2'))).toBeVisible()
  const refused = await createMember(asAdmin, id, 'One too many', createSaudiId(createSerial()))
  expect([refused.status, (await refused.json()).fields[0].code]).toEqual([400, 'too-many'])
  await expectAccessible(page)

  // a member is removed and restored
  await page
    .getByRole('button', { name: new RegExp(words.removePerson.replace('{{name}}', '.*Layla Ahmed.*')) })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: texts.admin.list.remove }).click()
  await expect(page.getByText(words.incomplete, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: texts.admin.list.undo }).click()
  await expect(page.getByText(words.complete, { exact: true })).toBeVisible()

  // the team is deleted from the list and restored
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

test('the list and the page of a team without a fee show that there is no fee', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
  asAdmin,
}) => {
  const words = texts.adminTeams
  const name = createUniqueName('Free riders')
  for (const [fee, label] of [
    ['0', words.noFee],
    ['15000', words.pending],
  ] as const) {
    const competition = await createCompetition(asAdmin, { fee })
    const team = await createTeam(asAdmin, competition.id, `${name} ${fee}`)
    await page.goto(`/admin/teams?s=${encodeURIComponent(`${name} ${fee}`)}`)
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(label)
    for (const [choice, isListed] of [
      ['pending', fee !== '0'],
      ['noFee', fee === '0'],
    ] as const) {
      await page.goto(`/admin/teams?s=${encodeURIComponent(`${name} ${fee}`)}&payment=${choice}`)
      await expect(
        page.getByText(texts.admin.list.nothingFound).or(page.getByRole('row', { name: new RegExp(name) })),
      ).toBeVisible()
      await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(isListed ? 1 : 0)
    }
    await page.goto(`/admin/team/${team._id}/view`)
    await expect(page.getByRole('region', { name: words.facts })).toContainText(label)
  }
})

test('the list of teams with long names fits without scrolling sideways', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
  asAdmin,
}) => {
  const name = createUniqueName('A very long name of a team that wraps')
  await createTeam(asAdmin, (await createCompetition(asAdmin, { fee: '15000' })).id, name)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/admin/teams?s=${encodeURIComponent(name)}`)
  await expect(
    page.getByRole('row', { name: new RegExp(name) }).getByText(texts.adminTeams.pending, { exact: true }),
  ).toBeInViewport()
  const table = page.getByRole('region', { name: texts.adminEntities.team.many })
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('a national ID is revealed to an administrator who enters a reason', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
  asAdmin,
  language,
}) => {
  const words = texts.adminTeams
  const team = await createTeam(asAdmin, (await createCompetition(asAdmin)).id, createUniqueName('Oryx'))
  const ids = [createSaudiId(createSerial()), createSaudiId(createSerial())] as const
  for (const [at, id] of ids.entries()) await createMember(asAdmin, team._id, `Member ${at}`, id)
  await page.goto(`/admin/team/${team._id}/view`)
  const shown = (at: 0 | 1) => page.getByText(ids[at], { exact: true })
  const reveal = async (at: 0 | 1) => {
    await page
      .getByRole('button', {
        name: new RegExp(words.showIdOf.replace('{{name}}', `Member ${at}`)),
      })
      .click()
    await page.getByLabel(words.reveal.reason).fill('Checked at the door')
    await page.getByRole('dialog').getByRole('button', { name: words.reveal.run, exact: true }).click()
  }
  await expect(page.getByText('Member 0')).toBeVisible()
  await expect(
    page.getByText(formatCalendarDate(`${year - 12}-03-04`, language), { exact: true }),
  ).toHaveCount(2)
  await expect(shown(0)).toHaveCount(0)
  await page.getByRole('button', { name: new RegExp(words.showIdOf.replace('{{name}}', 'Member 0')) }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.reveal.run, exact: true }).click()
  await expect(page.getByText(words.reveal.short.replace('{{min}}', '3'))).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await reveal(0)
  await expect(shown(0)).toBeVisible()
  await reveal(1)
  await expect(shown(1)).toBeVisible()
  await expect(shown(0)).toHaveCount(0)
  // the printed page masks the national ID
  await page.emulateMedia({ media: 'print' })
  await expect(shown(1)).toBeHidden()
  await expect(page.getByText(`•••••••${ids[1].slice(-3)}`)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: words.hide }).click()
  await expect(shown(1)).toHaveCount(0)
  const { entries } = await (
    await asAdmin(`${getPath('GET /api/admin/audit')}?action=reveal&per_page=10`)
  ).json()
  expect(JSON.stringify(entries)).toContain('Checked at the door')
  expect(JSON.stringify(entries)).not.toContain(ids[0])
})
