import { csvLine, csvStart } from '#contract/rules/csv.ts'
import type { Column } from './data-table.tsx'

/** Rows as a CSV file for spreadsheets: the columns that have a `text`, under their titles. */
export const rowsToCsv = <T>(columns: readonly Pick<Column<T>, 'title' | 'text'>[], rows: readonly T[]): Blob => {
  const told = columns.filter(({ text }) => text)
  const lines = [told.map(({ title }) => title), ...rows.map((row) => told.map(({ text }) => text?.(row) ?? null))]
  return new Blob([csvStart, ...lines.map((line) => csvLine(line))], { type: 'text/csv;charset=utf-8' })
}
