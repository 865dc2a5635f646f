import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { languageOf } from './language.ts'
import { builtPages, livePages, makePage, type Pages } from './pages.ts'
import { sendFinished } from './send-finished.ts'

const yearLong = 'public, max-age=31536000, immutable'

/** Static files of the build and, for every path that nothing else answers, the page of that path. */
export const servePages = async (
  app: FastifyInstance,
  { deps, root, from }: { deps: Deps; root: string; from: 'built' | 'live' | 'none' },
) => {
  if (from === 'none') return
  const pages: Pages = from === 'live' ? await livePages(app, root) : await builtPages(app, root)
  if (from === 'built' && existsSync(`${root}/build/client`))
    await app.register(fastifyStatic, {
      root: `${root}/build/client`,
      wildcard: false,
      index: false,
      // the build puts them beside (scripts/compress.ts)
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
        lang: languageOf(request.url, request.headers),
        siteUrl: deps.config.SITE_URL,
        siteName: deps.config.SITE_NAME,
        dev: from === 'live',
        origin: { id: request.id, failed: (error: unknown) => request.log.error({ err: error }, 'page failed') },
      }
      if (from === 'live') {
        const page = await makePage(pages, options)
        // what reloads edited code writes scripts of its own: only built pages have a policy
        reply.removeHeader('content-security-policy')
        return reply
          .code(page.status ?? 200)
          .headers({ 'content-type': page.type, ...page.headers, 'cache-control': 'no-store' })
          .send(page.body)
      }
      return sendFinished(deps.finished, request, reply, ['pages'], () => makePage(pages, options))
    },
  })
  app.addHook('onClose', () => pages.close())
}
