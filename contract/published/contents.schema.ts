import {
  booleanFormField,
  createCrudResponseSchemas,
  defineCrudCalls,
  formMetadataFields,
  imageFormField,
  nullableUrlFormField,
  publishedToggleRequest,
  recordMetadataFields,
} from '#contract/platform/crud.schema.ts'
import { fieldLabels } from '#contract/platform/field-labels.ts'
import {
  idField,
  langQuery,
  multilineTextField,
  nameField,
  singleLineField,
  sortField,
} from '#contract/platform/fields.schema.ts'
import { defineImportCall } from '#contract/platform/import.schema.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { createSuccessResponseSchema } from '#contract/platform/response.schema.ts'
import { z } from '#contract/platform/z.ts'
import { faqImportRow } from '#contract/site/contents.schema.ts'
import { faqLimits, partnerLimits as limits } from '#contract/site/contents.ts'
import { defineCalls } from '../platform/define-calls.ts'

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
const faqsQuery = langQuery.extend({ status: z.stringbool().optional() })
const faqsResponse = createSuccessResponseSchema({ faqs: z.array(publishedFaq) })

/** A FAQ of the back office: `name` and `description` are the Arabic question and answer. */
const publishedFaqRecord = z
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
const faqResponses = createCrudResponseSchemas('faq', 'faqs', publishedFaqRecord)

export const saveFaqRequest = z.object({
  ...formMetadataFields,
  name: singleLineField(faqLimits.question).optional(),
  name_en: singleLineField(faqLimits.question).optional(),
  description: multilineTextField(faqLimits.answer).optional(),
  description_en: multilineTextField(faqLimits.answer).optional(),
  status: booleanFormField,
})
saveFaqRequest.register(fieldLabels, {
  catalogue: 'contents',
  names: { name: 'question', description: 'answer' },
})
export type SaveFaqRequest = z.output<typeof saveFaqRequest>

/** `image` is the file name in the partners' folder, `file_path` its address on this site. */
const publishedPartner = z
  .object({
    _id: z.string(),
    name: z.string(),
    image: z.string(),
    file_path: z.string(),
    link: z.string().nullable(),
    status: z.boolean(),
  })
  .meta({ id: 'Partner' })
export type PublishedPartner = z.infer<typeof publishedPartner>

/** Only active partners are listed, so `status=false` lists none. */
const partnersQuery = langQuery.extend({ status: z.stringbool().optional() })
const partnersResponse = createSuccessResponseSchema({ partners: z.array(publishedPartner) })

/** A partner of the back office. */
const publishedPartnerRecord = publishedPartner.extend(recordMetadataFields).meta({ id: 'AdminPartner' })
export type PublishedPartnerRecord = z.infer<typeof publishedPartnerRecord>
const partnerResponses = createCrudResponseSchemas('partner', 'partners', publishedPartnerRecord)

export const savePartnerRequest = z.object({
  ...formMetadataFields,
  name: nameField(limits.name).optional(),
  link: nullableUrlFormField(limits.link),
  status: booleanFormField,
  file: imageFormField,
})
savePartnerRequest.register(fieldLabels, { catalogue: 'contents', names: { name: 'company', file: 'logo' } })
export type SavePartnerRequest = z.output<typeof savePartnerRequest>

const publishedOrganizer = z
  .object({
    _id: z.string(),
    status: z.boolean(),
    link: z.string().nullable(),
    flag: z.string().nullable(),
    companyName: z.string(),
    companyName_en: z.string(),
    companyName_ar: z.string(),
    continent: z.string(),
    country: z.string().nullable(),
  })
  .meta({ id: 'Organizer' })
export type PublishedOrganizer = z.infer<typeof publishedOrganizer>

const organizersQuery = langQuery.extend({
  id: z
    .union([z.literal('all'), idField])
    .default('all')
    .describe('a continent, or `all`'),
})
const organizersResponse = createSuccessResponseSchema({ organizers: z.array(publishedOrganizer) })

const publishedRegion = z
  .object({
    _id: z.string(),
    slug: z.string(),
    en_name: z.string(),
    ar_name: z.string(),
    country: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'Region' })
export type PublishedRegion = z.infer<typeof publishedRegion>

export const regionsResponse = createSuccessResponseSchema({ regions: z.array(publishedRegion) })

const publishedContinent = z
  .object({ _id: z.string(), name: z.string(), name_en: z.string(), name_ar: z.string(), slug: z.string() })
  .meta({ id: 'Continent' })
export type PublishedContinent = z.infer<typeof publishedContinent>

const continentsResponse = createSuccessResponseSchema({ continents: z.array(publishedContinent) })

/** The calls about contents. */
export const publishedContentsCalls = {
  ...defineCrudCalls(
    '/api/admin/faqs',
    {
      responses: faqResponses,
      sizes: pageSizes.short,
      permission: 'content',
      form: saveFaqRequest,
      toggle: publishedToggleRequest,
      filters: { sort: sortField('faqs') },
    },
    {},
  ),
  ...defineImportCall('faqs', {
    summary: 'Preview a CSV file of questions (`preview`), or import it: all or nothing',
    columns: 'Columns: question_en, question_ar, answer_en, answer_ar, active.',
    tag: 'faqs',
    row: faqImportRow,
  }),
  ...defineCrudCalls(
    '/api/admin/partners',
    {
      responses: partnerResponses,
      sizes: pageSizes.short,
      permission: 'content',
      form: savePartnerRequest,
      toggle: publishedToggleRequest,
      filters: { sort: sortField('partners') },
    },
    {},
  ),
  ...defineCalls(
    { tag: 'continents', audience: 'visitor' },
    {
      'GET /api/continents': { summary: 'Continents', query: langQuery, response: continentsResponse },
    },
  ),
  ...defineCalls(
    { tag: 'faqs', audience: 'visitor' },
    {
      'GET /api/faqs': {
        summary: 'Questions and answers that visitors see',
        query: faqsQuery,
        response: faqsResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'organizers', audience: 'visitor' },
    {
      'GET /api/organizers': {
        summary: 'Organizers of a continent, or of all',
        query: organizersQuery,
        response: organizersResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'partners', audience: 'visitor' },
    {
      'GET /api/partners': {
        summary: 'Partners that visitors see',
        query: partnersQuery,
        response: partnersResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'regions', audience: 'visitor' },
    {
      'GET /api/regions': {
        summary: 'Regions with the contact of each',
        query: langQuery,
        response: regionsResponse,
      },
    },
  ),
}
