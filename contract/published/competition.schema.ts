import { recordMetadataFields } from '#contract/crud.schema.ts'
import { listResponseFields } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'

/**
 * A competition in `GET /api/admin/competitions/?all_active=true` (specification, section 7 'Admin: teams').
 */
const publishedCompetition = z
  .object({
    _id: z.string(),
    name_en: z.string(),
    name_ar: z.string(),
    slug: z.string(),
    min_members: z.number(),
    max_members: z.number(),
    min_coaches: z.number(),
    max_coaches: z.number(),
    min_age: z.number().nullable(),
    max_age: z.number().nullable(),
    max_teams: z.number().nullable(),
    rounds: z.number(),
    fee: z.number().describe('in the smallest unit of the currency'),
    currency: z.string(),
    opens_at: z.string().nullable(),
    closes_at: z.string().nullable(),
    status: z.boolean(),
    team_count: z.number(),
    ...recordMetadataFields,
  })
  .meta({ id: 'PublishedCompetition' })
export type PublishedCompetition = z.infer<typeof publishedCompetition>

/**
 * The path of this call as the specification spells it. The corrected path, `paths.adminCompetitions`,
 * answers it too.
 */
export const activeCompetitionsPath = '/api/admin/competions'

/** Lists the active competitions, in their order. */
export const activeCompetitionsQuery = z.object({ all_active: z.literal('true') })
export const activeCompetitionsResponse = z.object({
  success: z.literal(true),
  competions: z.array(publishedCompetition),
  ...listResponseFields,
})
export type ActiveCompetitionsResponse = z.infer<typeof activeCompetitionsResponse>
