import type { ActiveCompetition, CompetitionFields, CompetitionRecord } from '#contract/competition.ts'
import { paths } from '#contract/paths.ts'
import type { ActiveCompetitionsResponse } from '#contract/published/competition.schema.ts'
import { fromPublishedActiveCompetitions } from '#contract/published/competition.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createCrudApi } from './crud.ts'

/** Creates the back office's calls about competitions. */
export const createAdminCompetitionApi = (call: ApiCall) => ({
  ...createCrudApi<CompetitionRecord, CompetitionFields>(call, {
    path: paths.adminCompetitions,
    one: 'competition',
    many: 'competitions',
  }),
  /** Lists the active competitions, in their order. */
  listActive: async (): Promise<ActiveCompetition[]> =>
    fromPublishedActiveCompetitions(await call<ActiveCompetitionsResponse>(`${paths.adminCompetitions}/`, { query: { all_active: true } })),
})
