import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { detectLanguage } from './language.ts'
import { createDevPages, loadBuiltPages, type PageRenderer, renderPage } from './render-page.ts'
import { sendCachedResponse } from './send-cached-response.ts'

const yearLong = 'public, max-age=31536000, immutable'

/** Registers the static files of the build and, for every path without a route, its page. */
export const registerPages = async (
  app: FastifyInstance,
  { deps, root, from }: { deps: Deps; root: string; from: 'built' | 'live' | 'none' },
) => {
  if (from === 'none') return
  const pages: PageRenderer = from === 'live' ? await createDevPages(app, root) : await loadBuiltPages(app, root)
  if (from === 'built' && existsSync(`${root}/build/client`))
    await app.register(fastifyStatic, {
      root: `${root}/build/client`,
      wildcard: false,
      index: false,
      // the build writes the compressed files (scripts/compress.ts)
      preCompressed: true,
      globIgnore: ['**/.vite/**'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? yearLong : 'public, max-age=3600')
      },
    })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const options = {
        path: request.url,
        lang: detectLanguage(request.url, request.headers),
        siteUrl: deps.config.SITE_URL,
        siteName: deps.config.SITE_NAME,
        dev: from === 'live',
        origin: { id: request.id, onError: (error: unknown) => request.log.error({ err: error }, 'page failed') },
      }
      if (from === 'live') {
        const page = await renderPage(pages, options)
        // Vite adds inline scripts for hot reload: only built pages have a content security policy
        reply.removeHeader('content-security-policy')
        return reply
          .code(page.status ?? 200)
          .headers({ 'content-type': page.type, ...page.headers, 'cache-control': 'no-store' })
          .send(page.body)
      }
      return sendCachedResponse(deps.responseCache, request, reply, ['pages'], () => renderPage(pages, options))
    },
  })
  app.addHook('onClose', () => pages.close())
}
