import { successResponse } from '#contract/response.schema.ts'
import { z } from '#contract/z.ts'

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

export const regionsResponse = successResponse({ regions: z.array(publishedRegion) })
