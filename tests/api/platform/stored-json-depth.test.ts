import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const nestedText = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const nested = (depth: number) => JSON.parse(nestedText(depth))
const query = async (text: string, values: unknown[] = []) => (await t.database.pool.query(text, values)).rows

test('JSON that is nested more than 16 levels deep is not stored', async () => {
  const { team } = (await t.send('POST', '/api/teams/', t.token, t.team())).json()
  // Node 24 cannot write so deep an object as text
  const season = (data: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/seasons',
      headers: { authorization: t.token, 'content-type': 'application/json' },
      payload: `{"type":"final","team_id":"${team.id}","data":${data}}`,
    })
  expect((await season(nestedText(16))).statusCode).toBe(200)
  for (const depth of [17, 5000, 100_000]) {
    const reply = await season(nestedText(depth))
    expect([reply.statusCode, reply.json().fields]).toMatchObject([
      400,
      [{ field: 'data', code: 'too-deep' }],
    ])
  }
  const draft = (data: string) => t.json('PUT', `/api/teams/drafts/${randomUUIDv7()}`, t.token, { data })
  expect((await draft(JSON.stringify(nested(16)))).statusCode).toBe(200)
  const refused = await draft('['.repeat(20_000) + ']'.repeat(20_000))
  expect([refused.statusCode, refused.json().fields]).toMatchObject([
    400,
    [{ field: 'data', code: 'too-deep' }],
  ])
})

test('an erasure cuts deeper stored records to 16 levels', async () => {
  const owner = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
  const token = await t.tokenOf(owner.email)
  const { team } = (await t.send('POST', '/api/teams/', token, t.team())).json()
  await query('update teams set paid = true where id = $1', [team.id])
  const deep = `${'{"a":'.repeat(5000)}{"email":"${owner.email}"}${'}'.repeat(5000)}`
  await query(`insert into seasons (id, type, team_id, data) values (gen_random_uuid(), 'final', $1, $2)`, [
    team.id,
    deep,
  ])
  const payment = randomUUIDv7()
  await query(
    `insert into payments (id, team_id, user_id, method, state, cart_id, amount, currency) values ($1, $2, $3, 'telr', 'declined', 'c1', 15000, 'SAR')`,
    [payment, team.id, owner.id],
  )
  await query(
    `insert into payment_steps (id, payment_id, kind, data) values (gen_random_uuid(), $1, 'create', $2)`,
    [payment, deep],
  )
  const erased = await t.json('POST', '/api/admin/users/erasure', t.adminToken, {
    id: owner.id,
    decision: 'erase',
    ground: 'asked',
  })
  expect(erased.statusCode, erased.body).toBe(200)
  let cut: unknown = null
  for (let depth = 0; depth < 16; depth++) cut = { a: cut }
  expect(await query('select data from seasons where team_id = $1', [team.id])).toEqual([{ data: cut }])
  expect(await query('select data from payment_steps where payment_id = $1', [payment])).toEqual([
    { data: cut },
  ])
})
