import {
  fromPublishedFaqForm,
  fromPublishedPartnerForm,
  toPublishedFaqField,
  toPublishedFaqRecord,
  toPublishedPartnerField,
  toPublishedPartnerRecord,
} from '#contract/published/contents.ts'
import type { Deps } from '#server/deps.ts'
import { implementCrudCalls } from '#server/http/crud-routes.ts'
import { implementCalls } from '#server/http/implement-calls.ts'
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

/** Registers the back office's calls about FAQs, partners, organizers, regions and continents. */
export const contentsAdminRoutes = (deps: Deps) =>
  implementCalls(deps, (implement) => {
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
  createImportRoute(deps, '/api/admin/faqs/import', {
    getScope: () => ({ kind: 'faqs' }),
    columns: faqImportColumns.columns,
    service: createFaqImportService(deps, faqImportColumns),
  })
