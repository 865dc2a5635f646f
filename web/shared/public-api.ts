import { createApiCall, type Fetch } from './api/call.ts'
import { contentCalls } from './api/content.ts'
import { createDownloadApi } from './api/download.ts'
import { eventCalls } from './api/events.ts'
import { messageCalls } from './api/messages.ts'
import { createRegistrationApi } from './api/registration.ts'
import { scoreCalls } from './api/scores.ts'

/** Creates the API client of the public pages over any `fetch`. */
export const createPublicApi = (fetch: Fetch) => {
  const call = createApiCall(fetch)
  return {
    content: contentCalls(call),
    events: eventCalls(call),
    scores: scoreCalls(call),
    download: createDownloadApi(call),
    messages: messageCalls(call),
    registration: createRegistrationApi(call),
  }
}
export type PublicApi = ReturnType<typeof createPublicApi>

let cachedApi: PublicApi | undefined
/** Returns the API client over `window.fetch`. */
export const getBrowserApi = (): PublicApi => {
  cachedApi ??= createPublicApi((path, init) => window.fetch(path, init))
  return cachedApi
}
