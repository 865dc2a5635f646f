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
 * Why a row is invalid. `line` is the number of the line in the file, from 1; 0 stands for the whole file. `value`
 * is the content of the cell. `allowed` lists the values that the column accepts, unless its options list them.
 */
export type CsvRowProblem = {
  line: number
  problem: CsvProblem
  value?: string
  allowed?: Localized<readonly string[]>
}
/**
 * A warning that the preview of an import shows. It does not stop the import. The messages are in
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
