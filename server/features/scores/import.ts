import type { MissionType } from '#contract/event.ts'
import { toWesternDigits } from '#contract/rules/identity.ts'
import { parseDurationMs, parseThousandths } from '#contract/rules/numbers.ts'
import { type AttemptInput, type Participant, type ScoreField, scoreFields, scoreLimits } from '#contract/score.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { type CsvRowProblem, mapInBatches, parseCsv } from '#server/lib/parse-csv.ts'

export type ParsedScoreLine = { line: number; participant: Participant; attempt: AttemptInput }

type Column = (typeof scoreFields)[ScoreField]['column']
const columns: readonly Column[] = Object.values(scoreFields).map(({ column }) => column)
const required: readonly Column[] = ['score', 'time']
const missionTypesByName: Record<string, MissionType> = { elementary: 0, elementory: 0, junior: 1, senior: 2, adult: 3, pro: 4 }

const instantFormat = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?\s*(Z|[+-]\d{2}:\d{2})?)?$/
/** A date or an instant in ISO 8601; a time without a zone is UTC. Undefined for anything else. */
const parseInstant = (text: string): Date | undefined => {
  if (!instantFormat.test(text)) return undefined
  const iso = text.replace(' ', 'T')
  const hasZone = /[Z+]|-\d{2}:\d{2}$/.test(text.slice(10))
  const instant = new Date(hasZone || text.length === 10 ? iso : `${iso}Z`)
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1970 ? undefined : instant
}

const parseMissionType = (text: string): MissionType | undefined =>
  /^[0-4]$/.test(text) ? (Number(text) as MissionType) : missionTypesByName[text.toLowerCase()]

/** Reads one line and reports each problem to `report`. */
const readLine = (cell: (column: Column) => string, report: (problem: FieldProblem) => void): Omit<ParsedScoreLine, 'line'> => {
  const readText = ({ column, maxLength }: { column: Column; maxLength: number }): string | undefined => {
    const value = cell(column)
    if ([...value].length > maxLength) report({ field: column, code: 'too-long', values: { limit: maxLength } })
    else if (!value.isWellFormed()) report({ field: column, code: 'bad-characters' })
    return value === '' ? undefined : value
  }
  /** `value` and the limits of the field are in the same unit; a problem shows the limit divided by `scale`. */
  const checkNumber = (
    { column, min, max }: { column: 'mission' | 'score' | 'time'; min: number; max: number },
    value: number | undefined,
    scale = 1,
  ): number => {
    if (cell(column) === '') report({ field: column, code: 'required' })
    else if (value === undefined) report({ field: column, code: column === 'time' ? 'bad-time' : 'bad-number' })
    else if (value < min) report({ field: column, code: 'too-small', values: { limit: min / scale } })
    else if (value > max) report({ field: column, code: 'too-large', values: { limit: max / scale } })
    return value ?? 0
  }

  const playerEmail = readText(scoreFields.playerEmail)
  if (playerEmail !== undefined && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(playerEmail)) report({ field: 'email', code: 'bad-format' })
  const missionTypeText = toWesternDigits(cell('mission_type'))
  const missionType = parseMissionType(missionTypeText)
  if (missionTypeText !== '' && missionType === undefined) report({ field: 'mission_type', code: 'unknown-value' })
  const participant: Participant = {
    playerName: readText(scoreFields.playerName),
    playerEmail,
    teamNo: readText(scoreFields.teamNo),
    teamName: readText(scoreFields.teamName),
    schoolName: readText(scoreFields.schoolName),
    missionType,
  }

  const missionText = toWesternDigits(cell('mission'))
  const thousandths = parseThousandths(cell('score'))
  const instantText = toWesternDigits(cell('at'))
  const instant = parseInstant(instantText)
  if (instantText !== '' && !instant) report({ field: 'at', code: 'bad-format' })
  const attempt: AttemptInput = {
    mission: missionText === '' ? 1 : checkNumber(scoreFields.mission, /^\d{1,6}$/.test(missionText) ? Number(missionText) : undefined),
    score: checkNumber(scoreFields.score, thousandths === undefined ? undefined : thousandths / 1000),
    timeMs: checkNumber(scoreFields.timeMs, parseDurationMs(cell('time')), 1000),
    at: instant?.toISOString(),
    note: readText(scoreFields.note),
  }
  return { participant, attempt }
}

/**
 * Reads a CSV file of attempts. The first row has the columns of `scoreFields` in any order (`score` and `time` are required, unknown ones are rejected). Times
 * are seconds, `m:ss` or `h:mm:ss`; digits may be Arabic. At most 20,000 lines.
 */
export const parseScoresCsv = async (path: string): Promise<{ lines: ParsedScoreLine[]; problems: CsvRowProblem[] }> => {
  const { rows, problems } = await parseCsv(path, { columns, required, maxRows: scoreLimits.importLines })
  const allProblems = [...problems]
  const parsed = await mapInBatches(rows, ({ line, cell }) => ({
    line,
    ...readLine(cell, (problem) => allProblems.push({ line, problem })),
  }))
  return { lines: parsed, problems: allProblems }
}
