import { PrecacheController } from 'workbox-precaching'
import { determineInitialAppLanguage } from './app-language.ts'

/** The files of the judges' app, inserted by scripts/build-service-worker.ts. */
declare const __PRECACHE_ENTRIES__: { url: string; revision: string | null }[]

/** The parts of the scope of a service worker that this file uses; the types of the pages have none. */
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = ExtendableEvent & { request: Request; respondWith: (response: Promise<Response>) => void }
type WorkerScope = {
  addEventListener: (<E extends Event>(
    type: 'install' | 'activate' | 'fetch' | 'message',
    listener: (event: E) => void,
  ) => void) & {}
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  location: Location
  navigator: { languages: readonly string[] }
  cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> }
}
const worker = globalThis as unknown as WorkerScope

const controller = new PrecacheController()
controller.addToCacheList(__PRECACHE_ENTRIES__)

/**
 * Returns the language of a page. The page opens itself again in the chosen language when this browser does
 * not show cookies to service workers.
 */
const detectPageLanguage = async (url: URL) =>
  determineInitialAppLanguage({
    address: url.searchParams.get('lang'),
    chosen: (await worker.cookieStore?.get('lang').catch(() => null))?.value,
    device: worker.navigator.languages,
  })

/**
 * Answers with the stored page, which fits the stored scripts. A new version replaces all of them together.
 */
const respondWithPage = async (event: FetchEvent): Promise<Response> => {
  const lang = await detectPageLanguage(new URL(event.request.url))
  return controller.createHandlerBoundToURL(`/judge/?lang=${lang}`)({
    event,
    request: event.request,
    url: new URL(event.request.url),
  } as never)
}

worker.addEventListener('install', (event: ExtendableEvent) =>
  event.waitUntil(controller.install(event as never)),
)
worker.addEventListener('activate', (event: ExtendableEvent) =>
  event.waitUntil(controller.activate(event as never).then(() => worker.clients.claim())),
)
worker.addEventListener('message', (event: MessageEvent & ExtendableEvent) => {
  if (event.data === 'skip-waiting') event.waitUntil(worker.skipWaiting())
})
worker.addEventListener('fetch', (event: FetchEvent) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(respondWithPage(event))
  else if (controller.getCacheKeyForURL(request.url))
    event.respondWith(controller.strategy.handle({ event, request } as never))
})
