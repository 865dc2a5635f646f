import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'

type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>
type Person = { id: string; email: string; password: string }

const digits = () => String(1_000_000 + Math.floor(Math.random() * 8_999_999))

/**
 * Creates an account for a test that changes it: an administrator with all permissions, or with those of
 * `permissions`, separated by commas.
 */
export const createUser = async (
  asAdmin: AsAdmin,
  type: 0 | 1 | 4 = 4,
  permissions?: string,
): Promise<Person> => {
  const number = digits()
  const person = {
    email: `person-${number}-${digits()}@school.test`,
    password: 'a long password of their own',
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({
    fname: 'Person',
    ...person,
    phone: `0106${number}`,
    type: String(type),
  }))
    form.set(name, value)
  if (permissions) form.set('permissions', permissions)
  const reply = await asAdmin(`${getPath('POST /api/admin/users')}/`, { method: 'POST', body: form })
  if (!reply.ok) throw new Error(await reply.text())
  const { user } = (await reply.json()) as { user: { _id: string } }
  return { id: user._id, ...person }
}

/** Signs a user of the back office in through the API. Returns the token. */
export const signIn = async (address: string, { email, password }: Omit<Person, 'id'>): Promise<string> => {
  const body = JSON.stringify({ national_id: email, password, type: 4 })
  const reply = await fetch(`${address}${getPath('POST /api/adduser')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const token = reply.headers.get('authorization')
  if (!token) throw new Error(await reply.text())
  return token
}

/** Signs a page in as another administrator. */
export const switchUser = async (page: Page, address: string, person: Person) => {
  const token = await signIn(address, person)
  await page.goto('/admin/auth/signin/')
  await page.evaluate(
    ({ token, id }) => {
      const user = { id, name: 'Person', firstName: 'Person', role: 'admin', lang: 'en' }
      localStorage.setItem('access_token', token)
      localStorage.setItem('steb_token', token)
      localStorage.setItem('user_data', JSON.stringify(user))
    },
    { token, id: person.id },
  )
}

/** Ends the session, as when it expired or was ended on another device. */
export const endSession = (page: Page) => page.evaluate(() => localStorage.setItem('access_token', 'ended'))

/** Signs in again in the dialog that asks for it. */
export const signInAgain = async (page: Page, title: string, { email, password }: Omit<Person, 'id'>) => {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.locator('input[name="identity"]').fill(email)
  await dialog.locator('input[name="password"]').fill(password)
  await dialog.locator('button[type="submit"]').click()
  return dialog
}

/** Locates the button that answers of which country a phone number is. `text` has the place of its name. */
export const locatePhoneCountryButton = (
  page: Page,
  text: string,
  language: 'en' | 'ar',
  country: string,
) => {
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? ''
  return page.getByRole('button', { name: text.replace('{{country}}', name) })
}
