import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { regionRecord, saveRegionRequest } from '#contract/region.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createRegionService } from './service.ts'

/** Registers the back office's calls about regions. */
export const regionsAdminRoutes = (deps: Deps) =>
  createCrudRoutes(deps, {
    path: paths.adminRegions,
    one: 'region',
    many: 'regions',
    sizes: pageSizes.short,
    sortableList: 'regions',
    permission: 'content',
    schema: regionRecord,
    form: saveRegionRequest,
    service: createRegionService(deps),
  })
