import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { createStudent, signInPage } from '../support/account-teams.ts'
import { waitForMail, waitForMails } from '../support/emails.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

const password = 'a long password for tests'
/** Creates a person that no other test uses, born in 2014, with a valid Saudi ID. */
const createPerson = () => {
  const body = `1${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const sum = Array.from(body).reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  const nationalId = `${body}${(10 - (sum % 10)) % 10}`
  return {
    nationalId,
    email: `mona${body}@school.test`,
    phone: `050${body.slice(2)}`,
    birthDate: '2014-05-06',
  }
}
type Person = ReturnType<typeof createPerson>

const fill = async (page: Page, who: Person, { minor = true } = {}) => {
  const set = (name: string, value: string) => page.locator(`[name="${name}"]`).fill(value)
  await set('firstName', 'منى')
  await set('nationalId', who.nationalId)
  await set('birthDate', who.birthDate)
  await page.locator('select[name="gender"]').selectOption('1')
  await set('email', who.email)
  await page.locator('select[name="phone_country"]').selectOption('SA')
  await set('phone', who.phone)
  await set('password', password)
  await set('confirm', password)
  if (!minor) return
  await set('guardian.name', 'هدى صالح')
  await set('guardian.contact', '0501112223')
  await page.locator('[name="guardian.textVersion"]').check()
}
const tokenIn = (mail: { text?: string | undefined } | undefined) =>
  /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
/** Creates an account through the API, confirms its address with the emailed link and signs it in. */
const createAccount = async (language: 'en' | 'ar', confirm = true) => {
  const who = { ...createPerson(), birthDate: '2000-05-06' }
  const post = (path: string, body: object) =>
    fetch(`${process.env.BOTOLA_E2E_URL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post(getPath('POST /api/register'), {
    ...who,
    role: 'student',
    firstName: 'Sara',
    gender: 1,
    password,
    lang: language,
  })
  const token = tokenIn(await waitForMail(who.email))
  if (!confirm) return { ...who, token }
  expect((await post(getPath('POST /api/confirm-email'), { token, password })).status).toBe(200)
  return { ...who, token }
}
const signIn = async (page: Page, who: Person) => {
  await page.locator('input[name="identity"]').fill(who.email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('form button[type="submit"]').click()
}

test('the link of a confirmation asks for the password in another browser than that of the registration', {
  tag: '@nightly',
}, async ({ page, at, texts, language }) => {
  const who = await createAccount(language, false)
  await page.goto(`${at('/confirm-email/?next=%2Faccount%2Fdata')}#${who.token}`)
  const confirm = page.getByRole('button', { name: texts.registration.confirmSubmit, exact: true })
  await expect(page.getByText(texts.registration.confirmIntroPassword)).toBeVisible()
  await expectAccessible(page)
  await page.locator('input[name="password"]').fill('the password of a stranger')
  await confirm.click()
  await expect(page.getByText(texts.fieldErrors['wrong-password']).first()).toBeVisible()
  await page.locator('input[name="password"]').fill(password)
  await confirm.click()
  await expect(page.getByText(texts.replies.emailConfirmed)).toBeVisible()
  await expect(page).toHaveURL(/\/account\/data/)
})

test('“This wasn’t me” deletes a registration of somebody else', {
  tag: '@arabic',
}, async ({ page, at, texts, language }) => {
  const who = await createAccount(language, false)
  await page.goto(`${at('/confirm-email/')}#${who.token}`)
  await page.getByRole('button', { name: texts.registration.decline }).click()
  await expect(page.getByRole('heading', { name: texts.registration.declinedTitle })).toBeVisible()
  await expect(page.getByText(texts.replies.registrationDeclined)).toBeVisible()
  await expectAccessible(page)
  await page.goto(at('/login/'))
  await signIn(page, who)
  await expect(page.getByRole('alert').filter({ hasText: texts.errors['sign-in-failed'] })).toBeVisible()
})

test('a minor registers with a guardian, confirms by email, signs in, corrects and exports data, and requests and withdraws erasure', {
  tag: '@arabic',
}, async ({ page, at, texts }) => {
  const who = createPerson()
  await page.goto(at('/login/?next=%2Faccount%2Fteams%2Fnew'))
  await page.locator('main').getByRole('link', { name: texts.session.register }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.registration.title)
  await page.locator('main form button[type="submit"]').click()
  await expect(page.getByText(texts.messages.formIncomplete)).toBeVisible()
  await expect(page.locator('[name="firstName"]')).toBeFocused()
  const birthDate = page.locator('[name="birthDate"]')
  await birthDate.fill('31/02/2014')
  await birthDate.blur()
  await expect(page.getByText(texts.fieldErrors['bad-date'])).toBeVisible()
  await expect(birthDate).toHaveValue('31/02/2014')
  await expectAccessible(page)
  await birthDate.fill('٦/٥/٢٠١٤')
  await expect(page.locator('[name="guardian.name"]')).toBeVisible()
  await birthDate.blur()
  await expect(birthDate).toHaveValue('06/05/2014')
  await expect(page.getByText(texts.fieldErrors['bad-date'])).toHaveCount(0)
  await expectAccessible(page)
  await fill(page, who)
  // a reload keeps everything but passwords and the national ID
  await page.reload()
  await expect(page.locator('[name="guardian.name"]')).toBeVisible()
  await expect(birthDate).toHaveValue('06/05/2014')
  await expect(page.locator('[name="firstName"]')).toHaveValue('منى')
  await expect(page.locator('[name="nationalId"]')).toHaveValue('')
  await fill(page, who)
  const news = page.getByRole('checkbox', { name: texts.registration.news })
  await expect(news).not.toBeChecked()
  await news.check()
  await page.locator('main form button[type="submit"]').click()
  await expect(page.getByText(texts.replies.registeredConfirm)).toBeVisible()
  await expectAccessible(page)

  // the account cannot sign in before the link is opened
  await page.goto(at('/login/?next=%2Faccount%2Fteams%2Fnew'))
  await signIn(page, who)
  await expect(page.getByRole('alert').filter({ hasText: texts.errors['email-unconfirmed'] })).toBeVisible()
  const first = await waitForMail(who.email)
  await page.getByRole('button', { name: texts.session.sendAgain }).click()
  await expect(page.getByText(texts.replies.confirmationSent)).toBeVisible()
  const second = (await waitForMails(who.email, 2)).find((mail) => tokenIn(mail) !== tokenIn(first))
  // both links lead on to the team form, where the registration began, in the language of the account
  const query = (mail: { text?: string | undefined } | undefined) =>
    /confirm-email\/(\?[^#\s]*)#/.exec(mail?.text ?? '')?.[1]
  expect([query(first), query(second)]).toEqual(Array(2).fill(at('?next=%2Faccount%2Fteams%2Fnew')))
  await page.goto(`/confirm-email/${query(second)}#${tokenIn(second)}`)
  await expect(page).not.toHaveURL(/#/)
  await expectAccessible(page)
  // a change of the language loads the page again, which still knows the link
  await page.reload()
  // opening the link does nothing; the tap signs in the browser that registered
  await expect(page.getByText(texts.registration.confirmIntroSignIn)).toBeVisible()
  await page.getByRole('button', { name: texts.registration.confirmSubmitSignIn }).click()
  await expect(page).toHaveURL(/\/account\/teams\/new/)
  await expect(page.getByText(texts.replies.emailConfirmed)).toBeVisible()

  await page.goto(at('/account/data'))
  await expect(page.getByText(`•••••••${who.nationalId.slice(-3)}`)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: texts.account.dataPage.newsLabel })).toBeChecked()
  await expect(page.locator('meta[name="robots"][content="noindex"]')).toHaveCount(1)
  await expectAccessible(page)
  await page.goto(at('/account/certificates'))
  await expect(page.getByRole('heading', { name: texts.certificates.list })).toBeVisible()
  await expect(page.getByText(texts.certificates.none)).toBeVisible()
  await expect(page.getByRole('navigation', { name: texts.account.tabs }).getByRole('link')).toHaveCount(4)
  await expectAccessible(page)
  await page.goto(at('/account/data'))
  await page.locator('[name="school"]').fill('مدرسة النور')
  await page.getByRole('button', { name: texts.account.dataPage.save, exact: true }).click()
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  await page.reload()
  await expect(page.locator('[name="school"]')).toHaveValue('مدرسة النور')

  const loading = page.waitForEvent('download')
  await page.getByRole('button', { name: texts.account.dataPage.copyButton }).click()
  const copy = JSON.parse(readFileSync(await (await loading).path(), 'utf8'))
  expect(copy).toMatchObject({
    account: { email: who.email, school: 'مدرسة النور' },
    guardian: { name: 'هدى صالح' },
  })

  await page.locator('[name="erasePassword"]').fill('not this one')
  await page.getByRole('button', { name: texts.account.dataPage.eraseButton }).click()
  await expect(page.locator('[name="erasePassword"]')).toBeFocused()
  await page.locator('[name="erasePassword"]').fill(password)
  await page.getByRole('button', { name: texts.account.dataPage.eraseButton }).click()
  await expect(page.getByRole('button', { name: texts.account.withdraw })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: texts.account.scores }).click()
  await expect(page.getByText(texts.account.scoresPage.none)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: texts.account.withdraw }).click()
  await expect(page.getByRole('button', { name: texts.account.withdraw })).toBeHidden()
})

test('a form keeps its values when the server is unavailable and when the session has ended', {
  tag: '@nightly',
}, async ({ page, at, texts, language }) => {
  const who = await createAccount(language)
  await page.goto(at('/login/?next=/account/data'))
  await signIn(page, who)
  await page.locator('[name="school"]').fill('Green School')
  await page.route(`**${getPath('GET /api/account')}*`, (route) => route.abort())
  const save = page.getByRole('button', { name: texts.account.dataPage.save, exact: true })
  await save.click()
  await expect(page.getByText(texts.account.dataPage.offline)).toBeVisible()
  await expect(page.locator('[name="school"]')).toHaveValue('Green School')
  await page.unroute(`**${getPath('GET /api/account')}*`)

  await page.evaluate(() => localStorage.setItem('access_token', 'ended'))
  await save.click()
  const dialog = page.getByRole('dialog').filter({ hasText: texts.session.signInAgain.title })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.locator('[name="identity"]').fill(who.email)
  await dialog.locator('[name="password"]').fill(password)
  await dialog.locator('button[type="submit"]').click()
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.locator('[name="school"]')).toHaveValue('Green School')
})

test('a user whose address is not confirmed yet gets the link by email, and no news without asking', {
  tag: '@nightly',
}, async ({ page, at, texts, language, asAdmin }) => {
  const student = await createStudent(asAdmin)
  await signInPage(page, student, language)
  await page.goto(at('/account/data'))
  await expect(page.getByText(texts.account.dataPage.unconfirmed)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: texts.account.dataPage.newsLabel })).not.toBeChecked()
  await page.getByRole('button', { name: texts.account.dataPage.sendConfirmation }).click()
  await expect(page.getByText(texts.replies.confirmationEmailed)).toBeVisible()
  expect(tokenIn(await waitForMail(student.email))).not.toBe('')
})

test('the tabs of the account mark the open page only, with and without a trailing slash', {
  tag: '@nightly',
}, async ({ page, at, texts, language }) => {
  await page.goto(at('/login/?next=/account/data'))
  await signIn(page, await createAccount(language))
  await expect(page).toHaveURL(({ pathname }) => pathname === '/account/data')
  const { tabs, teams, scores, data } = texts.account
  const current = page.getByRole('navigation', { name: tabs }).locator('[aria-current="page"]')
  for (const path of ['/account', '/account/']) {
    await page.goto(at(path))
    await expect(current).toHaveText([teams])
  }
  await page.goto(at('/account/scores'))
  await expect(current).toHaveText([scores])
  // all tabs are visible on a phone
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(at('/account/data'))
  await expect(current).toHaveText([data])
  await expect(current).toBeInViewport({ ratio: 0.95 })
})

test('a registration that is rejected or not sent keeps its values', { tag: '@nightly' }, async ({
  page,
  at,
  texts,
}) => {
  const who = { ...createPerson(), birthDate: '2000-05-06' }
  await page.goto(at('/register/'))
  await fill(page, { ...who, nationalId: '1000000009' }, { minor: false })
  const send = page.locator('main form button[type="submit"]')
  await send.click()
  await expect(page.getByText(texts.fieldErrors['bad-national-id'])).toBeVisible()
  await expect(page.locator('[name="nationalId"]')).toBeFocused()
  await page.locator('[name="nationalId"]').fill(who.nationalId)
  await page.route(`**${getPath('POST /api/register')}*`, (route) => route.abort())
  await send.click()
  await expect(page.getByText(texts.registration.offline)).toBeVisible()
  await expect(page.locator('[name="email"]')).toHaveValue(who.email)
  await expect(page.locator('[name="password"]')).toHaveValue(password)
  await page.unroute(`**${getPath('POST /api/register')}*`)
  await send.click()
  await expect(page.getByText(texts.replies.registeredConfirm)).toBeVisible()
})

const call = (path: string, body: object, token = '') =>
  fetch(`${process.env.BOTOLA_E2E_URL}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    body: JSON.stringify(body),
  })
/** Creates an account that has requested erasure. */
const createLeavingAccount = async (language: 'en' | 'ar') => {
  const who = await createAccount(language)
  const token =
    (await call(getPath('POST /api/adduser'), { national_id: who.email, password, type: 0 })).headers.get(
      'authorization',
    ) ?? ''
  expect((await call(getPath('POST /api/account/erasure'), { password }, token)).status).toBe(200)
  return { ...who, token }
}

test('the focus stays on the page after an administrator refuses erasure', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
  language,
}) => {
  const words = texts.adminUsers.erasure
  const refuse = async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.refusalReason).fill('The payment is open.')
    await dialog.getByRole('button', { name: words.refuse }).click()
    await expect(dialog).toHaveCount(0)
  }
  const { email } = await createLeavingAccount(language)
  await page.goto(`/admin/users?s=${encodeURIComponent(email)}`)
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByRole('link', { name: new RegExp(`^${texts.admin.list.edit}`) })
    .click()
  await page.getByRole('button', { name: words.decide, exact: true }).click()
  await refuse()
  await expect(page.getByRole('button', { name: words.eraseThis })).toBeFocused()

  const other = await createLeavingAccount(language)
  await page.goto(`/admin/users?leaving=asked&s=${encodeURIComponent(other.email)}`)
  await page.getByRole('button', { name: new RegExp(words.decide) }).click()
  await refuse()
  await expect(page.getByRole('row', { name: new RegExp(other.email) })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('an administrator decides on a request for erasure', { tag: ['@arabic', '@nightly'] }, async ({
  adminPage: page,
  texts,
  language,
}) => {
  const { token, ...who } = await createLeavingAccount(language)
  await page.goto(`/admin/users?leaving=asked&s=${encodeURIComponent(who.email)}`)
  await page.getByRole('button', { name: new RegExp(texts.adminUsers.erasure.decide) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: texts.adminUsers.erasure.refuse }).click()
  await expect(dialog.getByText(texts.fieldErrors.required)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.adminUsers.erasure.erase }).click()
  await expect(page.getByText(texts.messages.erased)).toBeVisible()
  expect((await call(getPath('POST /api/getuser'), {}, token)).status).toBe(401)
})
