import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BigList, bigLists, whole, wordTerm } from '#server/db/lists/lists.ts'
import { makeBits } from '#server/db/lists/make-bits.ts'
import { pageOf, placeOf } from '#server/db/lists/page.ts'
import { sealLists } from '#server/db/lists/seal.ts'
import type { Db } from '#server/db/open.ts'
import { freshDatabase } from '../support/database.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
const event = randomUUIDv7()
beforeAll(async () => {
  fresh = await freshDatabase({ max: 20 })
  await fresh.database.pool.query(
    `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values ($1, 'long', 'Long', 'طويل', 'Long', 'طويل')`,
    [event],
  )
})
afterAll(() => fresh.drop())
beforeEach(async () => {
  const { pool } = fresh.database
  for (const table of ['users', 'score_entries', 'list_segments', 'list_terms', 'list_changes']) await pool.query(`delete from ${table}`)
})

const sizes = { stretch: 8, least: 20, long: 60 }
const names = ['احمد', 'أحمد', 'سارة', 'Karim', 'Karima', 'نورة']
const words = ['احمد', 'حمد', 'kari', 'سار', 'zzzz', '50%', 'احمد karim', 'ka']
const roles = ['admin', 'student', 'coach']

/** Times and totals are few, so that many rows share them. */
const rows = {
  users: {
    insert: `insert into users (id, role, first_name, last_name, email, active, created_at) values ($1::uuid, $2, $3, $4, $1::uuid::text || '@x.test', $5, timestamptz '2026-01-01' + $6 * interval '1 ms')`,
    values: (id: string, n: number) => [id, roles[n % 3], names[n % 6], names[(n >> 3) % 6], n % 4 !== 0, n % 23],
    change: [
      `update users set first_name = 'Karim' where id = $1`,
      `update users set deleted_at = case when deleted_at is null then now() end where id = $1`,
      `update users set role = 'coach', active = not active where id = $1`,
      `update users set created_at = created_at + interval '5 ms' where id = $1`,
      `update users set last_sign_in_at = now() where id = $1`,
      `delete from users where id = $1`,
    ],
    facets: [{}, { role: 'student' }, { active: 'false' }, { role: 'coach', active: 'true' }],
    scope: whole,
  },
  score_entries: {
    insert: `insert into score_entries (id, event_id, participant_key, player_name, mission_type, total_score, total_time_ms, reached_at) values ($1::uuid, '${event}', $1::uuid::text, $2, $3, $4, $5, timestamptz '2026-01-01' + $6 * interval '1 ms')`,
    values: (id: string, n: number) => [id, names[n % 6], n % 3, [0, 12.5, 12.501, -3][n % 4], (n >> 2) % 3, n % 2],
    change: [
      `update score_entries set total_score = total_score + 0.001 where id = $1`,
      `update score_entries set player_name = 'Karim' where id = $1`,
      `update score_entries set mission_type = 2, total_time_ms = 7 where id = $1`,
      `update score_entries set score = score + 1 where id = $1`,
      `delete from score_entries where id = $1`,
    ],
    facets: [{}, { mission_type: '2' }],
    scope: event,
  },
} as const
type Name = keyof typeof rows

/** What the list must give, asked the plain way: all ids in order, those that match and where each stands. */
const plainly = async (db: Db, list: BigList, search: string, facets: Record<string, string>, from?: number, until?: number) => {
  const order = list.reversed ? 'created_at desc, id desc' : 'total_score desc, total_time_ms, reached_at, id'
  const conditions = [
    ...search
      .split(' ')
      .filter(Boolean)
      .map((word) => wordTerm(list, word).condition),
    ...Object.entries(facets).map(([facet, value]) => sql`${sql.raw(facet)}::text = ${value}`),
    ...(from === undefined ? [] : [sql`created_at >= ${new Date(from).toISOString()}::timestamptz`]),
    ...(until === undefined ? [] : [sql`created_at < ${new Date(until).toISOString()}::timestamptz`]),
    sql`true`,
  ]
  const { rows: all } = await db.execute<{ id: string; there: boolean }>(
    sql`select id, (${sql.join(conditions, sql` and `)}) as there from ${sql.raw(list.table)} where ${sql.raw(list.present)} order by ${sql.raw(order)}`,
  )
  const matching = all.flatMap(({ id, there }, place) => (there ? [{ id, place: list.reversed ? all.length - 1 - place : place }] : []))
  return { ids: matching.map(({ id }) => id), places: matching.map(({ place }) => place) }
}

/** All pages of a question, each compared with the plain way within its own snapshot. */
const checkAll = async (
  name: Name,
  search: string,
  facets: Record<string, string>,
  perPage: number,
  range: { from?: number; until?: number } = {},
) => {
  const list: BigList = bigLists[name]
  const at = { scope: rows[name].scope, search, facets, perPage, places: range.from === undefined && range.until === undefined, ...range }
  const look = (page: number) =>
    pageOf(fresh.database.db, list, { ...at, page }, async (tx, { ids, places, total }) => {
      const right = await plainly(tx, list, search, facets, range.from, range.until)
      const cut = (page - 1) * perPage
      expect({ total, ids, places: at.places ? places : [] }).toEqual({
        total: right.ids.length,
        ids: right.ids.slice(cut, cut + perPage),
        places: at.places ? right.places.slice(cut, cut + perPage) : [],
      })
      return right.ids.length
    })
  const { total } = await look(1)
  for (let page = 2; page <= Math.ceil(total / perPage) + 1; page++) await look(page)
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('insert' as const), many: fc.integer({ min: 1, max: 30 }), n: fc.nat(5000) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('change' as const), how: fc.nat(5), which: fc.nat(5000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change all' as const), how: fc.nat(5), which: fc.nat(7) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('seal' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('bits' as const), word: fc.nat(7), way: fc.constantFrom('scan' as const, 'walk' as const) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('look' as const),
      word: fc.option(fc.nat(7)),
      facets: fc.nat(3),
      perPage: fc.constantFrom(1, 7, 10, 100),
      days: fc.option(fc.tuple(fc.nat(24), fc.nat(24))),
    }),
  },
)

test.each(['users', 'score_entries'] as const)(
  'every page of %s is whole and counted exactly, whatever comes, changes, goes and is sealed',
  async (name) => {
    const { pool, db } = fresh.database
    const kind = rows[name]
    const list: BigList = bigLists[name]
    let bitsUsed = 0
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          const ids: string[] = []
          for (const one of steps) {
            if (one.do === 'insert')
              for (let i = 0; i < one.many; i++) {
                const id = randomUUIDv7()
                ids.push(id)
                await pool.query(kind.insert, kind.values(id, one.n + i * 37))
              }
            else if (one.do === 'change' && ids.length > 0)
              await pool.query(kind.change[one.how % kind.change.length] as string, [ids[one.which % ids.length]])
            else if (one.do === 'change all')
              await pool.query(
                (kind.change[one.how % kind.change.length] as string).replace('id = $1', `get_byte(uuid_send(id), 15) % 8 = $1::int`),
                [one.which],
              )
            else if (one.do === 'seal') await sealLists(fresh.database, sizes)
            else if (one.do === 'bits') {
              await makeBits(
                db,
                list,
                kind.scope,
                (words[one.word] as string).split(' ').map((word) => wordTerm(list, word)),
                { way: one.way },
              )
              bitsUsed += (await pool.query('select count(*)::int as n from list_bits')).rows[0].n
            } else if (one.do === 'look') {
              const start = Date.UTC(2026, 0, 1)
              const range =
                one.days && name === 'users' ? { from: start + Math.min(...one.days), until: start + Math.max(...one.days) + 1 } : {}
              await checkAll(
                name,
                one.word === null ? '' : (words[one.word] as string),
                kind.facets[one.facets % kind.facets.length] as never,
                one.perPage,
                range,
              )
            }
          }
          bitsUsed += (await pool.query('select count(*)::int as n from list_bits')).rows[0].n
        })
        .beforeEach(async () => {
          for (const table of [name, 'list_segments', 'list_terms', 'list_changes']) await pool.query(`delete from ${table}`)
        }),
      { numRuns: 30 },
    )
    // otherwise nothing of this was tried
    expect(bitsUsed).toBeGreaterThan(20)
  },
)

test('a page is true to its moment while many write and others seal', async () => {
  const { pool, db } = fresh.database
  for (let i = 0; i < 200; i++) await pool.query(rows.score_entries.insert, rows.score_entries.values(randomUUIDv7(), i * 7))
  await sealLists(fresh.database, sizes)
  let writing = true
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let turn = 0; turn < 25; turn++) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        for (let i = 0; i < 3; i++)
          await client.query(rows.score_entries.insert, rows.score_entries.values(randomUUIDv7(), turn * 31 + writer * 7 + i))
        await client.query(
          `update score_entries set player_name = 'Karim', total_score = total_score + 1 where get_byte(uuid_send(id), 15) = $1`,
          [turn * 4 + writer],
        )
        await client.query(turn % 5 === 4 ? 'rollback' : 'commit')
      } finally {
        client.release()
      }
    }
  })
  const sealers = Array.from({ length: 2 }, async () => {
    while (writing) await sealLists(fresh.database, sizes)
  })
  const readers = words.slice(0, 3).map(async (word, at) => {
    while (writing) {
      await checkAll('score_entries', at === 0 ? '' : word, at === 1 ? { mission_type: '2' } : {}, 100)
      await makeBits(db, bigLists.score_entries, event, [wordTerm(bigLists.score_entries, word)], { way: at === 2 ? 'walk' : 'scan' })
    }
  })
  const written = Promise.all(writers).finally(() => {
    writing = false
  })
  for (const { reason } of (await Promise.allSettled([written, ...sealers, ...readers])).filter((done) => done.status === 'rejected'))
    throw reason
  await sealLists(fresh.database, sizes)
  expect((await pool.query('select count(*)::int as n from list_changes')).rows[0].n).toBe(0)
  for (const word of ['', ...words]) await checkAll('score_entries', word, {}, 100)
  // what is sealed is all there is but the open end
  const sealed = (await pool.query('select sum(rows)::int as n from list_segments')).rows[0].n
  const all = (await pool.query('select count(*)::int as n from score_entries')).rows[0].n
  expect(all - sealed).toBeGreaterThanOrEqual(0)
  expect(all - sealed).toBeLessThanOrEqual(sizes.stretch)
}, 120_000)

test('a scan of the table and a walk through the list make the same bits, of many terms at once, too', async () => {
  const { pool, db } = fresh.database
  const list: BigList = bigLists.score_entries
  // more rows than a question of the scan looks at, in another order than the list's
  await pool.query(
    `insert into score_entries (id, event_id, participant_key, player_name, mission_type, total_score, total_time_ms, reached_at)
     select gen_random_uuid(), $1, n::text, ($2::text[])[1 + n % 6] || ' ' || md5(n::text), n % 3, (n * 7919) % 1009, n % 7, now() from generate_series(1, 12000) n`,
    [event, names],
  )
  await sealLists(fresh.database, { stretch: 501, least: 20, long: 5000 })
  const terms = [...words, ...Array.from({ length: 60 }, (_, n) => n.toString(16).padStart(2, '0'))].map((word) => wordTerm(list, word))
  const bits = async () =>
    (await pool.query(`select seal, term, bits::text as bits from list_bits where term like 'word:%' order by seal, term`)).rows
  const made: Record<string, unknown>[][] = []
  for (const way of ['scan', 'walk'] as const) {
    await pool.query(`delete from list_bits where term like 'word:%'`)
    await makeBits(db, list, event, terms, { way })
    made.push(await bits())
  }
  const [scanned, walked] = made
  expect(scanned?.length).toBe(terms.length * 23)
  expect(scanned).toEqual(walked)
  const set = await pool.query(`select sum(bit_count(bits))::int as n from list_bits where term = 'word:kari'`)
  const there = await pool.query(`select count(*)::int as n from (select search from score_entries
    order by total_score desc, total_time_ms, reached_at, id limit ${23 * 501}) sealed where search like '%kari%'`)
  expect(set.rows[0].n).toBe(there.rows[0].n)
  const pages = await pool.query(`select pg_relation_size('score_entries') / current_setting('block_size')::int as n`)
  expect(Number(pages.rows[0].n)).toBeGreaterThan(256)
})

test('an entry knows its place, and a list that became short is kept no longer', async () => {
  const { pool, db } = fresh.database
  for (let i = 0; i < 100; i++) await pool.query(rows.score_entries.insert, rows.score_entries.values(randomUUIDv7(), i * 11))
  await sealLists(fresh.database, sizes)
  const { ids } = await plainly(db, bigLists.score_entries, '', {})
  for (const [place, id] of ids.entries()) {
    const { rows: found } = await pool.query('select total_score, total_time_ms, reached_at from score_entries where id = $1', [id])
    const { total_score: score, total_time_ms: time, reached_at: at } = found[0]
    expect(
      await placeOf(db, bigLists.score_entries, event, { k: [Math.round(-Number(score) * 1000), Number(time), at.getTime()], id }),
    ).toBe(place)
  }
  await pool.query('delete from score_entries where id <> $1', [ids[0]])
  await sealLists(fresh.database, sizes)
  expect((await pool.query('select count(*)::int as n from list_segments')).rows[0].n).toBe(0)
  await checkAll('score_entries', '', {}, 10)
})
