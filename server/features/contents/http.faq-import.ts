import { faqImportResponse } from '#contract/contents.schema.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { importColumnTexts, yesNoOptions } from '#server/http/import-column-titles.ts'
import { createImportRoute } from '#server/http/import-route.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import { createFaqImportService, type FaqColumn, type FaqImportColumns, requiredFaqColumns } from './faq-import.ts'

const { en, ar } = importColumnTexts
const createColumn = (name: FaqColumn, enTitles: string, arTitles: string): ImportColumn<FaqColumn> => {
  const [titlesEn, titlesAr] = [enTitles.split('|'), arTitles.split('|')]
  return {
    name,
    title: { en: titlesEn[0] ?? name, ar: titlesAr[0] ?? name },
    otherTitles: [...titlesEn, ...titlesAr],
    required: requiredFaqColumns.some((each) => each === name),
    ...(name === 'active' ? { options: yesNoOptions } : {}),
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
