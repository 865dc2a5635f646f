import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import type { EventListRow } from '#contract/event/event.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import type { PublishedSessionUser } from '#contract/published/session.schema.ts'
import { fromPublishedSessionUser } from '#contract/published/session.ts'
import { parseCommandLineOrExit } from '#server/command-line.ts'
import { createUnpaidTeam, password } from '../tests/e2e/support/teams.ts'
import { startScript } from '../tests/faults/processes.ts'
import { launchBrowser } from '../tests/load/page-weight.ts'
import {
  getAdminPagePath,
  getPagePath,
  type PageRecords,
  type Visitor,
  visitorOfRoute,
} from '../tests/support/browser/page-paths.ts'
import { pageRoutes } from '../tests/support/browser/page-routes.ts'
import { createDataFolder } from '../tests/support/services/data-folder.ts'
import { findFreePort } from '../tests/support/services/free-port.ts'
import { findOrInstallBrowser } from './browser.ts'

/** A picture of the handbook: the first window of a page, taken when an element is there. */
type HandbookPicture = {
  name: string
  route: string
  /** The element that the picture waits for. */
  shows?: string
  /** The element that is at the top of the picture. */
  from?: string
}

const pictures: readonly HandbookPicture[] = [
  { name: 'dashboard', route: '/admin/dashboard', shows: '#content h2' },
  { name: 'settings', route: '/admin/settings', shows: 'fieldset' },
  {
    name: 'competition',
    route: '/admin/competitions/:id/edit',
    shows: 'fieldset',
    from: 'fieldset:nth-of-type(2)',
  },
  { name: 'teams', route: '/admin/teams', shows: 'tbody a' },
  { name: 'team', route: '/admin/team/:id/view' },
  { name: 'payments', route: '/admin/payments', shows: 'tbody a' },
  { name: 'event', route: '/admin/events/:id/edit', shows: 'fieldset' },
  { name: 'rules', route: '/admin/events/:id/rules', shows: 'fieldset' },
  { name: 'schedule', route: '/admin/events/:id/schedule', shows: 'tbody tr' },
  { name: 'judges', route: '/admin/events/:id/judges', shows: 'tbody tr' },
  { name: 'check-in', route: '/admin/events/:id/teams', shows: 'tbody tr' },
  { name: 'overview', route: '/admin/events/:id', shows: 'tbody tr' },
  { name: 'protests', route: '/admin/events/:id/protests', shows: 'tbody tr' },
  { name: 'display', route: '/admin/events/:id/display' },
  { name: 'results', route: '/admin/events/:id/results' },
  { name: 'certificates', route: '/admin/events/:id/certificates', shows: 'article' },
]

type ShownRecords = Pick<PageRecords, 'asAdmin' | 'liveEventId' | 'finalEventId'>

/**
 * Lists the pictures of the handbook with the paths of their pages. The code of a judge signs in to the
 * judges' app.
 */
export const listHandbookPicturePages = async (
  { asAdmin, liveEventId, finalEventId }: ShownRecords,
  judgeCode: string,
) => {
  const findPath = async (route: string) =>
    route.startsWith('/admin/events/:id')
      ? route.replace(':id', route.endsWith('/certificates') ? finalEventId : liveEventId)
      : await getAdminPagePath(route, asAdmin)
  const ofPages = pictures.map(async ({ name, route, shows = 'h2', from }) => ({
    name,
    path: await findPath(route),
    shows,
    from,
  }))
  return [
    ...(await Promise.all(ofPages)),
    {
      name: 'judge-app',
      path: `/judge/#code=${judgeCode}`,
      shows: 'main input[type="search"]',
      from: undefined,
    },
  ]
}

const usage = `Usage: npm run screenshots [-- ADDRESS …]     takes a picture of every page of web/routes.ts, or only of those whose address begins so, on a server
                                              with demo content, into screenshots/
  --lang=ar  --scheme=dark  --width=360      take less of each page; by default both languages and colour schemes, at four widths
  --handbook                                  takes the pictures of the handbook instead, or those with the given names, into docs/handbook/pictures/`
const { values: options, positionals: selected } = parseCommandLineOrExit({
  usage,
  positionals: [0, Number.POSITIVE_INFINITY],
  options: {
    lang: { type: 'string', default: 'en,ar' },
    scheme: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '360,768,1280,1920' },
    handbook: { type: 'boolean', default: false },
  },
})
const [langs, schemes, widths] = [
  options.lang.split(','),
  options.scheme.split(','),
  options.width.split(',').map(Number),
]
const print = (text: string) => process.stdout.write(`${text}\n`)
/** Pages are cut here: a full list in one picture is too large to look at. */
const maxHeight = 10_000
const admin = { email: 'admin@screenshots.example', password: 'a password for the screenshots only' }

const folder = createDataFolder('botola-screenshots')
const server = startScript(
  'build/program/main.js',
  {
    ...{
      NODE_ENV: 'production',
      DEMO: 'on',
      BOTOLA_ROOT: resolve('.'),
      DATA_DIR: folder.path,
      PORT: String(await findFreePort()),
    },
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
  const reply = await postJson(getPath('POST /api/adduser'), '', {
    national_id: email,
    loginType: 'email',
    password: secret,
    type,
  })
  const token = reply.headers.get('authorization') ?? ''
  const { user } = (await (await postJson(getPath('POST /api/getuser'), token, {})).json()) as {
    user: PublishedSessionUser
  }
  return {
    token,
    user: { id: fromPublishedSessionUser(user).id, name: 'Mona Saleh', firstName: 'Mona', role, lang: 'en' },
  }
}

/** Signs in the administrator, and finds the demo events that are shown. */
const prepareAdministrator = async () => {
  const session = await signIn(admin.email, admin.password, 'admin')
  const asAdmin = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, { ...init, headers: { ...init.headers, authorization: session.token } })
  const reply = await asAdmin(`${getPath('GET /api/admin/events/list')}?per_page=100`)
  const { events } = (await reply.json()) as { events: EventListRow[] }
  const findEventId = (slug: string) => {
    const id = events.find((event) => event.slug === slug)?.id
    if (!id) throw new Error(`there is no demo event ${slug}`)
    return id
  }
  return {
    session,
    asAdmin,
    liveEventId: findEventId('desert-rally'),
    finalEventId: findEventId('warehouse-sprint'),
  }
}
type Administrator = Awaited<ReturnType<typeof prepareAdministrator>>

/** Creates a student with an unpaid team and an open payment, and one with a paid team, and signs them in. */
const prepareRecords = async ({ session, ...shown }: Administrator) => {
  process.env.BOTOLA_E2E_DATA = folder.path
  const team = await createUnpaidTeam()
  const payingTeam = await createUnpaidTeam()
  const sessions = {
    admin: session,
    account: await signIn(team.email, password, 'student'),
    payer: await signIn(payingTeam.email, password, 'student'),
  }
  const startPayment = async (token: string, teamId: string) => {
    const reply = await postJson(`${getPath('POST /api/payments')}/`, token, { teamId })
    const { payment, url } = (await reply.json()) as { payment: { id: string }; url: string }
    return { id: payment.id, orderRef: url.split('/').filter(Boolean).at(-1) ?? '' }
  }
  const openPayment = await startPayment(sessions.account.token, team.id)
  const paidPayment = await startPayment(sessions.payer.token, payingTeam.id)
  await postJson(
    getPath('POST /api/demo-payments/orders/:orderRef', { orderRef: paidPayment.orderRef }),
    '',
    {
      outcome: 'paid',
    },
  )
  const reply = await shown.asAdmin(
    getPath('GET /api/admin/events/:eventId/certificates', { eventId: shown.finalEventId }),
  )
  const { certificates } = (await reply.json()) as { certificates: { code: string }[] }
  const records: PageRecords = {
    ...shown,
    teamId: team.id,
    paymentId: openPayment.id,
    orderRef: openPayment.orderRef,
    paidPaymentId: paidPayment.id,
    certificateCode: certificates[0]?.code ?? '',
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

type Look = { lang: string; scheme: string }

/** Opens a browser that has chosen a language and a colour scheme, and is signed in if there is a session. */
const createContext = async (browser: Browser, { lang, scheme }: Look, session: Session | undefined) => {
  const context = await browser.newContext({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
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
  return context
}

/** Opens a path in a language, and waits for its data. */
const openPath = async (page: Page, path: string, lang: string) => {
  const url = new URL(path, address)
  if (lang === 'ar') url.searchParams.set('lang', lang)
  await page.goto(url.href, { waitUntil: 'load' })
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  // a page that still loads has no heading
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
}

const takePictures = async (browser: Browser, route: string, path: string, session: Session | undefined) => {
  for (const lang of langs)
    for (const scheme of schemes) {
      const context = await createContext(browser, { lang, scheme }, session)
      const page = await context.newPage()
      const name =
        route === '/*' ? 'not-found' : route.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await openPath(page, path, lang)
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

/** Takes the pictures of all pages, or of those that were selected. */
const takeAllPictures = async (browser: Browser, administrator: Administrator) => {
  const { sessions, records } = await prepareRecords(administrator)
  mkdirSync('screenshots', { recursive: true })
  const findSession = (visitor: Visitor) => (visitor === 'everyone' ? undefined : sessions[visitor])
  for (const route of pageRoutes) {
    const path = await getPagePath(route, records)
    if (path === undefined || (selected.length > 0 && !selected.some((start) => route.startsWith(start))))
      continue
    print(route)
    await takePictures(browser, route, path, findSession(visitorOfRoute(route)))
  }
}

/** Takes the pictures of the handbook, in the first window of each page. */
const takeHandbookPictures = async (browser: Browser, { session, ...shown }: Administrator) => {
  for (const name of ['Hall · القاعة', 'Entrance · المدخل'])
    await postJson(
      getPath('POST /api/admin/events/:eventId/screens', { eventId: shown.liveEventId }),
      session.token,
      { name },
    )
  const judgeCode = /\b\w{4}-\w{4}-\w{4}\b/.exec(await server.line('Judge of'))?.[0] ?? ''
  const pictures = await listHandbookPicturePages(shown, judgeCode)
  for (const lang of langs) {
    const context = await createContext(browser, { lang, scheme: 'light' }, session)
    const page = await context.newPage()
    await page.setViewportSize({ width: 1280, height: 800 })
    const pictureFolder = join('docs/handbook/pictures', lang)
    mkdirSync(pictureFolder, { recursive: true })
    for (const { name, path, shows, from } of pictures) {
      if (selected.length > 0 && !selected.includes(name)) continue
      await openPath(page, path, lang)
      await page.locator(shows).first().waitFor()
      if (from)
        await page
          .locator(from)
          .first()
          .evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top - 80))
      const picture = await page.screenshot()
      await sharp(picture)
        .webp({ quality: 72, effort: 6 })
        .toFile(join(pictureFolder, `${name}.webp`))
    }
    await context.close()
  }
}

let browser: Browser | undefined
try {
  const administrator = await prepareAdministrator()
  browser = await launchBrowser(findOrInstallBrowser())
  if (options.handbook) await takeHandbookPictures(browser, administrator)
  else await takeAllPictures(browser, administrator)
} finally {
  await browser?.close()
  await server.stop()
  folder.remove()
}
