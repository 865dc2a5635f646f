import type { Browser, BrowserContext, Request } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import type { CallServer } from './call-server.ts'

/**
 * What a page costs when it is opened. Sizes in kB: `json` before compression, `wire` as it arrives. Times in
 * milliseconds: `ready` until its data is drawn, `longestTask` of the browser, `slowestReply` of the server.
 */
export type PageCost = {
  json: number
  wire: number
  nodes: number
  longestTask: number
  ready: number
  slowestReply: number
}

/** Opens a browser window with the session of a user. */
export const createSignedInContext = async (
  browser: Browser,
  call: CallServer,
  { token, role }: { token: string; role: 'admin' | 'coach' },
): Promise<BrowserContext> => {
  const { user } = await call('POST', getPath('POST /api/getuser'), {}, token)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const stored = { id: user._id, name: 'Name', firstName: 'Name', role, lang: 'en' }
  await context.addInitScript(
    ({ token, user }) => {
      localStorage.setItem('access_token', token)
      localStorage.setItem('steb_token', token)
      localStorage.setItem('user_data', user)
    },
    { token, user: JSON.stringify(stored) },
  )
  return context
}

/** How long no request may be open before a page counts as ready. */
const quietMs = 500

/** How long a page may take to load. */
const longestLoadMs = 120_000

const isStream = (request: Request) => request.headers().accept?.includes('text/event-stream') ?? false

/** Opens a page in a browser window with an empty cache, and measures it. */
const measurePageOnce = async (openWindow: () => Promise<BrowserContext>, url: string): Promise<PageCost> => {
  const context = await openWindow()
  const page = await context.newPage()
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  const cost: PageCost = { json: 0, wire: 0, nodes: 0, longestTask: 0, ready: 0, slowestReply: 0 }
  const open = new Set<Request>()
  const sizes: Promise<void>[] = []
  const calls: Request[] = []
  const errors: string[] = []
  let lastChange = performance.now()
  const close = (request: Request) => {
    if (open.delete(request)) lastChange = performance.now()
  }
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('request', (request) => {
    if (isStream(request)) return
    open.add(request)
    lastChange = performance.now()
  })
  page.on('requestfailed', close)
  page.on('response', (reply) => {
    const { pathname } = new URL(reply.url())
    if (reply.status() >= 400) errors.push(`${reply.status()} ${pathname}`)
  })
  page.on('requestfinished', (request) => {
    sizes.push(
      (async () => {
        const reply = await request.response()
        if (!new URL(request.url()).pathname.startsWith('/api/') || !reply) return
        const { responseBodySize } = await request.sizes()
        calls.push(request)
        cost.wire += responseBodySize / 1000
        const { requestStart, responseStart } = request.timing()
        cost.slowestReply = Math.max(cost.slowestReply, responseStart - requestStart)
      })().catch(({ message }: Error) => void errors.push(message)),
    )
    close(request)
  })
  const startedAt = performance.now()
  await page.goto(url, { waitUntil: 'load' })
  while (open.size > 0 || performance.now() - lastChange < quietMs) {
    if (performance.now() - startedAt > longestLoadMs)
      throw new Error(`${url}: still open ${[...open].map((request) => request.url()).join(', ')}`)
    await new Promise((done) => setTimeout(done, 25))
  }
  cost.ready = lastChange - startedAt
  // the last replies are drawn
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 250))))
  await Promise.all(sizes)
  cost.nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  cost.longestTask = await page.evaluate(() =>
    Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks),
  )
  // Chromium forgets the bodies of replies that it loads early, so the same calls are made again
  for (const request of calls.filter((call) => call.method() === 'GET')) {
    const { authorization = '' } = await request.allHeaders()
    const reply = await context.request.get(request.url(), { headers: { authorization } })
    cost.json += (await reply.body()).length / 1000
  }
  await context.close()
  if (errors.length > 0) throw new Error(`${url}: ${[...new Set(errors)].join('; ')}`)
  return cost
}

const getMedian = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Opens a page three times, each in a new window. Returns the median of each figure. */
export const measurePageCost = async (
  openWindow: () => Promise<BrowserContext>,
  url: string,
): Promise<PageCost> => {
  const costs = [
    await measurePageOnce(openWindow, url),
    await measurePageOnce(openWindow, url),
    await measurePageOnce(openWindow, url),
  ]
  const median = (figure: keyof PageCost) => getMedian(costs.map((cost) => cost[figure]))
  return {
    ...{ json: median('json'), wire: median('wire'), nodes: median('nodes') },
    ...{ longestTask: median('longestTask'), ready: median('ready') },
    slowestReply: median('slowestReply'),
  }
}
