import { organizerRecord, saveOrganizerRequest } from '#contract/organizer.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createOrganizerService } from './service.ts'

/** Registers the back office's calls about organizers. */
export const organizersAdminRoutes = (deps: Deps) => {
  const service = createOrganizerService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminOrganizers,
    one: 'organizer',
    many: 'organizers',
    sizes: pageSizes.short,
    sortableList: 'organizers',
    permission: 'content',
    schema: organizerRecord,
    form: saveOrganizerRequest,
    service: {
      ...service,
      save: ({ flag, removeFlag, ...edit }, actor) => service.save(edit, actor, flag ?? (removeFlag ? null : undefined)),
    },
  })
}
