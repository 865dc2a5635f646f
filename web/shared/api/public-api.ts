import type { Registration } from '#contract/accounts/registration.schema.ts'
import type { Settings } from '#contract/platform/settings.ts'
import {
  fromPublishedContinent,
  fromPublishedFaq,
  fromPublishedOrganizer,
  fromPublishedPartner,
  fromPublishedRegion,
} from '#contract/published/contents.ts'
import { toPublishedDownloadRequest } from '#contract/published/download.ts'
import { fromPublishedSettings } from '#contract/published/settings.ts'
import type { Continent, Organizer, Region } from '#contract/site/contents.schema.ts'
import type { Faq, Partner } from '#contract/site/contents.ts'
import type { DownloadRequest } from '#contract/site/download-registrant.schema.ts'
import type { ContactMessage, IssueReport } from '#contract/site/message.schema.ts'
import { type ApiCall, createApiCall, type Fetch } from './call.ts'
import { createPublicEventApi } from './events.ts'
import { createPublicRankingApi } from './scores.ts'

/**
 * Creates the client of the public calls about the contents of the site, without its events. Every text comes
 * in both languages.
 */
const createContentApi = (call: ApiCall) => ({
  /** Throws `not-found` for another site's name. */
  settings: async (siteName: string): Promise<Settings> =>
    fromPublishedSettings((await call('GET /api/settings', { query: { site_name: siteName } })).setting),
  legalPages: async () => (await call('GET /api/legalPages')).legalPages,
  partners: async (): Promise<Partner[]> =>
    (await call('GET /api/partners', { query: { status: true } })).partners.map(fromPublishedPartner),
  faqs: async (): Promise<Faq[]> =>
    (await call('GET /api/faqs', { query: { status: true } })).faqs.map(fromPublishedFaq),
  continents: async (): Promise<Continent[]> =>
    (await call('GET /api/continents')).continents.map(fromPublishedContinent),
  /** The organizers of a continent (its id), or of all. */
  organizers: async (continent = 'all'): Promise<Organizer[]> =>
    (await call('GET /api/organizers', { query: { id: continent } })).organizers.map(fromPublishedOrganizer),
  regions: async (): Promise<Region[]> => (await call('GET /api/regions')).regions.map(fromPublishedRegion),
})

/** Creates the client of the public call about competitions. */
const createCompetitionApi = (call: ApiCall) => ({
  /** All active competitions, open for registration or not. */
  list: async () => (await call('GET /api/competitions')).competitions,
  /** The page of a competition with a page of its teams, counted from 1. Throws `not-found`. */
  page: async (slug: string, page: number) =>
    (await call('GET /api/competitions/:slug', { params: { slug }, query: { page } })).page,
  /** The page of a team of the season. Throws `not-found`. */
  teamPage: async (slug: string, teamNo: string) =>
    (await call('GET /api/competitions/:slug/teams/:teamNo', { params: { slug, teamNo } })).page,
})

/** Creates the call with which visitors check a certificate of an event. Throws `not-found`. */
const createCertificateApi = (call: ApiCall) => ({
  verify: async (code: string) =>
    (await call('GET /api/v1/certificates/:code', { params: { code } })).certificate,
})

/** Creates the call with which visitors register. */
const createRegistrationApi = (call: ApiCall) => ({
  /**
   * Registers a user; `website` is the honeypot; `next` is the path to which the confirmation link leads.
   * `confirm` in the result says that the link in an email has to be opened first. Throws `form-incomplete`,
   * `bad-input` (fields as in `Registration`, such as `guardian.name`), `password-mismatch`,
   * `account-exists`, `registration-closed`, `too-many`.
   */
  register: async ({
    website,
    ...registration
  }: Registration & { confirm: string; website?: string; next?: string }) => {
    const json = { ...registration, ...(website ? { website } : {}) }
    const { msg, confirm } = await call('POST /api/register', { json })
    return { message: msg, confirm }
  },
})

/** Creates the call with which visitors register for the simulator. */
const createDownloadRegistrationApi = (call: ApiCall) => ({
  /** Returns the version, size and checksum of the simulator's file for each operating system. */
  readSimulator: async () => (await call('GET /api/simulator')).simulator,

  /**
   * Registers a visitor who wants the simulator and returns the address of its file, or null when the visitor
   * gets an email as soon as there is one. `website` is the honeypot. Throws `download-incomplete`, `bad-input`
   * (fields `name`, `email`, `phone_number`), `no-simulator`, `too-many`.
   */
  register: async ({ website = '', ...visitor }: DownloadRequest & { website?: string }) => {
    const { msg, url } = await call('POST /api/download-game', {
      json: toPublishedDownloadRequest(visitor, website),
    })
    return { message: msg, url }
  },
})

/**
 * The text for the sender; `reference` is the number of a report, `hasCopy` says whether a copy is sent by
 * email.
 */
export type SentMessage = { message: string; reference?: string | undefined; hasCopy: boolean }

/**
 * Creates the client of the forms that visitors send to the organizers; `website` is the honeypot. The calls
 * throw `bad-input`, `too-many`.
 */
const createMessageApi = (call: ApiCall) => ({
  /** Report an Issue. */
  report: async (json: IssueReport & { website?: string }): Promise<SentMessage> => {
    const { msg, reference, hasCopy } = await call('POST /api/support', { json })
    return { message: msg, hasCopy, reference }
  },
  /** The contact form. */
  contact: async (json: ContactMessage & { website?: string }): Promise<SentMessage> => ({
    message: (await call('POST /api/contact-us', { json })).msg,
    hasCopy: false,
  }),
})

/**
 * Creates the call with which people unsubscribe from news by the token of an email, or subscribe again. It
 * throws `ticket-spent`. Returns the message for the user.
 */
const createUnsubscribeApi = (call: ApiCall) => async (token: string, receivesNews: boolean) =>
  (await call('POST /api/unsubscribe', { json: { token, receivesNews } })).msg

/** Creates the API client of the public pages over any `fetch`. */
export const createPublicApi = (fetch: Fetch) => {
  const call = createApiCall(fetch)
  return {
    certificates: createCertificateApi(call),
    competitions: createCompetitionApi(call),
    content: createContentApi(call),
    events: createPublicEventApi(call),
    scores: createPublicRankingApi(call),
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
