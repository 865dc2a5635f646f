import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUserErasureService } from '#server/accounts/privacy/service.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const query = async (text: string, values: unknown[] = []) => (await t.database.pool.query(text, values)).rows
const getErasureDueDate = async (firstName: string, daysAgo: number) => {
  const erasureRequestedAt = new Date(Date.now() - daysAgo * 86_400_000)
  return t.person({ firstName, erasureRequestedAt, emailConfirmedAt: new Date() })
}
/** Runs the daily job and returns what it logs. */
const runDaily = async () => {
  const logged: unknown[] = []
  const service = createUserErasureService({ ...t, checkPassword: async () => {} })
  const erased = await service.eraseDueUsers({ error: (...line) => logged.push(line) })
  return { erased, logged }
}

test('an account that cannot be erased is logged without personal data, and the others are erased', async () => {
  await t.ownerPool.query(
    `create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'cannot change %', old.email; end $$`,
  )
  await t.ownerPool.query(
    `create trigger refuse_delete before delete on users for each row when (old.first_name = 'Oldest') execute function refuse_change()`,
  )
  const oldest = await getErasureDueDate('Oldest', 30)
  const others = [await getErasureDueDate('Second', 20), await getErasureDueDate('Third', 10)]
  const { erased, logged } = await runDaily()
  expect(erased).toBe(2)
  const ids = [oldest, ...others].map(({ id }) => id)
  expect(await query('select id from users where id = any($1)', [ids])).toEqual([{ id: oldest.id }])
  expect(logged).toEqual([
    [{ userId: oldest.id, error: 'Error', state: 'P0001' }, 'the erasure of a user failed'],
  ])
  expect(JSON.stringify(logged)).not.toMatch(/Oldest|school\.test/)
  await t.ownerPool.query('drop trigger refuse_delete on users')
  expect(await runDaily()).toEqual({ erased: 1, logged: [] })
})

test('the other accounts are erased even when more accounts fail than one batch has', async () => {
  await t.ownerPool.query(
    `create trigger refuse_delete before delete on users for each row when (old.first_name = 'Oldest') execute function refuse_change()`,
  )
  await query(
    `insert into users (id, first_name, email, erasure_requested_at) select gen_random_uuid(), 'Oldest', 'old' || n || '@school.test', now() - interval '30 days' from generate_series(1, 101) n`,
  )
  await getErasureDueDate('Second', 20)
  const { erased, logged } = await runDaily()
  expect([erased, logged.length]).toEqual([1, 101])
  await t.ownerPool.query('drop trigger refuse_delete on users')
  expect((await runDaily()).erased).toBe(101)
})

test('a failed notice to one unused account stops neither the other notices nor an erasure', async () => {
  await t.ownerPool.query(
    `create trigger refuse_notice before update of unused_notice_at on users for each row when (old.first_name = 'Unwarned' and new.unused_notice_at is not null) execute function refuse_change()`,
  )
  const lastSignInAt = new Date('2020-01-01')
  const unwarned = await t.person({ firstName: 'Unwarned', lastSignInAt })
  const warned = await t.person({ firstName: 'Warned', lastSignInAt })
  await getErasureDueDate('Second', 20)
  const { erased, logged } = await runDaily()
  expect([erased, logged]).toMatchObject([1, [[{ userId: unwarned.id }, 'the warning of a user failed']]])
  const rows = await query('select id from users where unused_notice_at is not null')
  expect(rows).toEqual([{ id: warned.id }])
})
