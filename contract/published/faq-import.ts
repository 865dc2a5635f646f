import type { FaqImportPreview, FaqImportRow } from '#contract/content.ts'
import type { WireFaqImport } from './faq-import.schema.ts'

export const faqImportRowToWire = (row: FaqImportRow): WireFaqImport['rows'][number] => ({
  line: row.line,
  name: row.question.ar,
  name_en: row.question.en,
  status: row.active,
})

export const faqImportFromWire = (wire: WireFaqImport): FaqImportPreview => ({
  rows: wire.rows.map((row) => ({ line: row.line, question: { en: row.name_en, ar: row.name }, active: row.status })),
  problems: wire.problems.map(({ line, field, msg }) => ({ line, field, message: msg })),
  count: wire.count,
})
