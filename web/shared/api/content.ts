import type { Continent, Organizer, Region } from '#contract/contents.schema.ts'
import type { Faq, Partner } from '#contract/contents.ts'
import {
  fromPublishedContinent,
  fromPublishedFaq,
  fromPublishedOrganizer,
  fromPublishedPartner,
  fromPublishedRegion,
} from '#contract/published/contents.ts'
import { fromPublishedSettings } from '#contract/published/settings.ts'
import type { Settings } from '#contract/settings.ts'
import type { ApiCall } from './call.ts'

/** Creates the client of the public calls about the contents of the site, without its events. Every text comes in both languages. */
export const createContentApi = (call: ApiCall) => ({
  /** Throws `not-found` for another site's name. */
  settings: async (siteName: string): Promise<Settings> =>
    fromPublishedSettings((await call('GET /api/settings', { query: { site_name: siteName } })).setting),
  legalPages: async () => (await call('GET /api/legalPages')).legalPages,
  partners: async (): Promise<Partner[]> =>
    (await call('GET /api/partners', { query: { status: true } })).partners.map(fromPublishedPartner),
  faqs: async (): Promise<Faq[]> => (await call('GET /api/faqs', { query: { status: true } })).faqs.map(fromPublishedFaq),
  continents: async (): Promise<Continent[]> => (await call('GET /api/continents')).continents.map(fromPublishedContinent),
  /** The organizers of a continent (its id), or of all. */
  organizers: async (continent = 'all'): Promise<Organizer[]> =>
    (await call('GET /api/organizers', { query: { id: continent } })).organizers.map(fromPublishedOrganizer),
  regions: async (): Promise<Region[]> => (await call('GET /api/regions')).regions.map(fromPublishedRegion),
})

/** Creates the client of the public call about competitions. */
export const createCompetitionApi = (call: ApiCall) => ({
  /** All active competitions, open for registration or not. */
  list: async () => (await call('GET /api/competitions')).competitions,
  /** The page of a competition. Throws `not-found`. */
  page: async (slug: string) => (await call('GET /api/competitions/:slug', { params: { slug } })).page,
  /** The page of a team of the season. Throws `not-found`. */
  teamPage: async (slug: string, teamNo: string) =>
    (await call('GET /api/competitions/:slug/teams/:teamNo', { params: { slug, teamNo } })).page,
})
