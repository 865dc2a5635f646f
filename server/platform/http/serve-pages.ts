import { existsSync } from 'node:fs'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import {
  certificateCodeLength,
  listPossibleCodesOfTypedText,
  maxTypedCodeLength,
} from '#contract/event/judging/judge-code.ts'
import type { Deps } from '#server/deps.ts'
import { defaultPageSettings, getPageSettings } from '#server/platform/settings/service.ts'
import { getCacheKey } from './cache-key.ts'
import { compressByEncoding, selectEncoding } from './compression.ts'
import { readLanguageFromQueryOrCookie } from './language.ts'
import {
  loadBuiltPageRenderer,
  type PageRenderer,
  renderPageToResponse,
  renderRouteManifest,
  startDevPageRenderer,
} from './render-page.ts'
import { sendCachedOrRenderedResponse } from './response-cache.ts'

/**
 * Pages that one address may have rendered in a minute. Pages in the response cache, also stale ones, and
 * those that wait for it are not counted: a whole school may use one address.
 */
const maxRendersPerMinute = 600
/**
 * Returns the part of the path that shows the certificate of a typed code: the code in its stored form, or the
 * text itself where it can be several codes, because only the call of the page knows them.
 */
const buildCertificatePath = (typed: string): string => {
  const text = typed.slice(0, maxTypedCodeLength).toWellFormed().trim()
  if (text === '') return ''
  const [code, other] = listPossibleCodesOfTypedText(text, certificateCodeLength)
  if (other !== undefined) {
    // an Arabic keyboard types this letter for a slash
    const parts = text.replace(/[?؟#].*$/s, '').split(/[/ظ]/)
    return `${encodeURIComponent(parts.findLast((part) => part !== '') ?? '-')}/`
  }
  return `${
    code ??
    (text
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .slice(0, 60) ||
      '-')
  }/`
}
const yearLong = 'public, max-age=31536000, immutable'

/** Registers the static files of the build and, for every path without a route, its page. */
export const registerStaticFilesAndPages = async (
  app: FastifyInstance,
  { deps, root, from }: { deps: Deps; root: string; from: 'built' | 'live' | 'none' },
) => {
  if (from === 'none') return
  // a page without the database is rendered, too, with the settings of the last page
  let settings = defaultPageSettings
  const pages: PageRenderer =
    from === 'live' ? await startDevPageRenderer(app, root) : await loadBuiltPageRenderer(app, root)
  if (from === 'built' && existsSync(`${root}/build/client`)) {
    const files: FastifyStaticOptions = {
      root: `${root}/build/client`,
      wildcard: false,
      index: false,
      // the build writes the compressed files (scripts/compress.ts)
      preCompressed: true,
      // each file gets a route of its own, which takes time: the hundreds below assets have one together
      globIgnore: ['**/.vite/**', '**/*.br', '**/*.gz', 'assets/**'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? yearLong : 'public, max-age=3600')
        // its policy decides what the service worker may fetch
        if (path.includes('service-worker.js'))
          reply.headers({
            'content-security-policy': "default-src 'none'; connect-src 'self'",
            'cache-control': 'no-cache',
          })
      },
    }
    await app.register(fastifyStatic, files)
    await app.register(fastifyStatic, {
      ...files,
      root: `${root}/build/client/assets`,
      prefix: '/assets/',
      wildcard: true,
      decorateReply: false,
    })
  }
  // the router of the browser asks for the routes of links and navigations; its URL has no page and is not
  // cached here
  app.get('/__manifest', { exposeHeadRoute: false, schema: { hide: true } }, async (request, reply) => {
    const { SITE_URL: siteUrl, SITE_NAME: siteCode, OIDC_NAME: signInProvider } = deps.config
    const origin = {
      id: request.id,
      onError: (error: unknown) => request.log.error({ err: error }, 'route manifest failed'),
    }
    const lang = readLanguageFromQueryOrCookie(request.url, request.headers)
    const { status, headers, body } = await renderRouteManifest(pages, {
      url: request.url,
      lang,
      siteUrl,
      siteCode,
      signInProvider,
      origin,
    })
    const encoding = selectEncoding(Buffer.byteLength(body), request.headers['accept-encoding'])
    return reply
      .code(status)
      .headers({
        // routes depend on the version of the build, which is in the URL; another version is no reply to keep
        'cache-control': 'no-store',
        ...headers,
        ...(status === 200 ? { 'content-type': 'application/json; charset=utf-8' } : {}),
        vary: 'Accept-Encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      })
      .send(encoding === 'identity' ? body : await compressByEncoding[encoding](Buffer.from(body)))
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    schema: { hide: true },
    config: {
      rateLimit: {
        max: maxRendersPerMinute,
        timeWindow: '1 minute',
        // a stale page is rendered once after a write, however many visitors request it
        allowList: ({ raw }) =>
          deps.responseCache.isPending(getCacheKey(raw)) || deps.responseCache.has(getCacheKey(raw)),
      },
    },
    handler: async (request, reply) => {
      // the scope of the service worker of the judges' app ends with a slash
      if (/^\/judge(\?|$)/.test(request.url))
        return reply.redirect(request.url.replace('/judge', '/judge/'), 308)
      const typedCode = /^\/verify\/?\?/.test(request.url)
        ? new URLSearchParams(request.url.replace(/^[^?]*/, '')).get('code')
        : null
      if (typedCode !== null) {
        return reply.redirect(
          `/verify/${buildCertificatePath(typedCode)}${readLanguageFromQueryOrCookie(request.url, {}) === 'ar' ? '?lang=ar' : ''}`,
          303,
        )
      }
      const lang = readLanguageFromQueryOrCookie(request.url, request.headers)
      const pattern = pages.matchRoute(request.url.replace(/\?.*/, ''))
      settings = await getPageSettings(deps).catch(() => settings)
      // all paths without a page share one page in each language
      const isNotFound = pattern.endsWith('*')
      const options = {
        path: isNotFound ? pattern.replace('*', 'not-found') : request.url,
        isNotFound,
        lang,
        siteUrl: deps.config.SITE_URL,
        siteCode: deps.config.SITE_NAME,
        signInProvider: deps.config.OIDC_NAME,
        settings,
        dev: from === 'live',
        origin: {
          id: request.id,
          onError: (error: unknown) => request.log.error({ err: error }, 'page failed'),
        },
      }
      if (from === 'live') {
        const page = await renderPageToResponse(pages, options)
        // Vite adds inline scripts for hot reload: only built pages have a content security policy
        reply.removeHeader('content-security-policy')
        return reply
          .code(page.status ?? 200)
          .headers({ 'content-type': page.type, ...page.headers, 'cache-control': 'no-store' })
          .send(page.body)
      }
      return sendCachedOrRenderedResponse(
        deps.responseCache,
        request,
        reply,
        ['pages', 'settings'],
        () => renderPageToResponse(pages, options),
        isNotFound ? `${lang} ${pattern}` : getCacheKey(request.raw),
      )
    },
  })
  app.addHook('onClose', () => pages.close())
}
