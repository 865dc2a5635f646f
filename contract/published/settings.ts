import type { Settings } from '#contract/platform/settings.ts'
import type { PublishedSetting } from './settings.schema.ts'

export const toPublishedSettings = (siteName: string, settings: Settings): PublishedSetting => ({
  site_name: siteName,
  title_en: settings.title.en,
  title_ar: settings.title.ar,
  description_en: settings.description.en,
  description_ar: settings.description.ar,
  counters: settings.counters,
  contact: {
    phone: settings.contact.phone,
    email: settings.contact.email,
    address_en: settings.contact.address.en,
    address_ar: settings.contact.address.ar,
  },
  story: {
    video: settings.story.video,
    poster: settings.story.poster,
    title_en: settings.story.title.en,
    title_ar: settings.story.title.ar,
    text_en: settings.story.text.en,
    text_ar: settings.story.text.ar,
  },
  simulator: settings.simulator,
  organizer_link: settings.organizerLink,
  features: settings.features,
})
export const fromPublishedSettings = (json: PublishedSetting): Settings => ({
  title: { en: json.title_en, ar: json.title_ar },
  description: { en: json.description_en, ar: json.description_ar },
  counters: json.counters,
  contact: {
    phone: json.contact.phone,
    email: json.contact.email,
    address: { en: json.contact.address_en, ar: json.contact.address_ar },
  },
  story: {
    video: json.story.video,
    poster: json.story.poster,
    title: { en: json.story.title_en, ar: json.story.title_ar },
    text: { en: json.story.text_en, ar: json.story.text_ar },
  },
  simulator: json.simulator,
  organizerLink: json.organizer_link,
  features: json.features,
})
