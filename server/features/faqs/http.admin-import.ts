import { faqImportResponse } from '#contract/faq.schema.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { createImportRoute } from '#server/http/import-route.ts'
import { faqImportColumns } from './http.import-columns.ts'
import { createFaqImportService } from './import.ts'

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
