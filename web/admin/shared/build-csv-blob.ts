import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import type { Column } from './data-table.tsx'

/** Builds a CSV file of rows for spreadsheets, from the columns that have a `text`. */
export const buildCsvBlob = <T>(columns: readonly Pick<Column<T>, 'title' | 'text'>[], rows: readonly T[]): Blob => {
  const exported = columns.filter(({ text }) => text)
  const lines = [exported.map(({ title }) => title), ...rows.map((row) => exported.map(({ text }) => text?.(row) ?? null))]
  return new Blob([csvByteOrderMark, ...lines.map((line) => formatCsvRow(line))], { type: 'text/csv;charset=utf-8' })
}
