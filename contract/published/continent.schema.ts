import { successResponse } from '#contract/response.schema.ts'
import { z } from '#contract/z.ts'

const publishedContinent = z
  .object({ _id: z.string(), name: z.string(), name_en: z.string(), name_ar: z.string(), slug: z.string() })
  .meta({ id: 'Continent' })
export type PublishedContinent = z.infer<typeof publishedContinent>

export const continentsResponse = successResponse({ continents: z.array(publishedContinent) })
