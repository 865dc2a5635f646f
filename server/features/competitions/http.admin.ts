import { competitionRecord, saveCompetitionRequest } from '#contract/competition.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { activeCompetitionsQuery, activeCompetitionsResponse } from '#contract/published/competition.schema.ts'
import { toPublishedActiveCompetitions } from '#contract/published/competition.ts'
import type { Deps } from '#server/deps.ts'
import { crudRoutes } from '#server/http/crud-routes.ts'
import { hasKey, routeVariant } from '#server/http/query-dispatch.ts'
import { competitionService } from './service.ts'

/** The back office's calls about competitions; `all_active` is the specification's (section 7 'Admin: teams') and has the published spelling. */
export const competitionsAdmin = (deps: Deps) => {
  const competitions = competitionService(deps)
  return crudRoutes(deps, {
    path: paths.adminCompetitions,
    one: 'competition',
    many: 'competitions',
    sizes: pageSizes.short,
    schema: competitionRecord,
    form: saveCompetitionRequest,
    variants: [
      routeVariant({
        when: (query) => hasKey(query, 'all_active'),
        schema: activeCompetitionsQuery,
        handle: async () => toPublishedActiveCompetitions(await competitions.listActive()),
      }),
    ],
    variantResponse: activeCompetitionsResponse,
    service: competitions,
  })
}
