import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { openSessions, type Sessions } from './session-support.ts'

let server: Sessions
let token: string
beforeAll(async () => {
  server = await openSessions()
  token = await server.admin()
})
afterAll(() => server.close())

const figures = async () => {
  const reply = await server.app.inject({ url: paths.adminDashboard, headers: { authorization: token } })
  expect(reply.statusCode).toBe(200)
  return reply.json().dashboard
}
const register = (country: string, platform: string) =>
  server.database.pool.query(
    `insert into downloads (id, name, email, phone, country, platform, user_type) values (gen_random_uuid(), 'A', 'a@b.sa', '1', $1, $2, 'student')`,
    [country, platform],
  )

test('has the figures of the first page, kept while rows come, change and go', async () => {
  const before = await figures()
  expect(before.users).toMatchObject({ total: 1, active: 1, byRole: [{ key: 'admin', count: 1 }] })
  expect(before.downloads.byDay).toHaveLength(30)

  await register('egypt', 'win')
  await register('egypt', 'mac')
  await register('jordan', 'mac')
  const { pool } = server.database
  await pool.query(`insert into messages (id, kind, first_name, email, body) values (gen_random_uuid(), 'contact', 'A', 'a@b.sa', 'Hello')`)
  await pool.query(`update downloads set country = 'egypt' where country = 'jordan'`)
  const after = await figures()
  expect(after.downloads).toMatchObject({ total: 3, byCountry: [{ key: 'egypt', count: 3 }], byUserType: [{ key: 'student', count: 3 }] })
  expect(after.downloads.byDay.at(-1)).toMatchObject({ day: new Date().toISOString().slice(0, 10), win: 1, mac: 2 })
  expect(after.openMessages).toBe(1)

  await pool.query(`update messages set state = 'closed'`)
  await pool.query('delete from downloads')
  const last = await figures()
  expect(last.openMessages).toBe(0)
  expect(last.downloads).toMatchObject({ total: 0, byCountry: [] })
})

test('kept counts are what counting would give, also when many write at once', async () => {
  const { pool } = server.database
  await Promise.all(Array.from({ length: 40 }, (_, i) => register(i % 2 ? 'egypt' : 'jordan', i % 3 ? 'win' : 'mac')))
  await pool.query(`update downloads set platform = 'win' where country = 'jordan'`)
  await pool.query(`delete from downloads where country = 'egypt' and platform = 'mac'`)
  const { rows: kept } = await pool.query(
    `select facet, key, sum(count)::int as count from totals where subject = 'downloads' and count <> 0 group by 1, 2 order by 1, 2`,
  )
  const { rows: counted } = await pool.query(
    `select 'country' as facet, country as key, count(*)::int as count from downloads group by 2
     union all select 'platform', platform, count(*)::int from downloads group by 2
     union all select 'user-type', user_type, count(*)::int from downloads group by 2 order by 1, 2`,
  )
  expect(kept).toEqual(counted)
})
