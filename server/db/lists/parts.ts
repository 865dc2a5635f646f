import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { anyWay, oneRange, rangeRows, touched, walkIndex } from './bits.ts'
import { type BigList, everything, inList, type Key, type Range, type Term, whole } from './lists.ts'

/**
 * What is asked of a long list. `from` and `until` (without) are first numbers of keys: in a list by time, milliseconds. `places` asks where the rows stand in the
 * whole list, whatever is searched for.
 */
export type PageAt = {
  scope?: string | undefined
  search?: string | undefined
  facets?: Record<string, string | undefined>
  from?: number | undefined
  until?: number | undefined
  places?: boolean
}
/** So many stretches may be looked through; where more lack their bits, these are made first. */
const fewMissing = 4

/** `seal` is missing where it is open; `long` where that may be very many rows, so that the planner shall choose its way. */
export type Part = Range & { seal?: string; long?: boolean; all: number; count: number }
const sealed = (part: Part): part is Part & { seal: string } => part.seal !== undefined

export const both = (conditions: readonly SQL[]) => (conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `))

/** The joined bits of some terms of a stretch `s`. */
const bitsOf = (terms: readonly Term[]): { join: SQL; bits: SQL } => ({
  join: sql.join(
    terms.map(
      ({ name }, at) =>
        sql`left join list_bits ${sql.raw(`b${at}`)} on ${sql.raw(`b${at}`)}.seal = s.seal and ${sql.raw(`b${at}`)}.term = ${name}`,
    ),
    sql` `,
  ),
  bits: sql.raw(terms.map((_, at) => `b${at}.bits`).join(' & ')),
})

type SegmentRow = {
  seal: string
  rows: number
  touched: boolean
  found: string | null
  low: [string, string, string, string]
  high: [string, string, string, string]
}
export const keyOf = ([k1, k2, k3, id]: SegmentRow['low']): Key => ({ k: [Number(k1), Number(k2), Number(k3)], id })

/** Open stretches that follow each other as one: a walk through each costs more than a look at all of them. */
const joined = (parts: readonly Part[]): Part[] => {
  const found: Part[] = []
  let members = 0
  for (const part of parts) {
    const previous = found.at(-1)
    if (!previous || sealed(part) || sealed(previous)) {
      found.push(part)
      members = 1
    } else {
      members++
      found[found.length - 1] = { low: previous.low, high: part.high, all: 0, count: 0, long: members > fewMissing }
    }
  }
  return found
}

/** The list in its stretches, each with how many rows it has and how many of them meet the terms; undefined when too many have no bits yet. */
export const partsOf = async (
  tx: Db,
  list: BigList,
  scope: string,
  terms: readonly Term[],
  at: PageAt,
  patient: boolean,
): Promise<Part[] | undefined> => {
  const { join, bits } = bitsOf(terms)
  const { rows } =
    await tx.execute<SegmentRow>(sql`select s.seal, s.rows, ${touched} as touched, ${terms.length > 0 ? sql`bit_count(${bits})` : sql`s.rows`} as found,
      array[k1::text, k2::text, k3::text, id::text] as low, array[end1::text, end2::text, end3::text, end_id::text] as high
    from list_segments s ${join} where s.list = ${list.table} and s.scope = ${scope}::uuid order by k1, k2, k3, id`)
  if (!patient && rows.filter(({ touched: now, found }) => !now && found === null).length > fewMissing) return undefined
  const { low, high } = everything(list)
  const from = at.from === undefined ? low : { k: [at.from, 0, 0] as const, id: whole }
  const until = at.until === undefined ? high : { k: [at.until, 0, 0] as const, id: whole }
  const stretches: Part[] = rows.map((row) => ({
    low: keyOf(row.low),
    high: keyOf(row.high),
    ...(row.touched || row.found === null ? {} : { seal: row.seal }),
    all: row.rows,
    count: Number(row.found),
  }))
  // what came after the last sealed row
  stretches.push({ low: stretches.at(-1)?.high ?? low, high, all: 0, count: 0, long: rows.length === 0 })
  const parts = joined(stretches)
  const asked = parts
    .filter((part) => part.low.k[0] < until.k[0] && part.high.k[0] >= from.k[0])
    .map((part) => {
      const cutLow = part.low.k[0] < from.k[0]
      const cutHigh = part.high.k[0] >= until.k[0] && at.until !== undefined
      if (!cutLow && !cutHigh) return part
      return { low: cutLow ? from : part.low, high: cutHigh ? until : part.high, all: 0, count: 0, long: part.long === true }
    })
  const matches = terms.length > 0 ? sql`filter (where ${both(terms.map(({ condition }) => condition))})` : sql``
  const count = async (open: readonly Part[], ranges: SQL) => {
    const { rows: counted } = await tx.execute<{
      i: string
      all: string
      found: string
    }>(sql`select i, n.* from ${ranges} cross join lateral (
      select count(*) as all, count(*) ${matches} as found
      from ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}) n`)
    for (const { i, all, found } of counted) Object.assign(open[Number(i) - 1] as Part, { all: Number(all), count: Number(found) })
  }
  const open = asked.filter((part) => !sealed(part))
  const short = open.filter(({ long }) => !long)
  if (short.length > 0) await count(short, rangeRows(short))
  for (const part of open.filter(({ long }) => long))
    await itsWay(tx, part, () => count([part], sql`(select 1 as i) one cross join ${oneRange(part)}`))
  return asked
}

/** Asks for rows of an open part: of a long one as the planner likes, else in the order of the list. */
const itsWay = async <T>(tx: Db, { long }: Part, ask: () => Promise<T>): Promise<T> => {
  if (!long) return ask()
  await tx.execute(anyWay)
  const found = await ask()
  await tx.execute(walkIndex)
  return found
}

type Placed = { id: string; place: number }
export type Piece = { part: Part; from: number; until: number; before: number }

/** The ids in a piece that is not sealed, from its nearer end; with places of those that meet terms, all its rows are looked at. */
const walk = async (
  tx: Db,
  list: BigList,
  scope: string,
  terms: readonly Term[],
  { part, from, until, before }: Piece,
  places: boolean,
): Promise<Placed[]> => {
  const id = sql.raw(`${list.table}.id`)
  const rowsOfPart = sql`from ${oneRange(part)} cross join ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}`
  const meets = both(terms.map(({ condition }) => condition))
  if (terms.length > 0 && places) {
    const { rows } = await tx.execute<{ id: string; place: string }>(sql`select id, place from (
        select ${id}, row_number() over (order by ${sql.raw(list.ascending)}) - 1 as place, ${meets} as there ${rowsOfPart}) walked
      where there order by place limit ${until - from} offset ${from}`)
    return rows.map((row) => ({ id: row.id, place: before + Number(row.place) }))
  }
  const behind = part.count - until
  const backwards = behind < from
  const { rows } = await tx.execute<{ id: string }>(sql`select ${id} ${rowsOfPart} and ${meets}
    order by ${sql.raw(backwards ? list.descending : list.ascending)} limit ${until - from} offset ${backwards ? behind : from}`)
  if (backwards) rows.reverse()
  return rows.map((row, at) => ({ id: row.id, place: before + from + at }))
}

/** The ids that stand in some pieces of the list, and their places in the whole (those are right where `places` asks for them). */
export const idsOf = async (
  tx: Db,
  list: BigList,
  scope: string,
  terms: readonly Term[],
  pieces: readonly Piece[],
  places: boolean,
): Promise<Placed[]> => {
  const kept = pieces.filter((piece) => sealed(piece.part))
  const open = pieces.filter((piece) => !sealed(piece.part))
  const found = new Map<Piece, Placed[]>()
  const slots = new Map<Piece, number[]>()
  if (terms.length === 0)
    for (const piece of kept)
      slots.set(
        piece,
        Array.from({ length: piece.until - piece.from }, (_, i) => piece.from + i),
      )
  else if (kept.length > 0) {
    const { join, bits } = bitsOf(terms)
    const seals = sql.param(kept.map(({ part }) => part.seal))
    const { rows } = await tx.execute<{ seal: string; bits: string }>(
      sql`select s.seal, (${bits})::text as bits from list_segments s ${join} where s.seal = any(${seals}::bigint[])`,
    )
    const texts = new Map(rows.map((row) => [row.seal, row.bits]))
    for (const piece of kept) {
      const text = texts.get(piece.part.seal as string) ?? ''
      const set: number[] = []
      for (let slot = text.indexOf('1'); slot >= 0 && set.length < piece.until; slot = text.indexOf('1', slot + 1)) set.push(slot)
      slots.set(piece, set.slice(piece.from))
    }
  }
  if (kept.length > 0) {
    const wanted = kept.flatMap((piece) => (slots.get(piece) ?? []).map((slot) => ({ piece, slot })))
    const { rows } = await tx.execute<{
      i: string
      id: string
    }>(sql`select i, encode(substring(s.ids from slot * 16 + 1 for 16), 'hex')::uuid as id
      from unnest(${sql.param(wanted.map(({ piece }) => piece.part.seal))}::bigint[], ${sql.param(wanted.map(({ slot }) => slot))}::int[]) with ordinality wanted(seal, slot, i)
      join list_segments s on s.seal = wanted.seal order by i`)
    for (const { i, id } of rows) {
      const { piece, slot } = wanted[Number(i) - 1] as (typeof wanted)[number]
      const of = found.get(piece) ?? []
      found.set(piece, of)
      of.push({ id, place: piece.before + slot })
    }
  }
  for (const piece of open) found.set(piece, await itsWay(tx, piece.part, () => walk(tx, list, scope, terms, piece, places)))
  return pieces.flatMap((piece) => found.get(piece) ?? [])
}
