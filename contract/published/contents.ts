import type { Continent, Organizer, Region } from '#contract/contents.schema.ts'
import type { Faq, FaqFields, FaqRecord, Partner, PartnerFields, PartnerRecord } from '#contract/contents.ts'
import type { RecordEdit } from '#contract/crud.ts'
import type { Lang } from '#contract/localized.ts'
import type {
  PublishedContinent,
  PublishedFaq,
  PublishedFaqRecord,
  PublishedOrganizer,
  PublishedPartner,
  PublishedPartnerRecord,
  PublishedRegion,
  SaveFaqRequest,
  SavePartnerRequest,
} from './contents.schema.ts'
import { createFieldNameMappers, pickRecordMetadata } from './record.ts'

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

export const toPublishedFaqRecord = (faq: FaqRecord): PublishedFaqRecord => ({
  _id: faq.id,
  name: faq.question.ar,
  name_en: faq.question.en,
  description: faq.answer.ar,
  description_en: faq.answer.en,
  status: faq.active,
  ...pickRecordMetadata(faq),
})
export const fromPublishedFaqRecord = (json: PublishedFaqRecord): FaqRecord => ({
  id: json._id,
  question: { en: json.name_en, ar: json.name },
  answer: { en: json.description_en, ar: json.description },
  active: json.status,
  ...pickRecordMetadata(json),
})

export const fromPublishedFaqForm = ({
  id,
  version,
  position,
  ...form
}: SaveFaqRequest): RecordEdit<FaqFields> => ({
  id,
  version,
  position,
  question: { en: form.name_en, ar: form.name },
  answer: { en: form.description_en, ar: form.description },
  active: form.status,
})
export const toPublishedFaqForm = ({
  id,
  version,
  position,
  question,
  answer,
  active,
}: RecordEdit<FaqFields>) => ({
  id,
  version,
  position,
  name: question?.ar,
  name_en: question?.en,
  description: answer?.ar,
  description_en: answer?.en,
  status: active,
})

/** Convert the name of a field to the published name, and back. */
export const [toPublishedFaqField, fromPublishedFaqField] = createFieldNameMappers({
  'question.en': 'name_en',
  'question.ar': 'name',
  'answer.en': 'description_en',
  'answer.ar': 'description',
  active: 'status',
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

export const toPublishedPartnerRecord = (partner: PartnerRecord): PublishedPartnerRecord => ({
  ...toPublishedPartner(partner),
  status: partner.active,
  ...pickRecordMetadata(partner),
})
export const fromPublishedPartnerRecord = (json: PublishedPartnerRecord): PartnerRecord => ({
  ...fromPublishedPartner(json),
  active: json.status,
  ...pickRecordMetadata(json),
})

export const fromPublishedPartnerForm = ({
  id,
  version,
  position,
  name,
  link,
  status,
}: SavePartnerRequest): RecordEdit<PartnerFields> => ({
  id,
  version,
  position,
  name,
  link,
  active: status,
})
/** Returns the fields of the partner form. Without `image` the stored image stays. */
export const toPublishedPartnerForm = ({ active, ...edit }: RecordEdit<PartnerFields>, image?: Blob) => ({
  ...edit,
  status: active,
  file: image,
})

/** The published name of a field, and the other way round. */
export const [toPublishedPartnerField, fromPublishedPartnerField] = createFieldNameMappers({
  image: 'file',
  active: 'status',
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
