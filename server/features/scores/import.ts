import type { MissionType } from '#contract/event.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { millisecondsOf, thousandthsOf } from '#contract/rules/numbers.ts'
import { type Participant, type Run, scoreLimits } from '#contract/score.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { type LineProblem, readCsv } from '#server/lib/csv-read.ts'

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

/** Reads one line; what cannot be used is told to `refuse`. */
const readLine = (cell: (column: Column) => string, refuse: (problem: FieldProblem) => void): Omit<ParsedLine, 'line'> => {
  const bounded = (column: Column, max: number) => {
    const value = cell(column)
    if ([...value].length > max) refuse({ field: column, code: 'too-long', values: { limit: max } })
    else if (!value.isWellFormed()) refuse({ field: column, code: 'bad-characters' })
    return value
  }
  const within = (column: 'mission' | 'score' | 'time', value: number | undefined, min: number, max: number, unit = 1): number => {
    if (cell(column) === '') refuse({ field: column, code: 'required' })
    else if (value === undefined) refuse({ field: column, code: column === 'time' ? 'bad-time' : 'bad-number' })
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
 * Reads a CSV file of attempts: the first row has the names of `importColumns` in any order (`score` and `time` must be there; unknown ones are refused). Times
 * are seconds, `m:ss` or `h:mm:ss`; digits may be Arabic. A number with separators for thousands is refused. At most 20,000 lines.
 */
export const parseScores = (bytes: Uint8Array): { lines: ParsedLine[]; problems: LineProblem[] } => {
  const { lines, problems } = readCsv(bytes, { columns: importColumns, required, mostLines: scoreLimits.lines })
  const found = [...problems]
  const read = lines.map(({ line, cell }) => ({ line, ...readLine(cell, (problem) => found.push({ line, problem })) }))
  return { lines: read, problems: found }
}
