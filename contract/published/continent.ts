import type { Continent } from '#contract/continent.ts'
import type { Lang } from '#contract/localized.ts'
import type { PublishedContinent } from './continent.schema.ts'

/** Returns a continent; `name` is in `lang`. */
export const toPublishedContinent = (continent: Continent, lang: Lang): PublishedContinent => ({
  _id: continent.id,
  name: continent.name[lang],
  name_en: continent.name.en,
  name_ar: continent.name.ar,
  slug: continent.slug,
})
export const fromPublishedContinent = (json: PublishedContinent): Continent => ({
  id: json._id,
  slug: json.slug,
  name: { en: json.name_en, ar: json.name_ar },
})
