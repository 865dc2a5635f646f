import { pageSizes } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { faqForm, wireFaqRecord } from '#contract/published/content-admin.schema.ts'
import { faqRecordToWire, fieldNames } from '#contract/published/content-admin.ts'
import type { Deps } from '#server/deps.ts'
import { crudRoutes, renamedFields } from '#server/http/crud-routes.ts'
import { defined } from '#server/lib/defined.ts'
import { faqService } from './service.ts'

/** The back office's calls about FAQs (specification, section 7 'Admin: FAQs'). */
export const faqsAdmin = (deps: Deps) => {
  const records = faqService(deps)
  return crudRoutes(deps, {
    path: paths.adminFaqs,
    one: 'faq',
    many: 'faqs',
    sizes: pageSizes.short,
    schema: wireFaqRecord,
    form: faqForm,
    published: { record: faqRecordToWire, field: renamedFields(fieldNames.faq) },
    service: {
      ...records,
      save: (form, actor) => {
        const values = defined({
          questionEn: form.name_en,
          questionAr: form.name,
          answerEn: form.description_en,
          answerAr: form.description,
          active: form.status,
          position: form.position,
        })
        return records.save({ id: form.id, version: form.version, values }, actor)
      },
    },
  })
}
