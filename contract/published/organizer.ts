import type { Lang } from '#contract/localized.ts'
import type { Organizer } from '#contract/organizer.ts'
import type { PublishedOrganizer } from './organizer.schema.ts'

/** Returns an organizer; `companyName` is in `lang`. */
export const toPublishedOrganizer = (organizer: Organizer, lang: Lang): PublishedOrganizer => ({
  _id: organizer.id,
  status: organizer.active,
  link: organizer.link,
  flag: organizer.flag,
  companyName: organizer.name[lang],
  companyName_en: organizer.name.en,
  companyName_ar: organizer.name.ar,
  continent: organizer.continentId,
  country: organizer.country,
})
export const fromPublishedOrganizer = (json: PublishedOrganizer): Organizer => ({
  id: json._id,
  name: { en: json.companyName_en, ar: json.companyName_ar },
  link: json.link,
  flag: json.flag,
  country: json.country,
  active: json.status,
  continentId: json.continent,
})
