import type { Continent, Faq, Organizer, Partner, Region } from '#contract/contents.ts'
import { paths } from '#contract/paths.ts'
import type {
  PublishedContinent,
  PublishedFaq,
  PublishedOrganizer,
  PublishedPartner,
  PublishedRegion,
} from '#contract/published/contents.schema.ts'
import {
  fromPublishedContinent,
  fromPublishedFaq,
  fromPublishedOrganizer,
  fromPublishedPartner,
  fromPublishedRegion,
} from '#contract/published/contents.ts'
import type { PublishedSetting } from '#contract/published/settings.schema.ts'
import { fromPublishedSettings } from '#contract/published/settings.ts'
import type { LegalPages, Settings } from '#contract/settings.ts'
import type { ApiCall } from './call.ts'

/** Creates the client of the public calls about the contents of the site, without its events. Every text comes in both languages. */
export const createContentApi = (call: ApiCall) => ({
  /** Throws `not-found` for another site's name. */
  settings: async (siteName: string): Promise<Settings> =>
    fromPublishedSettings((await call<{ setting: PublishedSetting }>(`${paths.settings}/`, { query: { site_name: siteName } })).setting),
  legalPages: async () => (await call<{ legalPages: LegalPages }>(paths.legalPages)).legalPages,
  partners: async (): Promise<Partner[]> =>
    (await call<{ partners: PublishedPartner[] }>(`${paths.partners}/`, { query: { status: true } })).partners.map(fromPublishedPartner),
  faqs: async (): Promise<Faq[]> =>
    (await call<{ faqs: PublishedFaq[] }>(paths.faqs, { query: { status: true } })).faqs.map(fromPublishedFaq),
  continents: async (): Promise<Continent[]> =>
    (await call<{ continents: PublishedContinent[] }>(paths.continents)).continents.map(fromPublishedContinent),
  /** The organizers of a continent (its id), or of all. */
  organizers: async (continent = 'all'): Promise<Organizer[]> =>
    (await call<{ organizers: PublishedOrganizer[] }>(paths.organizers, { query: { id: continent } })).organizers.map(
      fromPublishedOrganizer,
    ),
  regions: async (): Promise<Region[]> =>
    (await call<{ regions: PublishedRegion[] }>(`${paths.regions}/`)).regions.map(fromPublishedRegion),
})
