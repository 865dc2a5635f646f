import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { ar } from '#i18n/ar.ts'
import { arAccount } from '#i18n/ar-account.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { arTeams } from '#i18n/ar-teams.ts'
import { en } from '#i18n/en.ts'
import { enAccount } from '#i18n/en-account.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { enTeams } from '#i18n/en-teams.ts'

export type Languages = { language: 'en' | 'ar' }

type Fixtures = {
  /** The catalogue of the language under test. */
  texts: typeof en & typeof enAccount & typeof enAdmin & typeof enTeams
  /** The address of a public page in the language under test. */
  at: (path: string) => string
  /** A page that is signed in as the administrator. */
  adminPage: Page
  /** Calls a path of the API as the administrator. */
  asAdmin: (path: string, init?: RequestInit) => Promise<Response>
}

const address = () => process.env.BOTOLA_E2E_URL ?? ''

/** What a page must never do: fail in its code, break its policy, or speak to another host. */
const watch = (page: Page) => {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    // a refused call and a lost connection are told by the browser and the router themselves; the journey checks what the page makes of it
    if (message.type() === 'error' && !/^Failed to (?:load resource|fetch manifest patches)/.test(text)) wrong.push(`console: ${text}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    // people go to the gateway's page; ours ask nothing of it
    if (url.origin === process.env.BOTOLA_E2E_TELR && (request.isNavigationRequest() || url.pathname === '/favicon.ico')) return
    if (/^https?:$/.test(url.protocol) && url.origin !== address()) wrong.push(`another host: ${url.href}`)
  })
  return wrong
}

export const test = base.extend<Languages & Fixtures>({
  language: ['en', { option: true }],
  texts: async ({ language }, use) =>
    use(
      (language === 'ar' ? { ...ar, ...arAccount, ...arAdmin, ...arTeams } : { ...en, ...enAccount, ...enAdmin, ...enTeams }) as typeof en &
        typeof enAccount &
        typeof enAdmin &
        typeof enTeams,
    ),
  at: async ({ language }, use) => use((path) => (language === 'ar' ? `${path}${path.includes('?') ? '&' : '?'}lang=ar` : path)),
  // the server is started after the settings are read
  baseURL: async ({ language: _ }, use) => use(address()),
  page: async ({ page }, use) => {
    const wrong = watch(page)
    const go = page.goto.bind(page)
    // a click before the page is awake is nobody's
    page.goto = async (url, options) => {
      const reply = await go(url, options)
      await page.locator('html[data-awake]').waitFor({ state: 'attached' })
      return reply
    }
    await use(page)
    expect(wrong).toEqual([])
  },
  adminPage: async ({ page, language, asAdmin }, use) => {
    const token = process.env.BOTOLA_E2E_TOKEN ?? ''
    const reply = (await (await asAdmin(paths.sessionUser, { method: 'POST' })).json()) as { user: { _id: string } }
    await page.addInitScript(
      ({ token, language, user }) => {
        // once: signing out has to last
        if (sessionStorage.getItem('prepared')) return
        sessionStorage.setItem('prepared', 'yes')
        localStorage.setItem('access_token', token)
        localStorage.setItem('steb_token', token)
        localStorage.setItem('user_data', user)
        localStorage.setItem('lang', language)
        // biome-ignore lint/suspicious/noDocumentCookie: what the site itself keeps
        document.cookie = `lang=${language};path=/`
      },
      { token, language, user: JSON.stringify({ id: reply.user._id, name: 'Admin', firstName: 'Admin', role: 'admin', lang: language }) },
    )
    await page.context().addCookies([{ name: 'lang', value: language, url: address() }])
    await use(page)
  },
  asAdmin: async ({ language: _ }, use) =>
    use((path, init = {}) =>
      fetch(`${address()}${path}`, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization: process.env.BOTOLA_E2E_TOKEN ?? '' },
      }),
    ),
})

type Looked = { part?: string; colours?: boolean }

/** axe finds nothing on the page as it stands, or on a part of it; `colours` looks at nothing else, where only the scheme is another. */
export const accessible = async (page: Page, { part, colours = false }: Looked = {}) => {
  const axe = new AxeBuilder({ page })
  if (part) axe.include(part)
  if (colours) axe.withRules(['color-contrast', 'link-in-text-block'])
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}

/** The same in both colour schemes. */
export const accessibleInBothSchemes = async (page: Page, part?: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await accessible(page, { ...(part ? { part } : {}), colours: colorScheme === 'dark' })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** A name that no other test has. */
export const unique = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`

export { expect }
