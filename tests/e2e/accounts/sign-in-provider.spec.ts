import { getPath } from '#contract/platform/call-path.ts'
import { startMailServer } from '../../support/services/mail-server.ts'
import { type OidcProvider, startOidcProvider } from '../../support/services/oidc-provider.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { runOnOwnSite } from '../support/own-site.ts'
import { createUser, endSession, switchUser } from '../support/people.ts'

let provider: OidcProvider
let mails: Awaited<ReturnType<typeof startMailServer>>
runOnOwnSite('botola-provider', async (url) => {
  provider = await startOidcProvider(url)
  mails = await startMailServer()
  process.env.BOTOLA_E2E_PROVIDER = provider.issuer
  return { ...provider.env, SMTP_URL: mails.url }
})
test.afterAll(async () => {
  await provider.close()
  await mails.close()
})
const waitForInvitation = async (email: string) =>
  /https?:\S+#[\w-]{43}/.exec((await mails.next(email)).text ?? '')?.[0] ?? ''

test('an administrator links an account at the provider, signs in with it and removes the link', {
  tag: '@translated',
}, async ({ page, asAdmin, at, texts, language, baseURL }) => {
  /** The part of a text before the name of the provider. */
  const start = (text: string) => text.split('{{')[0]?.trim() ?? ''
  const button = (text: string) => page.getByRole('button', { name: start(text) })
  const user = `officer-${language}`
  await switchUser(page, String(baseURL), await createUser(asAdmin))

  await page.goto(at('/admin/profile?tab=provider'))
  await expect(page.getByText(texts.adminAccount.provider.none)).toBeVisible()
  await expectAccessible(page)
  await button(texts.adminAccount.provider.link).click()
  await page.getByLabel('Name').fill(user)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin\/profile\/?\?tab=provider/)
  await expect(page.getByText(start(texts.signInProvider.linked))).toBeVisible()
  await expect(page.getByText(provider.issuer)).toBeVisible()
  expect(new URL(page.url()).searchParams.has('code')).toBe(false)

  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem').last().click()
  await expect(page).toHaveURL(/\/admin\/auth\/signin/)
  await page.goto(at('/admin/auth/signin/?next=/admin/users'))
  await expectAccessible(page)
  await button(texts.session.provider.submit).click()
  // the provider knows the browser and asks again, because somebody has signed out
  await page.getByLabel('Name').fill(user)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin\/users/)
  await expect(page.getByText(texts.messages.signedIn)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language)

  await page.goto('/admin/profile?tab=provider')
  await page.getByRole('button', { name: texts.adminAccount.provider.remove }).click()
  const dialog = page.getByRole('dialog', { name: texts.adminAccount.provider.removeSure })
  await expect(dialog).toContainText(texts.adminAccount.provider.removeText)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.adminAccount.provider.remove }).click()
  await expect(page.getByText(texts.adminAccount.provider.none)).toBeVisible()
})

test('an account that nobody has linked cannot sign in, and a return in another window is rejected', async ({
  page,
  texts,
}) => {
  const button = page.getByRole('button', { name: 'Sign in with' })
  await page.goto('/admin/auth/signin/')
  // Chromium keeps no pages while it is tested, so this stands in for a user who goes back from the provider
  await page.route(`${provider.issuer}/auth?*`, (route) => route.fulfill({ status: 204 }), { times: 1 })
  const left = page.waitForResponse(`${provider.issuer}/auth?*`)
  await button.click()
  await left
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await button.click()
  await page.getByLabel('Name').fill('stranger')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: texts.signInProvider.failedTitle })).toBeVisible()
  await expect(page.getByText(texts.errors['provider-unlinked'])).toBeVisible()
  await expect(page).toHaveURL((url) => url.pathname === '/admin/auth/provider/' && url.search === '')
  await expectAccessible(page)

  await page.goto('/admin/auth/provider/?code=one&state=two')
  await expect(page.getByText(texts.signInProvider.lost)).toBeVisible()
  await page.getByRole('link', { name: texts.session.backToSignIn }).click()
  await expect(button).toBeVisible()
  await page.goto('/admin/auth/invitation/')
  await expect(page.getByText(texts.signInProvider.noInvitation)).toBeVisible()
})

test('an invited user links an account at the provider', { tag: '@translated' }, async ({
  page,
  asAdmin,
  at,
  texts,
  language,
}) => {
  const person = await createUser(asAdmin)
  const userId = person.id
  const path = getPath('POST /api/admin/users/:userId/provider-links/invitation', { userId })
  expect((await asAdmin(path, { method: 'POST' })).ok).toBe(true)
  const link = await waitForInvitation(person.email)
  await page.goto(at(new URL(link).pathname) + new URL(link).hash)
  await expect(page.getByText(person.email)).toBeVisible()
  expect(page.url()).not.toContain(new URL(link).hash)
  await expectAccessible(page)
  const submit = texts.signInProvider.invitationSubmit.split('{{')[0]?.trim() ?? ''
  await page.getByRole('button', { name: submit }).click()
  await page.getByLabel('Name').fill(`invited-${language}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await page.goto(at(new URL(link).pathname) + new URL(link).hash)
  await expect(page.getByText(texts.errors['ticket-spent'])).toBeVisible()
})

test('a user whose sign-in at the provider is old confirms with the provider in another window', async ({
  page,
  asAdmin,
  texts,
  baseURL,
}) => {
  await switchUser(page, String(baseURL), await createUser(asAdmin))
  const signInAtProvider = async (window: typeof page) => {
    await window.getByLabel('Name').fill('confirming')
    await window.getByRole('button', { name: 'Sign in' }).click()
  }
  provider.setUser({ sub: 'confirming', authTime: Math.floor(Date.now() / 1000) - 3600 })
  await page.goto('/admin/profile?tab=provider')
  await page.getByRole('button', { name: 'Link an account at' }).click()
  await signInAtProvider(page)
  await expect(page.getByText(provider.issuer)).toBeVisible()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/admin/users')
  await expect(otherTab.getByRole('heading', { level: 1, name: texts.adminEntities.user.many })).toBeVisible()
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem').last().click()
  // nobody reads on in another tab
  await expect(otherTab).toHaveURL(/\/admin\/auth\/signin/)
  await page.getByRole('button', { name: 'Sign in with' }).click()
  await signInAtProvider(page)
  await expect(page).toHaveURL(/\/admin\/dashboard/)

  provider.setUser({ sub: 'confirming' })
  await page.goto('/admin/profile?tab=provider')
  await page.getByRole('button', { name: texts.adminAccount.provider.remove }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.adminAccount.provider.remove }).click()
  const dialog = page.getByRole('dialog', { name: texts.admin.confirmIdentity.title })
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Sign in with' }).click()
  await expectAccessible(page)
  const popup = await opened
  await popup.getByRole('button', { name: 'Continue to' }).click()
  await signInAtProvider(popup)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(texts.adminAccount.provider.none)).toBeVisible()
})

test('who signs in again with the provider as somebody else is signed out', { tag: '@nightly' }, async ({
  page,
  asAdmin,
  texts,
  baseURL,
}) => {
  const address = String(baseURL)
  const link = page.getByRole('button', { name: 'Link an account at' })
  await switchUser(page, address, await createUser(asAdmin))
  await page.goto('/admin/profile?tab=provider')
  await link.click()
  await page.getByLabel('Name').fill('somebody else')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(provider.issuer)).toBeVisible()

  await switchUser(page, address, await createUser(asAdmin))
  await page.goto('/admin/profile?tab=provider')
  await expect(link).toBeVisible()
  await endSession(page)
  await link.click()
  const dialog = page.getByRole('dialog', { name: texts.admin.form.signInAgain })
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Sign in with' }).click()
  // the provider knows the browser
  await (await opened).getByRole('button', { name: 'Continue to' }).click()
  await expect(dialog.getByText(texts.admin.form.otherAccount)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})
