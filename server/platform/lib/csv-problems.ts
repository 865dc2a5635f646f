import type { Localized } from '#contract/platform/localized.ts'
import type { FieldProblem } from './app-error.ts'
import type { CsvFileErrorCode } from './csv-text.ts'
import type { DateCellProblem } from './date-cells.ts'

/** A problem of a cell, or of a whole line or file. */
type CsvProblemCode =
  | FieldProblem['code']
  | CsvFileErrorCode
  | 'empty-file'
  | 'unclosed-quote'
  | 'bad-quote'
  | 'too-many-lines'
  | 'no-header'
  | 'unknown-column'
  | 'repeated-column'
  | 'missing-column'
  | 'too-many-cells'
  | 'too-many-columns'
  | 'line-too-long'
  | 'ambiguous-date'
  | 'too-many-slots'
  | DateCellProblem
export type CsvProblem = Omit<FieldProblem, 'code'> & { code: CsvProblemCode }
/**
 * Why a row is invalid. `line` counts from 1, the first line of the file. Line 0 is the whole file. `value`
 * is the cell that was found; `allowed` are the values that the column accepts, where its options do not
 * tell.
 */
export type CsvRowProblem = {
  line: number
  problem: CsvProblem
  value?: string
  allowed?: Localized<readonly string[]>
}
/**
 * What an organizer should know before an import that has no problems. The messages are in
 * i18n/en/import-messages.ts.
 */
export type CsvWarning = {
  code:
    | 'no-national-ids'
    | 'masked-emails'
    | 'imported-before'
    | 'attempts-exist'
    | 'matches-have-results'
    | 'match-sides-change'
    | 'teams-exist'
    | 'teams-repeated'
    | 'people-exist'
    | 'outside-event-days'
    | 'guests-beside-teams'
    | 'guests-have-results'
    | 'player-names-of-teams'
    | 'other-team-names'
    | 'runs-recorded'
  values: Record<string, string | number>
}
