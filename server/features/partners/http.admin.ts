import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { publishedPartnerRecord, savePartnerRequest } from '#contract/published/partner.schema.ts'
import { fromPublishedPartnerForm, toPublishedPartnerField, toPublishedPartnerRecord } from '#contract/published/partner.ts'
import type { Deps } from '#server/deps.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createPartnerService } from './service.ts'

/** Registers the back office's calls about partners (specification, section 7 'Admin: partners'). */
export const partnersAdminRoutes = (deps: Deps) => {
  const service = createPartnerService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminPartners,
    one: 'partner',
    many: 'partners',
    sizes: pageSizes.short,
    sortableList: 'partners',
    permission: 'content',
    schema: publishedPartnerRecord,
    form: savePartnerRequest,
    published: { record: toPublishedPartnerRecord, field: toPublishedPartnerField },
    service: { ...service, save: (form, actor) => service.save(fromPublishedPartnerForm(form), actor, form.file) },
  })
}
