import { faqLimits } from '#contract/site/contents.ts'
import { writeAudits } from '#server/platform/audit/service.ts'
import { importColumnTexts, yesNoOptions } from '#server/platform/http/import-column-texts.ts'
import { createCsvImport } from '#server/platform/imports/define-import.ts'
import { createSoftDeleteUndo } from '#server/platform/imports/service.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'
import type { CsvRowProblem } from '#server/platform/lib/csv-problems.ts'
import { findCellTextProblem } from '#server/platform/lib/csv-text.ts'
import type { ImportColumn, ImportColumns, ReadImportOption } from '#server/platform/lib/import-columns.ts'
import {
  filterExistingFaqQuestionSet,
  getLastFaqPosition,
  insertFaqs,
  lockFaqsAndListChangeStates,
  lockFaqTable,
  type NewFaq,
  softDeleteAndReturnFaqs,
} from './queries.ts'

type FaqColumn = 'question_en' | 'question_ar' | 'answer_en' | 'answer_ar' | 'active'

const { en, ar } = importColumnTexts
const createColumn = (
  name: FaqColumn,
  texts: keyof typeof en.faq,
  details: Pick<ImportColumn, 'required' | 'text' | 'options'>,
): ImportColumn<FaqColumn> => {
  const [titlesEn, titlesAr] = [en.faq[texts].split('|'), ar.faq[texts].split('|')]
  return {
    name,
    title: { en: titlesEn[0] ?? name, ar: titlesAr[0] ?? name },
    otherTitles: [...titlesEn, ...titlesAr],
    ...details,
  }
}

/** The columns of a file of questions. */
export const faqImportColumns: ImportColumns<FaqColumn> = {
  columns: [
    createColumn('question_en', 'questionEn', { required: true }),
    createColumn('question_ar', 'questionAr', { required: true }),
    createColumn('answer_en', 'answerEn', { required: true, text: 'lines' }),
    createColumn('answer_ar', 'answerAr', { required: true, text: 'lines' }),
    createColumn('active', 'active', { options: yesNoOptions }),
  ],
}

/** Parses one line; `report` gets its problems. */
const parseLine = (
  cell: (column: FaqColumn) => string,
  readOption: ReadImportOption<FaqColumn>,
  report: (problem: FieldProblem) => void,
): NewFaq => {
  const readText = (field: FaqColumn, limit: number) => {
    const value = cell(field)
    const problem = findCellTextProblem(value, { maxLength: limit, hasLines: field.startsWith('answer') })
    if (value === '') report({ field, code: 'required' })
    else if (problem) report({ field, ...problem })
    return value
  }
  const active = cell('active') === '' ? 'true' : readOption('active', cell('active'))
  if (active === undefined) report({ field: 'active', code: 'unknown-value' })
  return {
    questionEn: readText('question_en', faqLimits.question),
    questionAr: readText('question_ar', faqLimits.question),
    answerEn: readText('answer_en', faqLimits.answer),
    answerAr: readText('answer_ar', faqLimits.answer),
    active: active !== 'false',
  }
}

type FaqLine = NewFaq & { line: number }

/** Finds questions that the file repeats or that exist already, so that a repeated import does nothing. */
const findRepeated = (lines: readonly FaqLine[], existing: ReadonlySet<string>): CsvRowProblem[] => {
  const seen = new Set(existing)
  return lines.flatMap(({ line, questionEn, questionAr }) => {
    const fields = [
      ['question_en', questionEn],
      ['question_ar', questionAr],
    ] as const
    const repeated = fields.filter(([, question]) => question !== '' && seen.has(question))
    for (const [, question] of fields) seen.add(question)
    return repeated.map(([field, value]) => ({ line, problem: { field, code: 'taken' as const }, value }))
  })
}

/**
 * The import of questions from a CSV file, whose column `active` may be missing. New questions come last, in the
 * order of the file. They can be restored for 30 days after an undo.
 */
export const faqImport = createCsvImport('faqs', {
  columns: faqImportColumns,
  maxRows: faqLimits.importLines,
  tags: ['faqs'],
  parse: async (file, { db, isLocking }) => {
    if (isLocking) await lockFaqTable(db)
    const lines: FaqLine[] = await file.parseLines((cell, report) => parseLine(cell, file.readOption, report))
    const questions = lines.flatMap(({ questionEn, questionAr }) => [questionEn, questionAr])
    return {
      lines,
      problems: findRepeated(lines, await filterExistingFaqQuestionSet(db, questions)),
    }
  },
  toRow: ({ line, questionEn, questionAr, active }) => ({
    line,
    question: { en: questionEn, ar: questionAr },
    active,
  }),
  insert: async (tx, lines, { actor }) => {
    const first = (await getLastFaqPosition(tx)) + 1
    const rows = await insertFaqs(
      tx,
      lines.map(({ line: _, ...faq }, at) => ({ ...faq, position: first + at })),
    )
    await writeAudits(
      tx,
      rows.map(({ search: _search, createdAt: _createdAt, updatedAt: _updatedAt, ...after }) => ({
        actor,
        action: 'import',
        entity: 'faq',
        entityId: after.id,
        after,
      })),
    )
    return rows.map(({ id }) => id)
  },
  undo: createSoftDeleteUndo({
    entity: 'faq',
    lock: lockFaqsAndListChangeStates,
    softDelete: softDeleteAndReturnFaqs,
    toAudit: ({ questionEn, questionAr, active, position }) => ({ questionEn, questionAr, active, position }),
  }),
})
