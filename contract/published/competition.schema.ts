import { competitionResponses, saveCompetitionRequest } from '#contract/event/competition.schema.ts'
import { defineCrudCalls, recordMetadataFields, toggleRequest } from '#contract/platform/crud.schema.ts'
import { listResponseFields, sortField } from '#contract/platform/fields.schema.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { z } from '#contract/platform/z.ts'
import { defineCalls } from '../platform/define-calls.ts'

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

/** Lists the active competitions, in their order. */
const activeCompetitionsQuery = z.object({ all_active: z.literal('true') })
const activeCompetitionsResponse = z.object({
  success: z.literal(true),
  competions: z.array(publishedCompetition),
  ...listResponseFields,
})
export type ActiveCompetitionsResponse = z.infer<typeof activeCompetitionsResponse>

/** The call that lists the active competitions, as the specification spells its path. */
export const activeCompetitionsCall = 'GET /api/admin/competions'

/** The calls of the back office about competitions. */
export const publishedCompetitionCalls = {
  ...defineCrudCalls(
    '/api/admin/competitions',
    {
      responses: competitionResponses,
      sizes: pageSizes.short,
      permission: 'registration',
      readPermission: 'none',
      readRegions: 'same',
      form: saveCompetitionRequest,
      toggle: toggleRequest,
      filters: { sort: sortField('competitions') },
    },
    { '?all_active': { query: activeCompetitionsQuery, response: activeCompetitionsResponse } },
    activeCompetitionsResponse,
  ),
  ...defineCalls(
    { tag: 'competitions', audience: 'admin', permission: 'none', regions: 'same' },
    {
      [activeCompetitionsCall]: {
        summary: 'List the active ones (`all_active=true`)',
        query: activeCompetitionsQuery.partial(),
        response: activeCompetitionsResponse,
      },
    },
  ),
}
