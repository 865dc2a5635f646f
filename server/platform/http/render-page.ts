import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Lang } from '#contract/platform/localized.ts'
import { defaultBrand } from '#contract/platform/settings.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { defaultPageSettings, type PageSettings } from '#server/platform/settings/service.ts'
import type { CreatePageHandler, CreateRoutePatternLookup, PageRequest } from '#web/entry.server.tsx'
import type { PageInfo } from '#web/shared/api-context.ts'
import { normalizeUrlForCache } from './cache-key.ts'
import type { RenderedResponse } from './response-cache.ts'

type Render = (
  request: Request,
  page: PageInfo,
  nonce: string,
  origin: PageRequest,
  onServerError: () => void,
) => Promise<Response>
/**
 * `matchRoute` returns the pattern of the page of a path, such as `/events/:slug`; patterns of paths without
 * a page end in `*`.
 */
export type PageRenderer = {
  render: Render
  matchRoute: (path: string) => string
  close: () => Promise<void>
}

const getEntryModule = (build: ServerBuild) =>
  build.entry.module as unknown as {
    createPageHandler: CreatePageHandler
    createRoutePatternLookup: CreateRoutePatternLookup
  }

/**
 * Creates a `fetch` that calls the routes of this process, for server rendering. `onServerError` is called
 * for each reply with a status from 500.
 */
const createInjectFetch =
  (app: FastifyInstance, lang: Lang, onServerError: () => void) =>
  async (path: string, init: RequestInit = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const reply = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      headers: { ...headers, cookie: `lang=${lang}` },
    })
    if (reply.statusCode >= 500) onServerError()
    const received = new Headers()
    for (const [name, value] of Object.entries(reply.headers))
      if (value !== undefined) received.set(name, String(value))
    const empty = reply.statusCode === 204 || reply.statusCode === 304
    return new Response(empty ? null : new Uint8Array(reply.rawPayload), {
      status: reply.statusCode,
      headers: received,
    })
  }

/** Loads the built pages of `npm start`. */
export const loadBuiltPageRenderer = async (app: FastifyInstance, root: string): Promise<PageRenderer> => {
  const build = (await import(pathToFileURL(`${root}/build/server/index.js`).href)) as ServerBuild
  const { createPageHandler, createRoutePatternLookup } = getEntryModule(build)
  const files = JSON.parse(await readFile(`${root}/build/client/.vite/manifest.json`, 'utf8')) as Record<
    string,
    { file: string }
  >
  const getScriptUrl = (source: string) => `/${files[source]?.file}`
  const pages = createPageHandler(build, 'production', {
    en: getScriptUrl('i18n/en.ts'),
    ar: getScriptUrl('i18n/ar.ts'),
  })
  return {
    matchRoute: createRoutePatternLookup(build),
    render: (request, page, nonce, origin, onServerError) =>
      pages(request, createInjectFetch(app, page.lang, onServerError), page, nonce, origin),
    close: async () => {},
  }
}

/** Creates the pages of `npm run dev`: compiled on request, with hot reload. */
export const startDevPageRenderer = async (app: FastifyInstance, root: string): Promise<PageRenderer> => {
  const { createServer } = await import('vite')
  const { default: middie } = await import('@fastify/middie')
  const [onTerm, onEnd] = [process.listeners('SIGTERM'), process.stdin.listeners('end')]
  const vite = await createServer({
    root,
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  // Vite's listeners would end the process before the database is stopped
  for (const listener of process.listeners('SIGTERM'))
    if (!onTerm.includes(listener)) process.off('SIGTERM', listener)
  for (const listener of process.stdin.listeners('end'))
    if (!onEnd.includes(listener)) process.stdin.off('end', listener as () => void)
  await app.register(middie, { hook: 'onRequest' })
  app.use((request, response, next) =>
    request.url?.startsWith('/api/') ? next() : vite.middlewares(request, response, next),
  )
  return {
    matchRoute: () => '/',
    render: async (request, page, nonce, origin, onServerError) => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
      return getEntryModule(build).createPageHandler(build, 'development')(
        request,
        createInjectFetch(app, page.lang, onServerError),
        page,
        nonce,
        origin,
      )
    },
    close: () => vite.close(),
  }
}

/**
 * Removes the nonce from a rendered page and returns the hashes of the inline scripts that had it. Other
 * scripts get no hash.
 */
const replaceNonceByHashes = (html: string, nonce: string) => {
  const attribute = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes, text] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes?.includes(attribute) && !attributes.includes(' src='))
      hashes.add(
        `'sha256-${createHash('sha256')
          .update(text ?? '')
          .digest('base64')}'`,
      )
  return { html: html.replaceAll(attribute, ''), hashes: [...hashes] }
}

/** What a page says of the process that renders it, and its language. */
type ProcessInfo = Pick<PageInfo, 'lang' | 'siteUrl' | 'siteCode' | 'signInProvider'>

/** Returns the data of the root route. */
const toPageInfo = (
  { lang, siteUrl, siteCode, signInProvider }: ProcessInfo,
  {
    timeZone,
    brand,
    showCounters,
    eventListRegion,
    phoneCountry,
    isRegistrationEnabled,
    readOnlyMode,
  }: PageSettings,
): PageInfo => ({
  lang,
  dir: lang === 'ar' ? 'rtl' : 'ltr',
  siteUrl,
  siteCode,
  timeZone,
  today: toDateInTimeZone(new Date(), timeZone),
  brand: {
    name: brand.name[lang],
    isStandard: brand.name[lang] === defaultBrand.name[lang],
    logo: brand.logo,
    accentColor: brand.accentColor,
    tagline: brand.tagline[lang],
    about: brand.about[lang],
  },
  showCounters,
  eventListRegion,
  phoneCountry,
  isRegistrationEnabled,
  readOnlyMessage: readOnlyMode.isOn ? readOnlyMode.message[lang] : null,
  signInProvider,
})

/** Returns true for pages that read QR codes with a library in WebAssembly. */
const isPageWithScanner = (path: string) => /^\/(?:admin|judge)(?:[/?]|$)/.test(path)

/**
 * Returns the policy for the features of a browser that pages may use: the camera of pages that read QR
 * codes, nothing else.
 */
const permissionsPolicy = (path: string) =>
  `camera=${isPageWithScanner(path) ? '(self)' : '()'}, geolocation=(), microphone=()`

const contentSecurityPolicy = (path: string, hashes: string[]) =>
  `default-src 'none'; script-src 'self' ${[...hashes, ...(isPageWithScanner(path) ? ["'wasm-unsafe-eval'"] : [])].join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/**
 * Renders the routes that the browser asks for before a navigation (`/__manifest?paths=…&version=…`). The
 * status is 204 when the browser has another build.
 */
export const renderRouteManifest = async (
  pages: PageRenderer,
  { url, origin, ...info }: ProcessInfo & { url: string; origin: PageRequest },
): Promise<{ status: number; headers: Record<string, string>; body: string }> => {
  const page = toPageInfo(info, defaultPageSettings)
  const response = await pages.render(new Request(new URL(info.siteUrl + url)), page, '', origin, () => {})
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

/**
 * Renders the page of a path (without a host). The status is 503 when a call of this process failed while the
 * page was rendered, because the page then lacks some of its content. A page without a route (`isNotFound`)
 * has the status 404 and is cached.
 */
export const renderPageToResponse = async (
  pages: PageRenderer,
  options: ProcessInfo & {
    path: string
    isNotFound: boolean
    settings: PageSettings
    dev: boolean
    origin: PageRequest
  },
): Promise<RenderedResponse> => {
  const nonce = randomBytes(18).toString('base64url')
  const url = normalizeUrlForCache(options.path)
  const request = new Request(new URL(options.siteUrl + url), { headers: { accept: 'text/html' } })
  let hasServerError = false
  const page = await pages.render(
    request,
    toPageInfo(options, options.settings),
    nonce,
    options.origin,
    () => {
      hasServerError = true
    },
  )
  const status = hasServerError && page.status < 500 ? 503 : options.isNotFound ? 404 : page.status
  const headers = Object.fromEntries(page.headers)
  const type = headers['content-type'] ?? 'text/html; charset=utf-8'
  const body = await page.text()
  if (!type.startsWith('text/html')) return { status, type, body, headers }
  const { html, hashes } = replaceNonceByHashes(body, nonce)
  // a URL with a login token or the code of a provider is a secret: it must not become the key of a cache entry,
  // here or in a proxy
  const withToken = /[?&]token=/.test(url) || options.path.startsWith('/admin/auth/provider')
  return {
    status,
    type,
    body: html,
    headers: {
      ...headers,
      ...(withToken ? { 'cache-control': 'no-store' } : {}),
      'content-language': options.lang,
      'permissions-policy': permissionsPolicy(options.path),
      ...(options.dev ? {} : { 'content-security-policy': contentSecurityPolicy(options.path, hashes) }),
    },
    seconds: 60,
    ...(withToken ? { store: false } : options.isNotFound ? { store: true } : {}),
  }
}
