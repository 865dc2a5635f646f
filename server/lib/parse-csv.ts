import { pipeline, Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { parse } from 'csv-parse'
import type { Localized } from '#contract/localized.ts'
import type { FieldProblem } from './app-error.ts'
import { CsvFileError, type CsvFileErrorCode, streamCsvText } from './csv-text.ts'
import { createHeaderReader, type ImportColumns, type ImportHeader, toColumnName } from './import-columns.ts'

/** A problem of a cell, or of a whole line or file. */
export type CsvProblemCode =
  | FieldProblem['code']
  | CsvFileErrorCode
  | 'empty-file'
  | 'unclosed-quote'
  | 'bad-quote'
  | 'too-many-lines'
  | 'no-header'
  | 'unknown-column'
  | 'repeated-column'
  | 'missing-column'
  | 'too-many-cells'
  | 'bad-date'
export type CsvProblem = Omit<FieldProblem, 'code'> & { code: CsvProblemCode }
/**
 * Why a row is invalid. `line` counts from 1, the first line of the file. Line 0 is the whole file. `value` is the cell that was found; `allowed` are the values
 * that the column accepts, where its options do not tell.
 */
export type CsvRowProblem = { line: number; problem: CsvProblem; value?: string; allowed?: Localized<readonly string[]> }
export type CsvRow<C extends string> = {
  line: number
  /** Returns the trimmed cell of a column, or an empty string if the file does not have the column. */
  cell: (column: C) => string
}
/** What an organizer should know before an import that has no problems. The messages are in i18n/en/import-warnings.ts. */
export type CsvWarning = {
  code: 'no-national-ids' | 'masked-emails' | 'imported-before' | 'attempts-exist' | 'teams-exist' | 'teams-repeated' | 'people-exist'
  values: Record<string, string | number>
}
/** The columns of a file: the header of each, and the headers that the import does not need. */
export type CsvFileColumns = { headers: Record<string, string>; ignored: string[] }

/** Yields the text after its first piece was read. */
async function* continueText(first: string, rest: AsyncGenerator<string>) {
  yield first
  yield* rest
}

/** Creates a function that lets the process answer other requests when it has not done so for 10 ms. */
const createPause = () => {
  let resumedAt = performance.now()
  return async () => {
    if (performance.now() - resumedAt < 10) return
    await yieldToEventLoop()
    resumedAt = performance.now()
  }
}
/** Maps items with `work`, and returns to the event loop at least every 10 ms, so that the process answers other requests. */
export const mapWithoutBlocking = async <T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> => {
  const results: R[] = []
  const pause = createPause()
  for (const item of items) {
    await pause()
    results.push(work(item))
  }
  return results
}

/** The lines at the start of a file in which the header is looked for. */
const maxLinesBeforeHeader = 10
const countKnown = ({ positions, ignored }: ImportHeader<string>) => positions.size + ignored.length

/** Returns the separator of a file: comma, semicolon or tab. It is the one that yields the most known headers in the first lines, else the most frequent one. */
const detectDelimiter = (text: string, readHeader: (cells: string[]) => ImportHeader<string>): string => {
  const lines = text.split('\n', maxLinesBeforeHeader)
  const declared = /^"?sep=([,;\t])"?/i.exec(lines[0] ?? '')?.[1]
  if (declared) return declared
  const rate = (delimiter: string) =>
    lines.map((line) => {
      const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
      return countKnown(readHeader(cells)) * 1000 + cells.length
    })
  const [best = ','] = [',', ';', '\t'].toSorted((a, b) => Math.max(...rate(b)) - Math.max(...rate(a)))
  return best
}

type RawRow = { line: number; cells: string[] }
/** Returns the first row with two known headers, or all headers of a file with one column; else the first row. */
const findHeaderIndex = (rows: readonly RawRow[], readHeader: (cells: string[]) => ImportHeader<string>): number => {
  const found = rows.findIndex(({ cells }) => countKnown(readHeader(cells)) >= Math.min(2, cells.filter((cell) => cell !== '').length || 2))
  const isSeparatorLine = /^sep=/i.test(rows[0]?.cells[0] ?? '')
  return found === -1 ? Number(isSeparatorLine && rows.length > 1) : found
}

const findHeaderProblems = <C extends string>(
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
  const report = (header: string, code: CsvProblemCode): CsvRowProblem => ({
    line,
    problem: { field: toColumnName(header), code },
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

/** Our own CSV files put an apostrophe before text that a spreadsheet would take for a formula. */
const removeFormulaGuard = (cell: string) => cell.trim().replace(/^'(?=[\s]*[=+\-@＝＋－＠])/, '')

/** Converts an error of the file, its text or its quotes to a problem. Other errors are thrown again. */
const toFileProblem = (error: unknown, lastLine: number): CsvRowProblem => {
  if (error instanceof CsvFileError) return { line: 0, problem: { field: 'file', code: error.code } }
  const { code = '', lines } = error as { code?: string; lines?: number }
  if (lines === undefined) throw error
  // the quote opens after the last complete row
  if (code === 'CSV_QUOTE_NOT_CLOSED') return { line: lastLine + 1, problem: { field: 'file', code: 'unclosed-quote' } }
  return { line: lines, problem: { field: 'file', code: 'bad-quote' } }
}

/**
 * Parses the CSV file at `path` (encodings: `streamCsvText`), separated by comma, semicolon or tab. One of its first rows has the headers of `columns` in any order;
 * those of required columns must be present, and unknown ones are rejected. At most `maxRows` rows follow. For a file that cannot be parsed, returns no rows and
 * the problems.
 */
export const parseCsv = async <C extends string>(
  path: string,
  { maxRows, ...importColumns }: ImportColumns<C> & { maxRows: number },
): Promise<{ rows: CsvRow<C>[]; problems: CsvRowProblem[]; fileColumns: CsvFileColumns }> => {
  const reject = (...problems: CsvRowProblem[]) => ({ rows: [], problems, fileColumns: { headers: {}, ignored: [] } })
  const readHeader = createHeaderReader(importColumns)
  const records: RawRow[] = []
  const pause = createPause()
  let filledCount = 0
  let lastLine = 0
  try {
    const text = streamCsvText(path)
    const first = (await text.next()).value ?? ''
    const delimiter = detectDelimiter(first, readHeader)
    const parser = parse({ bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true })
    // an error of the file ends the parser
    pipeline(Readable.from(continueText(first, text)), parser, () => {})
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      lastLine = info.lines
      await pause()
      // spreadsheets write rows of empty cells
      if (record.every((value) => value === '')) continue
      filledCount++
      // the parser reports the line at which a record ends
      const line = info.lines - record.join('').split('\n').length + 1
      // the lines beyond the limit are counted only
      if (records.length <= maxRows + maxLinesBeforeHeader) records.push({ line, cells: record })
    }
  } catch (error) {
    return reject(toFileProblem(error, lastLine))
  }
  const headerIndex = findHeaderIndex(records.slice(0, maxLinesBeforeHeader), readHeader)
  const header = records[headerIndex]
  const body = records.slice(headerIndex + 1)
  if (!header || body.length === 0) return reject({ line: 0, problem: { field: 'file', code: 'empty-file' } })
  const count = filledCount - headerIndex - 1
  if (body.length > maxRows)
    return reject({
      line: 0,
      problem: { field: 'file', code: 'too-many-lines', values: { limit: maxRows, count, files: Math.ceil(count / maxRows) } },
    })
  const fileHeader = readHeader(header.cells)
  const headerProblems = findHeaderProblems(importColumns, header.line, fileHeader)
  if (headerProblems.length > 0) return reject(...headerProblems)

  const problems: CsvRowProblem[] = []
  const { positions, ignored } = fileHeader
  const rows = body.map(({ line, cells }): CsvRow<C> => {
    if (cells.length > header.cells.length)
      problems.push({
        line,
        problem: { field: 'file', code: 'too-many-cells', values: { count: cells.length, limit: header.cells.length } },
      })
    return { line, cell: (column) => removeFormulaGuard(cells[positions.get(column) ?? -1] ?? '') }
  })
  const headers = Object.fromEntries([...positions].map(([column, position]) => [column, header.cells[position] ?? '']))
  return { rows, problems, fileColumns: { headers, ignored } }
}
