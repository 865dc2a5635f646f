import { createApiCall, type Fetch } from './api/call.ts'
import { createCertificateApi } from './api/certificates.ts'
import { createCompetitionApi } from './api/competitions.ts'
import { createContentApi } from './api/content.ts'
import { createDownloadRegistrationApi } from './api/download-registration.ts'
import { createEventApi } from './api/events.ts'
import { createMessageApi } from './api/messages.ts'
import { createUnsubscribeApi } from './api/news-preference.ts'
import { createRegistrationApi } from './api/registration.ts'
import { createScoreApi } from './api/scores.ts'

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
