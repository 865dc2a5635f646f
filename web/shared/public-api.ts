import { createCall, type Fetch } from './api/call.ts'
import { contentCalls } from './api/content.ts'
import { downloadCalls } from './api/download.ts'
import { eventCalls } from './api/events.ts'
import { messageCalls } from './api/messages.ts'
import { registrationCalls } from './api/registration.ts'
import { scoreCalls } from './api/scores.ts'

/** Everything a visitor's page can ask of the server, over any `fetch`. */
export const createApi = (fetch: Fetch) => {
  const call = createCall(fetch)
  return {
    content: contentCalls(call),
    events: eventCalls(call),
    scores: scoreCalls(call),
    download: downloadCalls(call),
    messages: messageCalls(call),
    registration: registrationCalls(call),
  }
}
export type Api = ReturnType<typeof createApi>

let ofBrowser: Api | undefined
/** The API over the browser's own `fetch`. */
export const browserApi = (): Api => {
  ofBrowser ??= createApi((path, init) => window.fetch(path, init))
  return ofBrowser
}
