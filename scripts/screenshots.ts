import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import type { PublishedAdminEventRow } from '#contract/published/event.schema.ts'
import { fromPublishedAdminEventRow } from '#contract/published/event-admin.ts'
import type { PublishedSessionUser } from '#contract/published/session.schema.ts'
import { fromPublishedSessionUser } from '#contract/published/session.ts'
import { parseCommandLine } from '#server/command-line.ts'
import { createUnpaidTeam, password } from '../tests/e2e/support/teams.ts'
import { startScript } from '../tests/faults/processes.ts'
import { launchBrowser } from '../tests/load/page-weight.ts'
import { pageRoutes } from '../tests/support/browser/page-routes.ts'
import { getScreenshotPath, type ScreenshotRecords, type Visitor, visitorOfRoute } from '../tests/support/browser/screenshot-paths.ts'
import { createDataFolder } from '../tests/support/services/data-folder.ts'
import { findFreePort } from '../tests/support/services/free-port.ts'
import { findBrowser } from './browser.ts'

const usage = `Usage: npm run screenshots [-- ADDRESS …]     takes a picture of every page of web/routes.ts, or only of those whose address begins so, on a server
                                              with demo content, into screenshots/
  --lang=ar  --scheme=dark  --width=360      take less of each page; by default both languages and colour schemes, at four widths`
const { values: options, positionals: selected } = parseCommandLine({
  usage,
  positionals: [0, Number.POSITIVE_INFINITY],
  options: {
    lang: { type: 'string', default: 'en,ar' },
    scheme: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '360,768,1280,1920' },
  },
})
const [langs, schemes, widths] = [options.lang.split(','), options.scheme.split(','), options.width.split(',').map(Number)]
const print = (text: string) => process.stdout.write(`${text}\n`)
/** Pages are cut here: a full list in one picture is too large to look at. */
const maxHeight = 10_000
const admin = { email: 'admin@screenshots.example', password: 'a password for the screenshots only' }

const folder = createDataFolder('botola-screenshots')
const server = startScript(
  'build/program/main.js',
  {
    ...{ NODE_ENV: 'production', DEMO: 'on', BOTOLA_ROOT: resolve('.'), DATA_DIR: folder.path, PORT: String(await findFreePort()) },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, LOG_LEVEL: 'error' },
  },
  { name: 'this user', ids: undefined },
)
const address = (await server.line('Botola is at')).replace('Botola is at ', '')

type Session = { token: string; user: object }
const postJson = async (path: string, token: string, body: object) => {
  const reply = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply
}
const signIn = async (email: string, secret: string, role: 'student' | 'admin'): Promise<Session> => {
  const type = role === 'admin' ? 4 : 0
  const reply = await postJson(paths.signIn, '', { national_id: email, loginType: 'email', password: secret, type })
  const token = reply.headers.get('authorization') ?? ''
  const { user } = (await (await postJson(paths.sessionUser, token, {})).json()) as { user: PublishedSessionUser }
  return { token, user: { id: fromPublishedSessionUser(user).id, name: 'Mona Saleh', firstName: 'Mona', role, lang: 'en' } }
}

/** Creates a student with an unpaid team and an open payment, and one with a paid team, and signs in all visitors. */
const prepareRecords = async () => {
  process.env.BOTOLA_E2E_DATA = folder.path
  const team = await createUnpaidTeam()
  const payingTeam = await createUnpaidTeam()
  const sessions = {
    admin: await signIn(admin.email, admin.password, 'admin'),
    account: await signIn(team.email, password, 'student'),
    payer: await signIn(payingTeam.email, password, 'student'),
  }
  const asAdmin = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, { ...init, headers: { ...init.headers, authorization: sessions.admin.token } })
  const startPayment = async (token: string, teamId: string) => {
    const reply = await postJson(`${paths.payments}/`, token, { teamId })
    const { payment, url } = (await reply.json()) as { payment: { id: string }; url: string }
    return { id: payment.id, orderRef: url.split('/').filter(Boolean).at(-1) ?? '' }
  }
  const readAsAdmin = async <T>(path: string) => (await (await asAdmin(path)).json()) as T
  const openPayment = await startPayment(sessions.account.token, team.id)
  const paidPayment = await startPayment(sessions.payer.token, payingTeam.id)
  await postJson(`${paths.demoOrders}/${paidPayment.orderRef}`, '', { outcome: 'paid' })
  const { events } = await readAsAdmin<{ events: PublishedAdminEventRow[] }>(`${paths.adminEvents}/?page=1&per_page=100`)
  const findEventId = (slug: string) => {
    const id = events.map(fromPublishedAdminEventRow).find((event) => event.slug === slug)?.id
    if (!id) throw new Error(`there is no demo event ${slug}`)
    return id
  }
  const finalEventId = findEventId('warehouse-sprint')
  const { certificates } = await readAsAdmin<{ certificates: { code: string }[] }>(paths.adminCertificates(finalEventId))
  const records: ScreenshotRecords = {
    asAdmin,
    teamId: team.id,
    paymentId: openPayment.id,
    orderRef: openPayment.orderRef,
    paidPaymentId: paidPayment.id,
    certificateCode: certificates[0]?.code ?? '',
    liveEventId: findEventId('desert-rally'),
    finalEventId,
  }
  return { sessions, records }
}

/** Loads the images below the window, and puts sticky bars where they are at the end of scrolling. */
const prepareForFullPagePicture = (page: Page) =>
  page.evaluate(async () => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, top, bottom } = getComputedStyle(element)
      if (position === 'sticky' && (top !== 'auto' || bottom !== 'auto'))
        Object.assign(element.style, { position: 'relative', inset: 'auto' })
    }
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)))
  })

const takePictures = async (browser: Browser, route: string, path: string, session: Session | undefined) => {
  for (const lang of langs)
    for (const scheme of schemes) {
      const context = await browser.newContext({ colorScheme: scheme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
      await context.addCookies([{ name: 'lang', value: lang, url: address }])
      await context.addInitScript(
        ({ lang, scheme, session }) => {
          if (window.top !== window) return
          localStorage.setItem('lang', lang)
          localStorage.setItem('theme', scheme)
          if (!session) return
          localStorage.setItem('access_token', session.token)
          localStorage.setItem('steb_token', session.token)
          localStorage.setItem('user_data', JSON.stringify(session.user))
        },
        { lang, scheme, session },
      )
      const page = await context.newPage()
      const name = route === '/*' ? 'not-found' : route.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${address}${path}${lang === 'ar' ? `${path.includes('?') ? '&' : '?'}lang=ar` : ''}`, { waitUntil: 'load' })
        await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
        await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
        await prepareForFullPagePicture(page)
        const { height, overflow } = await page.evaluate(() => ({
          height: document.documentElement.scrollHeight,
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }))
        await page.screenshot({
          path: join('screenshots', `${name}-${width}-${lang}-${scheme}.png`),
          fullPage: true,
          clip: { x: 0, y: 0, width, height: Math.min(height, maxHeight) },
        })
        if (overflow > 0) print(`${path} is ${overflow} px too wide at ${width} px (${lang})`)
      }
      await context.close()
    }
}

let browser: Browser | undefined
try {
  const { sessions, records } = await prepareRecords()
  mkdirSync('screenshots', { recursive: true })
  browser = await launchBrowser(findBrowser())
  const findSession = (visitor: Visitor) => (visitor === 'everyone' ? undefined : sessions[visitor])
  for (const route of pageRoutes) {
    const path = await getScreenshotPath(route, records)
    if (path === undefined || (selected.length > 0 && !selected.some((start) => route.startsWith(start)))) continue
    print(route)
    await takePictures(browser, route, path, findSession(visitorOfRoute(route)))
  }
} finally {
  await browser?.close()
  await server.stop()
  folder.remove()
}
