import { createHash, randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Lang } from '#contract/localized.ts'
import type { CreatePages, Origin } from '#web/entry.server.tsx'
import type { Made } from './finished.ts'

type PageInfo = { lang: Lang; dir: 'ltr' | 'rtl'; siteUrl: string; siteName: string }
type Render = (request: Request, page: PageInfo, nonce: string, origin: Origin) => Promise<Response>
export type Pages = { render: Render; close: () => Promise<void> }

const door = (build: ServerBuild) => (build.entry.module as unknown as { createPages: CreatePages }).createPages

/** A `fetch` that calls this process itself, for pages that are rendered here. */
const injectFetch =
  (app: FastifyInstance, lang: Lang) =>
  async (path: string, init: RequestInit = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const reply = await app.inject({ method: (init.method ?? 'GET') as 'GET', url: path, headers: { ...headers, cookie: `lang=${lang}` } })
    const received = new Headers()
    for (const [name, value] of Object.entries(reply.headers)) if (value !== undefined) received.set(name, String(value))
    const empty = reply.statusCode === 204 || reply.statusCode === 304
    return new Response(empty ? null : new Uint8Array(reply.rawPayload), { status: reply.statusCode, headers: received })
  }

/** The built pages of `npm start`. */
export const builtPages = async (app: FastifyInstance, root: string): Promise<Pages> => {
  const build = (await import(pathToFileURL(`${root}/build/server/index.js`).href)) as ServerBuild
  const pages = door(build)(build, 'production')
  return {
    render: (request, page, nonce, origin) => pages(request, injectFetch(app, page.lang), page, nonce, origin),
    close: async () => {},
  }
}

/** The pages of `npm run dev`: compiled on request, replaced in the browser while they are edited. */
export const livePages = async (app: FastifyInstance, root: string): Promise<Pages> => {
  const { createServer } = await import('vite')
  const { default: middie } = await import('@fastify/middie')
  const [onTerm, onEnd] = [process.listeners('SIGTERM'), process.stdin.listeners('end')]
  const vite = await createServer({
    root,
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  // the compiler inside would end the process by itself, before the database is stopped
  for (const listener of process.listeners('SIGTERM')) if (!onTerm.includes(listener)) process.off('SIGTERM', listener)
  for (const listener of process.stdin.listeners('end')) if (!onEnd.includes(listener)) process.stdin.off('end', listener as () => void)
  await app.register(middie, { hook: 'onRequest' })
  app.use((request, response, next) => (request.url?.startsWith('/api/') ? next() : vite.middlewares(request, response, next)))
  return {
    render: async (request, page, nonce, origin) => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
      return door(build)(build, 'development')(request, injectFetch(app, page.lang), page, nonce, origin)
    },
    close: () => vite.close(),
  }
}

/** Takes the nonce out of a rendered page and gives the hashes of the inline scripts that carried it; any other script stays without a hash. */
const seal = (html: string, nonce: string) => {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes, text] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes?.includes(mark) && !attributes.includes(' src='))
      hashes.add(
        `'sha256-${createHash('sha256')
          .update(text ?? '')
          .digest('base64')}'`,
      )
  return { html: html.replaceAll(mark, ''), hashes: [...hashes] }
}

const policy = (hashes: string[]) =>
  `default-src 'none'; script-src 'self' ${hashes.join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** Renders the page of a path. `path` has no host. */
export const makePage = async (
  pages: Pages,
  options: { path: string; lang: Lang; siteUrl: string; siteName: string; dev: boolean; origin: Origin },
): Promise<Made> => {
  const nonce = randomBytes(18).toString('base64url')
  const request = new Request(new URL(options.path, options.siteUrl), { headers: { accept: 'text/html' } })
  const page = await pages.render(
    request,
    { lang: options.lang, dir: options.lang === 'ar' ? 'rtl' : 'ltr', siteUrl: options.siteUrl, siteName: options.siteName },
    nonce,
    options.origin,
  )
  const headers = Object.fromEntries(page.headers)
  const type = headers['content-type'] ?? 'text/html; charset=utf-8'
  const body = await page.text()
  if (!type.startsWith('text/html')) return { status: page.status, type, body, headers }
  const sealed = seal(body, nonce)
  // the address of a token login is a secret: it must not become the name of something kept, here or in a cache on the way
  const withToken = /[?&]token=/.test(options.path)
  return {
    status: page.status,
    type,
    body: sealed.html,
    headers: {
      ...headers,
      ...(withToken ? { 'cache-control': 'no-store' } : {}),
      'content-language': options.lang,
      ...(options.dev ? {} : { 'content-security-policy': policy(sealed.hashes) }),
    },
    seconds: 60,
    store: !withToken,
  }
}
