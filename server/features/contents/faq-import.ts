import { type FaqImportRow, faqLimits } from '#contract/contents.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudits } from '#server/features/audit/service.ts'
import {
  assertImportUndoable,
  type ImportFile,
  insertImportAssertingNotRepeated,
  markImportUndoneAndListRecordIds,
  type UndoImport,
} from '#server/features/imports/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { findCellTextProblem } from '#server/lib/csv-text.ts'
import { createOptionReader, type ImportColumns, type ReadImportOption } from '#server/lib/import-columns.ts'
import {
  type CsvFile,
  type CsvFileColumns,
  type CsvRowProblem,
  parseCsvFile,
  transformItemsInSlices,
} from '#server/lib/parse-csv.ts'
import {
  getLastFaqPosition,
  insertFaqs,
  listExistingFaqQuestions,
  lockFaqs,
  lockFaqTable,
  type NewFaq,
  softDeleteFaqs,
} from './queries.ts'

/** Creates the function that deletes the questions of an import. They can be restored for 30 days. */
export const createFaqImportUndo =
  ({ database, invalidator }: Core): UndoImport =>
  async ({ importId, actor }) => {
    await inTransaction(database.db, async (tx) => {
      const ids = await markImportUndoneAndListRecordIds(tx, importId, actor)
      const rows = await lockFaqs(tx, ids)
      assertImportUndoable(
        rows.map(({ questionEn, version, deletedAt }) => ({
          name: questionEn,
          isChanged: version !== 1 || deletedAt !== null,
        })),
        ids.length,
      )
      await softDeleteFaqs(tx, ids, new Date())
      await writeAudits(
        tx,
        rows.map(({ id, questionEn, questionAr, active, position }) => ({
          actor,
          action: 'delete',
          entity: 'faq',
          entityId: id,
          before: { questionEn, questionAr, active, position },
        })),
      )
    })
    await invalidator.invalidate('faqs')
  }

/** Rows and problems of a file that a reply lists at most. */
const listed = 200
export const requiredFaqColumns = ['question_en', 'question_ar', 'answer_en', 'answer_ar'] as const
export type FaqColumn = (typeof requiredFaqColumns)[number] | 'active'
export type FaqImportColumns = ImportColumns<FaqColumn>

type Parsed = { line: number; faq: NewFaq }
/** The result of a preview or an import. `rows` and `problems` are the first 200 of each. */
type FaqImportResult = {
  rows: FaqImportRow[]
  problems: CsvRowProblem[]
  problemCount: number
  count: number
  fileColumns: CsvFileColumns
}

/** Parses one line; `refuse` gets its problems. */
const readLine = (
  cell: (column: FaqColumn) => string,
  readOption: ReadImportOption<FaqColumn>,
  refuse: (problem: FieldProblem) => void,
): NewFaq => {
  const text = (field: FaqColumn, limit: number) => {
    const value = cell(field)
    const problem = findCellTextProblem(value, { maxLength: limit, hasLines: field.startsWith('answer') })
    if (value === '') refuse({ field, code: 'required' })
    else if (problem) refuse({ field, ...problem })
    return value
  }
  const active = cell('active') === '' ? 'true' : readOption('active', cell('active'))
  if (active === undefined) refuse({ field: 'active', code: 'unknown-value' })
  return {
    questionEn: text('question_en', faqLimits.question),
    questionAr: text('question_ar', faqLimits.question),
    answerEn: text('answer_en', faqLimits.answer),
    answerAr: text('answer_ar', faqLimits.answer),
    active: active !== 'false',
  }
}

/** Finds questions that the file repeats or that exist already, so that a repeated import does nothing. */
const findRepeated = (lines: readonly Parsed[], existing: ReadonlySet<string>): CsvRowProblem[] => {
  const seen = new Set(existing)
  return lines.flatMap(({ line, faq: { questionEn, questionAr } }) => {
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
 * Creates the service that previews and imports a CSV file of questions (`question_en`, `question_ar`,
 * `answer_en`, `answer_ar`, and `active`, which may be missing): all or nothing. New questions come last, in
 * the order of the file.
 */
export const createFaqImportService = ({ database, invalidator }: Core, importColumns: FaqImportColumns) => {
  const parse = async (db: Core['database']['db'], csvFile: CsvFile) => {
    const file = await parseCsvFile(csvFile, { ...importColumns, maxRows: faqLimits.importLines })
    const readOption = createOptionReader(importColumns.columns)
    const problems = [...file.problems]
    const lines: Parsed[] = await transformItemsInSlices(file.rows, ({ line, cell }) => ({
      line,
      faq: readLine(cell, readOption, (problem) =>
        problems.push({ line, problem, value: cell(problem.field as FaqColumn) }),
      ),
    }))
    const questions = lines.flatMap(({ faq }) => [faq.questionEn, faq.questionAr])
    problems.push(...findRepeated(lines, await listExistingFaqQuestions(db, questions)))
    const imported: FaqImportResult = {
      rows: lines.slice(0, listed).map(({ line, faq }) => ({
        line,
        question: { en: faq.questionEn, ar: faq.questionAr },
        active: faq.active,
      })),
      problems: problems.toSorted((a, b) => a.line - b.line).slice(0, listed),
      problemCount: problems.length,
      count: lines.length,
      fileColumns: file.fileColumns,
    }
    return { imported, faqs: lines.map(({ faq }) => faq) }
  }

  return {
    preview: async (file: ImportFile): Promise<FaqImportResult> => (await parse(database.db, file)).imported,

    /** Imports all lines or, with problems, none: then the result is `refused`. */
    run: async (file: ImportFile, actor: Actor): Promise<FaqImportResult & { refused: boolean }> => {
      const done = await inTransaction(database.db, async (tx) => {
        await lockFaqTable(tx)
        const { imported, faqs } = await parse(tx, file)
        if (imported.problems.length > 0) return { ...imported, refused: true }
        const first = (await getLastFaqPosition(tx)) + 1
        const rows = await insertFaqs(
          tx,
          faqs.map((faq, at) => ({ ...faq, position: first + at })),
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
        const recordIds = rows.map(({ id }) => id)
        await insertImportAssertingNotRepeated(tx, {
          kind: 'faqs',
          file,
          lineCount: imported.count,
          recordIds,
          actor,
        })
        return { ...imported, refused: false }
      })
      if (!done.refused) await invalidator.invalidate('faqs')
      return done
    },
  }
}
