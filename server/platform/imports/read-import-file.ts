import type { DateOrder } from '#contract/platform/import.schema.ts'
import type { RunningTask } from '#server/platform/background-tasks/service.ts'
import type { CsvProblem, CsvRowProblem } from '#server/platform/lib/csv-problems.ts'
import {
  createOptionFinder,
  type ImportColumns,
  type ReadImportOption,
} from '#server/platform/lib/import-columns.ts'
import {
  type CsvFile,
  type CsvFileColumns,
  type CsvRow,
  parseCsvFileAndListProblems,
} from '#server/platform/lib/parse-csv.ts'
import { transformItemsInSlices } from '#server/platform/lib/transform-in-slices.ts'

/** Reads one line. Returns undefined for a line that is not usable; `report` gets the problems of its cells. */
type ParseLine<C extends string, Line> = (
  cell: CsvRow<C>['cell'],
  report: (problem: CsvProblem) => void,
) => Line | undefined

/** A file whose header and dates were understood. */
export type ReadFile<C extends string> = {
  rows: readonly CsvRow<C>[]
  fileColumns: CsvFileColumns
  dateOrder: DateOrder
  /** Reads an option of a column. */
  readOption: ReadImportOption<C>
  /** Reads the lines one after the other, and adds the problems of their cells to those of the file. */
  parseLines: <Line extends object>(parseLine: ParseLine<C, Line>) => Promise<(Line & { line: number })[]>
  problems: CsvRowProblem[]
}

export type ReportProgress = RunningTask['reportProgress']
/** The steps of an import: each line is read, then inserted. */
export const stepsPerLine = 2

/** Reads a CSV file with these columns. A file that cannot be read has problems and no rows. */
export const readImportFileAndListProblems = async <C extends string>(
  csvFile: CsvFile,
  columns: ImportColumns<C>,
  maxRows: number,
  reportProgress?: ReportProgress,
): Promise<ReadFile<C>> => {
  const { rows, problems, fileColumns, dateOrder } = await parseCsvFileAndListProblems(csvFile, {
    ...columns,
    maxRows,
  })
  return {
    rows,
    problems,
    fileColumns,
    dateOrder,
    readOption: createOptionFinder(columns.columns),
    parseLines: async (parseLine) => {
      const lines = await transformItemsInSlices(
        rows,
        ({ line, cell }) => {
          const parsed = parseLine(cell, (problem) =>
            problems.push({ line, problem, value: cell(problem.field as C) }),
          )
          return parsed && { ...parsed, line }
        },
        async (count) => reportProgress?.(count, stepsPerLine * rows.length),
      )
      return lines.filter((line) => line !== undefined)
    },
  }
}
