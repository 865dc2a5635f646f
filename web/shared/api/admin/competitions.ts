import type { ActiveCompetition, CompetitionFields, CompetitionRecord } from '#contract/competition.schema.ts'
import { activeCompetitionsKey, fromPublishedActiveCompetitions } from '#contract/published/competition.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { getVariant } from '#web/shared/api/get-variant.ts'
import { createCrudApi } from './crud.ts'

/** Creates the back office's calls about competitions. */
export const createAdminCompetitionApi = (call: ApiCall) => ({
  ...createCrudApi<'/api/admin/competitions', CompetitionRecord, CompetitionFields>(call, {
    path: '/api/admin/competitions',
    one: 'competition',
    many: 'competitions',
  }),
  /** Lists the active competitions, in their order. */
  listActive: async (): Promise<ActiveCompetition[]> =>
    fromPublishedActiveCompetitions(
      getVariant(await call('GET /api/admin/competitions', { query: { all_active: true } }), activeCompetitionsKey),
    ),
})
