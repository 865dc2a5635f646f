import { pageSizes } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { regionForm, wireRegionRecord } from '#contract/published/content-admin.schema.ts'
import { fieldNames, regionRecordToWire } from '#contract/published/content-admin.ts'
import type { Deps } from '#server/deps.ts'
import { crudRoutes, renamedFields } from '#server/http/crud-routes.ts'
import { defined } from '#server/lib/defined.ts'
import { regionService } from './service.ts'

/** The back office's calls about regions. */
export const regionsAdmin = (deps: Deps) => {
  const records = regionService(deps)
  return crudRoutes(deps, {
    path: paths.adminRegions,
    one: 'region',
    many: 'regions',
    sizes: pageSizes.short,
    schema: wireRegionRecord,
    form: regionForm,
    published: { record: regionRecordToWire, field: renamedFields(fieldNames.region) },
    service: {
      ...records,
      save: (form, actor) => {
        const values = defined({
          nameEn: form.en_name,
          nameAr: form.ar_name,
          country: form.country,
          email: form.email,
          phone: form.phone,
          active: form.status,
          position: form.position,
        })
        return records.save({ id: form.id, version: form.version, values }, actor)
      },
    },
  })
}
