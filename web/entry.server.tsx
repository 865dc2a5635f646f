import { renderToReadableStream } from 'react-dom/server'
import { createContext, createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild, ServerRouter } from 'react-router'
import { ar } from '#i18n/ar.ts'
import { en } from '#i18n/en.ts'
import type { Fetch } from '#web/lib/api/call.ts'
import { createApi } from '#web/lib/api.ts'
import { apiContext, type PageInfo, pageContext } from '#web/lib/api-context.ts'
import { NonceContext } from '#web/lib/nonce.ts'
import { createTexts, TextsProvider } from '#web/lib/texts.ts'

const languages = { en: createTexts('en', en), ar: createTexts('ar', ar) }
const nonceContext = createContext<string>()

/** The server's only door into the page code: everything of react-router stays on this side, so that there is one copy of it. */
export const createPages = (build: ServerBuild, mode: string) => {
  const handle = createRequestHandler(build, mode)
  return (request: Request, fetch: Fetch, page: PageInfo, nonce: string) => {
    const context = new RouterContextProvider()
    context.set(apiContext, createApi(fetch))
    context.set(pageContext, page)
    context.set(nonceContext, nonce)
    return handle(request, context)
  }
}
export type CreatePages = typeof createPages

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  let code = status
  const nonce = context.get(nonceContext)
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <TextsProvider value={languages[context.get(pageContext).lang]}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </TextsProvider>
    </NonceContext>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        code = 500
        console.error('page', error)
      },
    },
  )
  await body.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(body, { headers, status: code })
}
