import { importColumnTexts, yesNoOptions } from '#server/http/import-column-titles.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import { type FaqColumn, type FaqImportColumns, requiredFaqColumns } from './import.ts'

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
