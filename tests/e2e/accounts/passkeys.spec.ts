import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { generateCurrentCode, generateNextCode } from '../../support/api/verification-codes.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { runOnOwnSite } from '../support/own-site.ts'
import { createUser, signIn } from '../support/people.ts'

// browsers have no passkeys on a site whose address is a number
const site = runOnOwnSite('botola-passkeys', async (url) => ({
  SITE_URL: url.replace('127.0.0.1', 'localhost'),
}))

const callApi = async <T>(path: string, token: string, body: object, method = 'POST') =>
  (await (
    await fetch(`${site.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(body),
    })
  ).json()) as T

/** Adds a security key to the browser, which is touched at once whenever it is asked. */
const addSecurityKey = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  })
}

/** Enters the password of a user on the sign-in page, which then leads to the second factor in the profile. */
const enterPasswordOf = async (
  page: Page,
  at: (path: string) => string,
  { email, password }: { email: string; password: string },
) => {
  await page.goto(at('/admin/auth/signin/?next=/admin/profile?tab=secondFactor'))
  await page.locator('input[name="identity"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

test('an administrator adds a passkey, signs in with it and confirms a session with it', {
  tag: '@translated',
}, async ({ page, asAdmin, at, texts, language }) => {
  const person = await createUser(asAdmin)
  const token = await signIn(site.url, person)
  const start = getPath('POST /api/account/second-factor/start')
  const { secret, enrolment } = await callApi<{ secret: string; enrolment: string }>(start, token, {})
  const code = await generateCurrentCode(secret)
  await callApi(getPath('POST /api/account/second-factor/confirm'), token, { enrolment, code })
  await addSecurityKey(page)

  const enterPassword = async () => {
    await enterPasswordOf(page, at, person)
    await expect(page.getByRole('heading', { name: texts.session.secondFactor.title })).toBeVisible()
  }
  const usePasskey = page.getByRole('button', { name: texts.session.secondFactor.usePasskey })
  await enterPassword()
  // there is none yet
  await expect(usePasskey).toHaveCount(0)
  await page.locator('input[name="code"]').fill(await generateNextCode(secret))
  await page.getByRole('button', { name: texts.session.secondFactor.submit, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/profile/)

  const { passkeys } = texts.adminAccount
  await page.getByRole('textbox', { name: passkeys.name }).fill('Key 1')
  await page.getByRole('button', { name: passkeys.add }).click()
  const row = page.getByRole('row', { name: /Key 1/ })
  await expect(row).toContainText(passkeys.never)
  await expectAccessible(page)
  // the key belongs to the account already
  await page.getByRole('textbox', { name: passkeys.name }).fill('Key 2')
  await page.getByRole('button', { name: passkeys.add }).click()
  await expect(page.getByText(passkeys.known)).toBeVisible()
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem').last().click()
  await expect(page).toHaveURL(/\/admin\/auth\/signin/)

  await enterPassword()
  await expectAccessible(page)
  await usePasskey.click()
  await expect(page).toHaveURL(/\/admin\/profile/)
  await expect(row).not.toContainText(passkeys.never)

  // the session of a sign-in link is not confirmed
  const settingsPath = getPath('GET /api/admin/settings')
  const { settings } = (await (await asAdmin(settingsPath)).json()) as {
    settings: { sessions: object }
  }
  const sessions = { ...settings.sessions, allowAdminSignInLinks: true }
  const saved = await asAdmin(getPath('PUT /api/admin/settings'), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...settings, sessions }),
  })
  expect(saved.ok).toBe(true)
  const linkToken = await page.evaluate(() => localStorage.getItem('access_token'))
  await page.evaluate(() => localStorage.clear())
  await page.goto(at(`/login/?token=${linkToken}&next=/admin/profile?tab=secondFactor`))
  await page.getByRole('button', { name: texts.session.continue, exact: true }).click()
  await usePasskey.click()
  await expect(page).toHaveURL(/\/admin\/profile/)
  await page.getByRole('button', { name: passkeys.removeOf.replace('{{name}}', 'Key 1') }).click()
  await page.getByRole('dialog').getByRole('button', { name: passkeys.remove, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: texts.admin.confirmIdentity.title })
  await expect(dialog.getByRole('button', { name: texts.session.secondFactor.usePasskey })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.session.secondFactor.usePasskey }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
})

test('a passkey alone turns two-step verification on, with recovery codes', { tag: '@arabic' }, async ({
  page,
  asAdmin,
  at,
  texts,
}) => {
  const person = await createUser(asAdmin)
  await addSecurityKey(page)
  await enterPasswordOf(page, at, person)
  const { passkeys, secondFactor } = texts.adminAccount
  await expect(page.getByText(passkeys.introOff)).toBeVisible()
  await page.getByRole('textbox', { name: passkeys.name }).fill('Key 1')
  await page.getByRole('button', { name: passkeys.add }).click()
  await expect(page.getByRole('heading', { name: secondFactor.codesTitle })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: secondFactor.kept }).click()
  await expect(page.getByText(passkeys.introWithoutApp)).toBeVisible()
  await expect(page.getByText(secondFactor.changeIntroWithoutApp)).toBeVisible()
  await expectAccessible(page)
  // it is the only second step
  await page.getByRole('button', { name: passkeys.removeOf.replace('{{name}}', 'Key 1') }).click()
  await page.getByRole('dialog').getByRole('button', { name: passkeys.remove, exact: true }).click()
  await expect(page.getByText(texts.errors['passkey-last'])).toBeVisible()
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem').last().click()
  await expect(page).toHaveURL(/\/admin\/auth\/signin/)

  await enterPasswordOf(page, at, person)
  await expect(page.getByText(texts.session.secondFactor.introPasskey)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.session.secondFactor.useApp })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: texts.session.secondFactor.usePasskey }).click()
  await expect(page).toHaveURL(/\/admin\/profile/)
})
