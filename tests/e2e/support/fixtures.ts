import { readFileSync } from 'node:fs'
import { test as base, expect, type Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { defaultBrand } from '#contract/platform/settings.ts'
import { ar } from '#i18n/ar.ts'
import { arAccount } from '#i18n/ar-account.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { arCertificates } from '#i18n/ar-certificates.ts'
import { arGuardian } from '#i18n/ar-guardian.ts'
import { arReplies } from '#i18n/ar-replies.ts'
import { arSeasonPages } from '#i18n/ar-season-pages.ts'
import { arSignInProvider } from '#i18n/ar-sign-in-provider.ts'
import { arTeams } from '#i18n/ar-teams.ts'
import { en } from '#i18n/en.ts'
import { enAccount } from '#i18n/en-account.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { enCertificates } from '#i18n/en-certificates.ts'
import { enGuardian } from '#i18n/en-guardian.ts'
import { enJudge } from '#i18n/en-judge.ts'
import { enReplies } from '#i18n/en-replies.ts'
import { enSeasonPages } from '#i18n/en-season-pages.ts'
import { enSignInProvider } from '#i18n/en-sign-in-provider.ts'
import { enTeams } from '#i18n/en-teams.ts'
import { savePageRecording } from '../../support/browser/recorded-pages.ts'
import { isNightly } from '../../support/nightly.ts'
import { admin } from './admin.ts'

export type Languages = { language: 'en' | 'ar' }

type Fixtures = {
  /** The paths that the page visits and the messages that the test looks for. */
  recording: { paths: Set<string>; messages: Set<string> }
  /** The catalogue of the language under test. */
  texts: typeof en &
    typeof enAccount &
    typeof enAdmin &
    typeof enCertificates &
    typeof enReplies &
    typeof enGuardian &
    typeof enSeasonPages &
    typeof enSignInProvider &
    typeof enTeams
  /** The address of a public page in the language under test. */
  at: (path: string) => string
  /** Signs a page in as the administrator, in the language under test. */
  signInAsAdmin: (page: Page) => Promise<void>
  /** A page that is signed in as the administrator. */
  adminPage: Page
  /** Calls a path of the API as the administrator. */
  asAdmin: (path: string, init?: RequestInit) => Promise<Response>
}

const address = () => process.env.BOTOLA_E2E_URL ?? ''

/**
 * Records what a page must never do: throw an error, violate its content security policy, or request another
 * host.
 */
const recordPageProblems = (page: Page) => {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    // the browser and the router log rejected calls and lost connections; the test checks how the page
    // handles them
    if (message.type() === 'error' && !/^Failed to (?:load resource|fetch manifest patches)/.test(text))
      wrong.push(`console: ${text}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    // a navigation to the gateway or the sign-in provider is allowed; requests to them from our pages are not
    if (
      [process.env.BOTOLA_E2E_TELR, process.env.BOTOLA_E2E_PROVIDER].includes(url.origin) &&
      (request.isNavigationRequest() || url.pathname === '/favicon.ico')
    )
      return
    if (/^https?:$/.test(url.protocol) && url.origin !== address()) wrong.push(`another host: ${url.href}`)
  })
  return wrong
}

export const test = base.extend<Languages & Fixtures>({
  language: ['en', { option: true }],
  recording: async ({ language: _ }, use) => {
    const recording = { paths: new Set<string>(), messages: new Set<string>() }
    await use(recording)
    if (process.env.BOTOLA_RECORDINGS) savePageRecording(`${process.env.BOTOLA_RECORDINGS}/pages`, recording)
  },
  texts: async ({ language, recording }, use) => {
    const catalogue =
      language === 'ar'
        ? {
            ...ar,
            ...arAccount,
            ...arAdmin,
            ...arCertificates,
            ...arReplies,
            ...arGuardian,
            ...arSeasonPages,
            ...arSignInProvider,
            ...arTeams,
          }
        : {
            ...en,
            ...enAccount,
            ...enAdmin,
            ...enCertificates,
            ...enReplies,
            ...enGuardian,
            ...enSeasonPages,
            ...enSignInProvider,
            ...enTeams,
          }
    const texts = JSON.parse(
      JSON.stringify(catalogue).replaceAll('{{site}}', defaultBrand.name[language]),
    ) as Fixtures['texts']
    const messages = new Proxy(texts.messages, {
      get: (all, key) => {
        recording.messages.add(String(key))
        return Reflect.get(all, key)
      },
    })
    await use({ ...texts, messages })
  },
  at: async ({ language }, use) =>
    use((path) => (language === 'ar' ? `${path}${path.includes('?') ? '&' : '?'}lang=ar` : path)),
  // the server is started after the settings are read
  baseURL: async ({ language: _ }, use) => use(address()),
  page: async ({ page, recording }, use) => {
    const wrong = recordPageProblems(page)
    page.on('framenavigated', (frame) => {
      const url = new URL(frame.url())
      if (frame === page.mainFrame() && url.origin === address()) recording.paths.add(url.pathname)
    })
    const go = page.goto.bind(page)
    // a click before hydration is lost
    page.goto = async (url, options) => {
      const reply = await go(url, options)
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
      return reply
    }
    await use(page)
    expect(wrong).toEqual([])
  },
  signInAsAdmin: async ({ language, asAdmin }, use) => {
    const token = process.env.BOTOLA_E2E_TOKEN ?? ''
    await use(async (page) => {
      const reply = (await (await asAdmin(getPath('POST /api/getuser'), { method: 'POST' })).json()) as {
        user: { _id: string }
      }
      await page.addInitScript(
        ({ token, language, user }) => {
          // a sandboxed frame has no storage
          if (window.top !== window) return
          // only once, so that a sign-out is not undone
          if (sessionStorage.getItem('prepared')) return
          sessionStorage.setItem('prepared', 'yes')
          localStorage.setItem('access_token', token)
          localStorage.setItem('steb_token', token)
          localStorage.setItem('user_data', user)
          localStorage.setItem('lang', language)
          // biome-ignore lint/suspicious/noDocumentCookie: what the site itself keeps
          document.cookie = `lang=${language};path=/`
        },
        {
          token,
          language,
          user: JSON.stringify({
            id: reply.user._id,
            name: 'Admin',
            firstName: 'Admin',
            role: 'admin',
            lang: language,
          }),
        },
      )
      await page.context().addCookies([{ name: 'lang', value: language, url: address() }])
    })
  },
  adminPage: async ({ page, signInAsAdmin }, use) => {
    await signInAsAdmin(page)
    await use(page)
  },
  asAdmin: async ({ language: _ }, use) => {
    const asAdmin: Fixtures['asAdmin'] = (path, init = {}) =>
      fetch(`${address()}${path}`, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          authorization: process.env.BOTOLA_E2E_TOKEN ?? '',
        },
      })
    // the session of the run is older than a confirmation lasts
    await asAdmin(getPath('POST /api/account/confirm'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: admin.password }),
    })
    await use(asAdmin)
  },
})

const isKeyOfText = (key: string): boolean => {
  const catalogue: unknown = {
    ...en,
    ...enAccount,
    ...enAdmin,
    ...enCertificates,
    ...enReplies,
    ...enGuardian,
    ...enSeasonPages,
    ...enSignInProvider,
    ...enJudge,
    ...enTeams,
  }
  const text = key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], catalogue)
  return typeof text === 'string'
}

type CheckedPart = { part?: string; rules?: readonly string[] }

/** The minified file of axe, which a page loads faster. */
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
export const colourRules = ['color-contrast', 'link-in-text-block']
/** The rules whose result depends on colours, language or room; the others look at the structure of a page. */
export const lookRules = [
  ...colourRules,
  ...['target-size', 'scrollable-region-focusable', 'html-has-lang', 'html-lang-valid', 'valid-lang'],
]

/**
 * Waits until a page, or a part of it, has its heading and its data, and its animations have ended. Pages
 * show a placeholder without a heading first.
 */
const waitUntilComplete = async (page: Page, part: string | undefined) => {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect(page).toHaveTitle(/\S/)
  if (part) await page.locator(part).filter({ visible: true }).first().waitFor()
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // the promise of an animation is rejected when it is cancelled
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
}

/**
 * Expects that axe finds nothing on the page or on a part of it, and that no text of the page is missing.
 * `rules` checks only these rules.
 */
export const expectNoAccessibilityProblems = async (page: Page, { part, rules }: CheckedPart = {}) => {
  await waitUntilComplete(page, part)
  // a page without the text of a key shows the key
  const words = (await page.locator('body').innerText()).match(/[a-z]+(?:\.[\w-]+)+/gi) ?? []
  expect(words.filter(isKeyOfText)).toEqual([])
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async ({ part, runOnly }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const options = { runOnly, resultTypes: ['violations' as const], elementRef: true, preload: false }
      const { violations } = await axe.run(part ?? document, options)
      // nobody can press what is behind a dialog, and the bar at the top may cover a part of it
      const dialog = document.querySelector('[aria-modal="true"]')
      const isReachable = ({ element }: { element?: HTMLElement }) =>
        !dialog || dialog.contains(element ?? null)
      return violations
        .map(({ id, nodes }) => ({ id, nodes: id === 'target-size' ? nodes.filter(isReachable) : nodes }))
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    },
    {
      part,
      runOnly: rules
        ? { type: 'rule' as const, values: [...rules] }
        : { type: 'tag' as const, values: standards },
    },
  )
  expect(violations).toEqual([])
}

/** The pages with states that only a journey reaches. */
const pagesOfJourneys =
  /^\/(?:judge|guardian|payment|confirm-email|verify)\b|^\/events\/[^/]+\/(?:display|matches)\b/

/**
 * Checks the state of a page that a journey has reached (`expectNoAccessibilityProblems`). The ordinary run
 * leaves this to the sweep, except for dialogs, menus and `pagesOfJourneys`; the nightly run checks each state.
 */
export const expectAccessible = async (page: Page, options: CheckedPart = {}) => {
  const isChecked =
    isNightly ||
    options.part !== undefined ||
    pagesOfJourneys.test(new URL(page.url()).pathname) ||
    (await page.locator('[role="dialog"], [role="menu"], [role="listbox"]').count()) > 0
  if (isChecked) await expectNoAccessibilityProblems(page, options)
}

/** Checks the state of a page in both colour schemes. */
export const expectAccessibleInBothSchemes = async (page: Page, part?: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectAccessible(page, {
      ...(part ? { part } : {}),
      ...(colorScheme === 'dark' ? { rules: colourRules } : {}),
    })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** Creates a name that no other test uses. */
export const createUniqueName = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`

export { expect }
