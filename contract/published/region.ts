import type { Region } from '#contract/region.ts'
import type { PublishedRegion } from './region.schema.ts'

export const toPublishedRegion = (region: Region): PublishedRegion => ({
  _id: region.id,
  slug: region.slug,
  en_name: region.name.en,
  ar_name: region.name.ar,
  country: region.country,
  email: region.email,
  phone: region.phone,
})
export const fromPublishedRegion = (json: PublishedRegion): Region => ({
  id: json._id,
  slug: json.slug,
  name: { en: json.en_name, ar: json.ar_name },
  country: json.country,
  email: json.email,
  phone: json.phone,
})
