import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { sqlState } from '#server/db/errors.ts'
import { type Db, primaryOf } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/lib/app-error.ts'
import { searchWords } from '#server/lib/search.ts'
import { askTrigrams, indexAlone, rangeRows, walkIndex } from './bits.ts'
import { type BigList, facetTerm, inList, type Key, type Term, whole, wordTerm } from './lists.ts'
import { bitsWanted } from './new-words.ts'
import { both, idsOf, keyOf, type PageAt, type Piece, partsOf } from './parts.ts'

/** `page` counts from 1. */
type Paged = { page: number; perPage: number }
/** `places` count from 0. */
type Page = { total: number; ids: string[]; places: number[] }

/** A word that more rows have than this is looked up in kept bits instead of the trigram index. */
const rareRows = 3000
/** What the trigram index can look for. */
const trigram = /[\p{L}\p{N}]{3}/u
/** Milliseconds that a question to the database may take: a list that changed everywhere and is not sealed again yet must not keep it busy. */
const questionTime = 8000
/** So often a replica is looked at for bits that were just made, every 100 milliseconds. */
const replicaLooks = 20

/** Reads in one snapshot. Throws `overloaded` when a question takes too long. */
const inSnapshot = async <T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> => {
  try {
    return await inTransaction(db, read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
  } catch (error) {
    throw sqlState(error) === '57014' ? new AppError('overloaded', [], undefined, { cause: error }) : error
  }
}
const timed = sql.raw(`set_config('statement_timeout', '${questionTime}', true)`)

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

/** Where rows stand in the whole list, from 0: in a sealed stretch their place among its ids, elsewhere as many rows as stand before them. */
const placesOf = async (tx: Db, list: BigList, scope: string, wanted: readonly Key[]): Promise<number[]> => {
  const parts = (await partsOf(tx, list, scope, [], {}, true)) ?? []
  const firsts: number[] = []
  for (const { all } of parts) firsts.push((firsts.at(-1) ?? 0) + all)
  const stands = wanted.map((key) => ({ key, at: parts.findIndex(({ low, high }) => before(low, key) <= 0 && before(key, high) < 0) }))
  const places = new Map<string, number>()
  const kept = stands.filter(({ at }) => parts[at]?.seal !== undefined)
  if (kept.length > 0) {
    const seals = sql.param(kept.map(({ at }) => parts[at]?.seal))
    const { rows } = await tx.execute<{
      id: string
      byte: number
    }>(sql`select wanted.id, position(uuid_send(wanted.id) in s.ids) - 1 as byte
      from unnest(${seals}::bigint[], ${sql.param(kept.map(({ key }) => key.id))}::uuid[]) wanted(seal, id) join list_segments s on s.seal = wanted.seal`)
    // what is found between two ids is neither of them
    for (const { id, byte } of rows) if (byte >= 0 && byte % 16 === 0) places.set(id, byte / 16)
  }
  const open = stands.filter(({ key, at }) => at >= 0 && !places.has(key.id))
  if (open.length > 0) {
    const ranges = open.map(({ key, at }) => ({ low: parts[at]?.low as Key, high: key }))
    const { rows } = await tx.execute<{ i: string; n: string }>(sql`select i, n from ${rangeRows(ranges)} cross join lateral (
      select count(*) as n from ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}) counted`)
    for (const { i, n } of rows) places.set((open[Number(i) - 1] as (typeof open)[number]).key.id, Number(n))
  }
  return stands.map(({ key, at }) => (firsts[at - 1] ?? 0) + (places.get(key.id) ?? 0))
}

/** The page of what all terms meet, and how many that are; undefined when bits have to be made first. */
const commonPage = async (
  tx: Db,
  list: BigList,
  scope: string,
  terms: readonly Term[],
  at: PageAt & Paged,
  patient: boolean,
): Promise<Page | undefined> => {
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

type Known = { long: boolean; words: boolean; stale: boolean }
/** Whether a list is kept in stretches, all words in bits, and one of them noted as used longer than a day ago. From here on ranges are walked in their index. */
const known = async (db: Db, list: BigList, scope: string, words: readonly Term[]): Promise<Known> => {
  const { rows } = await db.execute<{ long: boolean; known: number; stale: boolean | null }>(sql`select ${indexAlone}, ${timed},
    exists (select from list_segments where list = ${list.table} and scope = ${scope}::uuid) as long, kept.* from (
      select count(*)::int as known, bool_or(used_at < now() - interval '1 day') as stale from list_terms
      where list = ${list.table} and scope = ${scope}::uuid and term = any(${sql.param(words.map(({ name }) => name))}::text[])) kept`)
  const [row] = rows
  return { long: row?.long === true, words: row?.known === words.length, stale: row?.stale === true }
}

/** So that what is asked for stays; at most once a day, not to write at every look. */
const markUsed = (db: Db, list: BigList, scope: string, terms: readonly Term[]) =>
  db.execute(sql`update list_terms set used_at = now() where list = ${list.table} and scope = ${scope}::uuid and used_at < now() - interval '1 day'
    and term = any(${sql.param(terms.map(({ name }) => name))}::text[])`)

/**
 * A page of a long list and how many rows are found in all, exactly, of one moment: `read` gets the ids of the page, in its order, and reads their rows in the same
 * snapshot. Any page of any search costs about the same: stretches of the list know their length and which of their rows meet a term; words that few rows have
 * are looked up in the trigram index. The first time that a common word is asked for, its bits are made (docs/decisions/long-lists.md). Throws `overloaded` rather
 * than letting somebody wait long: too many new words at once, or a list that changed everywhere.
 */
export const pageOf = async <T>(
  db: Db,
  list: BigList,
  at: PageAt & Paged,
  read: (tx: Db, page: Page) => Promise<T>,
): Promise<{ total: number; rows: T }> => {
  const scope = at.scope ?? whole
  const words = [...new Set(searchWords(at.search ?? ''))].map((word) => wordTerm(list, word))
  const facets = Object.entries(at.facets ?? {}).flatMap(([facet, value]) => (value === undefined ? [] : [facetTerm(list, facet, value)]))
  const terms = [...words, ...facets]
  let stale = false
  const look = (patient: boolean) =>
    inSnapshot(db, async (tx) => {
      const there = await known(tx, list, scope, words)
      stale = there.stale
      if (there.long && !there.words && searchWords(at.search ?? '').some((word) => trigram.test(word))) {
        const hits = await rareHits(tx, list, scope, words, facets, at)
        if (hits) {
          const found = hits.filter(({ there: meets }) => meets).map(({ key }) => key)
          found.sort(list.reversed ? (one, other) => before(other, one) : before)
          const page = found.slice((at.page - 1) * at.perPage, at.page * at.perPage)
          await tx.execute(walkIndex)
          const places = at.places ? await placesOf(tx, list, scope, page) : []
          return { total: found.length, rows: await read(tx, { total: found.length, ids: page.map(({ id }) => id), places }) }
        }
      }
      if (there.long && !there.words) await tx.execute(walkIndex)
      const page = await commonPage(tx, list, scope, terms, at, patient)
      return page && { total: page.total, rows: await read(tx, page) }
    })
  const writer = primaryOf(db)
  let found = await look(false)
  try {
    if (stale) await markUsed(writer, list, scope, words)
    if (!found) await bitsWanted(writer, list, scope, terms)
  } catch (error) {
    // a database that takes no writes keeps nothing: it is looked through, within the time that there is
    if (sqlState(error) !== '25006') throw error
  }
  for (let looks = 0; !found && writer !== db && looks < replicaLooks; looks++) {
    found = await look(false)
    if (!found) await later(100)
  }
  return found ?? ((await look(true)) as { total: number; rows: T })
}

/** Where a row stands in a list, from 0; `key` is its own. Throws `overloaded` like `pageOf`. */
export const placeOf = (db: Db, list: BigList, scope: string, key: Key): Promise<number> =>
  inSnapshot(db, async (tx) => {
    await tx.execute(sql`select ${indexAlone}, ${timed}`)
    return (await placesOf(tx, list, scope, [key]))[0] ?? 0
  })

/** Rows in the order of their ids. */
export const inOrder = <T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] => {
  const by = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => by.get(id) ?? [])
}
