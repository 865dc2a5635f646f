import { type SQL, sql } from 'drizzle-orm'
import { searchWords } from '#server/lib/search.ts'
import { sqlState } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { askTrigrams, makeBits, oneRange, rangeRows, touched, walkIndex } from './bits.ts'
import { type BigList, everything, facetTerm, inList, type Key, type Range, type Term, whole, wordTerm } from './lists.ts'

/**
 * What is asked of a long list. `from` and `until` (without) are first numbers of keys: in a list by time, milliseconds. `places` asks where the rows stand in the
 * whole list, whatever is searched for.
 */
type PageAt = {
  scope?: string | undefined
  search?: string | undefined
  facets?: Record<string, string | undefined>
  from?: number | undefined
  until?: number | undefined
  places?: boolean
}
/** `page` counts from 1. */
type Paged = { page: number; perPage: number }
/** `places` count from 0. */
type Page = { total: number; ids: string[]; places: number[] }

/** A word that more rows have than this is looked up in kept bits instead of the trigram index. */
const rareRows = 3000
/** What the trigram index can look for. */
const trigram = /[\p{L}\p{N}]{3}/u
/** So many stretches may be looked through; where more lack their bits, these are made first. */
const fewMissing = 4

type Part = Range & { seal?: string; all: number; count: number }
const sealed = (part: Part): part is Part & { seal: string } => part.seal !== undefined

const both = (conditions: readonly SQL[]) => (conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `))
const readOnly = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** The joined bits of some terms of a stretch `s`. */
const bitsOf = (terms: readonly Term[]): { join: SQL; bits: SQL } => ({
  join: sql.join(
    terms.map(({ name }, at) => sql`left join list_bits ${sql.raw(`b${at}`)} on ${sql.raw(`b${at}`)}.seal = s.seal and ${sql.raw(`b${at}`)}.term = ${name}`),
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
const keyOf = ([k1, k2, k3, id]: SegmentRow['low']): Key => ({ k: [Number(k1), Number(k2), Number(k3)], id })

/** The list in its stretches, each with how many rows it has and how many of them meet the terms; undefined when too many have no bits yet. */
const partsOf = async (tx: Db, list: BigList, scope: string, terms: readonly Term[], at: PageAt, patient: boolean): Promise<Part[] | undefined> => {
  const { join, bits } = bitsOf(terms)
  const { rows } = await tx.execute<SegmentRow>(sql`select s.seal, s.rows, ${touched} as touched, ${terms.length > 0 ? sql`bit_count(${bits})` : sql`s.rows`} as found,
      array[k1::text, k2::text, k3::text, id::text] as low, array[end1::text, end2::text, end3::text, end_id::text] as high
    from list_segments s ${join} where s.list = ${list.table} and s.scope = ${scope}::uuid order by k1, k2, k3, id`)
  if (!patient && rows.filter(({ touched: now, found }) => !now && found === null).length > fewMissing) return undefined
  const { low, high } = everything(list)
  const from = at.from === undefined ? low : { k: [at.from, 0, 0] as const, id: whole }
  const until = at.until === undefined ? high : { k: [at.until, 0, 0] as const, id: whole }
  const parts: Part[] = rows.map((row) => ({
    low: keyOf(row.low),
    high: keyOf(row.high),
    ...(row.touched || row.found === null ? {} : { seal: row.seal }),
    all: row.rows,
    count: Number(row.found),
  }))
  // what came after the last sealed row
  parts.push({ low: parts.at(-1)?.high ?? low, high, all: 0, count: 0 })
  const asked = parts
    .filter((part) => part.low.k[0] < until.k[0] && part.high.k[0] >= from.k[0])
    .map((part) => {
      const cutLow = part.low.k[0] < from.k[0]
      const cutHigh = part.high.k[0] >= until.k[0] && at.until !== undefined
      return cutLow || cutHigh
        ? { low: cutLow ? from : part.low, high: cutHigh ? until : part.high, all: 0, count: 0 }
        : part
    })
  const open = asked.filter((part) => !sealed(part))
  const table = sql.raw(list.table)
  const counted = await tx.execute<{ i: string; all: string; found: string }>(sql`select i, n.* from ${rangeRows(open)} cross join lateral (
    select count(*) as all, count(*) ${terms.length > 0 ? sql`filter (where ${both(terms.map(({ condition }) => condition))})` : sql``} as found
    from ${table} where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}) n`)
  for (const { i, all, found } of counted.rows) Object.assign(open[Number(i) - 1] as Part, { all: Number(all), count: Number(found) })
  return asked
}

type Placed = { id: string; place: number }
type Piece = { part: Part; from: number; until: number; before: number }

/** The ids in a piece that is not sealed, from its nearer end; with places of those that meet terms, all its rows are looked at. */
const walk = async (tx: Db, list: BigList, scope: string, terms: readonly Term[], { part, from, until, before }: Piece, places: boolean): Promise<Placed[]> => {
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
const idsOf = async (tx: Db, list: BigList, scope: string, terms: readonly Term[], pieces: readonly Piece[], places: boolean): Promise<Placed[]> => {
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
    const { rows } = await tx.execute<{ i: string; id: string }>(sql`select i, encode(substring(s.ids from slot * 16 + 1 for 16), 'hex')::uuid as id
      from unnest(${sql.param(wanted.map(({ piece }) => piece.part.seal))}::bigint[], ${sql.param(wanted.map(({ slot }) => slot))}::int[]) with ordinality wanted(seal, slot, i)
      join list_segments s on s.seal = wanted.seal order by i`)
    for (const { i, id } of rows) {
      const { piece, slot } = wanted[Number(i) - 1] as (typeof wanted)[number]
      const of = found.get(piece) ?? []
      found.set(piece, of)
      of.push({ id, place: piece.before + slot })
    }
  }
  for (const piece of open) found.set(piece, await walk(tx, list, scope, terms, piece, places))
  return pieces.flatMap((piece) => found.get(piece) ?? [])
}

type Hit = { key: Key; there: boolean }
const before = (one: Key, other: Key): number => {
  const [a, b] = [one, other].map(({ k, id }) => [...k, id]) as [(number | string)[], (number | string)[]]
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : (a[at] as number) < (b[at] as number) ? -1 : 1
}

/** Looks in the trigram index for words that few rows have; undefined when many have them. */
const rareHits = async (tx: Db, list: BigList, scope: string, words: readonly Term[], facets: readonly Term[], at: PageAt) => {
  await tx.execute(askTrigrams)
  const k1 = sql.raw(list.keys[0])
  const { rows } = await tx.execute<{ key: [string, string, string, string]; there: boolean | null }>(sql`select
      array[${sql.raw(list.keys.map((key) => `${key}::text`).join(', '))}, ${sql.raw(list.table)}.id::text] as key,
      (${both(facets.map(({ condition }) => condition))} and ${k1} >= ${at.from ?? list.first}::bigint and ${k1} < ${at.until ?? list.last}::bigint) as there
    from ${sql.raw(list.table)} where ${both(words.map(({ condition }) => condition))} and ${inList(list, scope)} limit ${rareRows + 1}`)
  return rows.length > rareRows ? undefined : rows.map(({ key, there }): Hit => ({ key: keyOf(key), there: there === true }))
}

/** Where rows stand in the whole list, from 0. */
const placesOf = async (tx: Db, list: BigList, scope: string, wanted: readonly Key[]): Promise<number[]> => {
  await tx.execute(walkIndex)
  const parts = (await partsOf(tx, list, scope, [], {}, true)) ?? []
  const places = new Map<string, number>()
  let first = 0
  for (const part of parts) {
    const ids = wanted.filter((key) => before(part.low, key) <= 0 && before(key, part.high) < 0).map(({ id }) => id)
    const [only] = wanted
    if (only && wanted.length === 1 && ids.length === 1) {
      const { rows } = await tx.execute<{ n: string }>(sql`select count(*) as n from ${oneRange({ low: part.low, high: only })} cross join ${sql.raw(list.table)}
        where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}`)
      places.set(only.id, first + Number(rows[0]?.n))
    } else if (ids.length > 0) {
      const { rows } = await tx.execute<{ id: string; place: string }>(sql`select id, place from (
          select ${sql.raw(list.table)}.id, row_number() over (order by ${sql.raw(list.ascending)}) - 1 as place
          from ${rangeRows([part])} cross join ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}
        ) walked where id = any(${sql.param(ids)}::uuid[])`)
      for (const { id, place } of rows) places.set(id, first + Number(place))
    }
    first += part.all
  }
  return wanted.map(({ id }) => places.get(id) ?? 0)
}

/** The page of what all terms meet, and how many that are; undefined when bits have to be made first. */
const commonPage = async (tx: Db, list: BigList, scope: string, terms: readonly Term[], at: PageAt & Paged, patient: boolean): Promise<Page | undefined> => {
  await tx.execute(walkIndex)
  const parts = await partsOf(tx, list, scope, terms, at, patient)
  if (!parts) return undefined
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const skipped = (at.page - 1) * at.perPage
  const from = Math.max(0, list.reversed ? total - skipped - at.perPage : skipped)
  const until = Math.max(from, list.reversed ? total - skipped : Math.min(total, skipped + at.perPage))
  const pieces: Piece[] = []
  let counted = 0
  let rows = 0
  for (const part of parts) {
    const low = Math.max(0, from - counted)
    const high = Math.min(part.count, until - counted)
    if (low < high) pieces.push({ part, from: low, until: high, before: rows })
    counted += part.count
    rows += part.all
  }
  const found = await idsOf(tx, list, scope, terms, pieces, at.places === true)
  if (list.reversed) found.reverse()
  return { total, ids: found.map(({ id }) => id), places: found.map(({ place }) => place) }
}

const known = async (db: Db, list: BigList, scope: string, words: readonly Term[]): Promise<{ long: boolean; words: boolean }> => {
  const { rows } = await db.execute<{ long: boolean; known: number }>(sql`select
    exists (select from list_segments where list = ${list.table} and scope = ${scope}::uuid) as long,
    (select count(*)::int from list_terms where list = ${list.table} and scope = ${scope}::uuid and term = any(${sql.param(words.map(({ name }) => name))}::text[])) as known`)
  const [row] = rows
  return { long: row?.long === true, words: row?.known === words.length }
}

/** So that what is asked for stays; at most once a day, not to write at every look. */
const markUsed = (db: Db, list: BigList, scope: string, terms: readonly Term[]) =>
  db.execute(sql`update list_terms set used_at = now() where list = ${list.table} and scope = ${scope}::uuid and used_at < now() - interval '1 day'
    and term = any(${sql.param(terms.map(({ name }) => name))}::text[])`)

/**
 * A page of a long list and how many rows are found in all, exactly, of one moment: `read` gets the ids of the page, in its order, and reads their rows in the same
 * snapshot. Any page of any search costs about the same: stretches of the list know their length and which of their rows meet a term; words that few rows have
 * are looked up in the trigram index. The first time that a common word is asked for, its bits are made (docs/decisions/long-lists.md).
 */
export const pageOf = async <T>(db: Db, list: BigList, at: PageAt & Paged, read: (tx: Db, page: Page) => Promise<T>): Promise<{ total: number; rows: T }> => {
  const scope = at.scope ?? whole
  const words = [...new Set(searchWords(at.search ?? ''))].map((word) => wordTerm(list, word))
  const facets = Object.entries(at.facets ?? {}).flatMap(([facet, value]) => (value === undefined ? [] : [facetTerm(list, facet, value)]))
  const terms = [...words, ...facets]
  const look = (patient: boolean) =>
    db.transaction(async (tx) => {
      const there = await known(tx, list, scope, words)
      if (there.long && !there.words && searchWords(at.search ?? '').some((word) => trigram.test(word))) {
        const hits = await rareHits(tx, list, scope, words, facets, at)
        if (hits) {
          const found = hits.filter(({ there: meets }) => meets).map(({ key }) => key)
          found.sort(list.reversed ? (one, other) => before(other, one) : before)
          const page = found.slice((at.page - 1) * at.perPage, at.page * at.perPage)
          const places = at.places ? await placesOf(tx, list, scope, page) : []
          await tx.execute(walkIndex)
          return { total: found.length, rows: await read(tx, { total: found.length, ids: page.map(({ id }) => id), places }) }
        }
      }
      const page = await commonPage(tx, list, scope, terms, at, patient)
      return page && { total: page.total, rows: await read(tx, page) }
    }, readOnly)
  const found = await look(false)
  try {
    if (words.length > 0) await markUsed(db, list, scope, words)
    if (found) return found
    await makeBits(db, list, scope, terms)
  } catch (error) {
    // a replica keeps nothing itself: what is not kept yet is looked through
    if (sqlState(error) !== '25006') throw error
    if (found) return found
  }
  return (await look(true)) as { total: number; rows: T }
}

/** Where a row stands in a list, from 0; `key` is its own. */
export const placeOf = (db: Db, list: BigList, scope: string, key: Key): Promise<number> =>
  db.transaction(async (tx) => (await placesOf(tx, list, scope, [key]))[0] ?? 0, readOnly)

/** Rows in the order of their ids. */
export const inOrder = <T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] => {
  const by = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => by.get(id) ?? [])
}
