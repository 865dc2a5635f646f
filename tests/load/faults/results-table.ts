import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A row of the table of docs/operations.md. */
type FaultRow = { name: string; seen: string; backAfter: string; scores: string }

const page = 'docs/operations.md'
const markers = ['<!-- npm run faults: begin -->', '<!-- npm run faults: end -->'] as const
const heading = [
  '| fault | what visitors saw | back after | scores acknowledged, lost, doubled |',
  '|---|---|---|---|',
]

/**
 * Writes a row into the table between the markers of a page. It replaces the row of the same name or is added, in
 * the order of `names`; other rows stay.
 */
export const writeFaultRow = (
  { name, seen, backAfter, scores }: FaultRow,
  names: readonly string[],
  file = resolve(page),
): void => {
  const text = readFileSync(file, 'utf8')
  const [begin, end] = markers.map((marker) => text.indexOf(marker)) as [number, number]
  if (begin < 0 || end < begin)
    throw new Error(`${file} has no table between "${markers[0]}" and "${markers[1]}"`)
  const lines = new Map<string, string>()
  for (const line of text.slice(begin, end).split('\n')) {
    const written = /^\| `(.+?)` \|/.exec(line)?.[1]
    if (written) lines.set(written, line)
  }
  lines.set(name, `| \`${name}\` | ${seen} | ${backAfter} | ${scores} |`)
  const table = [...heading, ...names.flatMap((each) => lines.get(each) ?? [])].join('\n')
  writeFileSync(file, `${text.slice(0, begin)}${markers[0]}\n${table}\n${text.slice(end)}`)
}
