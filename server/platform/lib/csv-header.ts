import type { HeaderAssignment } from '#contract/platform/import.schema.ts'
import type { CsvProblem, CsvRowProblem } from './csv-problems.ts'
import { csvLineLimits } from './csv-text.ts'
import {
  convertHeaderToColumnName,
  type ImportColumns,
  type ImportHeader,
  normalizeHeader,
} from './import-columns.ts'

/** Returns the cells without the empty ones at the end, which spreadsheets write. */
export const cutTrailingEmptyCells = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** The lines at the start of a file in which the header is looked for. */
export const maxLinesBeforeHeader = 10
const countKnown = ({ positions, ignored }: ImportHeader<string>) => positions.size + ignored.length

/**
 * Returns the separator of a file: comma, semicolon or tab. It is the one that yields the most known headers
 * in the first lines, else the most frequent one.
 */
export const detectDelimiter = (
  text: string,
  readHeader: (cells: string[]) => ImportHeader<string>,
): string => {
  const lines = text.split('\n', maxLinesBeforeHeader)
  const declared = /^"?sep=([,;\t])"?/i.exec(lines[0] ?? '')?.[1]
  if (declared) return declared
  const rate = (delimiter: string) => {
    const rates = lines.map((line) => {
      const cells = line
        .split(delimiter, csvLineLimits.cells)
        .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
      return countKnown(readHeader(cutTrailingEmptyCells(cells))) * 1000 + cells.length
    })
    return Math.max(...rates)
  }
  const rated = [',', ';', '\t'].map((delimiter) => ({ delimiter, rate: rate(delimiter) }))
  return rated.reduce((best, each) => (each.rate > best.rate ? each : best)).delimiter
}

/** A row of the file. `width` is the number of its cells, with the empty ones at its end. */
export type RawRow = { line: number; cells: string[]; width: number }
/**
 * Returns the first row with two known headers, or all headers of a file with one column; else the first row.
 */
export const findHeaderIndex = (
  rows: readonly RawRow[],
  readHeader: (cells: string[]) => ImportHeader<string>,
): number => {
  const found = rows.findIndex(
    ({ cells }) =>
      countKnown(readHeader(cells)) >= Math.min(2, cells.filter((cell) => cell !== '').length || 2),
  )
  const isSeparatorLine = /^sep=/i.test(rows[0]?.cells[0] ?? '')
  return found === -1 ? Number(isSeparatorLine && rows.length > 1) : found
}

/** Returns a header and the rows below it without the columns that have one of some headers. */
export const removeColumnsByHeaders = (
  header: RawRow | undefined,
  body: RawRow[],
  headers: readonly string[],
): { header: RawRow | undefined; body: RawRow[] } => {
  const removed = new Set(headers.map(normalizeHeader))
  const isKept = (_: string, position: number) => !removed.has(normalizeHeader(header?.cells[position] ?? ''))
  if (!header || header.cells.every(isKept)) return { header, body }
  const cells = header.cells.filter(isKept)
  return {
    header: { ...header, cells, width: header.width - header.cells.length + cells.length },
    body: body
      .map((row) => ({ ...row, cells: cutTrailingEmptyCells(row.cells.filter(isKept)) }))
      .filter((row) => row.cells.length > 0),
  }
}

/** Lists the headers that are repeated or unknown, and the required columns that are missing. */
export const listHeaderProblems = <C extends string>(
  { columns }: ImportColumns<C>,
  line: number,
  { positions, unknown, repeated, ignored }: ImportHeader<C>,
): CsvRowProblem[] => {
  if (positions.size + ignored.length === 0)
    return [
      {
        line,
        problem: { field: 'file', code: 'no-header' },
        allowed: { en: columns.map(({ name }) => name), ar: columns.map(({ title }) => title.ar) },
      },
    ]
  const report = (header: string, code: CsvProblem['code']): CsvRowProblem => ({
    line,
    problem: { field: convertHeaderToColumnName(header), code },
    value: header,
  })
  return [
    ...repeated.map((header) => report(header, 'repeated-column')),
    ...unknown.map((header) => report(header, 'unknown-column')),
    ...columns
      .filter(({ name, required }) => required && !positions.has(name))
      .map(({ name }): CsvRowProblem => ({ line, problem: { field: name, code: 'missing-column' } })),
  ]
}

/**
 * Returns the column that each header of a file has: null for an unknown one, empty for one that is not
 * imported.
 */
export const toHeaderAssignment = (
  cells: readonly string[],
  { positions, ignored }: ImportHeader<string>,
): HeaderAssignment[] => {
  const columnByPosition = new Map([...positions].map(([column, position]) => [position, column]))
  return cells.map((header, position) => ({
    header,
    column: columnByPosition.get(position) ?? (ignored.includes(header) ? '' : null),
  }))
}
