import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../support/services/database.ts'

let fresh: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  fresh = await createTestDatabase()
})
afterAll(() => fresh.drop())

/**
 * Lists the foreign keys that PostgreSQL checks when a user, team or judge is deleted: those to their tables, and
 * to the tables whose rows are deleted with them. `hasIndex` is true when an index begins with the column and has
 * all rows in which it is not null.
 */
const checkedForeignKeys = `
  with recursive erased (id) as (
    select unnest(array['users', 'teams', 'judges']::regclass[])::oid
    union
    select conrelid from pg_constraint join erased on confrelid = id where contype = 'f' and confdeltype = 'c'
  )
  select k.conrelid::regclass::text || '.' || a.attname as name,
    exists (
      select from pg_index where indrelid = k.conrelid and indkey[0] = a.attnum
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', a.attname))
    ) as "hasIndex"
  from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and k.confrelid in (select id from erased) order by 1`

it('every foreign key that the erasure of a user, a team or a judge checks has an index', async () => {
  const { rows } = await fresh.database.pool.query<{ name: string; hasIndex: boolean }>(checkedForeignKeys)
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['judge_sheets.judge_id', 'score_attempts.created_by', 'team_people.team_id']),
  )
  expect(rows.filter(({ hasIndex }) => !hasIndex)).toEqual([])
})
