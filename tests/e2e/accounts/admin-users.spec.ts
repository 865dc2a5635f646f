import { getPath } from '#contract/platform/call-path.ts'
import { importErrors, importWarnings } from '#i18n/ar/import-messages.ts'
import { admin } from '../support/admin.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import { createUser, endSession, locatePhoneCountryButton, signInAgain } from '../support/people.ts'

test('a file of users is previewed, rejected with the problems of its rows, then imported', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const number = () => String(1_000_000 + Math.floor(Math.random() * 8_999_999))
  const [name, first, second] = [createUniqueName('Imported'), number(), number()]
  const csv = (rows: string[]) => ({
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['first_name,last_name,email,phone,gender,age,role,mission_type,active', ...rows].join('\r\n'),
    ),
  })
  const good = [
    `${name},One,one-${first}@school.test,2010${first}0,female,١٢,student,1,yes`,
    `${name},Two,two-${second}@school.test,2011${second}1,,,coach,,no`,
  ]
  await page.goto('/admin/users')
  await page.getByRole('button', { name: texts.adminUsers.importUsers.title }).click()
  const dialog = page.getByRole('dialog', { name: texts.adminUsers.importUsers.title })
  const run = dialog.getByRole('button', { name: texts.admin.import.run, exact: true })
  const file = dialog.locator('input[type="file"]')
  await expect(run).toBeDisabled()
  await file.setInputFiles(csv([good[0] as string, `,No name,${admin.email},12,,,admin,,`]))
  const problems = dialog.getByRole('alert')
  for (const [field, problem] of [
    ['first_name', importErrors.required],
    ['email', importErrors.taken],
    ['phone', importErrors['bad-phone'].split('\u2066')[0] as string],
    ['role', texts.fieldErrors['not-imported']],
  ] as const)
    await expect(problems.getByRole('row').filter({ hasText: field })).toContainText(problem)
  await expect(run).toBeHidden()
  await expect(dialog.getByRole('button', { name: texts.admin.import.skip.run_one })).toBeEnabled()
  await expectAccessible(page)

  await file.setInputFiles(csv(good))
  const rows = dialog.getByRole('row', { name })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(`+2010${first}0`)
  await expectAccessible(page)
  await run.click()
  await expect(page.getByText(importWarnings.imported.users_two)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto(`/admin/users?s=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row', { name: new RegExp(`${name} One`) })).toContainText(
    texts.userFields.options.role.student,
  )
  await expect(page.getByRole('row', { name: new RegExp(`${name} Two`) })).toContainText(
    texts.userFields.options.role.coach,
  )
  const { users } = (await (
    await asAdmin(`${getPath('GET /api/admin/users')}/?s=${encodeURIComponent(name)}`)
  ).json()) as {
    users: { active: number }[]
  }
  expect(users.map(({ active }) => active)).toEqual([1, 0])
})

test('the second of two simultaneous edits of a user sees the first one, and nothing is lost', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, texts }) => {
  const person = await createUser(asAdmin, 0)
  await page.goto(`/admin/users/${person.id}/edit`)
  const lastName = page.getByLabel(texts.userFields.labels.lastName)
  await lastName.fill('Mine')
  const read = async () =>
    (await (await asAdmin(`${getPath('GET /api/admin/users')}/?id=${person.id}`)).json()).user
  const before = await read()
  const form = new FormData()
  for (const [name, value] of Object.entries({
    id: person.id,
    version: String(before.version),
    fname: 'Theirs',
    email: person.email,
    phone: before.info.phone,
  }))
    form.set(name, value)
  expect((await asAdmin(`${getPath('PUT /api/admin/users')}/`, { method: 'PUT', body: form })).status).toBe(
    200,
  )
  await page.locator('button[type="submit"]').click()
  const dialog = page.getByRole('dialog', { name: texts.admin.form.staleTitle })
  await expect(
    dialog.getByRole('row', { name: new RegExp(texts.userFields.labels.firstName) }),
  ).toContainText('Theirs')
  await expect(dialog.getByRole('row', { name: new RegExp(texts.userFields.labels.lastName) })).toContainText(
    'Mine',
  )
  await expectAccessible(page)
  // closing the dialog without a choice loses nothing
  await page.keyboard.press('Escape')
  await expect(lastName).toHaveValue('Mine')
  await page.locator('button[type="submit"]').click()
  await dialog.getByRole('button', { name: texts.admin.form.keepMine }).click()
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  expect((await read()).info.name).toEqual({ fname: 'Person', lname: 'Mine' })
})

test('the second of two simultaneous edits of an FAQ can take the values of the first one', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const question = createUniqueName('When')
  const form = {
    name_en: question,
    name: 'متى؟',
    description_en: 'Soon',
    description: 'قريبًا',
    status: 'false',
  }
  const send = (method: string, body: object) =>
    asAdmin(`${getPath('GET /api/admin/faqs')}/`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { faq } = await (await send('POST', form)).json()
  await page.goto(`/admin/faqs/${faq._id}/edit`)
  const answer = page.locator('textarea').first()
  await answer.fill('Mine')
  expect((await send('PUT', { ...form, id: faq._id, description_en: 'Theirs' })).status).toBe(200)
  await page.locator('button[type="submit"]').click()
  const dialog = page.getByRole('dialog', { name: texts.admin.form.staleTitle })
  await expect(dialog).toContainText('Mine')
  await expect(dialog).toContainText('Theirs')
  await dialog.getByRole('button', { name: texts.admin.form.takeTheirs }).click()
  await expect(answer).toHaveValue('Theirs')
})

test('a form keeps its values while the server is unavailable or the session has ended', {
  tag: '@nightly',
}, async ({ adminPage: page, context, texts }) => {
  await page.goto('/admin/users/new')
  const number = String(1_000_000 + Math.floor(Math.random() * 8_999_999))
  const save = page.locator('button[type="submit"]')
  await page.getByLabel(texts.userFields.labels.firstName).fill('Patient')
  await page.getByLabel(texts.userFields.labels.email).fill(`patient-${number}@school.test`)
  await page.getByLabel(texts.userFields.labels.phone).fill(`0109${number}`)
  await context.setOffline(true)
  await save.click()
  await expect(page.getByText(texts.admin.form.offline)).toBeVisible()
  await expect(page.getByLabel(texts.userFields.labels.firstName)).toHaveValue('Patient')
  await context.setOffline(false)

  await endSession(page)
  await save.click()
  // the dialog is closed without a sign-in: the form says why nothing was saved
  const dialog = page.getByRole('dialog', { name: texts.admin.form.signInAgain })
  await dialog.getByRole('button', { name: texts.admin.list.close }).click()
  await expect(
    page.locator('form').getByRole('alert').filter({ hasText: texts.errors['bad-token'] }),
  ).toBeVisible()
  await expect(page.getByLabel(texts.userFields.labels.firstName)).toHaveValue('Patient')
  await save.click()
  await signInAgain(page, texts.admin.form.signInAgain, admin)
  await expect(page.getByText(texts.messages.saved)).toBeVisible()
  await expect(page).toHaveURL(/\/edit$/)
})

test('the errors of the user form have the texts of the specification', async ({
  adminPage: page,
  asAdmin,
  texts,
  language,
}) => {
  await page.goto('/admin/users/new')
  const save = page.locator('button[type="submit"]')
  await save.click()
  await expect(page.getByText(texts.messages.formIncomplete).first()).toBeVisible()
  await expect(page.getByLabel(texts.userFields.labels.firstName)).toBeFocused()
  const person = await createUser(asAdmin, 0)
  await page.goto(`/admin/users/${person.id}/edit`)
  const phone = page.getByLabel(texts.userFields.labels.phone)
  await phone.fill('0501234567')
  await save.click()
  await expect(page.getByText(texts.download.decideCountry)).toBeVisible()
  await locatePhoneCountryButton(page, texts.download.keepCountry, language, 'EG').click()
  await expect(phone).toHaveValue('+20501234567')
  await expect(page.getByText(texts.download.decideCountry)).toHaveCount(0)
  const passwords = page.locator('input[autocomplete="new-password"]')
  await passwords.nth(0).fill('one long password')
  await passwords.nth(1).fill('another long password')
  await save.click()
  await expect(page.getByText(texts.messages.passwordMismatch).first()).toBeVisible()
  // the switch in the list saves immediately
  await page.goto(`/admin/users?s=${encodeURIComponent(person.email)}`)
  await page
    .getByRole('row', { name: /Person/ })
    .getByRole('switch')
    .setChecked(false, { force: true })
  await expect(page.getByText(texts.messages.statusUpdated)).toBeVisible()
})
