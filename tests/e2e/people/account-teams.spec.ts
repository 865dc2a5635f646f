import sharp from 'sharp'
import { maskNationalId } from '#contract/accounts/identity.ts'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { memberConsentTexts } from '#contract/people/guardians/member-consent-texts.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { isolateText } from '#i18n/text-direction.ts'
import {
  createApiCaller,
  createCompetition,
  createNationalId,
  createPicture,
  createStudent,
  createTeam,
  fillCoach,
  fillMember,
  locateField,
  locatePersonDetails,
  openPerson,
  password,
  signInPage,
  year,
} from '../support/account-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import { locatePhoneCountryButton } from '../support/people.ts'

test('a complete team with images is registered and shown', { tag: '@arabic' }, async ({
  page,
  at,
  language,
  texts,
  asAdmin,
}) => {
  const t = texts.accountTeams
  const person = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin, { maxTeams: 3 })
  await signInPage(page, person, language)
  await page.goto(at('/account/'))
  await expect(page.getByRole('heading', { name: t.emptyTitle })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('article', { name: competition.name }).getByRole('link', { name: t.register }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.form.newTitle)
  await expect(page.getByRole('radio', { name: competition.name })).toBeChecked()
  await expect(page).toHaveURL(/draft=[0-9a-f-]{36}/)

  const name = createUniqueName('Falcons')
  await locateField(page, 'name').fill(name)
  await locateField(page, 'schoolName').fill('School of the Oasis')
  await expect(locateField(page, 'schoolType')).toHaveValue('')
  await locateField(page, 'schoolType').selectOption({
    label: texts.teamFields.options.schoolType.international,
  })
  await locateField(page, 'regionId').selectOption({ index: 1 })
  await locateField(page, 'ageLevel').selectOption('senior')
  await locateField(page, 'image').setInputFiles(await createPicture('team.png'))
  // the owner of the account is the coach
  await page.getByRole('button', { name: t.form.iAmCoach }).click()
  await expect(locateField(page, 'coaches.0.email')).toHaveValue(person.email)
  await expect(locateField(page, 'coaches.0.name')).toHaveValue('Omar Haddad')
  // a number that is no mobile number of the country of the settings
  await locateField(page, 'coaches.0.phone').fill('0501234567')
  const country = locatePhoneCountryButton(page, texts.download.chooseCountry, language, 'SA')
  await expect(country).toBeVisible()
  // a minor with a guardian and a photo, and an adult
  await locateField(page, 'members.0.name').fill('سارة صالح')
  const saraId = createNationalId()
  await locateField(page, 'members.0.nationalId').fill(saraId)
  await locateField(page, 'members.0.birthDate').fill(`${year - 15}-03-04`)
  await locateField(page, 'members.0.gender').selectOption('1')
  await page.getByText(t.form.guardianText).click()
  await expect(page.getByText(String(memberConsentTexts[currentConsentVersion][language][0]))).toBeVisible()
  await locateField(page, 'members.0.consent.guardian').fill('Huda')
  await locateField(page, 'members.0.consent.contact').fill('huda@home.test')
  await locateField(page, 'members.0.consent.agreed').check()
  await expect(locateField(page, 'members.0.consent.publish')).toHaveCount(0)
  await locateField(page, 'members.0.photo').setInputFiles(await createPicture('sara.png'))
  // the guardian of a minor decides about the photo
  await expect(locateField(page, 'members.0.consent.publish')).toHaveCount(0)
  await fillMember(page, 1)
  await page.getByRole('button', { name: t.form.submit }).click()
  await expect(page.getByText(texts.download.decideCountry).first()).toBeVisible()
  await expect(locateField(page, 'coaches.0.phone')).toBeFocused()
  await expectAccessible(page)
  await country.click()
  await expect(locateField(page, 'coaches.0.phone')).toHaveValue('+966501234567')
  await expect(locateField(page, 'coaches.0.phone')).toBeFocused()
  await expect(page.getByText(t.form.summary.ready)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.form.submit }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(
    page.getByText(texts.teamFields.options.schoolType.international, { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'سارة صالح' }).first()).toBeVisible()
  await expect(page.getByText(maskNationalId(saraId), { exact: true })).toBeVisible()
  await expect(page.getByText(saraId)).toHaveCount(0)
  await expect(page.getByText(t.view.publishNo)).toBeVisible()
  const photo = page.getByRole('article').filter({ hasText: 'سارة صالح' }).locator('img')
  await expect(photo).toHaveJSProperty('complete', true)
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const pay = page.getByRole('link', { name: new RegExp(t.card.payNewTab) })
  await expect(pay).toHaveAttribute('href', /^\/payment\/telr\?team_id=/)
  await expectAccessible(page)

  await page.getByRole('link', { name: t.view.back }).click()
  const card = page.getByRole('article', { name })
  await expect(card).toContainText(t.card.pending)
  await expect(card).toContainText(t.card.complete)
  // the draft is deleted
  await expect(page.getByRole('heading', { name: t.drafts.title })).toHaveCount(0)
  expect(await (await createApiCaller(person)(getPath('GET /api/teams/drafts'))).json()).toMatchObject({
    drafts: [],
  })
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('team_draft'))),
  ).toEqual([])
  await expectAccessible(page)

  // the next team copies what teams of one school have in common
  await page.goto(at(`/account/teams/new?competition=${competition.slug}`))
  await page.getByRole('button', { name: t.form.copy }).click()
  await expect(page.getByText(t.form.copied.replace('{{name}}', isolateText(name, language)))).toBeVisible()
  await expect(locateField(page, 'schoolName')).toHaveValue('School of the Oasis')
  await expect(locateField(page, 'coaches.0.email')).toHaveValue(person.email)
  await expect(locateField(page, 'name')).toHaveValue('')
  await expectAccessible(page)
})

test('typed values survive a reload, a lost connection and an ended session', { tag: '@nightly' }, async ({
  page,
  at,
  language,
  texts,
  asAdmin,
}) => {
  const t = texts.accountTeams
  const person = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  await signInPage(page, person, language)
  await page.goto(at(`/account/teams/new?competition=${competition.slug}`))
  const name = createUniqueName('Falcons')
  await locateField(page, 'name').fill(name)
  await openPerson(page, 'members.1')
  await locateField(page, 'members.1.name').fill('Ali')
  await locateField(page, 'image').setInputFiles(await createPicture('team.png'))
  const kept = page.getByText(t.draft.kept.replace(/\{\{.*/, ''))
  await expect(kept).toBeVisible()
  await page.reload()
  await expect(locateField(page, 'name')).toHaveValue(name)
  await expect(locateField(page, 'members.1.name')).toHaveValue('Ali')
  // the picture, too, in this browser only
  const picture = page.locator('img[src^="blob:"]')
  await expect(picture).toBeVisible()
  await expect(page.getByText(t.draft.pictures)).toHaveCount(0)
  await page.evaluate(
    () =>
      new Promise((done) =>
        Object.assign(indexedDB.deleteDatabase('team_draft_pictures'), { onsuccess: done }),
      ),
  )
  await page.reload()
  await expect(page.getByText(t.draft.pictures)).toBeVisible()
  await expect(picture).toHaveCount(0)

  // without a connection the tab stores the form, and sends it when the connection is back
  await page.context().setOffline(true)
  await locateField(page, 'schoolName').fill('Offline School')
  await expect(page.getByText(t.draft.offline)).toBeVisible()
  await page.getByRole('button', { name: t.form.submit }).click()
  await expect(locateField(page, 'coaches.0.name')).toBeFocused()
  await page.context().setOffline(false)
  await expect(kept).toBeVisible()

  // after the end of the session the user signs in again in a dialog
  await createApiCaller(person)(getPath('POST /api/signout'), { method: 'POST' })
  await locateField(page, 'coaches.0.name').fill('Huda Saleh')
  await expect(page.getByText(t.draft.signedOut)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.trouble.signIn }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.locator('[name="identity"]').fill(person.email)
  await dialog.locator('[name="password"]').fill('not the password')
  await dialog.locator('button[type="submit"]').click()
  await expect(dialog.getByRole('alert')).toHaveText(texts.errors['sign-in-failed'])
  await dialog.locator('[name="password"]').fill(password)
  await dialog.locator('button[type="submit"]').click()
  await expect(dialog).toHaveCount(0)
  await expect(kept).toBeVisible()

  // after the end of the session a reload leads through the sign-in, and the form has what only the tab had
  // stored
  const token = await page.evaluate(() => localStorage.getItem('access_token') ?? '')
  await createApiCaller({ token })(getPath('POST /api/signout'), { method: 'POST' })
  await locateField(page, 'coaches.0.phone').fill('0501234567')
  await expect(page.getByText(t.draft.signedOut)).toBeVisible()
  await page.reload()
  await page.waitForURL(/\/login\//)
  await page.locator('input[name="identity"]').fill(person.email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await expect(locateField(page, 'coaches.0.phone')).toHaveValue('0501234567')
  await expect(locateField(page, 'schoolName')).toHaveValue('Offline School')
  await expect(kept).toBeVisible()

  // the list of own teams shows the draft and deletes it
  await page.goto(at('/account/'))
  const card = page.getByRole('article', { name })
  await card.getByRole('link', { name: t.drafts.go }).click()
  await expect(locateField(page, 'name')).toHaveValue(name)
  await page.getByRole('link', { name: t.view.back }).click()
  await page.getByRole('article', { name }).getByRole('button', { name: t.drafts.drop }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: t.drafts.drop }).click()
  await expect(page.getByRole('article', { name })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article', { name: competition.name })).toBeVisible()
  await expect(page.getByRole('article', { name })).toHaveCount(0)
})

test('limits are checked, and every problem is shown at its field', { tag: ['@arabic', '@nightly'] }, async ({
  page,
  at,
  language,
  texts,
  asAdmin,
}) => {
  const t = texts.accountTeams
  const person = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  await signInPage(page, person, language)
  await page.goto(at(`/account/teams/new?competition=${competition.slug}`))
  await locateField(page, 'name').fill('Falcons')
  await locateField(page, 'schoolName').fill('School')
  await fillCoach(page)
  const members = page.getByRole('region', { name: t.form.members, exact: true })
  const remove = members.getByRole('button', { name: t.form.remove })
  await expect(remove).toHaveCount(0)
  await page.getByRole('button', { name: t.form.addMember }).click()
  await expect(locateField(page, 'members.2.name')).toBeFocused()
  await expect(page.getByRole('button', { name: t.form.addMember })).toHaveCount(0)
  await expect(remove).toHaveCount(3)
  await remove.nth(2).click()
  await expect(locateField(page, 'members.2.name')).toHaveCount(0)

  const id = createNationalId()
  await fillMember(page, 0, { id })
  await fillMember(page, 1, { id })
  // an error opens the fields of a collapsed member
  const second = locatePersonDetails(page, 'members.1')
  await second.locator('> summary').click()
  await expect(locateField(page, 'members.1.nationalId')).toBeHidden()
  await expect(second.locator('> summary')).toContainText('Member 2')
  await page.getByRole('button', { name: t.form.submit }).click()
  await expect(locateField(page, 'members.1.nationalId')).toBeFocused()
  await expect(locateField(page, 'members.1.nationalId')).toHaveAccessibleDescription(
    new RegExp(t.problems.twice.replace('.', '\\.')),
  )
  await expectAccessible(page)
  // the member is too young, and the list of problems links to the field
  await locateField(page, 'members.1.nationalId').fill(createNationalId())
  await locateField(page, 'members.1.birthDate').fill(`${year - 5}-01-01`)
  await page.getByRole('button', { name: t.form.submit }).click()
  const list = page.getByRole('alert').getByRole('listitem')
  await expect(list).toHaveCount(4)
  await list.first().getByRole('button').click()
  await expect(locateField(page, 'members.1.birthDate')).toBeFocused()
  await expect(locateField(page, 'members.1.birthDate')).toHaveAccessibleDescription(
    `${t.problems['below-age'].replace('{{limit}}', '8')} ${texts.dateField.format}`,
  )

  // the server refuses a member of another team without naming the member
  const taken = createNationalId()
  await createTeam(await createStudent(asAdmin), competition, [taken, createNationalId()])
  await fillMember(page, 1, { id: taken })
  await page.getByRole('button', { name: t.form.submit }).click()
  await expect(page.getByText(texts.fieldErrors['not-accepted']).first()).toBeVisible()
  await expect(locateField(page, 'members.0.name')).toHaveValue('Member 1')
})

test('a team is updated, and a conflicting change is shown', { tag: '@nightly' }, async ({
  page,
  at,
  language,
  texts,
  asAdmin,
}) => {
  const t = texts.accountTeams
  const person = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  const team = await createTeam(person, competition)
  await signInPage(page, person, language)
  await page.goto(at(`/account/teams/${team.id}`))
  await page.getByRole('link', { name: t.view.edit }).click()
  await expect(locateField(page, 'members.0.nationalId')).toHaveValue('')
  const name = createUniqueName('Hawks')
  await locateField(page, 'name').fill(name)
  // a reload keeps unsaved changes
  await page.reload()
  await expect(locateField(page, 'name')).toHaveValue(name)
  await page.getByRole('button', { name: t.draft.discard }).click()
  await expect(locateField(page, 'name')).toHaveValue(team.name)
  await locateField(page, 'name').fill(name)
  await openPerson(page, 'members.1')
  await locateField(page, 'members.1.name').fill('Nora')
  await expectAccessible(page)
  // meanwhile an administrator changes the school
  const admins = new FormData()
  for (const [key, value] of Object.entries({ id: team.id, name: team.name, schoolName: 'Palm School' }))
    admins.append(key, value)
  expect((await asAdmin(getPath('PUT /api/admin/teams'), { method: 'PUT', body: admins })).status).toBe(200)
  await page.getByRole('button', { name: t.form.save }).click()
  const notice = page.getByRole('alert').filter({ hasText: t.trouble.staleTitle })
  await expect(notice).toContainText('Palm School')
  await expect(notice).toContainText(name)
  await expectAccessible(page)
  await notice.getByRole('button', { name: t.trouble.keepMine }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('heading', { name: 'Nora' })).toBeVisible()
  await expect(page.getByText('Palm School')).toHaveCount(0)
  // the team is withdrawn
  await page.getByRole('button', { name: t.view.withdraw }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.view.withdraw }).click()
  await expect(page.getByRole('heading', { name: t.emptyTitle })).toBeVisible()
})

test('the team of another user is not found, and a sign-in is required', { tag: '@nightly' }, async ({
  page,
  at,
  language,
  texts,
  asAdmin,
}) => {
  const team = await createTeam(await createStudent(asAdmin), await createCompetition(asAdmin))
  await signInPage(page, await createStudent(asAdmin), language)
  for (const path of [`/account/teams/${team.id}`, `/account/teams/${team.id}/edit`]) {
    await page.goto(at(path))
    await expect(page.getByText(texts.accountTeams.view.missing)).toBeVisible()
    await expect(page.getByText(team.name)).toHaveCount(0)
  }
  await page.evaluate(() => localStorage.clear())
  await page.goto(at('/account/teams/new'))
  await expect(page).toHaveURL(/\/login\/\?.*next=/)
})

test('the pictures of a draft stay after the tab is closed, and no other user of the browser gets them', {
  tag: '@nightly',
}, async ({ page, at, language, asAdmin }) => {
  const person = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  await signInPage(page, person, language)
  await page.goto(at(`/account/teams/new?competition=${competition.slug}`))
  await locateField(page, 'name').fill('Falcons of the oasis')
  await locateField(page, 'image').setInputFiles(await createPicture('team.png'))
  await expect(page.locator('img[src^="blob:"]')).toBeVisible()
  const address = page.url()
  const another = await page.context().newPage()
  const picture = another.locator('img[src^="blob:"]')
  // the picture is stored a moment after it is chosen
  await expect(async () => {
    await another.goto(address)
    await expect(picture).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.close()
  await another.reload()
  await expect(picture).toBeVisible()

  const storeUser = ({ id, token }: { id: string; token: string }) =>
    another.evaluate(
      ({ id, token }) => {
        localStorage.setItem('access_token', token)
        localStorage.setItem(
          'user_data',
          JSON.stringify({ id, name: 'Nora', firstName: 'Nora', role: 'student', lang: 'en' }),
        )
      },
      { id, token },
    )
  await storeUser(await createStudent(asAdmin))
  await another.goto(address)
  await expect(locateField(another, 'name')).toHaveValue('')
  await expect(picture).toHaveCount(0)
  // that visit has deleted it
  await storeUser(person)
  await another.goto(address)
  await expect(locateField(another, 'name')).toBeVisible()
  await expect(picture).toHaveCount(0)
})

test('a photo above the limit is scaled in the browser and stays upright', { tag: '@nightly' }, async ({
  page,
  at,
  language,
  texts,
  asAdmin,
}) => {
  const person = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  await signInPage(page, person, language)
  await page.goto(at(`/account/teams/new?competition=${competition.slug}`))
  // a camera that is held upright stores a wide picture and how it is turned
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'grey', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(10 * 1024 * 1024)
  const files = { name: 'photo.jpeg', mimeType: 'image/jpeg', buffer: photo }
  await locateField(page, 'image').setInputFiles(files)
  const picture = page.locator('img[src^="blob:"]')
  await expect(picture).toHaveJSProperty('naturalHeight', 3000)
  await expect(picture).toHaveJSProperty('naturalWidth', 2250)
  await expect(page.getByText('photo.jpg', { exact: true })).toBeVisible()
  // what the browser cannot read stays too large
  const unreadable = { ...files, buffer: Buffer.concat([Buffer.from('no image'), photo]) }
  await locateField(page, 'image').setInputFiles(unreadable)
  await expect(page.getByText(texts.fieldErrors['picture-too-large'])).toBeVisible()
})
