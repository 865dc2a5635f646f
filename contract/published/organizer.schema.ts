import { idField } from '#contract/fields.schema.ts'
import { langQuery } from '#contract/lang.schema.ts'
import { successResponse } from '#contract/response.schema.ts'
import { z } from '#contract/z.ts'

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

export const organizersQuery = langQuery.extend({
  id: z
    .union([z.literal('all'), idField])
    .default('all')
    .describe('a continent, or `all`'),
})
export const organizersResponse = successResponse({ organizers: z.array(publishedOrganizer) })
