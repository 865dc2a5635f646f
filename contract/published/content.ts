import type { Continent, Faq, Organizer, Partner, Region } from '#contract/content.ts'
import type { Lang } from '#contract/localized.ts'
import type { Settings } from '#contract/settings.ts'
import type { WireContinent, WireFaq, WireOrganizer, WirePartner, WireRegion, WireSetting } from './content.schema.ts'

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Visitors get only partners that are switched on. */
export const partnerToWire = (partner: Partner): WirePartner => ({
  _id: partner.id,
  name: partner.name,
  image: fileName(partner.image),
  file_path: partner.image,
  link: partner.link,
  status: true,
})
export const partnerFromWire = (wire: WirePartner): Partner => ({ id: wire._id, name: wire.name, image: wire.file_path, link: wire.link })

/** `question` and `answer` are in `lang`. */
export const faqToWire = (faq: Faq, lang: Lang): WireFaq => ({
  _id: faq.id,
  question: faq.question[lang],
  answer: faq.answer[lang],
  question_en: faq.question.en,
  question_ar: faq.question.ar,
  answer_en: faq.answer.en,
  answer_ar: faq.answer.ar,
})
export const faqFromWire = (wire: WireFaq): Faq => ({
  id: wire._id,
  question: { en: wire.question_en, ar: wire.question_ar },
  answer: { en: wire.answer_en, ar: wire.answer_ar },
})

export const continentToWire = (continent: Continent, lang: Lang): WireContinent => ({
  _id: continent.id,
  name: continent.name[lang],
  name_en: continent.name.en,
  name_ar: continent.name.ar,
  slug: continent.slug,
})
export const continentFromWire = (wire: WireContinent): Continent => ({
  id: wire._id,
  slug: wire.slug,
  name: { en: wire.name_en, ar: wire.name_ar },
})

export const organizerToWire = (organizer: Organizer, lang: Lang): WireOrganizer => ({
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
export const organizerFromWire = (wire: WireOrganizer): Organizer => ({
  id: wire._id,
  name: { en: wire.companyName_en, ar: wire.companyName_ar },
  link: wire.link,
  flag: wire.flag,
  country: wire.country,
  active: wire.status,
  continentId: wire.continent,
})

export const regionToWire = (region: Region): WireRegion => ({
  _id: region.id,
  slug: region.slug,
  en_name: region.name.en,
  ar_name: region.name.ar,
  country: region.country,
  email: region.email,
  phone: region.phone,
})
export const regionFromWire = (wire: WireRegion): Region => ({
  id: wire._id,
  slug: wire.slug,
  name: { en: wire.en_name, ar: wire.ar_name },
  country: wire.country,
  email: wire.email,
  phone: wire.phone,
})

export const settingsToWire = (siteName: string, settings: Settings): WireSetting => ({
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
export const settingsFromWire = (wire: WireSetting): Settings => ({
  title: { en: wire.title_en, ar: wire.title_ar },
  description: { en: wire.description_en, ar: wire.description_ar },
  counters: wire.counters,
  contact: {
    phone: wire.contact.phone,
    email: wire.contact.email,
    address: { en: wire.contact.address_en, ar: wire.contact.address_ar },
  },
  story: {
    video: wire.story.video,
    poster: wire.story.poster,
    title: { en: wire.story.title_en, ar: wire.story.title_ar },
    text: { en: wire.story.text_en, ar: wire.story.text_ar },
  },
  simulator: wire.simulator,
  organizerLink: wire.organizer_link,
  features: wire.features,
})
