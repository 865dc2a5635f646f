import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import type { CsvRowProblem } from '#server/platform/lib/csv-problems.ts'
import type { CsvRow } from '#server/platform/lib/parse-csv.ts'
import { transformItemsInSlices } from '#server/platform/lib/transform-in-slices.ts'

/** Compares the lines of a file in their order. */
export type LineComparison<Line> = {
  /** Lists the problems that a line has beside the lines that were added. */
  listProblems: (line: Line) => CsvRowProblem[]
  add: (line: Line) => void
}

/**
 * Compares each line with those before it. Lines of `invalidLines`, and those for which the comparison finds a
 * problem, are compared with nothing; without `invalidLines` all lines are compared.
 */
export const listConflictsBetweenLines = <Line extends { line: number }>(
  lines: readonly Line[],
  { listProblems, add }: LineComparison<Line>,
  invalidLines?: ReadonlySet<number>,
): CsvRowProblem[] =>
  lines.flatMap((line) => {
    const problems = listProblems(line)
    if (!invalidLines || (problems.length === 0 && !invalidLines.has(line.line))) add(line)
    return problems
  })

/**
 * Returns the lines that remain when those with problems are left out, and the problems of the others. A line that
 * conflicts only with lines that are left out remains. `problems` are those that do not come from a comparison.
 */
export const skipInvalidLines = <Line extends { line: number }>(
  lines: readonly Line[],
  problems: readonly CsvRowProblem[],
  comparison: LineComparison<Line>,
): { lines: Line[]; problems: CsvRowProblem[] } => {
  const all = [
    ...problems,
    ...listConflictsBetweenLines(lines, comparison, new Set(problems.map(({ line }) => line))),
  ]
  const skipped = new Set(all.map(({ line }) => line))
  return { lines: lines.filter(({ line }) => !skipped.has(line)), problems: all }
}

/** A row that an import leaves out, with its problems. */
export type SkippedRow = {
  row: Pick<CsvRow<string>, 'line' | 'listCells'>
  problems: readonly CsvRowProblem[]
}

/** Returns the rows of a file that have no line among those that are imported, each with its problems. */
export const listSkippedRows = (
  rows: readonly SkippedRow['row'][],
  imported: readonly { line: number }[],
  problems: readonly CsvRowProblem[],
): SkippedRow[] => {
  const importedLines = new Set(imported.map(({ line }) => line))
  const problemsByLine = Map.groupBy(problems, ({ line }) => line)
  return rows
    .filter(({ line }) => !importedLines.has(line))
    .map((row) => ({ row, problems: problemsByLine.get(row.line) ?? [] }))
}

/**
 * Builds the CSV file of the rows that an import left out: the columns of the imported file, and a last one,
 * `title`, with the problems. Cells beyond the header come after it, so that they are still a problem when the file
 * is imported again.
 */
export const buildSkippedRowsCsv = async (
  headerLine: readonly string[],
  rows: readonly SkippedRow[],
  { title, describe }: { title: string; describe: (problem: CsvRowProblem) => string },
): Promise<string> => {
  const width = headerLine.length
  const lines = await transformItemsInSlices(rows, ({ row, problems }) => {
    const cells = row.listCells()
    const below = Array.from({ length: width }, (_, position) => cells[position] ?? '')
    return formatCsvRow([...below, problems.map(describe).join('\n'), ...cells.slice(width)])
  })
  return [csvByteOrderMark, formatCsvRow([...headerLine, title]), ...lines].join('')
}
