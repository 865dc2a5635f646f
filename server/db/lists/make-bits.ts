import { sql } from 'drizzle-orm'
import { sqlState } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { endOfSegment, touched, walkIndex } from './bits.ts'
import { type BigList, inList, type Term } from './lists.ts'
import { scanBits } from './scan.ts'

const atOnce = 32
/** No more than so many terms of a list are kept, whatever visitors search for. */
const mostTerms = 1000
/** So many words are left where it has become too many, the ones asked for last. */
const mostWords = 300
/** A walk through the index takes about so many times as long for a row as a scan of the table. */
const walkCosts = 8

/** Whether so many rows of a list are looked at sooner by scanning all of its table than by walking its index. */
export const scanPays = async (db: Db, list: BigList, rows: number): Promise<boolean> => {
  const { rows: known } = await db.execute<{ n: number }>(
    sql`select reltuples::float8 as n from pg_class where oid = ${list.table}::regclass`,
  )
  return rows * walkCosts >= (known[0]?.n ?? 0)
}

/** Lets go of words of a list that nobody has asked for longest. */
export const forgetWords = async (db: Db, list: BigList, scope: string): Promise<void> => {
  const { rows: old } = await db.execute<{ term: string }>(sql`delete from list_terms t using (
      select term from list_terms where list = ${list.table} and scope = ${scope}::uuid and term like 'word:%' order by used_at desc, term offset ${mostWords}) old
    where t.list = ${list.table} and t.scope = ${scope}::uuid and t.term = old.term returning t.term`)
  if (old.length > 0)
    await db.execute(sql`delete from list_bits b using list_segments s where s.seal = b.seal and s.list = ${list.table} and s.scope = ${scope}::uuid
      and b.term = any(${sql.param(old.map(({ term }) => term))}::text[])`)
}

/** Makes bits in the order of the list, some stretches at a time: for few stretches of a long table. */
const walkBits = async (
  db: Db,
  list: BigList,
  scope: string,
  terms: readonly Term[],
  wanted: readonly { seal: string }[],
  going: () => boolean,
): Promise<void> => {
  const columns = sql.join(
    terms.map(({ condition }, at) => sql`string_agg(case when ${condition} then '1' else '0' end, '')::varbit as ${sql.raw(`b${at}`)}`),
    sql`, `,
  )
  const made = sql.join(
    terms.map(({ name }, at) => sql`(${name}::text, made.${sql.raw(`b${at}`)})`),
    sql`, `,
  )
  for (let from = 0; from < wanted.length && going(); from += atOnce) {
    const seals = wanted.slice(from, from + atOnce).map(({ seal }) => seal)
    await inTransaction(db, async (tx) => {
      await tx.execute(walkIndex)
      // one statement reads the rows and the notes of changes together, so bits are never of other rows than the stretch says
      await tx.execute(sql`insert into list_bits (seal, term, bits)
          select s.seal, kept.term, kept.bits from list_segments s cross join lateral ${endOfSegment}
          cross join lateral (select ${columns} from (select * from ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('s', 'high'))}
            order by ${sql.raw(list.ascending)}) as ${sql.raw(list.table)}) made
          cross join lateral (values ${made}) kept(term, bits)
          where s.seal = any(${sql.param(seals)}::bigint[]) and not ${touched} and kept.bits is not null
          on conflict do nothing`)
    }).catch((error: unknown) => {
      // the stretch was sealed anew meanwhile: its bits are made when they are asked for again
      if (sqlState(error) !== '23503') throw error
    })
  }
}

/**
 * Makes the bits that are missing of some terms, and keeps the terms; what changed since it was sealed is left to the next sealing. Ends early when `going` says so.
 * Many rows are found in one pass through the table, few in the order of the list; `way` is for tests.
 */
export const makeBits = async (
  db: Db,
  list: BigList,
  scope: string,
  wanted: readonly Term[],
  { going = () => true, way }: { going?: () => boolean; way?: 'scan' | 'walk' } = {},
): Promise<void> => {
  if (wanted.length === 0) return
  const names = sql`unnest(${sql.param(wanted.map(({ name }) => name))}::text[])`
  await db.execute(
    sql`insert into list_terms (list, scope, term) select ${list.table}, ${scope}::uuid, name from ${names} name on conflict do nothing`,
  )
  const { rows: kept } = await db.execute(
    sql`select from list_terms where list = ${list.table} and scope = ${scope}::uuid limit 1 offset ${mostTerms}`,
  )
  if (kept.length > 0) await forgetWords(db, list, scope)
  const { rows } = await db.execute<{ seal: string; rows: number; missing: string[] }>(sql`select seal, rows, missing
    from list_segments s cross join lateral (
      select array_agg(name) as missing from ${names} name where not exists (select from list_bits b where b.seal = s.seal and b.term = name)) m
    where list = ${list.table} and scope = ${scope}::uuid and missing is not null and not ${touched} order by seal`)
  if (rows.length === 0) return
  const missing = new Set(rows.flatMap((row) => row.missing))
  const terms = wanted.filter(({ name }) => missing.has(name))
  const many = rows.reduce((sum, row) => sum + row.rows, 0)
  const scans = way ? way === 'scan' : await scanPays(db, list, many)
  await (scans ? scanBits : walkBits)(db, list, scope, terms, rows, going)
}
