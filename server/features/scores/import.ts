import { parse } from 'csv-parse/sync'
import type { MissionType } from '#contract/domain/event.ts'
import { type Participant, type Run, scoreLimits } from '#contract/domain/score.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { millisecondsOf, thousandthsOf } from '#contract/rules/numbers.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'

/** Why a line was refused; `line` counts from 1, the header's. Line 0 means the file itself. */
export type LineProblem = { line: number; problem: FieldProblem }
export type ParsedLine = { line: number; who: Participant; run: Run }

/** The columns of the file that is imported, in the order of the example; the first row names them, in any order. */
export const importColumns = [
  'name',
  'email',
  'team_no',
  'team_name',
  'school',
  'mission_type',
  'mission',
  'score',
  'time',
  'at',
  'note',
] as const
type Column = (typeof importColumns)[number]
const required: readonly Column[] = ['score', 'time']
const missionNames = ['elementory', 'junior', 'senior', 'adult', 'pro']

/** The text of a file: UTF-8 or, as some spreadsheets save it, UTF-16 with its mark. Undefined for anything else. */
const textOf = (bytes: Uint8Array): string | undefined => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

const columnOf = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** Reads one line; what cannot be used is told to `refuse`. */
const readLine = (cell: (column: Column) => string, refuse: (problem: FieldProblem) => void): Omit<ParsedLine, 'line'> => {
  const bounded = (column: Column, max: number) => {
    const value = cell(column)
    if ([...value].length > max) refuse({ field: column, code: 'too-long', values: { limit: max } })
    else if (!value.isWellFormed()) refuse({ field: column, code: 'bad-characters' })
    return value
  }
  const within = (column: Column, value: number | undefined, min: number, max: number, unit = 1): number => {
    if (cell(column) === '') refuse({ field: column, code: 'required' })
    else if (value === undefined) refuse({ field: column, code: 'bad-format' })
    else if (value < min * unit) refuse({ field: column, code: 'too-small', values: { limit: min } })
    else if (value > max * unit) refuse({ field: column, code: 'too-large', values: { limit: max } })
    return value ?? 0
  }
  const email = bounded('email', scoreLimits.email)
  if (email !== '' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) refuse({ field: 'email', code: 'bad-format' })
  const texts = {
    name: bounded('name', scoreLimits.name),
    email,
    teamNo: bounded('team_no', scoreLimits.teamNo),
    teamName: bounded('team_name', scoreLimits.name),
    school: bounded('school', scoreLimits.name),
  }
  const who: Participant = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))

  const typed = westernDigits(cell('mission_type')).toLowerCase()
  const type = typed === '' ? undefined : /^[0-4]$/.test(typed) ? Number(typed) : missionNames.indexOf(typed)
  if (type === -1) refuse({ field: 'mission_type', code: 'unknown-value' })
  else if (type !== undefined) who.missionType = type as MissionType

  const mission = westernDigits(cell('mission'))
  const score = within('score', thousandthsOf(cell('score')), -scoreLimits.score, scoreLimits.score, 1000)
  const run: Run = {
    mission: mission === '' ? 1 : within('mission', /^\d{1,6}$/.test(mission) ? Number(mission) : undefined, 1, scoreLimits.mission),
    score: score / 1000,
    timeMs: within('time', millisecondsOf(cell('time')), 0, scoreLimits.seconds, 1000),
  }
  const at = westernDigits(cell('at'))
  if (at !== '') {
    const instant = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?\s*(Z|[+-]\d{2}:\d{2})?)?$/.test(at)
      ? new Date(/[Z+]|-\d{2}:\d{2}$/.test(at.slice(10)) || at.length === 10 ? at.replace(' ', 'T') : `${at.replace(' ', 'T')}Z`)
      : undefined
    if (!instant || Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1970) refuse({ field: 'at', code: 'bad-format' })
    else run.at = instant.toISOString()
  }
  const note = bounded('note', scoreLimits.note)
  if (note !== '') run.note = note
  return { who, run }
}

/**
 * Reads a CSV file of attempts: UTF-8 or UTF-16, separated by comma, semicolon or tab, the first row with the names of `importColumns` in any order (`score`
 * and `time` must be there; unknown ones are refused). Times are seconds, `m:ss` or `h:mm:ss`; digits may be Arabic. At most 20,000 lines.
 */
export const parseScores = (bytes: Uint8Array): { lines: ParsedLine[]; problems: LineProblem[] } => {
  const refused = (problem: FieldProblem, line = 0) => ({ lines: [], problems: [{ line, problem }] })
  const text = textOf(bytes)
  if (text === undefined) return refused({ field: 'file', code: 'bad-format' })
  const head = text.slice(0, text.search(/[\r\n]|$/))
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
    return refused({ field: 'file', code: 'bad-format' }, lines ?? 0)
  }
  const [header, ...body] = records
  if (!header || body.length === 0) return refused({ field: 'file', code: 'required' })
  if (body.length > scoreLimits.lines) return refused({ field: 'file', code: 'too-large', values: { limit: scoreLimits.lines } })

  const names = header.record.map(columnOf)
  const unknown = names.find((name, at) => !importColumns.includes(name as Column) || names.indexOf(name) !== at)
  if (unknown !== undefined) return refused({ field: unknown, code: 'unexpected-field' }, 1)
  const missing = required.find((column) => !names.includes(column))
  if (missing) return refused({ field: missing, code: 'required' }, 1)

  const problems: LineProblem[] = []
  const lines: ParsedLine[] = []
  for (const { record, info } of body) {
    // every cell empty: a line that a spreadsheet left behind
    if (record.every((value) => value === '')) continue
    const refuse = (problem: FieldProblem) => problems.push({ line: info.lines, problem })
    if (record.length > names.length) refuse({ field: 'file', code: 'unexpected-field' })
    const cell = (column: Column) => record[names.indexOf(column)]?.replace(/^'(?=[\s]*[=+\-@＝＋－＠])/, '') ?? ''
    lines.push({ line: info.lines, ...readLine(cell, refuse) })
  }
  if (lines.length === 0) return refused({ field: 'file', code: 'required' })
  return { lines, problems }
}
