import type { MissionType } from '#contract/event.ts'
import type { DateOrder } from '#contract/import.ts'
import { toWesternDigits } from '#contract/rules/identity.ts'
import { isMaskedEmail } from '#contract/rules/mask.ts'
import { parseDurationMs, parseThousandths } from '#contract/rules/numbers.ts'
import { hasControlCharacters } from '#contract/rules/person-name.ts'
import { type AttemptInput, type Participant, type ScoreField, scoreFields, scoreLimits } from '#contract/score.ts'
import { parseInstantCell } from '#server/lib/date-cells.ts'
import { createOptionReader, type ImportColumns, type ReadImportOption } from '#server/lib/import-columns.ts'
import {
  type CsvFile,
  type CsvFileColumns,
  type CsvProblem,
  type CsvRowProblem,
  type CsvWarning,
  mapWithoutBlocking,
  parseCsv,
} from '#server/lib/parse-csv.ts'

/** The lines of a file of attempts, with its problems and warnings. */
export type ParsedScoreFile = { lines: ParsedScoreLine[]; problems: CsvRowProblem[]; warnings: CsvWarning[]; fileColumns: CsvFileColumns }
export type ParsedScoreLine = { line: number; participant: Participant; attempt: AttemptInput }

export type ScoreColumn = (typeof scoreFields)[ScoreField]['column']
export type ScoreImportColumns = ImportColumns<ScoreColumn>

/** The columns that all files of attempts have. */
export type CommonScoreColumn = Exclude<ScoreColumn, 'mission' | 'score' | 'time'>
/** The parts of a line that all files of attempts have. */
export type CommonScoreLine = { participant: Participant; at: string | undefined; note: string | undefined }

/** The order of the dates of a file, and the time zone of times without an offset. */
export type ScoreLineReading = { dateOrder: DateOrder; timeZone: string }

/** Reads the participant, the time and the note of one line and reports each problem to `report`. */
export const parseCommonScoreLine = (
  cell: (column: CommonScoreColumn) => string,
  { readOption, dateOrder, timeZone }: ScoreLineReading & { readOption: (column: 'mission_type', text: string) => string | undefined },
  report: (problem: CsvProblem) => void,
): CommonScoreLine => {
  const readText = ({ column, maxLength }: { column: CommonScoreColumn; maxLength: number }): string | undefined => {
    const value = cell(column)
    if ([...value].length > maxLength) report({ field: column, code: 'too-long', values: { limit: maxLength } })
    else if (!value.isWellFormed() || (column !== 'note' && hasControlCharacters(value))) report({ field: column, code: 'bad-characters' })
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

  const at = parseInstantCell(cell('at'), { order: dateOrder, timeZone })
  if ('problem' in at) report({ field: 'at', code: at.problem })
  return { participant, at: 'instant' in at ? at.instant?.toISOString() : undefined, note: readText(scoreFields.note) }
}

/** Reads one line and reports each problem to `report`. */
const readLine = (
  cell: (column: ScoreColumn) => string,
  reading: ScoreLineReading & { readOption: ReadImportOption<ScoreColumn> },
  report: (problem: CsvProblem) => void,
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

  const { participant, at, note } = parseCommonScoreLine(cell, reading, report)
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
 * are seconds, `m:ss` or `h:mm:ss`; digits may be Arabic. An instant without an offset is in `timeZone`. At most 20,000 lines.
 */
export const parseScoresCsv = async (csvFile: CsvFile, importColumns: ScoreImportColumns, timeZone: string): Promise<ParsedScoreFile> => {
  const { rows, problems, fileColumns, dateOrder } = await parseCsv(csvFile, { ...importColumns, maxRows: scoreLimits.importLines })
  const reading = { readOption: createOptionReader(importColumns.columns), dateOrder, timeZone }
  const allProblems = [...problems]
  let hasMaskedEmails = false
  const parsed = await mapWithoutBlocking(rows, ({ line, cell }) => {
    hasMaskedEmails ||= isMaskedEmail(cell('email'))
    return {
      line,
      ...readLine(cell, reading, (problem) => allProblems.push({ line, problem, value: cell(problem.field as ScoreColumn) })),
    }
  })
  const warnings: CsvWarning[] = hasMaskedEmails ? [{ code: 'masked-emails', values: {} }] : []
  return { lines: parsed, problems: allProblems, warnings, fileColumns }
}
