import type { MissionType } from '#contract/event.ts'
import { toWesternDigits } from '#contract/rules/identity.ts'
import { parseDurationMs, parseThousandths } from '#contract/rules/numbers.ts'
import { type AttemptInput, type Participant, type ScoreField, scoreFields, scoreLimits } from '#contract/score.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { createOptionReader, type ImportColumns, type ReadImportOption } from '#server/lib/import-columns.ts'
import { type CsvFileColumns, type CsvRowProblem, type CsvWarning, mapWithoutBlocking, parseCsv } from '#server/lib/parse-csv.ts'

/** The lines of a file of attempts, with its problems and warnings. */
export type ParsedScoreFile = { lines: ParsedScoreLine[]; problems: CsvRowProblem[]; warnings: CsvWarning[]; fileColumns: CsvFileColumns }
export type ParsedScoreLine = { line: number; participant: Participant; attempt: AttemptInput }

export type ScoreColumn = (typeof scoreFields)[ScoreField]['column']
export type ScoreImportColumns = ImportColumns<ScoreColumn>

const instantFormat = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?\s*(Z|[+-]\d{2}:\d{2})?)?$/
/** A date or an instant in ISO 8601; a time without a zone is UTC. Undefined for anything else. */
const parseInstant = (text: string): Date | undefined => {
  if (!instantFormat.test(text)) return undefined
  const iso = text.replace(' ', 'T')
  const hasZone = /[Z+]|-\d{2}:\d{2}$/.test(text.slice(10))
  const instant = new Date(hasZone || text.length === 10 ? iso : `${iso}Z`)
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1970 ? undefined : instant
}

/** Returns true for a masked e-mail address, as in the files of rankings that visitors download. */
export const isMaskedEmail = (email: string) => email.includes('•••')

/** The columns that all files of attempts have. */
export type CommonScoreColumn = Exclude<ScoreColumn, 'mission' | 'score' | 'time'>
/** The parts of a line that all files of attempts have. */
export type CommonScoreLine = { participant: Participant; at: string | undefined; note: string | undefined }

/** Reads the participant, the time and the note of one line and reports each problem to `report`. */
export const parseCommonScoreLine = (
  cell: (column: CommonScoreColumn) => string,
  readOption: (column: 'mission_type', text: string) => string | undefined,
  report: (problem: FieldProblem) => void,
): CommonScoreLine => {
  const readText = ({ column, maxLength }: { column: CommonScoreColumn; maxLength: number }): string | undefined => {
    const value = cell(column)
    if ([...value].length > maxLength) report({ field: column, code: 'too-long', values: { limit: maxLength } })
    else if (!value.isWellFormed()) report({ field: column, code: 'bad-characters' })
    return value === '' ? undefined : value
  }
  const playerEmail = isMaskedEmail(cell('email')) ? undefined : readText(scoreFields.playerEmail)
  if (playerEmail !== undefined && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(playerEmail)) report({ field: 'email', code: 'bad-format' })
  const missionTypeText = cell('mission_type')
  const missionTypeOption = missionTypeText === '' ? undefined : readOption('mission_type', missionTypeText)
  const missionType = missionTypeOption === undefined ? undefined : (Number(missionTypeOption) as MissionType)
  if (missionTypeText !== '' && missionType === undefined) report({ field: 'mission_type', code: 'unknown-value' })
  const participant: Participant = {
    playerName: readText(scoreFields.playerName),
    playerEmail,
    teamNo: readText(scoreFields.teamNo),
    teamName: readText(scoreFields.teamName),
    schoolName: readText(scoreFields.schoolName),
    missionType,
  }

  const instantText = toWesternDigits(cell('at'))
  const instant = parseInstant(instantText)
  if (instantText !== '' && !instant) report({ field: 'at', code: 'bad-format' })
  return { participant, at: instant?.toISOString(), note: readText(scoreFields.note) }
}

/** Reads one line and reports each problem to `report`. */
const readLine = (
  cell: (column: ScoreColumn) => string,
  readOption: ReadImportOption<ScoreColumn>,
  report: (problem: FieldProblem) => void,
): Omit<ParsedScoreLine, 'line'> => {
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

  const { participant, at, note } = parseCommonScoreLine(cell, readOption, report)
  const missionText = toWesternDigits(cell('mission'))
  const thousandths = parseThousandths(cell('score'))
  const attempt: AttemptInput = {
    mission: missionText === '' ? 1 : checkNumber(scoreFields.mission, /^\d{1,6}$/.test(missionText) ? Number(missionText) : undefined),
    score: checkNumber(scoreFields.score, thousandths === undefined ? undefined : thousandths / 1000),
    timeMs: checkNumber(scoreFields.timeMs, parseDurationMs(cell('time')), 1000),
    at,
    note,
  }
  return { participant, attempt }
}

/**
 * Reads a CSV file of attempts with the columns of `scoreFields` in any order (`score` and `time` are required, unknown ones are rejected), or our own file of a ranking. Times
 * are seconds, `m:ss` or `h:mm:ss`; digits may be Arabic. At most 20,000 lines.
 */
export const parseScoresCsv = async (path: string, importColumns: ScoreImportColumns): Promise<ParsedScoreFile> => {
  const { rows, problems, fileColumns } = await parseCsv(path, { ...importColumns, maxRows: scoreLimits.importLines })
  const readOption = createOptionReader(importColumns.columns)
  const allProblems = [...problems]
  let hasMaskedEmails = false
  const parsed = await mapWithoutBlocking(rows, ({ line, cell }) => {
    hasMaskedEmails ||= isMaskedEmail(cell('email'))
    return {
      line,
      ...readLine(cell, readOption, (problem) => allProblems.push({ line, problem, value: cell(problem.field as ScoreColumn) })),
    }
  })
  const warnings: CsvWarning[] = hasMaskedEmails ? [{ code: 'masked-emails', values: {} }] : []
  return { lines: parsed, problems: allProblems, warnings, fileColumns }
}
