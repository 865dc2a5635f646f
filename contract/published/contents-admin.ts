import type { RecordEdit } from '#contract/platform/crud.ts'
import type { FaqFields, FaqRecord, PartnerFields, PartnerRecord } from '#contract/site/contents.ts'
import type {
  PublishedFaqRecord,
  PublishedPartnerRecord,
  SaveFaqRequest,
  SavePartnerRequest,
} from './contents.schema.ts'
import { fromPublishedPartner, toPublishedPartner } from './contents.ts'
import { createFieldNameTranslators, pickRecordMetadata } from './record.ts'

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
export const [toPublishedFaqField, fromPublishedFaqField] = createFieldNameTranslators({
  'question.en': 'name_en',
  'question.ar': 'name',
  'answer.en': 'description_en',
  'answer.ar': 'description',
  active: 'status',
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
export const [toPublishedPartnerField, fromPublishedPartnerField] = createFieldNameTranslators({
  image: 'file',
  active: 'status',
})
