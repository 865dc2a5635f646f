import type { RecordEdit } from '#contract/crud.ts'
import type { Faq, FaqFields, FaqRecord } from '#contract/faq.ts'
import type { Lang } from '#contract/localized.ts'
import type { PublishedFaq, PublishedFaqRecord, SaveFaqRequest } from './faq.schema.ts'
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

export const fromPublishedFaqForm = ({ id, version, position, ...form }: SaveFaqRequest): RecordEdit<FaqFields> => ({
  id,
  version,
  position,
  question: { en: form.name_en, ar: form.name },
  answer: { en: form.description_en, ar: form.description },
  active: form.status,
})
export const toPublishedFaqForm = ({ id, version, position, question, answer, active }: RecordEdit<FaqFields>) => ({
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
