import { createApiCall, type Fetch } from './api/call.ts'
import { createCompetitionApi, createContentApi } from './api/content.ts'
import { createCertificateApi, createEventApi } from './api/events.ts'
import { createScoreApi } from './api/scores.ts'
import { createDownloadRegistrationApi, createMessageApi, createRegistrationApi, createUnsubscribeApi } from './api/visitor-forms.ts'

/** Creates the API client of the public pages over any `fetch`. */
export const createPublicApi = (fetch: Fetch) => {
  const call = createApiCall(fetch)
  return {
    certificates: createCertificateApi(call),
    competitions: createCompetitionApi(call),
    content: createContentApi(call),
    events: createEventApi(call),
    scores: createScoreApi(call),
    download: createDownloadRegistrationApi(call),
    messages: createMessageApi(call),
    registration: createRegistrationApi(call),
    unsubscribe: createUnsubscribeApi(call),
  }
}
export type PublicApi = ReturnType<typeof createPublicApi>

let cachedApi: PublicApi | undefined
/** Returns the API client over `window.fetch`. */
export const getBrowserApi = (): PublicApi => {
  cachedApi ??= createPublicApi((path, init) => window.fetch(path, init))
  return cachedApi
}
