import { Readable } from 'node:stream'
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

/** Decodes UTF-8, or UTF-16 with a byte order mark, as some spreadsheets save it, and normalizes line ends. Returns undefined for other encodings. */
const decodeText = (bytes: Uint8Array): string | undefined => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text.replace(/\r\n?/g, '\n')
  } catch {
    return undefined
  }
}

const toColumnName = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** Rows between two pauses, in which the process answers other requests. */
export const rowsPerPause = 100
const charactersPerPiece = 65_536

/** Splits a text so that the parser does not hold the rows of the whole file at once. */
function* splitText(text: string) {
  for (let start = 0; start < text.length; start += charactersPerPiece) yield text.slice(start, start + charactersPerPiece)
}

/** Calls `work` with each item, and lets the process answer other requests between batches of items. */
export const mapInBatches = async <T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> => {
  const results: R[] = []
  for (const [index, item] of items.entries()) {
    if (index % rowsPerPause === 0) await yieldToEventLoop()
    results.push(work(item))
  }
  return results
}

/**
 * Parses a CSV file in UTF-8 or UTF-16, separated by comma, semicolon or tab. The first row has the names of `columns` in any order; those of `required` must
 * be present, and unknown ones are rejected. At most `maxRows` rows follow. For a file that cannot be parsed, returns no rows and one problem.
 */
export const parseCsv = async <C extends string>(
  bytes: Uint8Array,
  { columns, required, maxRows }: { columns: readonly C[]; required: readonly C[]; maxRows: number },
): Promise<{ rows: CsvRow<C>[]; problems: CsvRowProblem[] }> => {
  const reject = (problem: FieldProblem, line = 0) => ({ rows: [], problems: [{ line, problem }] })
  const text = decodeText(bytes)
  if (text === undefined) return reject({ field: 'file', code: 'bad-format' })
  const firstLine = text.slice(0, text.search(/\n|$/))
  const delimiter = [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] as string
  const records: { record: string[]; info: { lines: number } }[] = []
  try {
    const parser = parse({ bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true })
    for await (const record of Readable.from(splitText(text)).pipe(parser) as AsyncIterable<(typeof records)[number]>) {
      if (records.push(record) % rowsPerPause === 0) await yieldToEventLoop()
      // one more row than allowed, and the header
      if (records.length > maxRows + 1) break
    }
  } catch (error) {
    const { lines } = error as { lines?: number }
    return reject({ field: 'file', code: 'bad-format' }, lines ?? 0)
  }
  const [header, ...body] = records
  if (!header || body.length === 0) return reject({ field: 'file', code: 'required' })
  if (body.length > maxRows) return reject({ field: 'file', code: 'too-large', values: { limit: maxRows } })

  const names = header.record.map(toColumnName)
  const unknown = names.find((name, index) => !columns.includes(name as C) || names.indexOf(name) !== index)
  if (unknown !== undefined) return reject({ field: unknown, code: 'unexpected-field' }, 1)
  const missing = required.find((column) => !names.includes(column))
  if (missing) return reject({ field: missing, code: 'required' }, 1)

  const problems: CsvRowProblem[] = []
  const rows: CsvRow<C>[] = []
  for (const [index, { record, info }] of body.entries()) {
    if (index % rowsPerPause === 0) await yieldToEventLoop()
    // spreadsheets write rows of empty cells
    if (record.every((value) => value === '')) continue
    // the parser reports the line at which a record ends
    const line = info.lines - record.join('').split('\n').length + 1
    if (record.length > names.length) problems.push({ line, problem: { field: 'file', code: 'unexpected-field' } })
    // our own CSV files put an apostrophe before text that a spreadsheet would take for a formula
    rows.push({ line, cell: (column) => record[names.indexOf(column)]?.trim().replace(/^'(?=[\s]*[=+\-@＝＋－＠])/, '') ?? '' })
  }
  if (rows.length === 0) return reject({ field: 'file', code: 'required' })
  return { rows, problems }
}
