import { getPath } from '#contract/platform/call-path.ts'
import { generateCurrentCode } from '../../support/api/verification-codes.ts'
import { admin } from '../support/admin.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import { createUser, endSession, signIn, signInAgain, switchUser } from '../support/people.ts'

test('the profile menu opens the profile, which reports missing values', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
}) => {
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: texts.admin.bar.menu }).click()
  await page.getByRole('menuitem', { name: texts.admin.bar.profile }).click()
  await expect(page).toHaveURL(/\/admin\/profile/)
  await page.locator('input[autocomplete="given-name"]').fill(' ')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(texts.messages.formIncomplete).first()).toBeVisible()
  await expect(page.locator('input[autocomplete="given-name"]')).toBeFocused()
  // the page asks before it discards what was typed
  await page.getByRole('tab', { name: texts.adminAccount.tabs.password }).click()
  await page.getByRole('dialog', { name: texts.admin.form.unsavedTitle }).getByRole('button').last().click()
  await expect(page.locator('input[name="current"]')).toBeVisible()
  // all tests use the password of this account, so this test only makes failing changes
  await page.locator('input[name="current"]').fill('not the password')
  await page.locator('input[name="password"]').fill('a new long password')
  await page.locator('input[name="confirm"]').fill('another long password')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(texts.messages.passwordMismatch).first()).toBeVisible()
  await page.locator('input[name="confirm"]').fill('a new long password')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(texts.fieldErrors['wrong-password']).first()).toBeVisible()
})

test('the setup of a second factor shows a QR code, and a wrong code does not enable it', {
  tag: '@nightly',
}, async ({ adminPage: page, texts }) => {
  await page.goto('/admin/profile?tab=secondFactor')
  await page.getByRole('button', { name: texts.adminAccount.secondFactor.begin }).click()
  await expect(page.getByRole('img', { name: texts.adminAccount.secondFactor.picture })).toBeVisible()
  await expect(page.locator('code')).toHaveText(/^[A-Z2-7 ]{32,}$/)
  await expect(page.getByRole('heading', { name: texts.adminAccount.secondFactor.scan })).toBeFocused()
  await page.locator('input[name="code"]').fill('000000')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText(texts.errors['second-factor-failed'])).toBeVisible()
  await expect(page.locator('input[name="code"]')).toBeFocused()
  await expectAccessible(page)
})

test('a session in another browser is listed and ended', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
  baseURL,
}) => {
  const device = createUniqueName('A device')
  const signedIn = await fetch(`${baseURL}${getPath('POST /api/adduser')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': device },
    body: JSON.stringify({ national_id: admin.email, password: admin.password, type: 4 }),
  })
  const token = signedIn.headers.get('authorization') ?? ''
  const alive = async () =>
    (
      await fetch(`${baseURL}${getPath('POST /api/getuser')}`, {
        method: 'POST',
        headers: { authorization: token },
      })
    ).status
  expect(await alive()).toBe(200)
  await page.goto('/admin/profile?tab=sessions')
  await expect(page.getByText(texts.accountForms.sessions.current)).toHaveCount(1)
  const row = page.getByRole('row', { name: new RegExp(device) })
  // a phone shows a card for each session, without scrolling sideways
  await page.setViewportSize({ width: 360, height: 780 })
  const region = page.getByRole('region', { name: texts.adminAccount.tabs.sessions })
  await expect.poll(() => region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expect(row).toBeVisible()
  await row.getByRole('button').click()
  await expect(row).toHaveCount(0)
  expect(await alive()).toBe(401)
})

test('the audit log lists the changes of an administrator and is filtered with chips', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  // the question is hidden, because other tests count the visible ones
  const question = createUniqueName('Which robots')
  const form = {
    name_en: question,
    name: `${question} أي الروبوتات؟`,
    description_en: 'All',
    description: 'كلها',
    status: 'false',
  }
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const { faq } = await (
    await asAdmin(`${getPath('GET /api/admin/faqs')}/`, { ...json, body: JSON.stringify(form) })
  ).json()
  const edit = { ...form, id: faq._id, description_en: 'Nearly all' }
  expect(
    (
      await asAdmin(`${getPath('PUT /api/admin/faqs')}/`, {
        ...json,
        method: 'PUT',
        body: JSON.stringify(edit),
      })
    ).status,
  ).toBe(200)
  await page.goto(`/admin/audit?s=${encodeURIComponent(question)}`)
  await expect(page.getByRole('row', { name: new RegExp(question) })).toHaveCount(2)
  await page.goto(`/admin/audit?s=${encodeURIComponent(question)}&action=update`)
  const row = page.getByRole('row', { name: new RegExp(question) })
  await expect(row).toHaveCount(1)
  await row.getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /Nearly all/ })).toContainText(
    texts.adminAudit.fields.answerEn,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: new RegExp(`^${texts.adminAudit.revert}: `) }).click()
  const confirmation = page.getByRole('dialog', { name: texts.adminAudit.revertTitle })
  await expect(confirmation.getByRole('row', { name: /Nearly all.*All/ })).toBeVisible()
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: texts.adminAudit.revert }).click()
  await expect(page.getByRole('row', { name: new RegExp(question) })).toHaveCount(2)
  await page
    .getByRole('button', { name: new RegExp(`^${texts.admin.list.clearFilter}: ${texts.adminAudit.action}`) })
    .last()
    .click()
  await expect(page.getByRole('row', { name: new RegExp(question) })).toHaveCount(3)
  await expect(page).not.toHaveURL(/action=/)
})

test('the profile keeps its values when the session ends, and no other user can continue', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts, baseURL }) => {
  const person = await createUser(asAdmin)
  await switchUser(page, baseURL as string, person)
  const again = texts.admin.form.signInAgain
  await page.goto('/admin/profile')
  const lastName = page.locator('input[autocomplete="family-name"]')
  await lastName.fill('Kept')
  await endSession(page)
  await page.locator('button[type="submit"]').click()
  // another administrator must not save this form under their own account
  const dialog = await signInAgain(page, again, admin)
  await expect(dialog.getByRole('alert')).toHaveText(texts.admin.form.otherAccount)
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await signInAgain(page, again, person)
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  await expect(lastName).toHaveValue('Kept')

  await page.goto('/admin/profile?tab=password')
  await page.locator('input[name="current"]').fill(person.password)
  for (const name of ['password', 'confirm'])
    await page.locator(`input[name="${name}"]`).fill('another password of theirs')
  await endSession(page)
  await page.locator('button[type="submit"]').click()
  await signInAgain(page, again, person)
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  const now = { ...person, password: 'another password of theirs' }

  const elsewhere = await signIn(baseURL as string, now)
  await page.goto('/admin/profile?tab=sessions')
  await expect(page.getByText(texts.accountForms.sessions.current)).toBeVisible()
  await endSession(page)
  await page.getByRole('button', { name: texts.accountForms.sessions.endOthers }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.accountForms.sessions.endOthers }).click()
  await signInAgain(page, again, now)
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  expect(
    (
      await fetch(`${baseURL}${getPath('POST /api/getuser')}`, {
        method: 'POST',
        headers: { authorization: elsewhere },
      })
    ).status,
  ).toBe(401)
})

test('a second factor is set up, replaced with the password only, and disabled', { tag: '@arabic' }, async ({
  adminPage: page,
  asAdmin,
  texts,
  baseURL,
}) => {
  const person = await createUser(asAdmin)
  await switchUser(page, baseURL as string, person)
  const words = texts.adminAccount.secondFactor
  const enrol = async () => {
    const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
    await page.locator('input[name="code"]').fill(await generateCurrentCode(secret))
    await page.locator('button[type="submit"]').click()
    await expect(page.getByRole('heading', { name: words.codesTitle })).toBeFocused()
    await page.getByRole('button', { name: words.kept }).click()
  }
  await page.goto('/admin/profile?tab=secondFactor')
  await page.getByRole('button', { name: words.begin }).click()
  await enrol()
  const password = page.locator('input[name="password"]')
  const anew = page.getByRole('button', { name: words.again })
  for (const [typed, told] of [
    ['', texts.fieldErrors.required],
    ['not the password', texts.fieldErrors['wrong-password']],
  ] as const) {
    await password.fill(typed)
    await anew.click()
    await expect(page.getByText(told).first()).toBeVisible()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toBeFocused()
  }
  await expectAccessible(page)
  await password.fill(person.password)
  await anew.click()
  await enrol()
  await page.locator('input[name="password"]').fill(person.password)
  await page.getByRole('button', { name: words.end }).click()
  await expect(page.getByRole('button', { name: words.begin })).toBeVisible()
})
