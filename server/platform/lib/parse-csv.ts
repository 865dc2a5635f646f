import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'
import { removeFormulaGuards } from '#contract/platform/csv.ts'
import type { DateOrder, DateQuestion, HeaderAssignment } from '#contract/platform/import.schema.ts'
import { cleanText } from '#contract/platform/text.ts'
import {
  cutTrailingEmptyCells,
  detectDelimiter,
  findHeaderIndex,
  listHeaderProblems,
  maxLinesBeforeHeader,
  type RawRow,
  removeColumnsByHeaders,
  toHeaderAssignment,
} from './csv-header.ts'
import type { CsvRowProblem } from './csv-problems.ts'
import { CsvFileError, csvLineLimits, streamDecodedCsvFile } from './csv-text.ts'
import { createDateOrderFinder, parseDateCellOrProblem } from './date-cells.ts'
import {
  type ColumnAssignment,
  createHeaderReader,
  getTextCleaningKindOfColumn,
  type ImportColumns,
} from './import-columns.ts'
import { transformItemsInSlices } from './transform-in-slices.ts'

export type CsvRow<C extends string> = {
  line: number
  /** Returns the cleaned cell of a column, or an empty string if the file does not have the column. */
  cell: (column: C) => string
  /**
   * Lists the cells below the headers of the file, without the apostrophes before formulas. A date that can be read
   * is `2012-05-03`, because the order of its numbers depends on the other rows. Of a line with too many cells, all
   * are listed.
   */
  listCells: () => string[]
}
/**
 * The columns of a file: the line of headers, the header of each column, and the headers that the import does not
 * need. `dateQuestion` is set when the dates can be read in two orders. One answer counts for all columns,
 * because a program writes all dates of a file in the format of one region. `assignment` is set when a person
 * assigned the columns, or has to because headers or required columns were not found.
 */
export type CsvFileColumns = {
  headerLine: readonly string[]
  headers: Record<string, string>
  ignored: string[]
  dateQuestion?: DateQuestion
  assignment?: HeaderAssignment[]
}

/**
 * Creates the record of headers without a prototype, because the headers of a file may be `__proto__` or
 * `constructor`.
 */
const createHeaders = (entries: [column: string, header: string][]): CsvFileColumns['headers'] =>
  Object.assign(Object.create(null), Object.fromEntries(entries))

/** A line of a file that is longer than allowed. */
class CsvLineTooLongError extends Error {
  readonly line: number
  constructor(line: number) {
    super('line-too-long')
    this.line = line
  }
}

/** Yields the pieces of a text. Throws a `CsvLineTooLongError` at the first line that is too long. */
async function* limitLineLength(pieces: AsyncGenerator<string>) {
  let line = 1
  let bytes = 0
  for await (const piece of pieces) {
    let start = 0
    while (start <= piece.length) {
      const lineEnd = piece.indexOf('\n', start)
      bytes += Buffer.byteLength(piece.slice(start, lineEnd === -1 ? undefined : lineEnd))
      if (bytes > csvLineLimits.bytes) throw new CsvLineTooLongError(line)
      if (lineEnd === -1) break
      line++
      bytes = 0
      start = lineEnd + 1
    }
    yield piece
  }
}

/** Yields the text after its first piece was read. */
async function* continueText(first: string, rest: AsyncGenerator<string>) {
  yield first
  yield* rest
}

const isTeamNumber = (text: string): boolean =>
  (normalizeAndClassifyTeamNumber(text)?.kind ?? 'text') !== 'text'

/** Returns the date of a cell as `2012-05-03`, or the cell itself where it is no date. */
const toIsoDateText = (text: string, order: DateOrder): string => {
  const cell = removeFormulaGuards(text)
  const read = parseDateCellOrProblem(cleanText(cell, 'name'), order)
  return ('date' in read && read.date) || cell
}

const toLineTooLongProblem = (line: number): CsvRowProblem => ({
  line,
  problem: { field: 'file', code: 'line-too-long', values: { limit: csvLineLimits.bytes / 1024 } },
})

/** Converts an error of the file, its text or its quotes to a problem. Other errors are thrown again. */
const toFileProblem = (error: unknown, lastLine: number): CsvRowProblem => {
  if (error instanceof CsvFileError) return { line: 0, problem: { field: 'file', code: error.code } }
  if (error instanceof CsvLineTooLongError) return toLineTooLongProblem(error.line)
  const { code = '', lines } = error as { code?: string; lines?: number }
  if (lines === undefined) throw error
  // the row begins after the last complete one
  if (code === 'CSV_MAX_RECORD_SIZE') return toLineTooLongProblem(lastLine + 1)
  // the quote opens after the last complete row
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return { line: lastLine + 1, problem: { field: 'file', code: 'unclosed-quote' } }
  return { line: lines, problem: { field: 'file', code: 'bad-quote' } }
}

/**
 * A file on this machine. `dateOrder` is what a person says about its dates where it does not tell,
 * `assignment` what about its columns. Columns with one of the `removedHeaders` count as absent.
 */
export type CsvFile = {
  path: string
  removedHeaders?: readonly string[]
  dateOrder?: DateOrder | undefined
  assignment?: ColumnAssignment | undefined
}

/**
 * Parses the CSV file at `path` (encodings: `streamDecodedCsvFile`), separated by comma, semicolon or tab. One of
 * its first rows has the headers of `columns` in any order; those of required columns must be present, and
 * unknown ones are rejected. At most `maxRows` rows follow, and each line is within `csvLineLimits`. For a
 * file that cannot be parsed, returns no rows and the problems; and so for a file that does not tell the
 * order of its dates, without `dateOrder`. `dateOrder` of the result is the order of its dates.
 */
export const parseCsvFileAndListProblems = async <C extends string>(
  { path, dateOrder, assignment, removedHeaders = [] }: CsvFile,
  { maxRows, ...importColumns }: ImportColumns<C> & { maxRows: number },
): Promise<{
  rows: CsvRow<C>[]
  problems: CsvRowProblem[]
  fileColumns: CsvFileColumns
  dateOrder: DateOrder
}> => {
  const reject = (...problems: CsvRowProblem[]) => ({
    rows: [],
    problems,
    fileColumns: { headerLine: [], headers: createHeaders([]), ignored: [] },
    dateOrder: dateOrder ?? ('dayFirst' as const),
  })
  const readHeader = createHeaderReader(importColumns, assignment)
  const records: RawRow[] = []
  const tooWideLines: CsvRowProblem[] = []
  let filledCount = 0
  let lastLine = 0
  /** Adds a row. The parser has no other output. */
  const addRow = (record: string[], { lines }: { lines: number }): null => {
    lastLine = lines
    const cells = cutTrailingEmptyCells(record.map((cell) => cleanText(cell, 'lines')))
    // spreadsheets write rows of empty cells
    if (cells.length === 0) return null
    filledCount++
    // the parser reports the line at which a record ends
    const line = lines - record.join('').split('\n').length + 1
    if (cells.length > csvLineLimits.cells)
      tooWideLines.push({
        line,
        problem: {
          field: 'file',
          code: 'too-many-columns',
          values: { count: cells.length, limit: csvLineLimits.cells },
        },
      })
    // the lines beyond the limit are counted only
    else if (records.length <= maxRows + maxLinesBeforeHeader)
      records.push({ line, cells, width: record.length })
    return null
  }
  try {
    const text = limitLineLength(streamDecodedCsvFile(path))
    const first = (await text.next()).value ?? ''
    const delimiter = detectDelimiter(first, readHeader)
    const parser = parse({
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      record_delimiter: '\n',
      max_record_size: csvLineLimits.bytes,
      on_record: addRow,
    })
    await pipeline(Readable.from(continueText(first, text)), parser.resume())
  } catch (error) {
    return reject(toFileProblem(error, lastLine))
  }
  if (tooWideLines.length > 0) return reject(...tooWideLines)
  const headerIndex = findHeaderIndex(records.slice(0, maxLinesBeforeHeader), readHeader)
  const found = records[headerIndex]
  const { header, body } = removeColumnsByHeaders(
    found && { ...found, cells: found.cells.map((cell) => cleanText(cell, 'name')) },
    records.slice(headerIndex + 1),
    removedHeaders,
  )
  if (!header || body.length === 0) return reject({ line: 0, problem: { field: 'file', code: 'empty-file' } })
  const count = filledCount - headerIndex - 1
  if (body.length > maxRows)
    return reject({
      line: 0,
      problem: {
        field: 'file',
        code: 'too-many-lines',
        values: { limit: maxRows, count, files: Math.ceil(count / maxRows) },
      },
    })
  const fileHeader = readHeader(header.cells, (position) => {
    const texts = body.map(({ cells }) => cells[position] ?? '').filter((text) => text !== '')
    return texts.length > 0 && texts.every(isTeamNumber)
  })
  const headerProblems = listHeaderProblems(importColumns, header.line, fileHeader)
  const assigned =
    headerProblems.length > 0 || assignment
      ? { assignment: toHeaderAssignment(header.cells, fileHeader) }
      : {}
  if (headerProblems.length > 0)
    return {
      ...reject(...headerProblems),
      fileColumns: { headerLine: [], headers: createHeaders([]), ignored: [], ...assigned },
    }

  const problems: CsvRowProblem[] = []
  const { positions, ignored } = fileHeader
  const kinds = new Map(
    importColumns.columns.map((column) => [column.name, getTextCleaningKindOfColumn(column)]),
  )
  const dateColumns = importColumns.columns.filter(
    ({ name, format }) => positions.has(name) && (format === 'date' || format === 'instant'),
  )
  const datePositions = new Set(
    dateColumns.flatMap(({ name, format }) => (format === 'date' ? [positions.get(name)] : [])),
  )
  let order = dateOrder ?? 'dayFirst'
  const rows = body.map(({ line, cells }): CsvRow<C> => {
    if (cells.length > header.width)
      problems.push({
        line,
        problem: {
          field: 'file',
          code: 'too-many-cells',
          values: { count: cells.length, limit: header.width },
        },
      })
    const cell = (column: C) =>
      cleanText(removeFormulaGuards(cells[positions.get(column) ?? -1] ?? ''), kinds.get(column) ?? 'line')
    const listCells = () =>
      (cells.length > header.width ? cells : cells.slice(0, header.cells.length)).map((text, position) =>
        datePositions.has(position) ? toIsoDateText(text, order) : removeFormulaGuards(text),
      )
    return { line, cell, listCells }
  })
  const dateOrderFinder = createDateOrderFinder()
  await transformItemsInSlices(rows, ({ line, cell }) => {
    for (const { name } of dateColumns) dateOrderFinder.add({ line, column: name, text: cell(name) })
  })
  const { order: orderOfFile, question } = dateOrderFinder.find()
  order = dateOrder ?? orderOfFile
  const headers = createHeaders(
    [...positions].map(([column, position]) => [column, header.cells[position] ?? '']),
  )
  const fileColumns = { headerLine: header.cells, headers, ignored, ...assigned }
  if (!question) return { rows, problems, fileColumns, dateOrder: order }
  const { line, field, value, readings } = question
  const dateQuestion = { line, column: headers[field] ?? field, value, readings }
  return {
    ...(dateOrder === undefined
      ? reject({ line, problem: { field, code: 'ambiguous-date' }, value })
      : { rows, problems, dateOrder }),
    fileColumns: { ...fileColumns, dateQuestion },
  }
}
