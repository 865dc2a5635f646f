import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { parse } from 'csv-parse'
import type { FieldProblem } from './app-error.ts'

/** Why a row is invalid. `line` counts from 1, the line of the header. Line 0 is the whole file. */
export type CsvRowProblem = { line: number; problem: FieldProblem }
export type CsvRow<C extends string> = {
  line: number
  /** Returns the trimmed cell of a column, or an empty string if the file does not have the column. */
  cell: (column: C) => string
}

const nulCharacter = String.fromCharCode(0)

/**
 * Reads a text in UTF-8, or in UTF-16 with a byte order mark, as some spreadsheets save it, in pieces with normalized line ends. Throws a `TypeError` for other
 * encodings.
 */
async function* readText(path: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  // a line end may be split between two pieces
  let heldBack = ''
  const normalize = (piece: string) => {
    const text = heldBack + piece
    if (text.includes(nulCharacter)) throw new TypeError('The file is not a text.')
    heldBack = text.endsWith('\r') ? '\r' : ''
    return text.slice(0, text.length - heldBack.length).replace(/\r\n?/g, '\n')
  }
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
    decoder ??= new TextDecoder(encoding, { fatal: true })
    yield normalize(decoder.decode(bytes, { stream: true }))
  }
  yield normalize(decoder?.decode() ?? '') + heldBack.replace('\r', '\n')
}

/** Yields the text after its first piece was read. */
async function* continueText(first: string, rest: AsyncGenerator<string>) {
  yield first
  yield* rest
}

const toColumnName = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** Creates a function that lets the process answer other requests when it has not done so for 10 ms. */
const createPause = () => {
  let resumedAt = performance.now()
  return async () => {
    if (performance.now() - resumedAt < 10) return
    await yieldToEventLoop()
    resumedAt = performance.now()
  }
}
/** Calls `work` with each item, and lets the process answer other requests meanwhile. */
export const mapInBatches = async <T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> => {
  const results: R[] = []
  const pause = createPause()
  for (const item of items) {
    await pause()
    results.push(work(item))
  }
  return results
}

/**
 * Parses the CSV file at `path`, in UTF-8 or UTF-16, separated by comma, semicolon or tab. The first row has the names of `columns` in any order; those of `required` must
 * be present, and unknown ones are rejected. At most `maxRows` rows follow. For a file that cannot be parsed, returns no rows and one problem.
 */
export const parseCsv = async <C extends string>(
  path: string,
  { columns, required, maxRows }: { columns: readonly C[]; required: readonly C[]; maxRows: number },
): Promise<{ rows: CsvRow<C>[]; problems: CsvRowProblem[] }> => {
  const reject = (problem: FieldProblem, line = 0) => ({ rows: [], problems: [{ line, problem }] })
  const records: { line: number; cells: string[] }[] = []
  const pause = createPause()
  try {
    const text = readText(path)
    const first = (await text.next()).value ?? ''
    const firstLine = first.slice(0, first.search(/\n|$/))
    const delimiter = [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] as string
    const parser = parse({ bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true })
    // an error of the file ends the parser
    pipeline(Readable.from(continueText(first, text)), parser, () => {})
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      // the parser reports the line at which a record ends
      const line = info.lines - record.join('').split('\n').length + 1
      records.push({ line, cells: record })
      await pause()
      // one more row than allowed, and the header
      if (records.length > maxRows + 1) break
    }
  } catch (error) {
    const { lines, syscall } = error as { lines?: number; syscall?: string }
    if (syscall !== undefined) throw error
    return reject({ field: 'file', code: 'bad-format' }, lines ?? 0)
  }
  const [header, ...body] = records
  if (!header || body.length === 0) return reject({ field: 'file', code: 'required' })
  if (body.length > maxRows) return reject({ field: 'file', code: 'too-large', values: { limit: maxRows } })

  const names = header.cells.map(toColumnName)
  const unknown = names.find((name, index) => !columns.includes(name as C) || names.indexOf(name) !== index)
  if (unknown !== undefined) return reject({ field: unknown, code: 'unexpected-field' }, 1)
  const missing = required.find((column) => !names.includes(column))
  if (missing) return reject({ field: missing, code: 'required' }, 1)

  const problems: CsvRowProblem[] = []
  const rows: CsvRow<C>[] = []
  for (const { line, cells } of body) {
    await pause()
    // spreadsheets write rows of empty cells
    if (cells.every((value) => value === '')) continue
    if (cells.length > names.length) problems.push({ line, problem: { field: 'file', code: 'unexpected-field' } })
    // our own CSV files put an apostrophe before text that a spreadsheet would take for a formula
    rows.push({ line, cell: (column) => cells[names.indexOf(column)]?.trim().replace(/^'(?=[\s]*[=+\-@＝＋－＠])/, '') ?? '' })
  }
  if (rows.length === 0) return reject({ field: 'file', code: 'required' })
  return { rows, problems }
}
