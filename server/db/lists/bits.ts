import { type SQL, sql } from 'drizzle-orm'
import type { Key, Range } from './lists.ts'

/** Whether something changed in a sealed stretch `s` since it was sealed. */
export const touched = sql.raw(`exists (select from list_changes c where c.list = s.list and c.scope = s.scope
  and (c.k1, c.k2, c.k3, c.id) >= (s.k1, s.k2, s.k3, s.id) and (c.k1, c.k2, c.k3, c.id) < (s.end1, s.end2, s.end3, s.end_id))`)

/** The end of `s` by the names of a key. */
export const endOfSegment = sql.raw('(select s.end1 as k1, s.end2 as k2, s.end3 as k3, s.end_id as id) high')

const keys = (of: readonly Key[]): SQL => {
  const numbers = (at: 0 | 1 | 2) => sql`${sql.param(of.map(({ k }) => String(k[at])))}::bigint[]`
  return sql`unnest(${numbers(0)}, ${numbers(1)}, ${numbers(2)}, ${sql.param(of.map(({ id }) => id))}::uuid[]) with ordinality`
}
/** Rows `low`, `high`, each a key, and `i` (from 1) for every range. */
export const rangeRows = (ranges: readonly Range[]): SQL =>
  sql`${keys(ranges.map(({ low }) => low))} low(k1, k2, k3, id, i) join ${keys(ranges.map(({ high }) => high))} high(k1, k2, k3, id, i) using (i)`

const row = ({ k, id }: Key) => sql`(select ${k[0]}::bigint as k1, ${k[1]}::bigint as k2, ${k[2]}::bigint as k3, ${id}::uuid as id)`
/** The same for one range, whose rows an index then gives in order. */
export const oneRange = ({ low, high }: Range): SQL => sql`${row(low)} low cross join ${row(high)} high`

const ways = ['seqscan', 'bitmapscan', 'indexscan', 'indexonlyscan'] as const
const only = (...allowed: (typeof ways)[number][]) =>
  sql.raw(ways.map((way) => `set_config('enable_${way}', '${allowed.includes(way) ? 'on' : 'off'}', true)`).join(', '))

/** A range is walked in the order of the list's index, whatever the planner thinks of the words: it knows neither how long a range is nor how common a word. */
export const indexAlone = only('indexscan', 'indexonlyscan')
export const walkIndex = sql`select ${indexAlone}`
/** The table as it lies on the disk, a piece after the other, whatever indexes there are. */
export const asItLies = sql`select ${only('seqscan')}, set_config('work_mem', '32MB', true)`
export const anyWay = sql`select ${only(...ways)}`

/** The index of trigrams alone. */
export const askTrigrams = sql`select ${only('bitmapscan')}`
