import { disqualifiedKey, type RuleSet, type ScoreSheetField, type ScoreSheetValues } from '#contract/rule-set.ts'
import { isMaskedEmail } from '#contract/rules/mask.ts'
import { parseDurationMs, parseThousandths } from '#contract/rules/numbers.ts'
import { judgeAttempt } from '#contract/rules/rule-set-attempt.ts'
import { listRounds } from '#contract/rules/rule-set-sheet.ts'
import { scoreLimits } from '#contract/score.ts'
import { createOptionReader, type ImportColumns, type ReadImportOption } from '#server/lib/import-columns.ts'
import { type CsvFile, type CsvProblem, type CsvWarning, mapWithoutBlocking, parseCsv } from '#server/lib/parse-csv.ts'
import { type ParsedScoreFile, type ParsedScoreLine, parseCommonScoreLine } from './import.ts'

/** The columns of a file of score sheets; the fields of the sheets have their keys as names. */
export type SheetImportColumns = ImportColumns<string>
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
  const thousandths = parseThousandths(text)
  if (thousandths === undefined) report({ field: field.key, code: 'bad-number' })
  return thousandths === undefined ? undefined : thousandths / 1000
}

/**
 * Reads a CSV file of score sheets, one attempt in each line. A cell of a field that the sheet of the round does not have must be empty. Times are seconds, `m:ss` or
 * `h:mm:ss`; digits may be Arabic. At most 20,000 lines.
 */
export const parseScoreSheetsCsv = async (
  csvFile: CsvFile,
  ruleSet: RuleSet,
  { buildColumns, timeZone }: { buildColumns: (ruleSet: RuleSet) => SheetImportColumns; timeZone: string },
): Promise<ParsedScoreFile> => {
  const importColumns = buildColumns(ruleSet)
  const { rows, problems, fileColumns, dateOrder } = await parseCsv(csvFile, { ...importColumns, maxRows: scoreLimits.importLines })
  const readOption = createOptionReader(importColumns.columns)
  // groups may have different fields with the same key
  const groupReaders = new Map(
    ruleSet.groups.map((group) => [group.key, createOptionReader(buildColumns({ ...ruleSet, groups: [group] }).columns)]),
  )
  const rounds = listRounds(ruleSet)
  const fieldKeys = new Set(ruleSet.groups.flatMap(({ fields }) => fields.map(({ key }) => key)))
  const allProblems = [...problems]
  let hasMaskedEmails = false

  const readAttempt = (
    cell: (column: string) => string,
    report: Report,
  ): Pick<ParsedScoreLine['attempt'], 'mission' | 'score' | 'timeMs' | 'values'> => {
    // the column may be empty where there is one round only
    const key = cell('round') === '' ? undefined : readOption('round', cell('round'))
    const round = cell('round') === '' && rounds.length === 1 ? rounds[0] : rounds.find((each) => each.round.key === key)
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
    const disqualified = cell(disqualifiedKey) === '' ? 'false' : readOption(disqualifiedKey, cell(disqualifiedKey))
    if (disqualified === undefined) reportUnreadable({ field: disqualifiedKey, code: 'unknown-value' })
    if (disqualified === 'true') values[disqualifiedKey] = true
    const mission = round.number
    const judged = judgeAttempt(ruleSet, { mission, score: 0, timeMs: 0, values })
    if ('sheet' in judged) return { mission, score: judged.sheet.score, timeMs: judged.sheet.timeMs, values }
    if (isReadable)
      for (const { field, values: limits, ...problem } of judged.problems) {
        const key = field.replace('values.', '')
        // people write times in seconds
        const scale = round.group.fields.find((each) => each.key === key)?.kind === 'time' ? 1000 : 1
        report({ ...problem, field: key, ...(limits ? { values: { limit: limits.limit / scale } } : {}) })
      }
    return { mission, score: 0, timeMs: 0, values }
  }

  const lines = await mapWithoutBlocking(rows, ({ line, cell }): ParsedScoreLine => {
    hasMaskedEmails ||= isMaskedEmail(cell('email'))
    const report: Report = (problem) => allProblems.push({ line, problem, value: cell(problem.field) })
    const { participant, at, note } = parseCommonScoreLine(cell, { readOption, dateOrder, timeZone }, report)
    return { line, participant, attempt: { ...readAttempt(cell, report), at, note } }
  })
  const warnings: CsvWarning[] = hasMaskedEmails ? [{ code: 'masked-emails', values: {} }] : []
  return { lines, problems: allProblems, warnings, fileColumns }
}
