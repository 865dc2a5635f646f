import type { RecordMetadata } from './crud.ts'
import type { ImportPreview } from './import.ts'
import type { Localized } from './localized.ts'

/** A question that visitors see on the home page. */
export type Faq = { id: string; question: Localized; answer: Localized }

/** A question as the back office edits it. */
export type FaqRecord = Faq & RecordMetadata & { active: boolean }
export type FaqFields = Pick<FaqRecord, 'question' | 'answer' | 'active'>

/** Limits of texts in characters, and of the lines of an imported file. */
export const faqLimits = { question: 500, answer: 20_000, importLines: 2000 } as const

/** A parsed line of a CSV file of questions. */
export type FaqImportRow = { line: number; question: Localized; active: boolean }
/** The result of a preview or an import; `rows` and `problems` are the first 200 of each. */
export type FaqImportPreview = ImportPreview & { rows: FaqImportRow[] }
