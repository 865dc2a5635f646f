import { pageSizes } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { organizerForm, wireOrganizerRecord } from '#contract/published/content-admin.schema.ts'
import { fieldNames, organizerRecordToWire } from '#contract/published/content-admin.ts'
import type { Deps } from '#server/deps.ts'
import { crudRoutes, renamedFields } from '#server/http/crud-routes.ts'
import { defined } from '#server/lib/defined.ts'
import { organizerService } from './service.ts'

/** The back office's calls about organizers. */
export const organizersAdmin = (deps: Deps) => {
  const records = organizerService(deps)
  return crudRoutes(deps, {
    path: paths.adminOrganizers,
    one: 'organizer',
    many: 'organizers',
    sizes: pageSizes.short,
    schema: wireOrganizerRecord,
    form: organizerForm,
    published: { record: organizerRecordToWire, field: renamedFields(fieldNames.organizer) },
    service: {
      ...records,
      save: (form, actor) => {
        const values = defined({
          nameEn: form.companyName_en,
          nameAr: form.companyName_ar,
          link: form.link,
          country: form.country,
          continentId: form.continent,
          active: form.status,
          position: form.position,
        })
        return records.save({ id: form.id, version: form.version, values }, actor, form.flag ?? (form.removeFlag ? null : undefined))
      },
    },
  })
}
