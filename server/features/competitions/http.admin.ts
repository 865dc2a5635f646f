import { competitionRecord, saveCompetitionRequest } from '#contract/competition.schema.ts'
import { pageSizes } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { activeCompetitionsQuery, activeCompetitionsResponse } from '#contract/published/competition.schema.ts'
import { toPublishedActiveCompetitions } from '#contract/published/competition.ts'
import type { Deps } from '#server/deps.ts'
import { crudRoutes } from '#server/http/crud-routes.ts'
import { hasKey, routeVariant } from '#server/http/query-dispatch.ts'
import { defined } from '#server/lib/defined.ts'
import { competitionService } from './service.ts'

const toDate = (text: string | null | undefined) => (typeof text === 'string' ? new Date(text) : text)

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
    service: {
      ...competitions,
      save: ({ id, version, opensAt, closesAt, ...fields }, actor) => {
        const values = defined({ ...fields, opensAt: toDate(opensAt), closesAt: toDate(closesAt) })
        return competitions.save({ id, version, values }, actor)
      },
    },
  })
}
