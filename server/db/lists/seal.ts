import { sql } from 'drizzle-orm'
import { sqlState } from '#server/db/errors.ts'
import type { Log } from '#server/db/log.ts'
import type { Database, Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { anyWay, asItLies, oneRange, rangeRows, touched, walkIndex } from './bits.ts'
import { type BigList, bigLists, everything, inList, type Key, type Range, termOf, whole } from './lists.ts'
import { forgetWords, makeBits, scanPays } from './make-bits.ts'

/** How many rows a stretch has, from how many rows on a list is kept in stretches at all, and a range is sealed in one sorted pass. */
export type SealSizes = { stretch: number; least: number; long: number }
const usual: SealSizes = { stretch: 4096, least: 20_000, long: 50_000 }
/** From so many notes on, the tables are tidied up behind a sealing. */
const manyNotes = 5000
/** So many of its commonest words are looked for before anybody asks. */
const foreseenWords = 60

type RawKey = [string, string, string, string]
const keyOf = ([k1, k2, k3, id]: RawKey): Key => ({ k: [Number(k1), Number(k2), Number(k3)], id })

/** Cuts a range into stretches of about `size` rows; of the open end only whole ones are taken. */
const cut = async (tx: Db, list: BigList, scope: string, range: Range, size: number, isOpen: boolean): Promise<Range[]> => {
  const rowsOfRange = sql`from ${rangeRows([range])} cross join ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}`
  const { rows: counted } = await tx.execute<{ n: string }>(sql`select count(*) as n ${rowsOfRange}`)
  const n = Number(counted[0]?.n)
  const pieces = isOpen ? Math.floor((n - 1) / size) : Math.max(1, Math.round(n / size))
  const each = isOpen ? size : Math.max(1, Math.ceil(n / pieces))
  if (pieces < 1) return []
  if (pieces === 1 && !isOpen) return [range]
  const { rows } = await tx.execute<{ key: RawKey }>(sql`select key from (
      select array[${sql.raw(list.keys.map((key) => `${key}::text`).join(', '))}, ${sql.raw(list.table)}.id::text] as key,
        row_number() over (order by ${sql.raw(list.ascending)}) - 1 as place ${rowsOfRange}
    ) walked where place % ${each} = 0 and place > 0 order by place`)
  const ends = rows.map(({ key }) => keyOf(key)).slice(0, isOpen ? pieces : pieces - 1)
  const starts = [range.low, ...ends]
  const ranges = starts.map((low, at) => ({ low, high: ends[at] ?? range.high }))
  return isOpen ? ranges.slice(0, pieces) : ranges
}

const keep = async (tx: Db, list: BigList, scope: string, ranges: readonly Range[]): Promise<void> => {
  if (ranges.length === 0) return
  await tx.execute(sql`insert into list_segments (list, scope, k1, k2, k3, id, end1, end2, end3, end_id, rows, ids)
    select ${list.table}, ${scope}::uuid, low.k1, low.k2, low.k3, low.id, high.k1, high.k2, high.k3, high.id, made.n, made.ids
    from ${rangeRows(ranges)} cross join lateral (
      select count(*)::int as n, coalesce(string_agg(uuid_send(walked.id), ''::bytea), ''::bytea) as ids
      from (select ${sql.raw(list.table)}.id from ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}
        order by ${sql.raw(list.ascending)}) walked) made`)
}

/** Whether a range has more rows than `most`, and then how many. */
const lengthOf = async (tx: Db, list: BigList, scope: string, range: Range, most: number): Promise<number | undefined> => {
  const rowsOfRange = sql`from ${oneRange(range)} cross join ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}`
  const { rows: more } = await tx.execute(sql`select 1 ${rowsOfRange} limit 1 offset ${most}`)
  if (more.length === 0) return undefined
  await tx.execute(anyWay)
  const { rows } = await tx.execute<{ n: string }>(sql`select count(*) as n ${rowsOfRange}`)
  await tx.execute(walkIndex)
  return Number(rows[0]?.n)
}

/** Cuts and keeps a long range in one sorted pass; of the open end only whole stretches. The rows may lie anywhere on the disk, so they are not fetched in the order of the list. */
const keepLong = async (tx: Db, list: BigList, scope: string, range: Range, n: number, size: number, isOpen: boolean): Promise<void> => {
  if (await scanPays(tx, list, n)) await tx.execute(asItLies)
  const each = sql.raw(String(isOpen ? size : Math.ceil(n / Math.max(1, Math.round(n / size)))))
  const [k1, k2, k3] = list.keys.map((key) => sql.raw(key))
  await tx.execute(sql`insert into list_segments (list, scope, k1, k2, k3, id, end1, end2, end3, end_id, rows, ids)
    with walked as (
      select ${k1} as k1, ${k2} as k2, ${k3} as k3, ${sql.raw(list.table)}.id, row_number() over (order by ${sql.raw(list.ascending)}) - 1 as place
      from ${oneRange(range)} cross join ${sql.raw(list.table)} where ${inList(list, scope)} and ${sql.raw(list.within('low', 'high'))}),
    parts as (
      select place / ${each} as part, max(k1) filter (where place % ${each} = 0) as k1, max(k2) filter (where place % ${each} = 0) as k2, max(k3) filter (where place % ${each} = 0) as k3,
        (array_agg(id) filter (where place % ${each} = 0))[1] as id, count(*)::int as n, string_agg(uuid_send(id), ''::bytea order by place) as ids
      from walked group by place / ${each}),
    ended as (
      select parts.*, lead(k1) over later as end1, lead(k2) over later as end2, lead(k3) over later as end3, lead(id) over later as end_id from parts window later as (order by part))
    select ${list.table}, ${scope}::uuid, case when part = 0 then low.k1 else ended.k1 end, case when part = 0 then low.k2 else ended.k2 end, case when part = 0 then low.k3 else ended.k3 end,
      case when part = 0 then low.id else ended.id end, coalesce(end1, high.k1), coalesce(end2, high.k2), coalesce(end3, high.k3), coalesce(end_id, high.id), ended.n, ended.ids
    from ended cross join ${oneRange(range)} where end_id is not null or ${!isOpen}`)
  await tx.execute(walkIndex)
}

/** Seals what came and what changed in one list of a scope. All that it sees, and the notes of it, are of one moment. */
const sealScope = (
  db: Db,
  list: BigList,
  scope: string,
  { stretch, least, long }: SealSizes,
): Promise<{ long: boolean; notes: number } | 'busy'> =>
  inTransaction(
    db,
    async (tx) => {
      const { rows: lock } = await tx.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext(${`list ${list.table} ${scope}`})) as mine`,
      )
      if (!lock[0]?.mine) return 'busy'
      await tx.execute(walkIndex)
      const { rows } = await tx.execute<{
        seal: string
        touched: boolean
        low: RawKey
        high: RawKey
      }>(sql`select s.seal, ${touched} as touched,
          array[k1::text, k2::text, k3::text, id::text] as low, array[end1::text, end2::text, end3::text, end_id::text] as high
        from list_segments s where list = ${list.table} and scope = ${scope}::uuid order by k1, k2, k3, id`)
      const { low, high } = everything(list)
      const open: Range = { low: rows.length > 0 ? keyOf((rows.at(-1) as (typeof rows)[number]).high) : low, high }
      const worn: Range[] = []
      for (const [at, row] of rows.entries()) {
        const previous = worn.at(-1)
        if (!row.touched) continue
        if (previous && rows[at - 1]?.touched) previous.high = keyOf(row.high)
        else worn.push({ low: keyOf(row.low), high: keyOf(row.high) })
      }
      const { rows: enough } = await tx.execute(
        sql`select from ${sql.raw(list.table)} where ${inList(list, scope)} limit 1 offset ${least - 1}`,
      )
      if (enough.length === 0) {
        if (rows.length > 0) {
          await tx.execute(sql`delete from list_segments where list = ${list.table} and scope = ${scope}::uuid`)
          await tx.execute(sql`delete from list_terms where list = ${list.table} and scope = ${scope}::uuid`)
        }
      } else {
        const gone = rows.filter((row) => row.touched).map(({ seal }) => seal)
        if (gone.length > 0) await tx.execute(sql`delete from list_segments where seal = any(${sql.param(gone)}::bigint[])`)
        const fresh: Range[] = []
        for (const range of [...worn, open]) {
          const isOpen = range === open
          const n = await lengthOf(tx, list, scope, range, long)
          if (n !== undefined) await keepLong(tx, list, scope, range, n, stretch, isOpen)
          else fresh.push(...(await cut(tx, list, scope, range, stretch, isOpen)))
        }
        await keep(tx, list, scope, fresh)
      }
      const { rowCount } = await tx.execute(sql`delete from list_changes where list = ${list.table} and scope = ${scope}::uuid`)
      return { long: enough.length > 0, notes: rowCount ?? 0 }
    },
    { isolationLevel: 'repeatable read' },
  )

/** The commonest values and words of a list, in a sample of its pages. */
const foresee = async (db: Db, list: BigList, scope: string): Promise<void> => {
  const sample = sql`from ${sql.raw(list.table)} tablesample system (2) where ${inList(list, scope)} limit 20000`
  const values = sql.join(
    list.facets.map((facet) => sql`(${facet} || '=' || ${sql.raw(facet)}::text)`),
    sql`, `,
  )
  await db.execute(sql`insert into list_terms (list, scope, term)
    (select ${list.table}, ${scope}::uuid, term from (select ${sql.raw(list.facets.join(', '))} ${sample}) sample, unnest(array[${values}]) term
      where term is not null group by term order by count(*) desc limit 40)
    union all
    (select ${list.table}, ${scope}::uuid, 'word:' || word from (select search, count(*) over () as n ${sample}) sample, lateral (select distinct word from regexp_split_to_table(search, '[\\s@.]+') word) words
      where length(word) between 3 and 40 group by word having count(*) > 0.005 * max(n) order by count(*) desc limit ${foreseenWords})
    on conflict do nothing`)
}

/** So many conditions are looked for in one pass. */
const termsAtOnce = 120

/** Makes the bits of all that is kept of a list, and lets go of words that nobody has asked for longest. */
const refresh = async (db: Db, list: BigList, scope: string, going: () => boolean): Promise<void> => {
  await forgetWords(db, list, scope)
  const { rows } = await db.execute<{ term: string }>(
    sql`select term from list_terms where list = ${list.table} and scope = ${scope}::uuid order by term`,
  )
  const terms = rows.flatMap(({ term }) => termOf(list, term) ?? [])
  for (let from = 0; from < terms.length; from += termsAtOnce)
    await makeBits(db, list, scope, terms.slice(from, from + termsAtOnce), { going })
}

/**
 * Keeps the long lists in sealed stretches: what came and changed since the last time is sealed, the bits of what people ask for are made. Several processes may do
 * it at once: one does a list, the others go on. Lists that nothing happened to cost one look. Gives which were sealed.
 */
export const sealLists = async (
  { db }: Pick<Database, 'db'>,
  sizes: SealSizes = usual,
  going: () => boolean = () => true,
): Promise<string[]> => {
  const sealed: string[] = []
  for (const list of Object.values<BigList>(bigLists)) {
    const { rows } = await db.execute<{ scope: string }>(
      sql`select distinct scope from list_changes where list = ${list.table} order by scope`,
    )
    for (const { scope } of rows) {
      if (!going()) return sealed
      const done = await sealScope(db, list, scope, sizes).catch((error: unknown) => {
        // another process was faster between the first look and the lock
        if (['40001', '23505'].includes(sqlState(error) ?? '')) return 'busy' as const
        throw error
      })
      if (done === 'busy') continue
      // after a load, the planner and every look at the notes would still meet the many that are gone
      if (done.notes > manyNotes) await db.execute(sql`vacuum analyze list_changes, list_segments`)
      if (!done.long) continue
      const { rows: known } = await db.execute(sql`select from list_terms where list = ${list.table} and scope = ${scope}::uuid limit 1`)
      if (known.length === 0) await foresee(db, list, scope)
      await refresh(db, list, scope, going)
      if (done.notes > manyNotes) await db.execute(sql`analyze list_bits`)
      sealed.push(scope === whole ? list.table : `${list.table} ${scope}`)
    }
  }
  return sealed
}

/** Seals every half minute until it is closed; a pass that fails is said and the next one tries again. */
export const keepSealed = (database: Pick<Database, 'db'>, log: Pick<Log, 'warn'>): { close: () => Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let open = true
  const pass = () => {
    running = sealLists(database, usual, () => open)
      .catch((error: unknown) => log.warn(`the long lists were not sealed: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => {
        if (!open) return
        timer = setTimeout(pass, 30_000)
        timer.unref()
      })
  }
  timer = setTimeout(pass, 10_000)
  timer.unref()
  return {
    close: async () => {
      open = false
      clearTimeout(timer)
      await running
    },
  }
}
