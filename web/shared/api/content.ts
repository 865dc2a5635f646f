import type { Continent, Faq, Organizer, Partner, Region } from '#contract/content.ts'
import { paths } from '#contract/paths.ts'
import type { WireContinent, WireFaq, WireOrganizer, WirePartner, WireRegion, WireSetting } from '#contract/published/content.schema.ts'
import {
  continentFromWire,
  faqFromWire,
  organizerFromWire,
  partnerFromWire,
  regionFromWire,
  settingsFromWire,
} from '#contract/published/content.ts'
import type { Settings } from '#contract/settings.ts'
import type { Call } from './call.ts'

/** The contents of the site that are no events. Every text comes in both languages. */
export const contentCalls = (call: Call) => ({
  /** What administrators set for the site of this name. Throws `not-found` for another site's name. */
  settings: async (siteName: string): Promise<Settings> =>
    settingsFromWire((await call<{ setting: WireSetting }>(`${paths.settings}/`, { query: { site_name: siteName } })).setting),
  partners: async (): Promise<Partner[]> =>
    (await call<{ partners: WirePartner[] }>(`${paths.partners}/`, { query: { status: true } })).partners.map(partnerFromWire),
  faqs: async (): Promise<Faq[]> => (await call<{ faqs: WireFaq[] }>(paths.faqs, { query: { status: true } })).faqs.map(faqFromWire),
  continents: async (): Promise<Continent[]> =>
    (await call<{ continents: WireContinent[] }>(paths.continents)).continents.map(continentFromWire),
  /** The organizers of a continent (its id), or of all. */
  organizers: async (continent = 'all'): Promise<Organizer[]> =>
    (await call<{ organizers: WireOrganizer[] }>(paths.organizers, { query: { id: continent } })).organizers.map(organizerFromWire),
  regions: async (): Promise<Region[]> => (await call<{ regions: WireRegion[] }>(`${paths.regions}/`)).regions.map(regionFromWire),
})
