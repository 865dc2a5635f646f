import { pageSizes } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { partnerForm, wirePartnerRecord } from '#contract/published/content-admin.schema.ts'
import { fieldNames, partnerRecordToWire } from '#contract/published/content-admin.ts'
import type { Deps } from '#server/deps.ts'
import { crudRoutes, renamedFields } from '#server/http/crud-routes.ts'
import { defined } from '#server/lib/defined.ts'
import { partnerService } from './service.ts'

/** The back office's calls about partners (specification, section 7 'Admin: partners'). */
export const partnersAdmin = (deps: Deps) => {
  const records = partnerService(deps)
  return crudRoutes(deps, {
    path: paths.adminPartners,
    one: 'partner',
    many: 'partners',
    sizes: pageSizes.short,
    schema: wirePartnerRecord,
    form: partnerForm,
    published: { record: partnerRecordToWire, field: renamedFields(fieldNames.partner) },
    service: {
      ...records,
      save: (form, actor) => {
        const values = defined({
          name: form.name,
          link: form.link,
          active: form.status,
          position: form.position,
        })
        return records.save({ id: form.id, version: form.version, values }, actor, form.file)
      },
    },
  })
}
