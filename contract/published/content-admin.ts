import type { ContinentRecord, FaqRecord, OrganizerRecord, PartnerRecord, RegionRecord } from '#contract/content.ts'
import type { RecordMetadata } from '#contract/record.ts'
import { partnerToWire, regionFromWire, regionToWire } from './content.ts'
import type {
  WireContinentRecord,
  WireFaqRecord,
  WireOrganizerRecord,
  WirePartnerRecord,
  WireRegionRecord,
} from './content-admin.schema.ts'

const facts = ({ version, position, createdAt, updatedAt, deletedAt }: RecordMetadata): RecordMetadata => ({
  version,
  position,
  createdAt,
  updatedAt,
  deletedAt,
})

export const faqRecordToWire = (faq: FaqRecord): WireFaqRecord => ({
  _id: faq.id,
  name: faq.question.ar,
  name_en: faq.question.en,
  description: faq.answer.ar,
  description_en: faq.answer.en,
  status: faq.active,
  ...facts(faq),
})
export const faqRecordFromWire = (wire: WireFaqRecord): FaqRecord => ({
  id: wire._id,
  question: { en: wire.name_en, ar: wire.name },
  answer: { en: wire.description_en, ar: wire.description },
  active: wire.status,
  ...facts(wire),
})

export const partnerRecordToWire = (partner: PartnerRecord): WirePartnerRecord => ({
  ...partnerToWire(partner),
  status: partner.active,
  ...facts(partner),
})
export const partnerRecordFromWire = (wire: WirePartnerRecord): PartnerRecord => ({
  id: wire._id,
  name: wire.name,
  image: wire.file_path,
  link: wire.link,
  active: wire.status,
  ...facts(wire),
})

export const organizerRecordToWire = (organizer: OrganizerRecord): WireOrganizerRecord => ({
  _id: organizer.id,
  status: organizer.active,
  link: organizer.link,
  flag: organizer.flag,
  companyName_en: organizer.name.en,
  companyName_ar: organizer.name.ar,
  continent: organizer.continentId,
  country: organizer.country,
  ...facts(organizer),
})
export const organizerRecordFromWire = (wire: WireOrganizerRecord): OrganizerRecord => ({
  id: wire._id,
  name: { en: wire.companyName_en, ar: wire.companyName_ar },
  link: wire.link,
  flag: wire.flag,
  country: wire.country,
  active: wire.status,
  continentId: wire.continent,
  ...facts(wire),
})

export const continentRecordToWire = (continent: ContinentRecord): WireContinentRecord => ({
  _id: continent.id,
  name_en: continent.name.en,
  name_ar: continent.name.ar,
  slug: continent.slug,
  ...facts(continent),
})
export const continentRecordFromWire = (wire: WireContinentRecord): ContinentRecord => ({
  id: wire._id,
  slug: wire.slug,
  name: { en: wire.name_en, ar: wire.name_ar },
  ...facts(wire),
})

export const regionRecordToWire = (region: RegionRecord): WireRegionRecord => ({
  ...regionToWire(region),
  status: region.active,
  ...facts(region),
})
export const regionRecordFromWire = (wire: WireRegionRecord): RegionRecord => ({
  ...regionFromWire(wire),
  active: wire.status,
  ...facts(wire),
})

/** The published names of columns in refusals. */
export const fieldNames = {
  faq: { questionEn: 'name_en', questionAr: 'name', answerEn: 'description_en', answerAr: 'description' },
  partner: { image: 'file' },
  organizer: { nameEn: 'companyName_en', nameAr: 'companyName_ar', continentId: 'continent' },
  continent: { nameEn: 'name_en', nameAr: 'name_ar' },
  region: { nameEn: 'en_name', nameAr: 'ar_name' },
} as const satisfies Record<string, Record<string, string>>

/** Our own names of refused fields, by kind of record; a text in one language is `question.en`. What is not here has the same name. */
export const ownNames: Record<string, Record<string, string>> = {
  faq: { name_en: 'question.en', name: 'question.ar', description_en: 'answer.en', description: 'answer.ar', status: 'active' },
  partner: { file: 'picture', status: 'active' },
  organizer: { companyName_en: 'name.en', companyName_ar: 'name.ar', continent: 'continentId', flag: 'picture', status: 'active' },
  continent: { name_en: 'name.en', name_ar: 'name.ar' },
  region: { en_name: 'name.en', ar_name: 'name.ar', status: 'active' },
}
