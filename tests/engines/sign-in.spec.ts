import { ar } from '#i18n/ar.ts'
import { arReplies } from '#i18n/ar-replies.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { enReplies } from '#i18n/en-replies.ts'
import { admin } from '../e2e/support/admin.ts'
import { createUser } from '../e2e/support/people.ts'
import { expect, test } from './support/fixtures.ts'
import {
  button,
  expectVisible,
  field,
  heading,
  openPage,
  type Tab,
  waitUntil,
  withRole,
} from './support/tab.ts'

/** Lists what a session leaves in the storage of the site. */
const listSessionKeys = (tab: Tab) =>
  tab.evaluate(
    () => ['access_token', 'steb_token', 'user_data'].filter((key) => localStorage.getItem(key) !== null),
    null,
  )

for (const [language, texts] of [
  ['en', { ...en, ...enReplies }],
  ['ar', { ...ar, ...arReplies }],
] as const)
  test(`a student signs in after a wrong password (${language})`, async ({ tab, site }) => {
    const { session, errors } = texts
    const asAdmin = (path: string, init?: RequestInit) =>
      fetch(`${process.env.BOTOLA_E2E_URL}${path}`, {
        ...init,
        headers: { authorization: process.env.BOTOLA_E2E_TOKEN ?? '' },
      })
    const student = await createUser(asAdmin, 0)
    await openPage(tab, `${site.address}/login/?lang=${language}`)
    await tab.fill(field(session.identity), student.email)
    await tab.fill(field(session.password), 'not the password')
    await tab.click(button(session.submit))
    await expectVisible(tab, withRole('alert', errors['sign-in-failed']))
    await expectVisible(tab, `//html[@dir="${language === 'ar' ? 'rtl' : 'ltr'}"]`)
    await tab.fill(field(session.password), student.password)
    await tab.click(button(session.submit))
    await expectVisible(tab, '//header//a[contains(@aria-label, "Person")]')
    expect(await listSessionKeys(tab)).toEqual(['access_token', 'steb_token', 'user_data'])
  })

test('an administrator signs in and out, which clears the storage', async ({ tab, site }) => {
  const { session } = en
  await openPage(tab, `${site.address}/admin/auth/signin/?lang=en`)
  await tab.fill(field(session.email), admin.email)
  await tab.fill(field(session.password), admin.password)
  await tab.click(button(session.submit))
  await expectVisible(tab, heading(enAdmin.adminDashboard.title))
  expect(await listSessionKeys(tab)).toEqual(['access_token', 'steb_token', 'user_data'])
  await tab.click(button(enAdmin.admin.bar.menu))
  await tab.click(`//*[@role="menuitem"][normalize-space(.)="${enAdmin.admin.bar.logout}"]`)
  await expectVisible(tab, heading(session.adminTitle))
  await waitUntil(async () => expect(await listSessionKeys(tab)).toEqual([]))
})
