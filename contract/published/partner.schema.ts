import { booleanFormField, formMetadataFields, imageFormField, recordMetadataFields, urlFormField } from '#contract/crud.schema.ts'
import { singleLineField } from '#contract/fields.schema.ts'
import { langQuery } from '#contract/lang.schema.ts'
import { partnerLimits as limits } from '#contract/partner.ts'
import { successResponse } from '#contract/response.schema.ts'
import { z } from '#contract/z.ts'

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
export const partnersQuery = langQuery.extend({ status: z.stringbool().optional() })
export const partnersResponse = successResponse({ partners: z.array(publishedPartner) })

/** A partner of the back office. */
export const publishedPartnerRecord = publishedPartner.extend(recordMetadataFields).meta({ id: 'AdminPartner' })
export type PublishedPartnerRecord = z.infer<typeof publishedPartnerRecord>

export const savePartnerRequest = z.object({
  ...formMetadataFields,
  name: singleLineField(limits.name).optional(),
  link: urlFormField(limits.link),
  status: booleanFormField,
  file: imageFormField,
})
export type SavePartnerRequest = z.output<typeof savePartnerRequest>
