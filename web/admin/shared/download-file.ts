import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import type { Column } from './data-table.tsx'

/** Builds a CSV file of rows for spreadsheets, from the columns that have a `text`. */
export const buildCsvBlob = <T>(
  columns: readonly Pick<Column<T>, 'title' | 'text'>[],
  rows: readonly T[],
): Blob => {
  const exported = columns.filter(({ text }) => text)
  const lines = [
    exported.map(({ title }) => title),
    ...rows.map((row) => exported.map(({ text }) => text?.(row) ?? null)),
  ]
  return new Blob([csvByteOrderMark, ...lines.map((line) => formatCsvRow(line))], {
    type: 'text/csv;charset=utf-8',
  })
}
/** Downloads a file in the browser. */
export const saveBlobAsFile = (content: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // the browser has read the file by then
  window.setTimeout(() => URL.revokeObjectURL(link.href), msPerMinute)
}
