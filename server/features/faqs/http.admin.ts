import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { publishedFaqRecord, saveFaqRequest } from '#contract/published/faq.schema.ts'
import { fromPublishedFaqForm, toPublishedFaqField, toPublishedFaqRecord } from '#contract/published/faq.ts'
import type { Deps } from '#server/deps.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createFaqService } from './service.ts'

/** Registers the back office's calls about FAQs (specification, section 7 'Admin: FAQs'). */
export const faqsAdminRoutes = (deps: Deps) => {
  const service = createFaqService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminFaqs,
    one: 'faq',
    many: 'faqs',
    sizes: pageSizes.short,
    sortableList: 'faqs',
    permission: 'content',
    schema: publishedFaqRecord,
    form: saveFaqRequest,
    published: { record: toPublishedFaqRecord, field: toPublishedFaqField },
    service: { ...service, save: (form, actor) => service.save(fromPublishedFaqForm(form), actor) },
  })
}
