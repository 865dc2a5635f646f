import { booleanFormField, formMetadataFields, recordMetadataFields } from '#contract/crud.schema.ts'
import { faqLimits as limits } from '#contract/faq.ts'
import { multilineTextField, singleLineField } from '#contract/fields.schema.ts'
import { langQuery } from '#contract/lang.schema.ts'
import { successResponse } from '#contract/response.schema.ts'
import { z } from '#contract/z.ts'

const publishedFaq = z
  .object({
    _id: z.string(),
    question: z.string(),
    answer: z.string(),
    question_en: z.string(),
    question_ar: z.string(),
    answer_en: z.string(),
    answer_ar: z.string(),
  })
  .meta({ id: 'Faq' })
export type PublishedFaq = z.infer<typeof publishedFaq>

/** Only active FAQs are listed, so `status=false` lists none. */
export const faqsQuery = langQuery.extend({ status: z.stringbool().optional() })
export const faqsResponse = successResponse({ faqs: z.array(publishedFaq) })

/** A FAQ of the back office: `name` and `description` are the Arabic question and answer. */
export const publishedFaqRecord = z
  .object({
    _id: z.string(),
    name: z.string(),
    name_en: z.string(),
    description: z.string(),
    description_en: z.string(),
    status: z.boolean(),
    ...recordMetadataFields,
  })
  .meta({ id: 'AdminFaq' })
export type PublishedFaqRecord = z.infer<typeof publishedFaqRecord>

export const saveFaqRequest = z.object({
  ...formMetadataFields,
  name: singleLineField(limits.question).optional(),
  name_en: singleLineField(limits.question).optional(),
  description: multilineTextField(limits.answer).optional(),
  description_en: multilineTextField(limits.answer).optional(),
  status: booleanFormField,
})
export type SaveFaqRequest = z.output<typeof saveFaqRequest>
