import { continentRecord, saveContinentRequest } from '#contract/continent.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createContinentService } from './service.ts'

/** Registers the back office's calls about continents. */
export const continentsAdminRoutes = (deps: Deps) => {
  // visitors see every continent, so there is no toggle
  const { toggle: _, ...service } = createContinentService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminContinents,
    one: 'continent',
    many: 'continents',
    sizes: pageSizes.short,
    sortableList: 'continents',
    permission: 'content',
    schema: continentRecord,
    form: saveContinentRequest,
    service,
  })
}
