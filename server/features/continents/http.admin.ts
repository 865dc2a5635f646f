import { pageSizes } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { continentForm, wireContinentRecord } from '#contract/published/content-admin.schema.ts'
import { continentRecordToWire, fieldNames } from '#contract/published/content-admin.ts'
import type { Deps } from '#server/deps.ts'
import { crudRoutes, renamedFields } from '#server/http/crud-routes.ts'
import { defined } from '#server/lib/defined.ts'
import { continentService } from './service.ts'

/** The back office's calls about continents. */
export const continentsAdmin = (deps: Deps) => {
  // visitors see every continent: there is no switch
  const { toggle: _, ...records } = continentService(deps)
  return crudRoutes(deps, {
    path: paths.adminContinents,
    one: 'continent',
    many: 'continents',
    sizes: pageSizes.short,
    schema: wireContinentRecord,
    form: continentForm,
    published: { record: continentRecordToWire, field: renamedFields(fieldNames.continent) },
    service: {
      ...records,
      save: (form, actor) => {
        const values = defined({
          nameEn: form.name_en,
          nameAr: form.name_ar,
          position: form.position,
        })
        return records.save({ id: form.id, version: form.version, values }, actor)
      },
    },
  })
}
