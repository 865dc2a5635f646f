import type { Continent } from '#contract/continent.ts'
import type { Faq } from '#contract/faq.ts'
import type { Organizer } from '#contract/organizer.ts'
import type { Partner } from '#contract/partner.ts'
import { paths } from '#contract/paths.ts'
import type { PublishedContinent } from '#contract/published/continent.schema.ts'
import { fromPublishedContinent } from '#contract/published/continent.ts'
import type { PublishedFaq } from '#contract/published/faq.schema.ts'
import { fromPublishedFaq } from '#contract/published/faq.ts'
import type { PublishedOrganizer } from '#contract/published/organizer.schema.ts'
import { fromPublishedOrganizer } from '#contract/published/organizer.ts'
import type { PublishedPartner } from '#contract/published/partner.schema.ts'
import { fromPublishedPartner } from '#contract/published/partner.ts'
import type { PublishedRegion } from '#contract/published/region.schema.ts'
import { fromPublishedRegion } from '#contract/published/region.ts'
import type { PublishedSetting } from '#contract/published/settings.schema.ts'
import { fromPublishedSettings } from '#contract/published/settings.ts'
import type { Region } from '#contract/region.ts'
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
