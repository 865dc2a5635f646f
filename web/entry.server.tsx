import { renderToReadableStream } from 'react-dom/server'
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import type { Lang } from '#contract/platform/localized.ts'
import { ar } from '#i18n/ar.ts'
import { en } from '#i18n/en.ts'
import type { Fetch } from '#web/shared/api/call.ts'
import { createPublicApi } from '#web/shared/api/public-api.ts'
import { apiContext, type PageInfo, pageContext } from '#web/shared/api-context.ts'
import { NonceContext, RequestIdContext } from '#web/shared/request-contexts.ts'
import { createTextsFromCatalogue, TextsProvider } from '#web/shared/texts.ts'
import { deferScriptsUntilPaintInHtml, singleQuotePageDataInHtml } from './page-scripts.ts'

const catalogues = { en, ar }
const nonceContext = createContext<string>()
const originContext = createContext<PageRequest>()
/** The URL of the script with the texts of the page; undefined in development. */
const textsUrlContext = createContext<string | undefined>()

/** The id of the request of a page, and a function that logs its errors. */
export type PageRequest = { id: string; onError: (error: unknown) => void }

/**
 * The only entry point of the server into the page code, so that react-router is loaded once. `textsUrls` are
 * the URLs of the built scripts with the texts of each language.
 */
export const createPageHandler = (build: ServerBuild, mode: string, textsUrls?: Record<Lang, string>) => {
  const handle = createRequestHandler(build, mode)
  return (request: Request, fetch: Fetch, page: PageInfo, nonce: string, origin: PageRequest) => {
    const context = new RouterContextProvider()
    context.set(apiContext, createPublicApi(fetch))
    context.set(pageContext, page)
    context.set(nonceContext, nonce)
    context.set(originContext, origin)
    context.set(textsUrlContext, textsUrls?.[page.lang])
    return handle(request, context)
  }
}
export type CreatePageHandler = typeof createPageHandler

/**
 * Returns a function that gives the pattern of the page of a path, such as `/events/:slug`; patterns of paths
 * without a page end in `*`.
 */
export const createRoutePatternLookup = ({ routes }: Pick<ServerBuild, 'routes'>) => {
  const toRouteObjects = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap<RouteObject>((route) => {
      if (!route || route.parentId !== parentId) return []
      const path = route.path === undefined ? {} : { path: route.path }
      return [route.index ? { ...path, index: true } : { ...path, children: toRouteObjects(route.id) }]
    })
  const tree = toRouteObjects(undefined)
  return (path: string): string =>
    // a path with an encoded line break matches no route, not even `*`
    matchRoutes(tree, path)?.reduce(
      (pattern, { route }) => (route.path ? `${pattern.replace(/\/$/, '')}/${route.path}` : pattern),
      '/',
    ) ?? '/*'
}
export type CreateRoutePatternLookup = typeof createRoutePatternLookup

/** Logs an error of a loader, but not the responses that a loader throws. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(originContext).onError(error)
}

export default async function renderPageResponse(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  let code = status
  const nonce = context.get(nonceContext)
  const { lang, brand } = context.get(pageContext)
  const { id, onError: logError } = context.get(originContext)
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <RequestIdContext value={id}>
        <TextsProvider value={createTextsFromCatalogue(lang, catalogues[lang], brand.name)}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </TextsProvider>
      </RequestIdContext>
    </NonceContext>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        code = 500
        logError(error)
      },
    },
  )
  await body.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const html = singleQuotePageDataInHtml(await new Response(body).text())
  const textsUrl = context.get(textsUrlContext)
  return new Response(textsUrl ? deferScriptsUntilPaintInHtml(html, textsUrl) : html, {
    headers,
    status: code,
  })
}
