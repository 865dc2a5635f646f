import { setImmediate as turn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { asItLies, touched } from './bits.ts'
import { idSlots } from './id-slots.ts'
import { type BigList, inList, type Term } from './lists.ts'

/** Ids that are held at once, about 28 bytes each; a longer list is scanned more than once. */
const mostIds = 2_000_000
/** Terms that one number of a found row tells of. */
const flagsEach = 30
/** Pages of the table that one question looks at, so that no answer is long. */
const pagesEach = 256
/** Stretches whose ids, or bits, travel at once. */
const stretchesEach = 16

type Stretch = { seal: string; first: number; rows: number }
type Wanted = { seal: string; rows: number }

/** A number with a bit for each term that a row meets, the first the lowest. */
const flags = (terms: readonly Term[]): SQL =>
  sql.join(
    terms.map(({ condition }, at) => sql`case when ${condition} then ${sql.raw(String(1 << at))} else 0 end`),
    sql` | `,
  )

/** The bits of the terms over all slots; undefined when it was to end early. */
const look = (db: Db, list: BigList, scope: string, terms: readonly Term[], wanted: readonly Wanted[], going: () => boolean) =>
  inTransaction(
    db,
    async (tx) => {
      await tx.execute(asItLies)
      const stretches: Stretch[] = []
      const slots = idSlots(wanted.reduce((sum, { rows }) => sum + rows + 8, 0))
      let free = 0
      for (let from = 0; from < wanted.length; from += stretchesEach) {
        const seals = wanted.slice(from, from + stretchesEach).map(({ seal }) => seal)
        const { rows } = await tx.execute<{ seal: string; rows: number; ids: Buffer }>(
          sql`select s.seal, s.rows, s.ids from list_segments s where s.seal = any(${sql.param(seals)}::bigint[]) and not ${touched}`,
        )
        for (const { seal, rows: n, ids } of rows) {
          slots.add(ids, free)
          stretches.push({ seal, first: free, rows: n })
          // each stretch begins a byte of its own
          free = Math.ceil((free + n) / 8) * 8
          await turn()
        }
      }
      const bits = terms.map(() => Buffer.alloc(free / 8))
      const groups = Array.from({ length: Math.ceil(terms.length / flagsEach) }, (_, at) =>
        terms.slice(at * flagsEach, (at + 1) * flagsEach),
      )
      const names = groups.map((_, at) => `f${at}`)
      const table = sql.raw(list.table)
      const columns = sql.join(
        groups.map((group, at) => sql`(${flags(group)}) as ${sql.raw(names[at] as string)}`),
        sql`, `,
      )
      const found = sql.raw(['uuid_send(id)', ...names.map((name) => `int4send(${name})`)].join(' || '))
      const any = sql.raw(names.map((name) => `${name} <> 0`).join(' or '))
      const { rows: size } = await tx.execute<{ pages: string }>(
        sql`select pg_relation_size(${list.table}::regclass) / current_setting('block_size')::int as pages`,
      )
      const pages = Number(size[0]?.pages)
      const width = 4 + groups.length
      for (let page = 0; page < pages; page += pagesEach) {
        if (!going()) return undefined
        // what the snapshot sees stands on the pages that there were when it was taken
        const { rows } = await tx.execute<{ found: Buffer | null }>(sql`select string_agg(${found}, ''::bytea) as found from (
            select ${table}.id, ${columns} from ${table} where ${inList(list, scope)}
              and ${table}.ctid >= ${`(${page},0)`}::tid and ${table}.ctid < ${`(${page + pagesEach},0)`}::tid offset 0) looked where ${any}`)
        const bytes = rows[0]?.found
        if (!bytes) continue
        const numbers = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
        for (let at = 0; at < numbers.length; at += width) {
          const slot = slots.find(numbers, at)
          if (slot < 0) continue
          for (let group = 0; group < groups.length; group++)
            for (let left = bytes.readInt32BE((at + 4 + group) * 4); left !== 0; left &= left - 1) {
              const of = bits[group * flagsEach + 31 - Math.clz32(left & -left)] as Buffer
              of[slot >> 3] = (of[slot >> 3] as number) | (0x80 >> (slot & 7))
            }
        }
      }
      return { stretches, bits }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/**
 * Makes the bits of terms for many stretches in one pass through the table as it lies on the disk: the rows that meet a term give only their ids, which are
 * looked up among those of the stretches. Rows, ids and the notes of changes are of one snapshot; bits are kept only where the stretch is still the same then.
 */
export const scanBits = async (
  db: Db,
  list: BigList,
  scope: string,
  terms: readonly Term[],
  wanted: readonly Wanted[],
  going: () => boolean,
): Promise<void> => {
  let from = 0
  while (from < wanted.length && going()) {
    let until = from
    for (let ids = 0; until < wanted.length && (until === from || ids + (wanted[until] as Wanted).rows <= mostIds); until++)
      ids += (wanted[until] as Wanted).rows
    const made = await look(db, list, scope, terms, wanted.slice(from, until), going)
    if (!made) return
    from = until
    for (let at = 0; at < made.stretches.length; at += stretchesEach) {
      const part = made.stretches.slice(at, at + stretchesEach)
      const kept = part.flatMap(({ seal, first, rows }) =>
        terms.map(({ name }, term) => ({
          seal,
          rows,
          name,
          bits: `x${(made.bits[term] as Buffer).toString('hex', first / 8, Math.ceil((first + rows) / 8))}`,
        })),
      )
      // a stretch that was sealed anew meanwhile is gone; its bits are made when they are asked for again
      await db.execute(sql`insert into list_bits (seal, term, bits) select s.seal, kept.term, substring(kept.bits::varbit from 1 for kept.n)
        from unnest(${sql.param(kept.map(({ seal }) => seal))}::bigint[], ${sql.param(kept.map(({ name }) => name))}::text[],
          ${sql.param(kept.map(({ rows }) => rows))}::int[], ${sql.param(kept.map(({ bits }) => bits))}::text[]) kept(seal, term, n, bits)
        join list_segments s on s.seal = kept.seal for key share of s on conflict do nothing`)
    }
  }
}
