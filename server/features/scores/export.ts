import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import { maskPlayerEmail } from '#contract/rules/mask.ts'
import { formatWithOffset } from '#contract/rules/time-zone.ts'
import { type ScoreRow, scoreFields } from '#contract/score.ts'

const columns: readonly [string, (row: ScoreRow, timeZone: string) => string | number][] = [
  ['rank', (row) => row.rank],
  ...(['playerName', 'playerEmail', 'teamNo', 'teamName', 'schoolName', 'missionType'] as const).map(
    (field): [string, (row: ScoreRow) => string | number] => [scoreFields[field].column, (row) => row[field]],
  ),
  ['total_score', (row) => row.totalScore],
  ['total_time', (row) => row.totalTimeMs / 1000],
  ['last_score', (row) => row.score],
  ['last_time', (row) => row.timeMs / 1000],
  ['attempts', (row) => row.attemptCount],
  ['reached_at', (row, timeZone) => formatWithOffset(row.reachedAt, timeZone)],
]

const toRow = (row: ScoreRow, timeZone: string) => formatCsvRow(columns.map(([, toCell]) => toCell(row, timeZone)))

/** Converts a ranking to a CSV file, part by part. Durations are seconds; other times have the offset of `timeZone`. With `maskEmails` the e-mail addresses are masked. */
export const formatScoresCsv = async function* (
  parts: AsyncIterable<ScoreRow[]>,
  { maskEmails, timeZone }: { maskEmails: boolean; timeZone: string },
): AsyncGenerator<string> {
  yield csvByteOrderMark + formatCsvRow(columns.map(([name]) => name))
  for await (const rows of parts) yield rows.map((row) => toRow(maskEmails ? maskPlayerEmail(row) : row, timeZone)).join('')
}
