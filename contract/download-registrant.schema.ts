import { downloadPlatforms, downloadUserTypes, registrantLimits as limits } from './download-registrant.ts'
import { listQueryFields, trimmedTextField } from './fields.schema.ts'
import { pageSizes } from './page-sizes.ts'
import { listResponse } from './response.schema.ts'
import { z } from './z.ts'

/** A visitor who downloaded the simulator. */
export const registrant = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string().describe('E.164'),
    country: z.string().describe('a slug: `egypt`, `saudi-arabia`'),
    platform: z.enum(downloadPlatforms),
    userType: z.enum(downloadUserTypes),
    createdAt: z.string().describe('ISO 8601'),
  })
  .meta({ id: 'Registrant' })

const filters = {
  country: trimmedTextField(limits.country).optional(),
  platform: z.enum(downloadPlatforms).optional(),
  userType: z.enum(downloadUserTypes).optional(),
}
const { s, ...paging } = listQueryFields(pageSizes.long)
export const registrantListQuery = z.object({ ...paging, s, ...filters })
export const registrantListResponse = listResponse('registrants', registrant)
export const registrantExportQuery = z.object({ s, ...filters })
