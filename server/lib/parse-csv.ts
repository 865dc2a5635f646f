import { parse } from 'csv-parse/sync'
import type { FieldProblem } from './app-error.ts'

/** Why a line was refused; `line` counts from 1, the header's. Line 0 means the file itself. */
export type CsvRowProblem = { line: number; problem: FieldProblem }
export type CsvRow<C extends string> = {
  line: number
  /** A cell without the spaces around it; empty where the file has no such column. */
  cell: (column: C) => string
}

/** The text of a file with plain line ends: UTF-8 or, as some spreadsheets save it, UTF-16 with its mark. Undefined for anything else. */
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

/**
 * Reads a CSV file: UTF-8 or UTF-16, separated by comma, semicolon or tab, the first row with the names of `columns` in any order (those of `required` must be
 * there, unknown ones are refused), at most `maxRows` lines below it. A file that cannot be read at all has no lines and one problem.
 */
export const parseCsv = <C extends string>(
  bytes: Uint8Array,
  { columns, required, maxRows }: { columns: readonly C[]; required: readonly C[]; maxRows: number },
): { lines: CsvRow<C>[]; problems: CsvRowProblem[] } => {
  const reject = (problem: FieldProblem, line = 0) => ({ lines: [], problems: [{ line, problem }] })
  const text = decodeText(bytes)
  if (text === undefined) return reject({ field: 'file', code: 'bad-format' })
  const head = text.slice(0, text.search(/\n|$/))
  const delimiter = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] as string
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof records
  } catch (error) {
    const { lines } = error as { lines?: number }
    return reject({ field: 'file', code: 'bad-format' }, lines ?? 0)
  }
  const [header, ...body] = records
  if (!header || body.length === 0) return reject({ field: 'file', code: 'required' })
  if (body.length > maxRows) return reject({ field: 'file', code: 'too-large', values: { limit: maxRows } })

  const names = header.record.map(toColumnName)
  const unknown = names.find((name, at) => !columns.includes(name as C) || names.indexOf(name) !== at)
  if (unknown !== undefined) return reject({ field: unknown, code: 'unexpected-field' }, 1)
  const missing = required.find((column) => !names.includes(column))
  if (missing) return reject({ field: missing, code: 'required' }, 1)

  const problems: CsvRowProblem[] = []
  const lines: CsvRow<C>[] = []
  for (const { record, info } of body) {
    // every cell empty: a line that a spreadsheet left behind
    if (record.every((value) => value === '')) continue
    // the parser says where a record ends
    const line = info.lines - record.join('').split('\n').length + 1
    if (record.length > names.length) problems.push({ line, problem: { field: 'file', code: 'unexpected-field' } })
    // the apostrophe that our own files put before what a spreadsheet would calculate
    lines.push({ line, cell: (column) => record[names.indexOf(column)]?.trim().replace(/^'(?=[\s]*[=+\-@＝＋－＠])/, '') ?? '' })
  }
  if (lines.length === 0) return reject({ field: 'file', code: 'required' })
  return { lines, problems }
}
