import { cleanNumberOrDateToWesternDigits, hasEmailMaskDots } from '#contract/accounts/identity.ts'
import type { MissionType } from '#contract/event/event.ts'
import type { AttemptInput, Participant } from '#contract/event/scores/score.schema.ts'
import { type ScoreField, scoreFields } from '#contract/event/scores/score.ts'
import type { RuleSet, ScoreSheetField, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey, judgeKey } from '#contract/event/scoring/rule-set.ts'
import { validateAndScoreAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import type { DateOrder } from '#contract/platform/import.schema.ts'
import { parseDecimalToThousandths, parseDurationMs } from '#contract/platform/numbers.ts'
import type { ReadFile } from '#server/platform/imports/read-import-file.ts'
import type { CsvProblem } from '#server/platform/lib/csv-problems.ts'
import { findCellTextProblem } from '#server/platform/lib/csv-text.ts'
import { parseInstantCellOrProblem } from '#server/platform/lib/date-cells.ts'
import {
  createOptionFinder,
  type ImportColumns,
  type ReadImportOption,
} from '#server/platform/lib/import-columns.ts'

/** Returns the columns of a file of score sheets; the fields of the sheets have their keys as names. */
export type BuildSheetColumns = (ruleSet: RuleSet) => ImportColumns
type Report = (problem: CsvProblem) => void

/** Reads the value of a field, undefined for an empty cell. */
const readFieldValue = (
  field: ScoreSheetField,
  text: string,
  readOption: ReadImportOption<string>,
  report: Report,
): ScoreSheetValues[string] | undefined => {
  if (text === '') return undefined
  if (field.kind === 'choice' || field.kind === 'yesNo') {
    const option = readOption(field.key, text)
    if (option === undefined) report({ field: field.key, code: 'unknown-value' })
    return field.kind === 'yesNo' ? option === 'true' : option
  }
  if (field.kind === 'time') {
    const timeMs = parseDurationMs(text)
    if (timeMs === undefined) report({ field: field.key, code: 'bad-time' })
    return timeMs
  }
  const thousandths = parseDecimalToThousandths(text)
  if (thousandths === undefined) report({ field: field.key, code: 'bad-number' })
  return thousandths === undefined ? undefined : thousandths / 1000
}

/**
 * Parses a file of score sheets, one attempt in each line. A cell of a field that the sheet of the round does not
 * have must be empty. Times are seconds, `m:ss` or `h:mm:ss`; digits may be Arabic.
 */
export const parseScoreSheetLines = (
  { parseLines, readOption, dateOrder }: ReadFile<string>,
  ruleSet: RuleSet,
  { buildColumns, timeZone }: { buildColumns: BuildSheetColumns; timeZone: string },
): Promise<ParsedScoreLine[]> => {
  // groups may have different fields with the same key
  const groupReaders = new Map(
    ruleSet.groups.map((group) => [
      group.key,
      createOptionFinder(buildColumns({ ...ruleSet, groups: [group] }).columns),
    ]),
  )
  const rounds = listRoundsOrPossibleMatches(ruleSet)
  const fieldKeys = new Set(ruleSet.groups.flatMap(({ fields }) => fields.map(({ key }) => key)))
  const hasCompetition = !fieldKeys.has('competition')

  const readAttempt = (
    cell: (column: string) => string,
    report: Report,
  ): Pick<ParsedScoreLine['attempt'], 'mission' | 'score' | 'timeMs' | 'values'> => {
    // the column may be empty where there is one round only
    const key = cell('round') === '' ? undefined : readOption('round', cell('round'))
    const round =
      cell('round') === '' && rounds.length === 1 ? rounds[0] : rounds.find((each) => each.round.key === key)
    if (!round) {
      report({ field: 'round', code: cell('round') === '' ? 'required' : 'unknown-value' })
      return { mission: 1, score: 0, timeMs: 0 }
    }
    let isReadable = true
    const reportUnreadable: Report = (problem) => {
      isReadable = false
      report(problem)
    }
    const values: ScoreSheetValues = {}
    const readFieldOption = groupReaders.get(round.group.key) ?? readOption
    for (const key of fieldKeys) {
      const field = round.group.fields.find((each) => each.key === key)
      if (!field && cell(key) !== '') reportUnreadable({ field: key, code: 'unexpected-field' })
      const value = field && readFieldValue(field, cell(key), readFieldOption, reportUnreadable)
      if (value !== undefined) values[key] = value
    }
    const disqualified =
      cell(disqualifiedKey) === '' ? 'false' : readOption(disqualifiedKey, cell(disqualifiedKey))
    if (disqualified === undefined) reportUnreadable({ field: disqualifiedKey, code: 'unknown-value' })
    if (disqualified === 'true') values[disqualifiedKey] = true
    const judge = cell(judgeKey) === '' ? undefined : readOption(judgeKey, cell(judgeKey))
    if (cell(judgeKey) !== '' && judge === undefined)
      reportUnreadable({ field: judgeKey, code: 'unknown-value' })
    if (judge !== undefined) values[judgeKey] = judge
    const mission = round.number
    const computed = validateAndScoreAttempt(ruleSet, { mission, score: 0, timeMs: 0, values })
    if ('sheet' in computed)
      return { mission, score: computed.sheet.score, timeMs: computed.sheet.timeMs, values }
    if (isReadable)
      for (const { field, values: limits, ...problem } of computed.problems) {
        const key = field.replace('values.', '')
        // people write times in seconds
        const scale = round.group.fields.find((each) => each.key === key)?.kind === 'time' ? 1000 : 1
        report({ ...problem, field: key, ...(limits ? { values: { limit: limits.limit / scale } } : {}) })
      }
    return { mission, score: 0, timeMs: 0, values }
  }

  return parseLines((cell, report) => {
    const reading = { readOption, dateOrder, timeZone, hasCompetition }
    const { participant, at, note } = parseCommonScoreLine(cell, reading, report)
    return { participant, attempt: { ...readAttempt(cell, report), at, note } }
  })
}

export type ParsedScoreLine = { line: number; participant: Participant; attempt: AttemptInput }

export type ScoreColumn = (typeof scoreFields)[ScoreField]['column'] | 'competition'

/** The columns that all files of attempts have. */
type CommonScoreColumn = Exclude<ScoreColumn, 'mission' | 'score' | 'time'>
/** The parts of a line that all files of attempts have. */
type CommonScoreLine = { participant: Participant; at: string | undefined; note: string | undefined }

/**
 * The order of the dates of a file, the time zone of times without an offset, and whether the file may have the
 * competition of a team.
 */
type ScoreLineReading = { dateOrder: DateOrder; timeZone: string; hasCompetition: boolean }

/** Reads the participant, the time and the note of one line and reports each problem to `report`. */
const parseCommonScoreLine = (
  cell: (column: CommonScoreColumn) => string,
  {
    readOption,
    dateOrder,
    timeZone,
    hasCompetition,
  }: ScoreLineReading & { readOption: (column: 'mission_type', text: string) => string | undefined },
  report: (problem: CsvProblem) => void,
): CommonScoreLine => {
  const readText = ({
    column,
    maxLength,
  }: {
    column: CommonScoreColumn
    maxLength: number
  }): string | undefined => {
    const value = cell(column)
    const problem = findCellTextProblem(value, { maxLength, hasLines: column === 'note' })
    if (problem) report({ field: column, ...problem })
    return value === '' ? undefined : value
  }
  // a masked address finds the entry that the export wrote
  const isMasked = hasEmailMaskDots(cell('email'))
  const playerEmail = isMasked ? cell('email') : readText(scoreFields.playerEmail)
  if (playerEmail !== undefined && !isMasked && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(playerEmail))
    report({ field: 'email', code: 'bad-format' })
  const missionTypeText = cell('mission_type')
  const missionTypeOption = missionTypeText === '' ? undefined : readOption('mission_type', missionTypeText)
  const missionType = missionTypeOption === undefined ? undefined : (Number(missionTypeOption) as MissionType)
  if (missionTypeText !== '' && missionType === undefined)
    report({ field: 'mission_type', code: 'unknown-value' })
  const participant: Participant = {
    playerName: readText(scoreFields.playerName),
    playerEmail,
    teamNo: readText(scoreFields.teamNo),
    teamName: readText(scoreFields.teamName),
    schoolName: readText(scoreFields.schoolName),
    missionType,
    competition: hasCompetition ? cell('competition') || undefined : undefined,
  }

  const at = parseInstantCellOrProblem(cell('at'), { order: dateOrder, timeZone })
  if ('problem' in at) report({ field: 'at', code: at.problem })
  return {
    participant,
    at: 'instant' in at ? at.instant?.toISOString() : undefined,
    note: readText(scoreFields.note),
  }
}

/** Parses one line and reports each problem to `report`. */
const parseLine = (
  cell: (column: ScoreColumn) => string,
  reading: ScoreLineReading & {
    readOption: ReadImportOption<ScoreColumn>
    hasTimes: boolean
    isOwnRanking: boolean
  },
  report: (problem: CsvProblem) => void,
): Omit<ParsedScoreLine, 'line'> => {
  /**
   * `value` and the limits of the field are in the same unit; a problem shows the limit divided by `scale`.
   */
  const checkNumber = (
    { column, min, max }: { column: 'mission' | 'score' | 'time'; min: number; max: number },
    value: number | undefined,
    scale = 1,
  ): number => {
    if (cell(column) === '') report({ field: column, code: 'required' })
    else if (value === undefined)
      report({ field: column, code: column === 'time' ? 'bad-time' : 'bad-number' })
    else if (value < min) report({ field: column, code: 'too-small', values: { limit: min / scale } })
    else if (value > max) report({ field: column, code: 'too-large', values: { limit: max / scale } })
    return value ?? 0
  }

  const { participant, at, note } = parseCommonScoreLine(cell, reading, report)
  const missionText = cleanNumberOrDateToWesternDigits(cell('mission'))
  const thousandths = parseDecimalToThousandths(cell('score'))
  // in our own file of a ranking a total without a measured time is empty
  const hasTime = reading.hasTimes && !(reading.isOwnRanking && cell('time') === '')
  const attempt: AttemptInput = {
    mission:
      missionText === ''
        ? 1
        : checkNumber(scoreFields.mission, /^\d{1,6}$/.test(missionText) ? Number(missionText) : undefined),
    score: checkNumber(scoreFields.score, thousandths === undefined ? undefined : thousandths / 1000),
    timeMs: hasTime ? checkNumber(scoreFields.timeMs, parseDurationMs(cell('time')), 1000) : 0,
    at,
    note,
  }
  return { participant, attempt }
}

/**
 * Parses a file of attempts with the columns of `scoreFields`, or our own file of a ranking. Times are seconds,
 * `m:ss` or `h:mm:ss`, and 0 in a file without any, unless the event `needsTimes`; digits may be Arabic. An instant
 * without an offset is in `timeZone`.
 */
export const parseScoreLines = (
  { rows, parseLines, readOption, fileColumns, dateOrder }: ReadFile<string>,
  { timeZone, needsTimes }: { timeZone: string; needsTimes: boolean },
): Promise<ParsedScoreLine[]> => {
  const reading = {
    readOption,
    dateOrder,
    timeZone,
    hasCompetition: true,
    isOwnRanking: fileColumns.headers.time === 'total_time',
    hasTimes: needsTimes || rows.some(({ cell }) => cell('time') !== ''),
  }
  return parseLines((cell, report) => parseLine(cell, reading, report))
}
