import {
  continentRecord,
  organizerRecord,
  regionRecord,
  saveContinentRequest,
  saveOrganizerRequest,
  saveRegionRequest,
} from '#contract/contents.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { publishedFaqRecord, publishedPartnerRecord, saveFaqRequest, savePartnerRequest } from '#contract/published/contents.schema.ts'
import {
  fromPublishedFaqForm,
  fromPublishedPartnerForm,
  toPublishedFaqField,
  toPublishedFaqRecord,
  toPublishedPartnerField,
  toPublishedPartnerRecord,
} from '#contract/published/contents.ts'
import type { Deps } from '#server/deps.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createContinentService, createFaqService, createOrganizerService, createPartnerService, createRegionService } from './service.ts'

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

/** Registers the back office's calls about continents. */
export const continentsAdminRoutes = (deps: Deps) => {
  // visitors see every continent, so there is no toggle
  const { toggle: _, ...service } = createContinentService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminContinents,
    one: 'continent',
    many: 'continents',
    sizes: pageSizes.short,
    sortableList: 'continents',
    permission: 'content',
    schema: continentRecord,
    form: saveContinentRequest,
    service,
  })
}
