import {
  continentResponses,
  faqImportResponse,
  organizerResponses,
  regionResponses,
  saveContinentRequest,
  saveOrganizerRequest,
  saveRegionRequest,
} from '#contract/contents.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import {
  faqResponses,
  partnerResponses,
  saveFaqRequest,
  savePartnerRequest,
} from '#contract/published/contents.schema.ts'
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
import { createImportRoute, importColumnTexts, yesNoOptions } from '#server/http/import-route.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import {
  createFaqImportService,
  type FaqColumn,
  type FaqImportColumns,
  requiredFaqColumns,
} from './faq-import.ts'
import {
  createContinentService,
  createFaqService,
  createOrganizerService,
  createPartnerService,
  createRegionService,
} from './service.ts'

/** Registers the back office's calls about FAQs (specification, section 7 'Admin: FAQs'). */
const faqsAdminRoutes = (deps: Deps) => {
  const service = createFaqService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminFaqs,
    responses: faqResponses,
    sizes: pageSizes.short,
    sortableList: 'faqs',
    permission: 'content',
    form: saveFaqRequest,
    published: { record: toPublishedFaqRecord, field: toPublishedFaqField },
    service: { ...service, save: (form, actor) => service.save(fromPublishedFaqForm(form), actor) },
  })
}

/** Registers the back office's calls about partners (specification, section 7 'Admin: partners'). */
const partnersAdminRoutes = (deps: Deps) => {
  const service = createPartnerService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminPartners,
    responses: partnerResponses,
    sizes: pageSizes.short,
    sortableList: 'partners',
    permission: 'content',
    form: savePartnerRequest,
    published: { record: toPublishedPartnerRecord, field: toPublishedPartnerField },
    service: {
      ...service,
      save: (form, actor) => service.save(fromPublishedPartnerForm(form), actor, form.file),
    },
  })
}

/** Registers the back office's calls about organizers. */
const organizersAdminRoutes = (deps: Deps) => {
  const service = createOrganizerService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminOrganizers,
    responses: organizerResponses,
    sizes: pageSizes.short,
    sortableList: 'organizers',
    permission: 'content',
    form: saveOrganizerRequest,
    service: {
      ...service,
      save: ({ flag, removeFlag, ...edit }, actor) =>
        service.save(edit, actor, flag ?? (removeFlag ? null : undefined)),
    },
  })
}

/** Registers the back office's calls about regions. */
const regionsAdminRoutes = (deps: Deps) =>
  createCrudRoutes(deps, {
    path: paths.adminRegions,
    responses: regionResponses,
    sizes: pageSizes.short,
    sortableList: 'regions',
    permission: 'content',
    form: saveRegionRequest,
    service: createRegionService(deps),
  })

/** Registers the back office's calls about continents. */
const continentsAdminRoutes = (deps: Deps) => {
  // visitors see every continent, so there is no toggle
  const { toggle: _, ...service } = createContinentService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminContinents,
    responses: continentResponses,
    sizes: pageSizes.short,
    sortableList: 'continents',
    permission: 'content',
    form: saveContinentRequest,
    service,
  })
}

/** Returns the plugins that register the back office's calls about the contents. */
export const listContentAdminRoutes = (deps: Deps) => [
  faqsAdminRoutes(deps),
  partnersAdminRoutes(deps),
  organizersAdminRoutes(deps),
  regionsAdminRoutes(deps),
  continentsAdminRoutes(deps),
]

const { en, ar } = importColumnTexts
const createColumn = (name: FaqColumn, enTitles: string, arTitles: string): ImportColumn<FaqColumn> => {
  const [titlesEn, titlesAr] = [enTitles.split('|'), arTitles.split('|')]
  return {
    name,
    title: { en: titlesEn[0] ?? name, ar: titlesAr[0] ?? name },
    otherTitles: [...titlesEn, ...titlesAr],
    required: requiredFaqColumns.some((each) => each === name),
    ...(name === 'active' ? { options: yesNoOptions } : {}),
    ...(name.startsWith('answer') ? { text: 'lines' as const } : {}),
  }
}

/** The columns of a file of questions. */
export const faqImportColumns: FaqImportColumns = {
  columns: [
    createColumn('question_en', en.faq.questionEn, ar.faq.questionEn),
    createColumn('question_ar', en.faq.questionAr, ar.faq.questionAr),
    createColumn('answer_en', en.faq.answerEn, ar.faq.answerEn),
    createColumn('answer_ar', en.faq.answerAr, ar.faq.answerAr),
    createColumn('active', en.faq.active, ar.faq.active),
  ],
}

/** Registers the call of the back office that imports questions. */
export const faqsImportRoutes = (deps: Deps) =>
  createImportRoute(deps, {
    path: paths.adminFaqsImport,
    summary: 'Preview a CSV file of questions (`preview`), or import it: all or nothing',
    description: 'Columns: question_en, question_ar, answer_en, answer_ar, active.',
    tag: 'faqs',
    permission: 'content',
    getScope: () => ({ kind: 'faqs' }),
    columns: faqImportColumns.columns,
    response: faqImportResponse,
    service: createFaqImportService(deps, faqImportColumns),
  })
