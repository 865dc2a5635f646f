import { type SQL, sql } from 'drizzle-orm'
import { sqlState } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { type BigList, inList, type Key, type Range, type Term } from './lists.ts'

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

/** A range is walked in the order of the list's index, whatever the planner thinks of the words: it knows neither how long a range is nor how common a word. */
export const indexAlone = sql.raw(
  ['seqscan off', 'bitmapscan off', 'indexscan on', 'indexonlyscan on']
    .map((one) => one.split(' '))
    .map(([kind, value]) => `set_config('enable_${kind}', '${value}', true)`)
    .join(', '),
)
export const walkIndex = sql`select ${indexAlone}`

/** The index of trigrams alone. */
export const askTrigrams = sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true), set_config('enable_bitmapscan', 'on', true)`

const atOnce = 32
/** No more than so many terms of a list are kept, whatever visitors search for: what comes then is looked through. */
const mostTerms = 1000

/**
 * Makes the bits that are missing of some terms, some stretches at a time; what changed since it was sealed is left to the next sealing. One statement reads
 * the rows and the notes of changes together, so bits are never of other rows than the stretch says.
 * Ends early when `going` says so.
 */
export const makeBits = async (
  db: Db,
  list: BigList,
  scope: string,
  wanted: readonly Term[],
  going: () => boolean = () => true,
): Promise<void> => {
  if (wanted.length === 0) return
  const names = sql`unnest(${sql.param(wanted.map(({ name }) => name))}::text[])`
  const { rows: kept } = await db.execute<{
    term: string
  }>(sql`with old as (select term from list_terms where list = ${list.table} and scope = ${scope}::uuid),
      new as (insert into list_terms (list, scope, term) select ${list.table}, ${scope}::uuid, name from ${names} name where (select count(*) from old) < ${mostTerms}
        on conflict do nothing returning term)
    select name as term from ${names} name where name in (select term from old union all select term from new)`)
  const terms = wanted.filter(({ name }) => kept.some(({ term }) => term === name))
  if (terms.length === 0) return
  const { rows } = await db.execute<{
    seal: string
  }>(sql`select seal from list_segments s where list = ${list.table} and scope = ${scope}::uuid and not ${touched}
    and exists (select from ${names} name where not exists (select from list_bits b where b.seal = s.seal and b.term = name)) order by seal`)
  const columns = sql.join(
    terms.map(({ condition }, at) => sql`string_agg(case when ${condition} then '1' else '0' end, '')::varbit as ${sql.raw(`b${at}`)}`),
    sql`, `,
  )
  const made = sql.join(
    terms.map(({ name }, at) => sql`(${name}::text, made.${sql.raw(`b${at}`)})`),
    sql`, `,
  )
  for (let from = 0; from < rows.length && going(); from += atOnce) {
    const seals = rows.slice(from, from + atOnce).map(({ seal }) => seal)
    await db
      .transaction(async (tx) => {
        await tx.execute(walkIndex)
        await tx.execute(sql`insert into list_bits (seal, term, bits)
          select s.seal, kept.term, kept.bits from list_segments s cross join lateral ${endOfSegment}
          cross join lateral (select ${columns} from (select * from ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('s', 'high'))}
            order by ${sql.raw(list.ascending)}) as ${sql.raw(list.table)}) made
          cross join lateral (values ${made}) kept(term, bits)
          where s.seal = any(${sql.param(seals)}::bigint[]) and not ${touched} and kept.bits is not null
          on conflict do nothing`)
      })
      .catch((error: unknown) => {
        // the stretch was sealed anew meanwhile: its bits are made when they are asked for again
        if (sqlState(error) !== '23503') throw error
      })
  }
}
