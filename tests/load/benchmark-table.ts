import { readFileSync, writeFileSync } from 'node:fs'

export type TableRow = { what: string; result: string; target: string }
const file = 'docs/benchmarks.md'

/** Writes results into the table of docs/benchmarks.md: each replaces the row of the same name, or follows the result before it; the first of new ones is the first row. */
export const writeTableRows = (rows: TableRow[]) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  let place = lines.findIndex((line) => line.startsWith('|---'))
  for (const { what, result, target } of rows) {
    const known = lines.findIndex((line) => line.startsWith(`| ${what} |`))
    place = known < 0 ? place + 1 : known
    lines.splice(place, known < 0 ? 0 : 1, `|${[what, result, target].map((cell) => (cell ? ` ${cell} ` : ' ')).join('|')}|`)
  }
  writeFileSync(file, lines.join('\n'))
}
