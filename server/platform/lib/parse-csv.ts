import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'
import { removeFormulaGuards } from '#contract/platform/csv.ts'
import type { DateOrder, DateQuestion, HeaderAssignment } from '#contract/platform/import.schema.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { cleanText } from '#contract/platform/text.ts'
import type { FieldProblem } from './app-error.ts'
import { CsvFileError, type CsvFileErrorCode, streamCsvText } from './csv-text.ts'
import { createDateOrderFinder, type DateCellProblem, parseDateCellOrProblem } from './date-cells.ts'
import {
  type ColumnAssignment,
  createHeaderReader,
  getCellTextKind,
  type ImportColumns,
  type ImportHeader,
  normalizeHeader,
  toColumnName,
} from './import-columns.ts'
import { transformItemsInSlices } from './transform-in-slices.ts'

/** A problem of a cell, or of a whole line or file. */
type CsvProblemCode =
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
  | 'too-many-columns'
  | 'line-too-long'
  | 'ambiguous-date'
  | 'too-many-slots'
  | DateCellProblem
export type CsvProblem = Omit<FieldProblem, 'code'> & { code: CsvProblemCode }
/**
 * Why a row is invalid. `line` counts from 1, the first line of the file. Line 0 is the whole file. `value`
 * is the cell that was found; `allowed` are the values that the column accepts, where its options do not
 * tell.
 */
export type CsvRowProblem = {
  line: number
  problem: CsvProblem
  value?: string
  allowed?: Localized<readonly string[]>
}
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
 * What an organizer should know before an import that has no problems. The messages are in
 * i18n/en/import-messages.ts.
 */
export type CsvWarning = {
  code:
    | 'no-national-ids'
    | 'masked-emails'
    | 'imported-before'
    | 'attempts-exist'
    | 'matches-have-results'
    | 'match-sides-change'
    | 'teams-exist'
    | 'teams-repeated'
    | 'people-exist'
    | 'outside-event-days'
    | 'guests-beside-teams'
    | 'guests-have-results'
    | 'player-names-of-teams'
    | 'other-team-names'
    | 'runs-recorded'
  values: Record<string, string | number>
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

/** The cells of a line after its trailing empty ones were cut, and the bytes of a line. */
const csvLineLimits = { cells: 500, bytes: 256 * 1024 }

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

/** Returns the cells without the empty ones at the end, which spreadsheets write. */
export const cutTrailingEmptyCells = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

const isTeamNumber = (text: string): boolean =>
  (normalizeAndClassifyTeamNumber(text)?.kind ?? 'text') !== 'text'

/** The lines at the start of a file in which the header is looked for. */
const maxLinesBeforeHeader = 10
const countKnown = ({ positions, ignored }: ImportHeader<string>) => positions.size + ignored.length

/**
 * Returns the separator of a file: comma, semicolon or tab. It is the one that yields the most known headers
 * in the first lines, else the most frequent one.
 */
const detectDelimiter = (text: string, readHeader: (cells: string[]) => ImportHeader<string>): string => {
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

/** A line; `width` counts the empty cells at its end, too. */
type RawRow = { line: number; cells: string[]; width: number }
/**
 * Returns the first row with two known headers, or all headers of a file with one column; else the first row.
 */
const findHeaderIndex = (
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
const removeColumns = (
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

/** Returns the date of a cell as `2012-05-03`, or the cell itself where it is no date. */
const toIsoDateText = (text: string, order: DateOrder): string => {
  const cell = removeFormulaGuards(text)
  const read = parseDateCellOrProblem(cleanText(cell, 'name'), order)
  return ('date' in read && read.date) || cell
}

const listHeaderProblems = <C extends string>(
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
 * Returns the column that each header of a file has: null for an unknown one, empty for one that is not
 * imported.
 */
const toHeaderAssignment = (
  cells: readonly string[],
  { positions, ignored }: ImportHeader<string>,
): HeaderAssignment[] => {
  const columnByPosition = new Map([...positions].map(([column, position]) => [position, column]))
  return cells.map((header, position) => ({
    header,
    column: columnByPosition.get(position) ?? (ignored.includes(header) ? '' : null),
  }))
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
 * Parses the CSV file at `path` (encodings: `streamCsvText`), separated by comma, semicolon or tab. One of
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
    const text = limitLineLength(streamCsvText(path))
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
  const { header, body } = removeColumns(
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
  const kinds = new Map(importColumns.columns.map((column) => [column.name, getCellTextKind(column)]))
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
