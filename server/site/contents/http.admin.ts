import {
  fromPublishedFaqForm,
  fromPublishedPartnerForm,
  toPublishedFaqField,
  toPublishedFaqRecord,
  toPublishedPartnerField,
  toPublishedPartnerRecord,
} from '#contract/published/contents-admin.ts'
import type { Deps } from '#server/deps.ts'
import { implementCrudCalls } from '#server/platform/http/crud-routes.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import {
  createContinentService,
  createFaqService,
  createOrganizerService,
  createPartnerService,
  createRegionService,
} from './service.ts'

/** Registers the back office's calls about FAQs, partners, organizers, regions and continents. */
export const createContentsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const faqs = createFaqService(deps)
    implementCrudCalls(implement, '/api/admin/faqs', {
      published: { record: toPublishedFaqRecord, field: toPublishedFaqField },
      service: { ...faqs, save: (form, actor) => faqs.save(fromPublishedFaqForm(form), actor) },
    })
    const partners = createPartnerService(deps)
    implementCrudCalls(implement, '/api/admin/partners', {
      published: { record: toPublishedPartnerRecord, field: toPublishedPartnerField },
      service: {
        ...partners,
        save: (form, actor) => partners.save(fromPublishedPartnerForm(form), actor, form.file),
      },
    })
    const organizers = createOrganizerService(deps)
    implementCrudCalls(implement, '/api/admin/organizers', {
      service: {
        ...organizers,
        save: ({ flag, removeFlag, ...edit }, actor) =>
          organizers.save(edit, actor, flag ?? (removeFlag ? null : undefined)),
      },
    })
    implementCrudCalls(implement, '/api/admin/regions', { service: createRegionService(deps) })
    implementCrudCalls(implement, '/api/admin/continents', { service: createContinentService(deps) })
  })
