import { readFileSync, writeFileSync } from 'node:fs'

/** A row of docs/benchmarks.md; a `what` that begins with a dash belongs to the row before it. */
export type TableRow = { what: string; result: string; target: string }
export const round = (value: number, digits = 2) => Number(value.toFixed(digits))
/** Formats milliseconds. */
export const ms = (value: number) => `${round(value, value < 10 ? 1 : 0)} ms`
/** Formats milliseconds as seconds. */
export const seconds = (milliseconds: number) => `${round(milliseconds / 1000, 1)} s`
/** Formats megabytes. */
export const mb = (value: number) => `${round(value, 0)} MB`
export const row = (what: string, result: string | number, target: string | number = ''): TableRow => ({
  what,
  result: String(result),
  target: String(target),
})

const file = 'docs/benchmarks.md'

/**
 * Writes the rows of a benchmark into the table of docs/benchmarks.md, in place of its former rows, or at the
 * end.
 */
export const writeTableRows = (benchmark: string, rows: readonly TableRow[]): void => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const isOfBenchmark = (line: string) => line.startsWith(`| ${benchmark} |`)
  const first = lines.findIndex(isOfBenchmark)
  const others = lines.filter((line) => !isOfBenchmark(line))
  const place = first < 0 ? others.findLastIndex((line) => line.startsWith('|')) + 1 : first
  const written = rows.map(
    ({ what, result, target }) =>
      `|${[benchmark, what, result, target].map((cell) => (cell ? ` ${cell} ` : ' ')).join('|')}|`,
  )
  writeFileSync(file, others.toSpliced(place, 0, ...written).join('\n'))
}
