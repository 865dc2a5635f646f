import { contentLimits, type FaqImportRow } from '#contract/content.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { type LineProblem, readCsv } from '#server/lib/csv-read.ts'
import { insertFaqs, keepFaqsStill, lastFaqPosition, type NewFaq, questionsThere } from './queries.ts'

/** How many rows and problems are shown of a file; all count. */
const shown = 200
const required = ['question_en', 'question_ar', 'answer_en', 'answer_ar'] as const
const columns = [...required, 'active'] as const
type Column = (typeof columns)[number]

const yes = new Set(['', 'true', 'yes', '1', 'نعم'])
const no = new Set(['false', 'no', '0', 'لا'])

type Parsed = { line: number; faq: NewFaq }
/** What a file would do, or did. `rows` and `problems` are the first 200 of each. */
export type ImportedFaqs = { rows: FaqImportRow[]; problems: LineProblem[]; count: number }

/** Reads one line; what cannot be used is told to `refuse`. */
const readLine = (cell: (column: Column) => string, refuse: (problem: FieldProblem) => void): NewFaq => {
  const text = (field: Column, limit: number) => {
    const value = cell(field)
    if (value === '') refuse({ field, code: 'required' })
    else if (value.length > limit) refuse({ field, code: 'too-long', values: { limit } })
    return value
  }
  const active = cell('active').toLowerCase()
  if (!yes.has(active) && !no.has(active)) refuse({ field: 'active', code: 'unknown-value' })
  return {
    questionEn: text('question_en', contentLimits.question),
    questionAr: text('question_ar', contentLimits.question),
    answerEn: text('answer_en', contentLimits.answer),
    answerAr: text('answer_ar', contentLimits.answer),
    active: !no.has(active),
  }
}

/** Refuses a question that stands in the file twice or is there already: so a repeat of an import does nothing. */
const refuseRepeated = (lines: readonly Parsed[], there: ReadonlySet<string>): LineProblem[] => {
  const seen = new Set(there)
  return lines.flatMap(({ line, faq: { questionEn, questionAr } }) => {
    const fields = [
      ['question_en', questionEn],
      ['question_ar', questionAr],
    ] as const
    const repeated = fields.filter(([, question]) => question !== '' && seen.has(question))
    for (const [, question] of fields) seen.add(question)
    return repeated.map(([field]) => ({ line, problem: { field, code: 'taken' as const } }))
  })
}

/**
 * A CSV file of questions (`question_en`, `question_ar`, `answer_en`, `answer_ar`, and `active`, which may be missing): looked at, or imported, all or nothing.
 * New ones come last, in the order of the file.
 */
export const faqImport = ({ database, changes }: Pick<Core, 'database' | 'changes'>) => {
  const look = async (db: Core['database']['db'], bytes: Uint8Array) => {
    const file = readCsv(bytes, { columns, required, mostLines: contentLimits.lines })
    const problems = [...file.problems]
    const lines: Parsed[] = file.lines.map(({ line, cell }) => ({
      line,
      faq: readLine(cell, (problem) => problems.push({ line, problem })),
    }))
    const questions = lines.flatMap(({ faq }) => [faq.questionEn, faq.questionAr])
    problems.push(...refuseRepeated(lines, await questionsThere(db, questions)))
    const imported: ImportedFaqs = {
      rows: lines
        .slice(0, shown)
        .map(({ line, faq }) => ({ line, question: { en: faq.questionEn, ar: faq.questionAr }, active: faq.active })),
      problems: problems.toSorted((a, b) => a.line - b.line).slice(0, shown),
      count: lines.length,
    }
    return { imported, faqs: lines.map(({ faq }) => faq) }
  }

  return {
    preview: async (bytes: Uint8Array): Promise<ImportedFaqs> => (await look(database.db, bytes)).imported,

    /** Imports all lines, or none: with problems it is `refused`. */
    run: async (bytes: Uint8Array, actor: Actor): Promise<ImportedFaqs & { refused: boolean }> => {
      const done = await inTransaction(database.db, async (tx) => {
        await keepFaqsStill(tx)
        const { imported, faqs } = await look(tx, bytes)
        if (imported.problems.length > 0) return { ...imported, refused: true }
        const first = (await lastFaqPosition(tx)) + 1
        for (const row of await insertFaqs(
          tx,
          faqs.map((faq, at) => ({ ...faq, position: first + at })),
        )) {
          const { search: _, createdAt: _made, updatedAt: _changed, ...after } = row
          await writeAudit(tx, { actor, action: 'import', entity: 'faq', entityId: row.id, after })
        }
        return { ...imported, refused: false }
      })
      if (!done.refused) await changes.announce('faqs')
      return done
    },
  }
}
