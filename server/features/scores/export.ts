import { csvLine, csvStart } from '#contract/rules/csv.ts'
import type { ScoreRow } from '#contract/score.ts'

const columns: readonly [string, (row: ScoreRow) => string | number][] = [
  ['rank', (row) => row.rank],
  ['name', (row) => row.player],
  ['email', (row) => row.email],
  ['team_no', (row) => row.teamNo],
  ['team_name', (row) => row.team],
  ['school', (row) => row.school],
  ['mission_type', (row) => row.missionType],
  ['total_score', (row) => row.totalScore],
  ['total_time', (row) => row.totalTimeMs / 1000],
  ['last_score', (row) => row.score],
  ['last_time', (row) => row.timeMs / 1000],
  ['attempts', (row) => row.attempts],
  ['reached_at', (row) => row.reachedAt],
]

/** A ranking as a CSV file for spreadsheets, a part at a time. Times are seconds. */
export const csvOfScores = async function* (parts: AsyncIterable<ScoreRow[]>): AsyncGenerator<string> {
  yield csvStart + csvLine(columns.map(([name]) => name))
  for await (const rows of parts) yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
}
