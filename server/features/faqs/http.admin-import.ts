import { paths } from '#contract/paths.ts'
import { faqImportReply } from '#contract/published/faq-import.schema.ts'
import { faqImportRowToWire } from '#contract/published/faq-import.ts'
import type { Deps } from '#server/deps.ts'
import { importRoute } from '#server/http/import-route.ts'
import { faqImport } from './import.ts'

/** The back office's call to import questions. */
export const faqsAdminImport = (deps: Deps) =>
  importRoute(deps, {
    path: paths.adminFaqsImport,
    summary: 'Look at a CSV file of questions (`preview`), or import it: all or nothing',
    description: 'Columns: question_en, question_ar, answer_en, answer_ar, active.',
    tag: 'faqs (admin)',
    reply: faqImportReply,
    rowToWire: faqImportRowToWire,
    files: faqImport(deps),
  })
