import type { Lang } from '#contract/platform/localized.ts'
import type { Continent, Organizer, Region } from '#contract/site/contents.schema.ts'
import type { Faq, Partner } from '#contract/site/contents.ts'
import type {
  PublishedContinent,
  PublishedFaq,
  PublishedOrganizer,
  PublishedPartner,
  PublishedRegion,
} from './contents.schema.ts'

/** Returns a FAQ; `question` and `answer` are in `lang`. */
export const toPublishedFaq = (faq: Faq, lang: Lang): PublishedFaq => ({
  _id: faq.id,
  question: faq.question[lang],
  answer: faq.answer[lang],
  question_en: faq.question.en,
  question_ar: faq.question.ar,
  answer_en: faq.answer.en,
  answer_ar: faq.answer.ar,
})
export const fromPublishedFaq = (json: PublishedFaq): Faq => ({
  id: json._id,
  question: { en: json.question_en, ar: json.question_ar },
  answer: { en: json.answer_en, ar: json.answer_ar },
})

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns a partner with `status` true, because visitors get only active ones. */
export const toPublishedPartner = (partner: Partner): PublishedPartner => ({
  _id: partner.id,
  name: partner.name,
  image: fileName(partner.image),
  file_path: partner.image,
  link: partner.link,
  status: true,
})
export const fromPublishedPartner = (json: PublishedPartner): Partner => ({
  id: json._id,
  name: json.name,
  image: json.file_path,
  link: json.link,
})

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
